const NUMBER = /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;

/** The exact value of a number's text, `units` × 10^`exponent`; `undefined` for any other text. */
export function readDecimal(text) {
  const [, whole, fraction = '', power = '0'] = NUMBER.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return { units: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}

/** Negative, zero or positive, as `left` is less than, equal to or greater than `right`. */
export function compareDecimals(left, right) {
  const [a, b] = aligned(left, right);
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Whether `value` is an integer times `divisor`. */
export function isMultipleOf(value, divisor) {
  const [a, b] = aligned(value, divisor);
  return b === 0n || a % b === 0n;
}

function aligned(left, right) {
  const least = Math.min(left.exponent, right.exponent);
  return [left, right].map(({ units, exponent }) => units * 10n ** BigInt(exponent - least));
}
