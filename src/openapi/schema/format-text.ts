/**
 * A valid text of a format that not every text has (JSON Schema 2020-12, validation 7.3); `undefined`
 * for others.
 *
 * @param variant Another number, from 0, gives another text.
 */
export function formatText(format: string, variant: number): string | undefined {
  return WRITERS[format]?.(variant);
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');

const WRITERS: Readonly<Record<string, (variant: number) => string>> = {
  'date-time': (variant) => new Date(variant * 1000).toISOString().replace('.000', ''),
  date: (variant) => new Date(variant * 86_400_000).toISOString().slice(0, 10),
  time: (variant) => `00:${twoDigits(Math.floor(variant / 60) % 60)}:${twoDigits(variant % 60)}Z`,
  duration: (variant) => `PT${variant}S`,
  email: (variant) => `nobody${variant || ''}@example.com`,
  hostname: (variant) => `example${variant || ''}.com`,
  ipv4: (variant) => `127.0.${variant >> 8}.${(1 + variant) & 255}`,
  ipv6: (variant) => `::${(1 + variant).toString(16)}`,
  uri: (variant) => `about:blank${variant || ''}`,
  'uri-reference': (variant) => `about:blank${variant || ''}`,
  uuid: (variant) => `00000000-0000-4000-8000-${String(variant).padStart(12, '0')}`,
};
