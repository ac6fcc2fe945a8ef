/** How servers and tools spell a text: what the tests of masking hold against every output. */

const units = (text: string): number[] => text.split('').map((unit) => unit.charCodeAt(0));
const bytes = (text: string): number[] => [...Buffer.from(text)];
const hex = (value: number, length = 2): string => value.toString(16).padStart(length, '0');
const json = (text: string): string => JSON.stringify(text).slice(1, -1);

const NAMES: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
  '/': 'sol',
  '+': 'plus',
  '=': 'equals',
  ':': 'colon',
  '\\': 'bsol',
  ä: 'auml',
};

const html = (text: string): string =>
  text.replaceAll(/[&<>"'/+=:\\ä]/g, (character) => `&${NAMES[character]};`);

/** Ways to escape a text, each of which may be used on what another has made. */
export const ESCAPES: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  'an address': (text) => encodeURIComponent(text),
  'an address, in lowercase': (text) =>
    encodeURIComponent(text).replaceAll(/%../g, (part) => part.toLowerCase()),
  'an address, letters too': (text) =>
    bytes(text)
      .map((byte) => `%${hex(byte)}`)
      .join(''),
  'a form': (text) => new URLSearchParams({ a: text }).toString().slice(2),
  JSON: json,
  'JSON with escaped slashes': (text) => json(text).replaceAll('/', String.raw`\/`),
  'JSON, by numbers': (text) =>
    units(text)
      .map((unit) => `\\u${hex(unit, 4)}`)
      .join(''),
  'JSON, by numbers in capitals': (text) =>
    units(text)
      .map((unit) => `\\u${hex(unit, 4).toUpperCase()}`)
      .join(''),
  'JSON, special characters by numbers': (text) =>
    text.replaceAll(/[^\w]/g, (unit) => `\\u${hex(unit.charCodeAt(0), 4)}`),
  'a program': (text) =>
    text.replaceAll(/[\0-\u002f:-@[-`{-\u00ff]/g, (unit) => `\\x${hex(unit.charCodeAt(0))}`),
  'HTML, by names': html,
  'HTML, decimal': (text) =>
    Array.from(text, (character) => `&#${character.codePointAt(0)};`).join(''),
  'HTML, hexadecimal': (text) =>
    Array.from(text, (character) => `&#x${hex(character.codePointAt(0)!).toUpperCase()};`).join(''),
  'HTML, with zeros in front': (text) =>
    Array.from(text, (character) =>
      /\w/.test(character) ? character : `&#0${character.codePointAt(0)};`,
    ).join(''),
};

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Other texts of the same bytes. */
export const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  base64,
  'base64 without padding': (text) => base64(text).replace(/=+$/, ''),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'hexadecimal digits': (text) => Buffer.from(text).toString('hex'),
  'hexadecimal digits in capitals': (text) => Buffer.from(text).toString('hex').toUpperCase(),
};

/** Base64 texts in which a text stands behind so many bytes. */
export const WITHIN_BASE64: readonly ((text: string) => string)[] = [0, 1, 2].flatMap((offset) => [
  (text: string) => base64(`${'u'.repeat(3 + offset)}${text}`),
  (text: string) => base64(`${'u'.repeat(3 + offset)}${text}:rest`),
  (text: string) => Buffer.from(`${'u'.repeat(3 + offset)}${text}:re`).toString('base64url'),
]);

/** Every spelling of a text: each of its encodings, escaped in each way. */
export function spellingsOf(text: string): string[] {
  const encoded = Object.values(ENCODINGS).map((encode) => encode(text));
  const within = WITHIN_BASE64.map((encode) => encode(text));
  const escapes = Object.values(ESCAPES);
  return [text, ...encoded, ...within].flatMap((form) => escapes.map((escape) => escape(form)));
}

/**
 * Which spellings of a text an output has. Apart from the masker, and simpler: it takes away what
 * escaping an escape adds, and looks for what all spellings of one kind have in common.
 */
export function tracesIn(output: string, text: string): string[] {
  const flat = flattened(output);
  const parts = [0, 1, 2].map((offset) => {
    const whole = base64('\0'.repeat(offset) + text);
    // Of its first and last character other bytes decide, too.
    return whole.slice(Math.ceil((8 * offset) / 6), Math.floor((8 * (offset + text.length)) / 6));
  });
  const urls = parts.map((part) => part.replaceAll('+', '-').replaceAll('/', '_'));
  const hexadecimal = Buffer.from(text).toString('hex');
  const forms = [text, ...parts, ...urls, hexadecimal, hexadecimal.toUpperCase()];
  const all = forms.flatMap((form) =>
    Object.values(ESCAPES).map((escape) => flattened(escape(form))),
  );
  return [...new Set(all)].filter((trace) => flat.includes(trace));
}

function flattened(text: string): string {
  return text
    .replaceAll(/%(?:25)+/g, '%')
    .replaceAll(/%5c/gi, '')
    .replaceAll('\\', '')
    .replaceAll(/&(?:amp;)+/g, '&');
}
