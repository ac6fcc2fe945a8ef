import { showJson } from '../json/stringify-json.ts';
import { type Check, type KeywordContext, report } from './check.ts';

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const OCTET = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
const IPV4 = new RegExp(String.raw`^${OCTET}(?:\.${OCTET}){3}$`);
const URI = /^[a-z][a-z\d+.-]*:(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[\da-f]{2})*$/i;
const LABEL = String.raw`[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?`;
const HOSTNAME = new RegExp(String.raw`^(?=.{1,253}$)${LABEL}(?:\.${LABEL})*$`, 'i');

/** Loose where the grammar is: what no reader takes for one is none. */
const GRAMMARS: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  'date-time': (text) => isDate(text.slice(0, 10)) && /^t/i.test(text[10] ?? '') && isTime(text),
  uuid: (text) => UUID.test(text),
  email: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
  uri: (text) => URI.test(text),
  ipv4: (text) => IPV4.test(text),
  ipv6: (text) => /^[\da-f:.]*$/i.test(text) && URL.canParse(`http://[${text}]/`),
  hostname: (text) => HOSTNAME.test(text),
};

/**
 * The check of a text's format: those of JSON Schema (2020-12, validation 7.3) that an RFC defines
 * closely; none for any other.
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

function isTime(dateTime: string): boolean {
  return TIME.test(dateTime.slice(11));
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
