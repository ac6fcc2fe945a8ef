/** Hiding secrets: the one place that finds them, in whatever spelling a text has them. */
import {
  BACKSLASH,
  type SecretForm,
  SpelledReader,
  formsOf,
  isBase64,
  isIntroducer,
} from './spelling.ts';

/** What nobody may read, and what stands there instead. */
export interface Secret {
  readonly secret: string;
  /** Such as `$TOKEN`. */
  readonly shown: string;
}

/** Options of {@link createMasker}. */
export interface MaskerOptions {
  /** What stands where a secret without words of its own stood. Default: `***`. */
  readonly replacement?: string | undefined;
}

/** A part of a text, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Whether a secret that was found stays. */
export type Keep = (found: Span) => boolean;

/** Takes what comes in pieces, such as a child process's output. */
export interface MaskedStream {
  readonly push: (text: string) => void;
  /** Writes what was held back. */
  readonly end: () => void;
}

/** Hides secrets. */
export interface Masker {
  /** The text without secrets; the same where there is none. */
  text(text: string, keep?: (text: string) => Keep): string;
  /**
   * The bytes without secrets; the very same object where there is none.
   *
   * @param keep Gets the bytes as Latin-1, where something was found.
   */
  bytes(bytes: Uint8Array, keep?: (text: string) => Keep): Uint8Array;
  /** Hides secrets in pieces, also where one is cut by the end of a piece. */
  stream(write: (text: string) => void): MaskedStream;
}

/** What stands where a secret stood, unless it is said otherwise. */
export const PLACEHOLDER = '***';

/**
 * Hides secrets however they are spelled: plain, in base64 (also within a longer base64 text) and
 * base64url, or in hexadecimal, each of them also percent-encoded, as a form, as JSON or as HTML has
 * them, and with these nested. Its time is linear in the text.
 *
 * @param secrets Empty ones are left out. The longest that stands in a place is hidden.
 */
export function createMasker(
  secrets: Iterable<string | Secret>,
  { replacement = PLACEHOLDER }: MaskerOptions = {},
): Masker {
  const forms = [...secrets].flatMap((secret) =>
    typeof secret === 'string'
      ? formsOf(secret, replacement)
      : formsOf(secret.secret, secret.shown),
  );
  const search = new Search(forms);
  const text: Masker['text'] = (text, keep) => {
    const found = search.in(text, true);
    return found.spans.length === 0 ? text : replaced(text, found.spans, 0, keep?.(text)).clean;
  };
  return {
    text,
    bytes: (bytes, keep) => {
      if (forms.length === 0) return bytes;
      // Latin-1 maps every byte to one character and back.
      const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(
        'latin1',
      );
      const clean = text(latin1, keep);
      return clean === latin1 ? bytes : Uint8Array.from(Buffer.from(clean, 'latin1'));
    },
    stream: (write) => {
      let held = '';
      /** Of what is held: where it isn't hidden any more. */
      let hidden = 0;
      const push = (piece: string, isLast: boolean): void => {
        const text = held + piece;
        const { spans, settled } = search.in(text, isLast);
        const { clean, done } = replaced(text.slice(0, settled), spans, hidden);
        held = text.slice(settled);
        hidden = Math.max(0, done - settled);
        if (clean !== '') write(clean);
      };
      return { push: (piece) => push(piece, false), end: () => push('', true) };
    },
  };
}

interface Found extends Span {
  readonly shown: string;
}

/** @param from Up to there, all is hidden already. */
function replaced(
  text: string,
  spans: readonly Found[],
  from: number,
  keep: Keep = () => false,
): { readonly clean: string; readonly done: number } {
  let clean = '';
  let done = from;
  for (const span of spans) {
    if (keep(span)) continue;
    // One that overlaps what is hidden already hides the more.
    if (span.start >= done) clean += text.slice(done, span.start) + span.shown;
    done = Math.max(done, span.end);
  }
  return { clean: clean + text.slice(done), done };
}

interface FormsOfStart {
  /** By the second code point. */
  readonly bySecond: Map<number, SecretForm[]>;
  readonly longestRow: number;
}

class Search {
  /** By the first code point. */
  readonly #byStart = new Map<number, FormsOfStart>();
  /** Where a form may begin. */
  readonly #candidates: RegExp;
  readonly #longestRow: number;

