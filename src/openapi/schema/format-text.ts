/**
 * A valid text of a format that not every text has (JSON Schema 2020-12, validation 7.3); `undefined`
 * for others.
 *
 * @param variant Another number, from 0, gives another text.
 */
export function formatText(format: string, variant: number): string | undefined {
  return WRITERS[format]?.(variant);
}

const moment = (seconds: number): string => new Date(seconds * 1000).toISOString();

const uri = (variant: number): string => `about:blank${variant || ''}`;

const WRITERS: Readonly<Record<string, (variant: number) => string>> = {
  'date-time': (variant) => moment(variant).replace('.000', ''),
  date: (variant) => moment(variant * 86_400).slice(0, 10),
  time: (variant) => `${moment(variant).slice(11, 19)}Z`,
  duration: (variant) => `PT${variant}S`,
  email: (variant) => `nobody${variant || ''}@example.com`,
  hostname: (variant) => `example${variant || ''}.com`,
  ipv4: (variant) => `127.0.0.${1 + (variant % 254)}`,
  ipv6: (variant) => `::${1 + variant}`,
  uri,
  'uri-reference': uri,
  uuid: (variant) => `00000000-0000-4000-8000-${String(variant).padStart(12, '0')}`,
};
