/**
 * Where a text has secrets, however servers spell them: plain, or as JSON, HTML, an address or base64
 * has them.
 *
 * @param text Bytes as Latin-1, or a field of a header.
 * @returns A global pattern; `undefined` where there is none.
 */
export function spelledSecrets(text: string, secrets: readonly string[]): RegExp | undefined {
  const found = formsOf(secrets).filter(({ core }) => text.includes(core));
  if (found.length === 0) return undefined;
  const pattern = new RegExp(found.map(({ form }) => spelled(form)).join('|'), 'g');
  return text.search(pattern) < 0 ? undefined : pattern;
}

/** A text in which every secret is replaced. */
export function maskSecrets(text: string, secrets: readonly string[], replacement: string): string {
  const pattern = spelledSecrets(text, secrets);
  return pattern === undefined ? text : text.replace(pattern, () => replacement);
}

interface Form {
  readonly form: string;
  /** What stands in every spelling as it is; most texts are told apart by it. */
  readonly core: string;
}

const known = new WeakMap<readonly string[], readonly Form[]>();

/** The secrets themselves and in base64; the longest first, since one may begin with another. */
function formsOf(secrets: readonly string[]): readonly Form[] {
  let forms = known.get(secrets);
  if (forms === undefined) {
    const all = secrets.flatMap((one) => (one === '' ? [] : [one, ...base64(one)]));
    forms = [...new Set(all)]
      .toSorted((a, b) => b.length - a.length)
      .map((form) => ({ form, core: longestRun(form) }));
    known.set(secrets, forms);
  }
  return forms;
}

function base64(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const padded = bytes.toString('base64');
  return [padded, padded.replace(/=+$/, ''), bytes.toString('base64url')];
}

function longestRun(form: string): string {
  const runs = form.match(/[A-Za-z0-9]+/g) ?? [''];
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest));
}

function spelled(secret: string): string {
  const parts = secret.match(/\\+|[^\\]/gu) ?? [];
  return parts
    .map((part) => (part[0] === '\\' ? spelledBackslashes(part) : spelledCharacter(part)))
    .join('');
}

/** JSON doubles a row as a whole; one by one, there would be no end of ways to divide a longer row. */
function spelledBackslashes({ length }: string): string {
  const unit = `(?:${BACKSLASHES}u005[cC]|${entity(92)}|%(?:25)*5[cC])`;
  const rows = [8, 4, 2, 1].map((times) => `{${times * length}}`);
  return `(?:${rows.flatMap((row) => [String.raw`\\` + row, unit + row]).join('|')})`;
}

const NAMED: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};

/** JSON as a text within JSON has three of them, and so on; either may stand in an address. */
const BACKSLASHES = String.raw`(?:\\|%(?:25)*5[cC]){1,7}`;

function spelledCharacter(character: string): string {
  if (/[A-Za-z0-9]/.test(character)) return character;
  const bytes = Buffer.from(character);
  const code = character.codePointAt(0)!;
  const units = character.split('').map((unit) => unit.charCodeAt(0));
  const escaped = JSON.stringify(character).slice(1, -1).replace(/^\\/, '');
  const spellings = [
    // An address within an address has its "%" as "%25".
    `(?:${BACKSLASHES})?` + [...bytes].map((byte) => `%(?:25)*${hex(byte, 2)}`).join(''),
    units.map((unit) => BACKSLASHES + `u${hex(unit, 4)}`).join(''),
    BACKSLASHES + RegExp.escape(escaped),
    entity(code, NAMED[character]),
    ...(character === ' ' ? [String.raw`\+`] : []),
    // A field of a header has the bytes of UTF-8, or is Latin-1.
    RegExp.escape(bytes.toString('latin1')),
    RegExp.escape(character),
  ];
  return `(?:${[...new Set(spellings)].join('|')})`;
}

/** As HTML has it, also in an address. */
function entity(code: number, name?: string): string {
  const forms = [`#0*${code}`, `#[xX]0*${hex(code, 1)}`, ...(name === undefined ? [] : [name])];
  const number = forms.map((form) => form.replace('#', '(?:#|%(?:25)*23)'));
  return `(?:&|%(?:25)*26)(?:${number.join('|')})(?:;|%(?:25)*3[bB])`;
}

/** In either case. */
function hex(number: number, length: number): string {
  const digits = number.toString(16).padStart(length, '0');
  return digits.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