  constructor(forms: readonly SecretForm[]) {
    this.#longestRow = Math.max(0, ...forms.map(({ longestRow }) => longestRow));
    // The longest first, since one may begin with another.
    for (const form of forms.toSorted((a, b) => b.codes.length - a.codes.length)) {
      const [firsts = [], seconds = []] = form.codes;
      for (const first of firsts) {
        const { bySecond, longestRow } = this.#byStart.get(first) ?? {
          bySecond: new Map<number, SecretForm[]>(),
          longestRow: 0,
        };
        for (const second of seconds) bySecond.set(second, [...(bySecond.get(second) ?? []), form]);
        this.#byStart.set(first, { bySecond, longestRow: Math.max(longestRow, form.longestRow) });
      }
    }
    this.#candidates = candidatesOf(this.#byStart);
  }

  /**
   * Where the secrets are, by their start; they may overlap.
   *
   * @param isWhole False where more text will follow: up to `settled`, it can't change anything.
   */
  in(text: string, isWhole: boolean): { readonly spans: Found[]; readonly settled: number } {
    const spans: Found[] = [];
    const candidates = this.#candidates;
    const row = new BackslashRow();
    /** Made for the first look; many texts need none. */
    let reader: SpelledReader | undefined;
    candidates.lastIndex = 0;
    while (candidates.test(text)) {
      const at = candidates.lastIndex - 1;
      const unit = text.charCodeAt(at);
      reader ??= new SpelledReader(text, isWhole);
      reader.isCut = false;
      let first = unit;
      if (isIntroducer(unit)) {
        reader.read(at);
        first = reader.code;
      }
      if (first === BACKSLASH && !reader.isCut) {
        row.add(at, reader.end);
        continue;
      }
      const found = reader.isCut ? undefined : this.#at(text, at, first, row, reader);
      if (reader.isCut) return { spans, settled: row.startBefore(at, this.#longestRow) };
      if (found !== undefined) spans.push(found);
    }
    return { spans, settled: text.length };
  }

  #at(
    text: string,
    at: number,
    first: number,
    row: BackslashRow,
    reader: SpelledReader,
  ): Found | undefined {
    const forms = this.#byStart.get(first);
    if (forms === undefined) return undefined;
    if (isIntroducer(text.charCodeAt(at))) reader.read(reader.end);
    else reader.read(at + 1);
    for (let row = 0; reader.code === BACKSLASH && row < forms.longestRow; row += 1) {
      reader.read(reader.end);
    }
    if (reader.isCut) return undefined;
    for (const form of forms.bySecond.get(reader.code) ?? []) {
      const leading = form.beginsEscaped ? row.lengthBefore(at) : 0;
      const end = endOf(text, at, form, leading, reader);
      if (reader.isCut) return undefined;
      if (end === NONE) continue;
      // Those before an escape belong to it where JSON is nested.
      const hasRow = form.beginsEscaped || isIntroducer(text.charCodeAt(at));
      const start = hasRow ? row.startBefore(at, form.longestRow) : at;
      return { start, end, shown: form.shown };
    }
    return undefined;
  }
}

/**
 * Finds the characters at which a form may begin: escapes, what is beyond ASCII where a form begins
 * there, and a first character with a second one behind it, or with something that may stand for one.
 */
function candidatesOf(byStart: ReadonlyMap<number, FormsOfStart>): RegExp {
  if (byStart.size === 0) return /(?!)/g;
  const escapes = classOf(Array.from({ length: 0x80 }, (_, unit) => unit).filter(isIntroducer));
  const starts = Array.from(byStart, ([first, { bySecond }]) => {
    if (!isAscii(first)) return BEYOND_ASCII;
    const seconds = classOf([...bySecond.keys()].filter(isAscii));
    return `${classOf([first])}(?=[${seconds}${escapes}]|${BEYOND_ASCII}|$)`;
  });
  return new RegExp([`[${escapes}]`, ...new Set(starts)].join('|'), 'g');
}

const BEYOND_ASCII = String.raw`[\u0080-\uffff]`;

function isAscii(code: number): boolean {
  return code < 0x80;
}

function classOf(codes: readonly number[]): string {
  return codes.map((code) => `\\u${code.toString(16).padStart(4, '0')}`).join('');
}

/** The latest row of backslashes, however they are spelled. */
class BackslashRow {
  #starts: number[] = [];
  #end = -1;

  add(start: number, end: number): void {
    if (this.#end !== start) this.#starts = [];
    this.#starts.push(start);
    this.#end = end;
  }

  /** How many stand right before a place. */
  lengthBefore(at: number): number {
    return this.#end === at ? this.#starts.length : 0;
  }

  /** Where the last ones before a place begin, at most so many; the place where there is none. */
  startBefore(at: number, most: number): number {
    return this.#end === at ? this.#starts[Math.max(0, this.#starts.length - most)]! : at;
  }
}

/** No secret begins here. */
const NONE = -1;

/**
 * Where a form ends that begins at `at`, or {@link NONE}. It means nothing where `reader.isCut` then.
 *
 * @param leading Backslashes before it.
 */
function endOf(
  text: string,
  at: number,
  form: SecretForm,
  leading: number,
  reader: SpelledReader,
): number {
  let position = at;
  let backslashes = Math.min(leading, form.longestRow);
  for (const [i, codes] of form.codes.entries()) {
    reader.read(position);
    const longestRow = i === 0 ? 0 : form.longestRow;
    for (let row = 0; reader.code === BACKSLASH && row < longestRow; row += 1) {
      backslashes += 1;
      reader.read(reader.end);
    }
    if (reader.isCut) return NONE;
    if (!codes.includes(reader.code)) {
      // What follows the secret may look as if it ended an escape that begins within.
      const isEscape = reader.end - position > 1;
      return isEscape && text.startsWith(form.literal, at) ? at + form.literal.length : NONE;
    }
    position = reader.end;
  }
  const skip = (most: number, isPart: (code: number) => boolean): number => {
    for (let count = 0; count < most; count += 1) {
      reader.read(position);
      if (!isPart(reader.code)) return count;
      position = reader.end;
    }
    return most;
  };
  if (form.endsEscaped) backslashes += skip(form.longestRow, (code) => code === BACKSLASH);
  if (form.isOpen) skip(1, isBase64);
  if (form.kind === 'base64') skip(2, (code) => code === 0x3d);
  return backslashes < form.backslashes ? NONE : position;
}
