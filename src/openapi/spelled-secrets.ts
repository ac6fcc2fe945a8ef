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
  return Array.from(secret, spelledCharacter).join('');
}

const NAMED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const BACKSLASH = String.raw`\\`;

/** JSON as a text within JSON has three of them, and so on. */
const BACKSLASHES = `${BACKSLASH}{1,7}`;

function spelledCharacter(character: string): string {
  if (/[A-Za-z0-9]/.test(character)) return character;
  const bytes = Buffer.from(character);
  const code = character.codePointAt(0)!;
  const units = character.split('').map((unit) => unit.charCodeAt(0));
  const escaped = JSON.stringify(character).slice(1, -1).replace(/^\\/, '');
  const spellings = [
    // An address within an address has its "%" as "%25".
    [...bytes].map((byte) => `%(?:25)*${hex(byte, 2)}`).join(''),
    units.map((unit) => BACKSLASHES + `u${hex(unit, 4)}`).join(''),
    (character === '\\' ? BACKSLASH : BACKSLASHES) + RegExp.escape(escaped),
    `&#(?:0*${code}|[xX]0*${hex(code, 1)});`,
    RegExp.escape(NAMED[character] ?? character),
    ...(character === ' ' ? [String.raw`\+`] : []),
    // A field of a header has the bytes of UTF-8, or is Latin-1.
    RegExp.escape(bytes.toString('latin1')),
    RegExp.escape(character),
  ];
  return `(?:${[...new Set(spellings)].join('|')})`;
}

/** In either case. */
function hex(number: number, length: number): string {
  const digits = number.toString(16).padStart(length, '0');
  return digits.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
