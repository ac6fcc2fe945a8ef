/** How secrets are spelled: their forms, and the escapes that readers undo. */

/** Stands for the end of the text, where a character is asked for. */
export const END = -1;

export const BACKSLASH = 0x5c;

const PERCENT = 0x25;
const AMPERSAND = 0x26;

/** An escape of an escape of an escape, and so on: what is nested deeper is left as it is. */
const MAX_DEPTH = 4;
const MAX_CHAIN = 8;

/** Digits of a numeric character reference, or letters of a named one. */
const MAX_REFERENCE = 8;

/** The characters of ASCII that have names in HTML (HTML, 13.5), each behind its names. */
const ASCII_NAMES =
  'Tab\tNewLine\nexcl!quot"QUOT"num#dollar$percnt%amp&AMP&apos\'lpar(rpar)ast*midast*plus+comma,' +
  'period.sol/colon:semi;lt<LT<equals=gt>GT>quest?commat@lsqb[lbrack[bsol\\rsqb]rbrack]Hat^lowbar_' +
  'UnderBar_grave`lcub{lbrace{verbar|vert|rcub}rbrace}';

/** Those of Latin-1, from 160. */
const LATIN_NAMES =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn ' +
  'sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave ' +
  'Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ' +
  'ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN ' +
  'szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute ' +
  'icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml ' +
  'yacute thorn yuml';

const NAMES: ReadonlyMap<string, number> = new Map([
  ...Array.from(ASCII_NAMES.matchAll(/([A-Za-z]+)(.)/gs), ([, name = '', character = '']) => {
    return [name, character.charCodeAt(0)] as const;
  }),
  ...LATIN_NAMES.split(' ').map((name, i) => [name, 160 + i] as const),
]);

/** Whether a UTF-16 code unit can begin a spelling of several characters. */
export function isIntroducer(unit: number): boolean {
  return unit === PERCENT || unit === BACKSLASH || unit === AMPERSAND || isLead(unit);
}

/** Of UTF-8, in a text that has a byte as one character, or of a surrogate pair. */
function isLead(unit: number): boolean {
  return (unit >= 0xc2 && unit <= 0xf4) || (unit >= 0xd800 && unit <= 0xdbff);
}

/**
 * Reads a text character by character as its last reader would, with all escapes undone, however they
 * are nested: percent-encoding (RFC 3986, 2.1), `\uXXXX` of JSON (RFC 8259, 7) and `\xXX` of programs,
 * character references of HTML, and the bytes of UTF-8. Any other backslash is a character by itself.
 *
 * It allocates nothing, for it looks at every escape of every logged text.
 */
export class SpelledReader {
  /** The code point that was read last; {@link END} at the end. */
  code: number = END;
  /** Where the next one begins. */
  end = 0;
  /** Whether the end of a text that goes on was met, since this was last set false. */
  isCut = false;
  /** How many escapes, one within the other, what was read last stood in. */
  #level = 0;
  readonly #text: string;

  readonly #isWhole: boolean;

  /** @param isWhole Whether nothing will follow the text. Default true. */
  constructor(text: string, isWhole: boolean = true) {
    this.#text = text;
    this.#isWhole = isWhole;
  }

  read(at: number, depth: number = MAX_DEPTH): void {
    if (at >= this.#text.length) {
      this.code = END;
      this.end = at;
      if (!this.#isWhole) this.isCut = true;
      return;
    }
    this.code = this.#text.charCodeAt(at);
    this.end = at + 1;
    this.#level = 0;
    if (depth === 0) return;
    // What an escape stands for may begin another one.
    for (let i = 0; i < MAX_CHAIN && isIntroducer(this.code); i += 1) {
      const { code, end } = this;
      const next = this.#escaped(code, depth - 1, i);
      if (next === END) {
        this.code = code;
        this.end = end;
        this.#level = i;
        return;
      }
      this.code = next;
      this.#level = i + 1;
    }
  }

  /** What an escape that begins with `code` stands for; {@link END} where none does. */
  #escaped(code: number, depth: number, level: number): number {
    if (code === PERCENT) return this.#digits(2, depth);
    if (code === BACKSLASH) {
      let letter = this.#next(depth, 0);
      // An escaped backslash may have others before its letter, which JSON adds where it is nested.
      for (let row = 0; letter === BACKSLASH && this.#level < level && row < MAX_CHAIN; row += 1) {
        letter = this.#next(depth, 0);
      }
      // Of `\\u0078`, the first backslash escapes the second one, and no "x".
      if (this.#level > level) return END;
      return letter === 0x75
        ? this.#digits(4, depth)
        : letter === 0x78
          ? this.#digits(2, depth)
          : END;
    }
    if (code === AMPERSAND) return this.#reference(depth);
    if (code < 0x100) return this.#utf8(code, depth);
    const low = this.#next(depth);
    return low >= 0xdc00 && low <= 0xdfff ? ((code - 0xd800) << 10) + low - 0xdc00 + 0x10000 : END;
  }

  /** @param row Backslashes that may come before: JSON adds some where it is nested. */
  #next(depth: number, row: number = MAX_CHAIN): number {
    this.read(this.end, depth);
    for (let i = 0; i < row && this.code === BACKSLASH; i += 1) this.read(this.end, depth);
    return this.code;
  }

  /** A hexadecimal number of so many digits. */
  #digits(count: number, depth: number): number {
    let value = 0;
    for (let i = 0; i < count; i += 1) {
      const digit = hexDigit(this.#next(depth));
      if (digit === END) return END;
      value = value * 16 + digit;
    }
    return value;
  }

  /** What stands between `&` and `;`. */
  #reference(depth: number): number {
    let name = '';
    for (let i = 0; i <= MAX_REFERENCE + 2; i += 1) {
      const code = this.#next(depth);
      if (code === 0x3b) return referenced(name);
      const isPart = code === 0x23 ? i === 0 : isAlphanumeric(code);
      if (!isPart) return END;
      name += String.fromCharCode(code);
    }
    return END;
  }

  #utf8(lead: number, depth: number): number {
    const more = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
    let value = lead & (0x3f >> more);
    for (let i = 0; i < more; i += 1) {
      const byte = this.#next(depth);
      if (byte < 0x80 || byte > 0xbf) return END;
      value = (value << 6) | (byte & 0x3f);
    }
    return value;
  }
}

function referenced(name: string): number {
  if (!name.startsWith('#')) return NAMES.get(name) ?? END;
  const code = /^#\d+$/.test(name)
    ? Number(name.slice(1))
    : /^#[xX][\dA-Fa-f]+$/.test(name)
      ? Number.parseInt(name.slice(2), 16)
      : END;
  return code <= 0x10ffff ? code : END;
}

/** {@link END} where it is none. */
function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : END;
}

/** In ASCII. */
function isAlphanumeric(code: number): boolean {
  const letter = code | 0x20;
  return (code >= 0x30 && code <= 0x39) || (letter >= 0x61 && letter <= 0x7a);
}

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
  return Buffer.from(text).toString('latin1');
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
  const longestRow = (literal.match(/\\+/g) ?? []).reduce(
    (most, row) => Math.max(most, row.length),
    0,
  );
  return {
    kind,
    literal,
    codes: codes.map((code) => standIns(code, kind)),
    backslashes: all.length - codes.length,
    longestRow: NESTED_ROW * (1 + longestRow),
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
