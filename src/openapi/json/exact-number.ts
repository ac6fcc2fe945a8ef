import { type JsonNumber, RawNumber } from './json-value.ts';

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** A bigint of a million digits, written as 1e1000000, would cost seconds. */
const MAX_DIGITS = 400;

/** The exact value of a JSON number's text (RFC 8259, section 6). The text must be well-formed. */
export function exactNumber(source: string): JsonNumber {
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] = NUMBER.exec(source) ?? [];
  const allDigits = (whole + fraction).replace(/^0+/, '');
  if (allDigits === '') return 0;
  const digits = allDigits.replace(/0+$/, '');
  const exponent = Number(exponentText) - fraction.length + (allDigits.length - digits.length);
  if (exponent < 0) {
    const rounded = Number(source);
    const holds = Number.isFinite(rounded) && !Number.isInteger(rounded);
    return holds ? rounded : new RawNumber(source, false);
  }
  if (digits.length + exponent > MAX_DIGITS) return new RawNumber(source, true);
  const exact = BigInt(sign + digits + '0'.repeat(exponent));
  const asNumber = Number(exact);
  return Number.isSafeInteger(asNumber) ? asNumber : exact;
}

/** Negative, zero or positive, as `left` is less than, equal to or greater than `right`. */
export function compareNumbers(left: JsonNumber, right: JsonNumber): number {
  const a = comparable(left);
  const b = comparable(right);
  if (a === b) return 0;
  // JavaScript compares a bigint with a number by mathematical value.
  return a < b ? -1 : 1;
}

function comparable(value: JsonNumber): number | bigint {
  if (!(value instanceof RawNumber)) return value;
  return Number(value.source);
}
