/** Code points of labels (RFC 5892, 2): letters, marks and digits, and what has rules of its own. */
const LETTERS =
  /^[\p{Ll}\p{Lo}\p{Lm}\p{Mn}\p{Mc}\p{Nd}\-\u00b7\u0375\u05f3\u05f4\u06fd\u06fe\u0f0b\u3007\u30fb\u200c-\u200d]*$/u;

/** What a label can't have, or not in this place (RFC 5892, 2.6 and appendix A). */
const MISPLACED: readonly RegExp[] = [
  /^..--/,
  /[\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b]/,
  /(?<!l)\u00b7|\u00b7(?!l)/,
  /\u0375(?!\p{sc=Greek})|(?<!\p{sc=Hebrew})[\u05f3\u05f4]/u,
  /^[^\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]*\u30fb[^\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]*$/u,
  /(?:[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{Nd}-]|^)[\u200c\u200d]/u,
  /[\u0660-\u0669].*[\u06f0-\u06f9]|[\u06f0-\u06f9].*[\u0660-\u0669]/,
];

const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;

/** Whether a text is a host name (RFC 1123, 2.1), of which A-labels are valid (RFC 5890). */
export function isHostname(text: string): boolean {
  return /^[a-z\d.-]*$/i.test(text) && isInternationalHostname(text);
}

/** Whether a text is a host name that may have letters beyond ASCII (RFC 5890 to 5893). */
export function isInternationalHostname(text: string): boolean {
  const name = asciiName(text);
  if (name === undefined || name.length > 253) return false;
  const written = text.toLowerCase().split(/[.\u3002\uff0e\uff61]/);
  const labels = name.split('.').map((label, i) => labelOf(label, written[i] ?? ''));
  // RFC 5893, 2: beside a label that runs from right to left, none starts with a digit.
  const isBidi = labels.some((label) => label !== undefined && RIGHT_TO_LEFT.test(label));
  return labels.every((label) => label !== undefined && !(isBidi && /^\d/.test(label)));
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** A label with its letters; `undefined` where it is none, or is not written as it has to be. */
function labelOf(ascii: string, written: string): string | undefined {
  const isAscii = /^[\0-\x7f]*$/.test(written);
  // An A-label that is written as it would not be made stands for nothing.
  if (!LABEL.test(ascii) || (isAscii && ascii !== written)) return undefined;
  if (!ascii.startsWith('xn--')) return ascii.slice(2, 4) === '--' ? undefined : ascii;
  const label = decodePunycode(ascii.slice(4));
  const isSound = LETTERS.test(label) && MISPLACED.every((misplaced) => !misplaced.test(label));
  // Of a label in ASCII, URL checks little: only one that it would write so itself is sound.
  return isSound && asciiName(label) === ascii ? label : undefined;
}

/** The name in ASCII: URL knows Punycode, the Bidi rule and what can't be looked up (UTS #46). */
function asciiName(text: string): string | undefined {
  if (/[^a-z\d.-]/i.test(text.replaceAll(/[^\0-\x7f]/g, ''))) return undefined;
  // Alone, a name that ends with a number is taken for an IPv4 address.
  return URL.parse(`http://${text}.a`)?.hostname.slice(0, -2);
}

/** RFC 3492, 6.2; empty where a text is no Punycode. */
function decodePunycode(text: string): string {
  const end = text.lastIndexOf('-');
  const output = end > 0 ? Array.from(text.slice(0, end)) : [];
  let [code, place, bias] = [128, 0, 72];
  for (let at = end > 0 ? end + 1 : 0; at < text.length;) {
    const before = place;
    for (let weight = 1, k = 36; ; k += 36) {
      const digit = Number.parseInt(text[at] ?? '', 36);
      // Its digits are a to z, then 0 to 9.
      const value = digit < 10 ? digit + 26 : digit - 10;
      const threshold = Math.min(Math.max(k - bias, 1), 26);
      at += 1;
      place += value * weight;
      if (!(value >= threshold)) break;
      weight *= 36 - threshold;
    }
    const size = output.length + 1;
    bias = adapted(place - before, size, before === 0);
    code += Math.floor(place / size);
    place %= size;
    if (!(code <= 0x10ffff)) return '';
    output.splice(place, 0, String.fromCodePoint(code));
    place += 1;
  }
  return output.join('');
}

/** RFC 3492, 6.1. */
function adapted(delta: number, size: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / size);
  let k = 0;
  for (; rest > 455; k += 36) rest = Math.floor(rest / 35);
  return k + Math.floor((36 * rest) / (rest + 38));
}
