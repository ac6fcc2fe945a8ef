import { showJson } from '../json/stringify-json.ts';
import { type Check, type KeywordContext, report } from './check.ts';
import { isHostname, isInternationalHostname } from './hostname.ts';
import { asUri, isIpv4, isIpv6, isReference, isUri, isUriTemplate } from './uri.ts';

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
  regex: isExpression,
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

/** ECMA-262, in Unicode mode. */
function isExpression(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
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
