import { BACKSLASH, END, SpelledReader, isAlphanumeric } from './spelled-reader.ts';

/** Below this many bytes, a part of the base64 text or the hexadecimal digits could be there by chance. */
const DISTINCT_BYTES = 6;

/** JSON in JSON in JSON has eight backslashes for one, and seven before a quote. */
const NESTED_ROW = 8;

/** One way in which a secret is written, before anything in it is escaped. */
export interface SecretForm {
  readonly kind: 'plain' | 'base64' | 'hex';
  /** As it is where nothing is escaped. */
  readonly literal: string;
  /**
   * The code points, all escapes undone, each with those that may stand for it. Without backslashes:
   * JSON may add some anywhere.
   */
  readonly codes: readonly (readonly number[])[];
  /** How many backslashes there are at least. */
  readonly backslashes: number;
  /** Backslashes that may stand before one character. */
  readonly longestRow: number;
  /** Whether backslashes before the first character, or after the last one, are part of it. */
  readonly beginsEscaped: boolean;
  readonly endsEscaped: boolean;
  /** Whether another character of base64 may follow that holds bits of the secret. */
  readonly isOpen: boolean;
  /** What stands there then. */
  readonly shown: string;
}

/** The forms of a secret; none for one that has less than two characters but backslashes. */
export function formsOf(secret: string, shown: string): SecretForm[] {
  const bytes = byteText(secret);
  const forms = [form('plain', secret, shown)];
  if (bytes.length < DISTINCT_BYTES) {
    forms.push(form('base64', btoa(bytes).replace(/=+$/, ''), shown));
  } else {
    forms.push(...[0, 1, 2].map((offset) => base64Form(bytes, offset, shown)));
    const hex = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0'));
    forms.push(form('hex', hex.join(''), shown));
  }
  return forms.filter(({ codes }) => codes.length > 1);
}

/** The bytes of UTF-8, one character each. */
function byteText(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text));
}

/** What only the secret decides of a base64 text in which it stands behind 3n + `offset` bytes. */
function base64Form(bytes: string, offset: number, shown: string): SecretForm {
  const bits = 8 * (offset + bytes.length);
  const text = btoa('\0'.repeat(offset) + bytes);
  const decided = text.slice(Math.ceil((8 * offset) / 6), Math.floor(bits / 6));
  return { ...form('base64', decided, shown), isOpen: bits % 6 !== 0 };
}

function form(kind: SecretForm['kind'], literal: string, shown: string): SecretForm {
  const reader = new SpelledReader(literal);
  const all: number[] = [];
  for (reader.read(0); reader.code !== END; reader.read(reader.end)) all.push(reader.code);
  const codes = all.filter((code) => code !== BACKSLASH);
  const rows = literal.match(/\\+/g) ?? [];
  return {
    kind,
    literal,
    codes: codes.map((code) => standIns(code, kind)),
    backslashes: all.length - codes.length,
    longestRow: NESTED_ROW * (1 + Math.max(0, ...rows.map((row) => row.length))),
    beginsEscaped: !isAlphanumeric(all[0] ?? 0),
    endsEscaped: all.at(-1) === BACKSLASH,
    isOpen: false,
    shown,
  };
}

/** What JSON writes behind a backslash for a control character. */
const SHORT: ReadonlyMap<number, number> = new Map([
  [0x08, 0x62],
  [0x09, 0x74],
  [0x0a, 0x6e],
  [0x0c, 0x66],
  [0x0d, 0x72],
]);

/** The characters that may stand for one of a form: of forms a blank is `+`, of base64url `+` is `-`. */
function standIns(code: number, kind: SecretForm['kind']): number[] {
  if (kind === 'hex') return [code, code >= 0x61 ? code - 0x20 : code];
  if (kind === 'base64' && code === 0x2f) return [code, 0x5f];
  if (code === 0x2b) return kind === 'base64' ? [code, 0x20, 0x2d] : [code, 0x20];
  if (code === 0x20) return [code, 0x2b];
  const short = SHORT.get(code);
  return short === undefined ? [code] : [code, short];
}

/** Whether a character is one of base64 or base64url (RFC 4648, 4 and 5). */
export function isBase64(code: number): boolean {
  return isAlphanumeric(code) || [0x2b, 0x2d, 0x2f, 0x5f].includes(code);
}
