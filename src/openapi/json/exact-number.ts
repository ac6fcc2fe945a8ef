import { type JsonNumber, RawNumber } from './json-value.ts';

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** A bigint of a million digits, written as 1e1000000, would cost seconds. */
const MAX_DIGITS = 400;

/** `digits` × 10^`exponent`: exact for every JSON number, however large or small. */
interface Decimal {
  readonly sign: '' | '-';
  /** Without zeros at either end; empty for zero. */
  readonly digits: string;
  readonly exponent: number;
}

/** The exact value of a JSON number's text (RFC 8259, section 6). The text must be well-formed. */
export function exactNumber(source: string): JsonNumber {
  const { sign, digits, exponent } = readDecimal(source);
  if (digits === '') return sign === '-' ? -0 : 0;
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
  if (left instanceof RawNumber || right instanceof RawNumber) {
    return compareDecimals(toDecimal(left), toDecimal(right));
  }
  // JavaScript compares a bigint with a number by mathematical value.
  if (left < right) return -1;
  return left > right ? 1 : 0;
}

/** Whether `value` is an integer times `divisor`, by what their decimal texts say. */
export function isMultipleOf(value: JsonNumber, divisor: JsonNumber): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) {
    return Number(value) % Number(divisor) === 0;
  }
  const dividend = toDecimal(value);
  const unit = toDecimal(divisor);
  if (dividend.digits === '') return true;
  const shift = dividend.exponent - unit.exponent;
  // The dividend's last digit stands below every digit of a multiple.
  if (shift < 0) return false;
  // Four powers of ten a digit hold every factor 2 and 5 of the divisor; more change nothing.
  const zeros = Math.min(shift, 4 * unit.digits.length);
  return (BigInt(dividend.digits) * 10n ** BigInt(zeros)) % BigInt(unit.digits) === 0n;
}

/** How many decimals a number has: two of 0.25, none of 1e3. */
export function decimalsOf(value: JsonNumber): number {
  return Math.max(0, -toDecimal(value).exponent);
}

/** `value` × `factor`, exactly. */
export function timesInteger(value: JsonNumber, factor: bigint): JsonNumber {
  const { sign, digits, exponent } = toDecimal(value);
  return exactNumber(`${BigInt(sign + (digits || '0')) * factor}e${exponent}`);
}

/** A text that two numbers share exactly where they are equal. */
export function numberKey(value: JsonNumber): string {
  const { sign, digits, exponent } = toDecimal(value);
  return digits === '' ? '0' : `${sign}${digits}e${exponent}`;
}

function toDecimal(value: JsonNumber): Decimal {
  return readDecimal(value instanceof RawNumber ? value.source : String(value));
}

function readDecimal(source: string): Decimal {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(source) ?? [];
  const all = whole + fraction;
  // Not /0+$/: that takes quadratic time on 10…01.
  let start = 0;
  while (all[start] === '0') start += 1;
  let end = all.length;
  while (end > start && all[end - 1] === '0') end -= 1;
  return {
    sign: sign === '-' ? '-' : '',
    digits: all.slice(start, end),
    exponent: Number(exponent) - fraction.length + (all.length - end),
  };
}

function compareDecimals(left: Decimal, right: Decimal): number {
  const order = signOf(left) - signOf(right);
  if (order !== 0) return order;
  const flip = left.sign === '-' ? -1 : 1;
  const magnitude = left.digits.length + left.exponent - (right.digits.length + right.exponent);
  if (magnitude !== 0) return flip * magnitude;
  if (left.digits === right.digits) return 0;
  // Both start at the same power of ten, so their digits compare as fractions do: as text.
  return left.digits < right.digits ? -flip : flip;
}

function signOf({ sign, digits }: Decimal): number {
  if (digits === '') return 0;
  return sign === '-' ? -1 : 1;
}

/** An integer as {@link JsonNumber} has it: no bigint where a number holds it. */
export function toJsonNumber(value: bigint): JsonNumber {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}
