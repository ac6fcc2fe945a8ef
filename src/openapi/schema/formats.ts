import { showJson } from '../json/stringify-json.ts';
import { type Check, type KeywordContext, report } from './check.ts';
import { isExpression } from './pattern.ts';

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME =
  /^(?<hour>[01]\d|2[0-3]):(?<minute>[0-5]\d):(?<second>[0-5]\d|60)(?:\.\d+)?(?:z|(?<sign>[+-])(?<hours>[01]\d|2[0-3]):(?<minutes>[0-5]\d))$/i;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
/** RFC 3339, appendix A: no unit is left out between two others. */
const DURATION =
  /^P(?!$)(?:\d+W|(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/;
const POINTER = String.raw`(?:/(?:[^~/]|~[01])*)*`;
const JSON_POINTER = new RegExp(`^${POINTER}$`);
const RELATIVE_POINTER = new RegExp(String.raw`^(?:0|[1-9]\d*)(?:#|${POINTER})$`);
/** RFC 5321, 4.1.2; letters beyond ASCII may stand where letters may (RFC 6531, 3.3). */
const ATOM = String.raw`[!#-'*+\-/-9=?A-Z^-~\u0080-\uffff]+`;
const QUOTED = String.raw`"(?:[ !#-[\]-~\u0080-\uffff]|\\[ -~])*"`;
const MAILBOX = new RegExp(String.raw`^(?:${ATOM}(?:\.${ATOM})*|${QUOTED})@([^@]+)$`);

/** The formats of JSON Schema (2020-12, validation 7.3). */
const GRAMMARS: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  time: isTime,
  'date-time': (text) =>
    /^.{10}t/i.test(text) && isDate(text.slice(0, 10)) && isTime(text.slice(11)),
  duration: (text) => DURATION.test(text),
  uuid: (text) => UUID.test(text),
  email: (text) => /^[\0-\x7f]*$/.test(text) && isMailbox(text),
  'idn-email': isMailbox,
  hostname: isHostname,
  'idn-hostname': isInternationalHostname,
  ipv4: isIpv4,
  ipv6: isIpv6,
  uri: isUri,
  'uri-reference': isReference,
  iri: (text) => isUri(asUri(text)),
  'iri-reference': (text) => isReference(asUri(text)),
  'uri-template': isUriTemplate,
  'json-pointer': (text) => JSON_POINTER.test(text),
  'relative-json-pointer': (text) => RELATIVE_POINTER.test(text),
  // ECMA-262, in Unicode mode.
  regex: (text) => isExpression(text, 'u'),
};

/**
 * The check of a text's format: those of JSON Schema, as their RFCs have them; none for any other.
 */
export function textFormat(format: string, context: KeywordContext): Check | undefined {
  const fits = Object.hasOwn(GRAMMARS, format) ? GRAMMARS[format] : undefined;
  if (fits === undefined) return undefined;
  const name = `${/^[aeio]/.test(format) ? 'an' : 'a'} ${format}`;
  return (value, outcome) => {
    if (typeof value !== 'string' || fits(value)) return;
    report(outcome, context, (label) => `${label} must be ${name}, got ${showJson(value)}`);
  };
}

/** Whether {@link textFormat} asserts the format. */
export function isTextFormat(format: string): boolean {
  return Object.hasOwn(GRAMMARS, format);
}

function isDate(text: string): boolean {
  const [, year, month, day] = (DATE.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const date = new Date(Date.UTC(2000, month - 1, day));
  // The year 2000 has a 29th of February, whatever the year is.
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return date.getUTCMonth() === month - 1 && !(month === 2 && day === 29 && !isLeap);
}

/** RFC 3339, 5.6; a minute has a 60th second at the end of a day of UTC only (5.7). */
function isTime(text: string): boolean {
  const { hour, minute, second, sign, hours = 0, minutes = 0 } = TIME.exec(text)?.groups ?? {};
  if (second !== '60') return second !== undefined;
  const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  return (Number(hour) * 60 + Number(minute) - ahead + 2 * DAY) % DAY === DAY - 1;
}

/** In minutes. */
const DAY = 1440;

function isMailbox(text: string): boolean {
  const [, domain = ''] = MAILBOX.exec(text) ?? [];
  const [, version, address] = /^\[(IPv6:)?(.*)\]$/i.exec(domain) ?? [];
  if (address === undefined) return isInternationalHostname(domain.normalize('NFC'));
  return version === undefined ? isIpv4(address) : isIpv6(address);
}

/**
 * Formats of numbers and of bytes, as patterns of the texts that are written so: ProtoJSON has integers of 64 bits
 * as texts. Nobody asserts them.
 */
const WRITTEN: Readonly<Record<string, string>> = {
  int32: String.raw`^[1-9]\d{0,8}$`,
  uint32: String.raw`^[1-9]\d{0,8}$`,
  int64: String.raw`^[1-9]\d{0,17}$`,
  uint64: String.raw`^[1-9]\d{0,17}$`,
  byte: String.raw`^(?:[A-Za-z\d+/]{4})+$`,
};

/** The pattern of texts whose format is one of something else; `undefined` for all other formats. */
export function writtenAs(types: readonly string[], format: string = ''): string | undefined {
  const isText = types.includes('string') && !types.includes('integer');
  return isText && Object.hasOwn(WRITTEN, format) ? WRITTEN[format] : undefined;
}

/** The inclusive bounds of an integer format. */
export interface IntegerRange {
  readonly minimum: bigint;
  readonly maximum: bigint;
}

const RANGES: Readonly<Record<string, IntegerRange>> = {
  int32: { minimum: -(2n ** 31n), maximum: 2n ** 31n - 1n },
  int64: { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n },
};

/** The range of `int32` or `int64` (OpenAPI 3.1.0, 4.4 Data Types); else `undefined`. */
export function integerRange(format: string): IntegerRange | undefined {
  return Object.hasOwn(RANGES, format) ? RANGES[format] : undefined;
}

const HEX = String.raw`%[\dA-Fa-f]{2}`;
const PCHAR = String.raw`(?:[\w\-.~!$&'()*+,;=:@]|${HEX})`;
/**
 * RFC 3986, appendix A; what is in brackets is looked at on its own. Many a query has brackets, which it
 * should encode: every reader takes them.
 */
const REFERENCE = new RegExp(
  String.raw`^(?:(?<scheme>[A-Za-z][A-Za-z\d+.-]*):)?` +
    String.raw`(?://(?:(?:[\w\-.~!$&'()*+,;=:]|${HEX})*@)?` +
    String.raw`(?:\[(?<literal>[^\]]*)\]|(?:[\w\-.~!$&'()*+,;=]|${HEX})*)(?::\d*)?(?=[/?#]|$)|(?!//))` +
    String.raw`(?<path>(?:${PCHAR}|/)*)(?:\?(?:${PCHAR}|[/?[\]])*)?(?:#(?:${PCHAR}|[/?])*)?$`,
);
const OCTET = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
const IPV4 = new RegExp(String.raw`^${OCTET}(?:\.${OCTET}){3}$`);
const FUTURE = /^v[\da-f]+\.[\w\-.~!$&'()*+,;=:]+$/i;

/** Whether a text is an IPv4 address (RFC 2673, 3.2). */
function isIpv4(text: string): boolean {
  return IPV4.test(text);
}

/** Whether a text is an IPv6 address (RFC 4291, 2.2). */
function isIpv6(text: string): boolean {
  const last = text.slice(text.lastIndexOf(':') + 1);
  const isWritten = /^[\da-f:.]*$/i.test(text) && (!last.includes('.') || isIpv4(last));
  return isWritten && URL.canParse(`http://[${text}]/`);
}

/** Whether a text is a URI (RFC 3986, 3). */
function isUri(text: string): boolean {
  return isReference(text) && /^[^/?#]*:/.test(text);
}

/** Whether a text is a URI or a relative reference (RFC 3986, 4.1). */
function isReference(text: string): boolean {
  const { scheme, literal, path = '' } = REFERENCE.exec(text)?.groups ?? { path: ' ' };
  if (path === ' ' || (literal !== undefined && !isIpv6(literal) && !FUTURE.test(literal))) {
    return false;
  }
  // Without a scheme, the first segment would be taken for one (4.2).
  return scheme !== undefined || !/^[^/]*:/.test(path);
}

const IRI_LETTERS = /[[\u{a0}-\u{d7ff}\u{f900}-\u{efffd}]--\p{Noncharacter_Code_Point}]/gv;
const PRIVATE = /[\u{e000}-\u{f8ff}\u{f0000}-\u{ffffd}\u{100000}-\u{10fffd}]/gu;

/**
 * A URI that is well-formed where an IRI is: its characters beyond ASCII stand as letters, those for
 * private use as a bracket, which only a query has, too (RFC 3987, 2.2).
 */
function asUri(iri: string): string {
  return iri.replaceAll(IRI_LETTERS, 'x').replaceAll(PRIVATE, '[');
}

/** Whether a text is a URI template (RFC 6570, 2). */
function isUriTemplate(text: string): boolean {
  return TEMPLATE.test(text);
}

const VARIABLE = String.raw`(?:\w|${HEX})(?:\.?(?:\w|${HEX}))*(?:\*|:[1-9]\d{0,3})?`;
const TEMPLATE = new RegExp(
  String.raw`^(?:[^\0- "%<>\\^\x60{|}\x7f-\x9f]|${HEX}|\{[+#./;?&=,!@|]?${VARIABLE}(?:,${VARIABLE})*\})*$`,
);

/** Code points of labels (RFC 5892, 2): letters, marks and digits, and what has rules of its own. */
const LABEL_LETTERS =
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
function isHostname(text: string): boolean {
  return /^[a-z\d.-]*$/i.test(text) && isInternationalHostname(text);
}

/** Whether a text is a host name that may have letters beyond ASCII (RFC 5890 to 5893). */
function isInternationalHostname(text: string): boolean {
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
  const isSound =
    LABEL_LETTERS.test(label) && MISPLACED.every((misplaced) => !misplaced.test(label));
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

/** 2024-02-29T12:00:00Z, in seconds. */
const NOON = 1_709_208_000;

const moment = (seconds: number): string => new Date(seconds * 1000).toISOString();

const uri = (variant: number): string => `https://example.com/${variant || ''}`;

/**
 * Texts of formats that not every text has (JSON Schema 2020-12, validation 7.3, and OpenAPI's `decimal`), by the
 * format; each number gives another.
 */
export const sampleOfFormat: Readonly<Record<string, (variant: number) => string>> = {
  'date-time': (variant) => moment(NOON + variant).replace('.000', ''),
  date: (variant) => moment(NOON + variant * 86_400).slice(0, 10),
  time: (variant) => `${moment(NOON + variant).slice(11, 19)}Z`,
  duration: (variant) => `P${1 + variant}D`,
  email: (variant) => `someone${variant || ''}@example.com`,
  'idn-email': (variant) => `someone${variant || ''}@example.com`,
  hostname: (variant) => `example${variant || ''}.com`,
  'idn-hostname': (variant) => `example${variant || ''}.com`,
  ipv4: (variant) => `192.0.2.${1 + (variant % 254)}`,
  ipv6: (variant) => `2001:db8::${(1 + variant).toString(16)}`,
  uri,
  'uri-reference': uri,
  iri: uri,
  'iri-reference': uri,
  'uri-template': (variant) => `${uri(variant)}{?page}`,
  'json-pointer': (variant) => `/sample${variant || ''}`,
  'relative-json-pointer': (variant) => `0/sample${variant || ''}`,
  regex: (variant) => `^sample${variant || ''}`,
  uuid: (variant) => `123e4567-e89b-42d3-a456-${String(426614174000 + variant)}`,
  decimal: (variant) => String(1 + variant),
};
