import { compareDecimals, isMultipleOf, readDecimal } from './shared/decimal.js';
import { examplesOf, numbersOf } from './shared/examples.js';
import { itemsOf } from './shared/objects.js';
import { hasType } from './shared/schemas.js';
import { sourceText } from './shared/source-text.js';

/** Numbers of YAML alone (1.2, 10.3.2); 1e400 is one of JSON, too. */
const OUTSIDE_JSON = /^[-+]?\.(?:inf|nan)$/i;
const ONE = { units: 1n, exponent: 0 };

/**
 * Finds example numbers that break their schema by digits which a parsed document has lost:
 * 0.30000000000000000001 and 0.3 become the same double. Rounding keeps the order of numbers, so the
 * digits are read from the document's text only where doubles are equal; and for `multipleOf`, since
 * a division of doubles is not exact.
 */
export default function exactExample(document, _options, { documentInventory }) {
  const findings = [];
  for (const example of examplesOf(document)) {
    for (const number of numbersOf(example)) {
      const textOf = (path) => sourceText(path, documentInventory);
      const isOutside = OUTSIDE_JSON.test(Number.isFinite(number.value) ? '' : textOf(number.path));
      const message = isOutside
        ? 'JSON has no such number'
        : faultOf(number, (path) => readDecimal(textOf(path)));
      if (message !== undefined) findings.push({ message, path: number.path });
    }
  }
  return findings;
}

function faultOf({ value, path, schema, schemaPath }, read) {
  const bound = (...segments) => read([...schemaPath, ...segments]);
  const faults = [...suspicions(value, schema, bound)];
  const exact = faults.length > 0 ? read(path) : undefined;
  if (exact === undefined) return undefined;
  return faults.find(({ isBroken }) => isBroken(exact))?.message;
}

/** What the digits of a value may break. */
function* suspicions(value, schema, bound) {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const isUneven = (exact, unit) => !isMultipleOf(exact, unit);
  if (hasType(schema, 'integer') && Number.isInteger(value)) {
    yield suspicion('It is no integer', ONE, isUneven);
  }
  if (value === minimum && exclusiveMinimum !== true) {
    const isLess = (a, b) => compareDecimals(a, b) < 0;
    yield suspicion('It is less than minimum', bound('minimum'), isLess);
  }
  if (value === maximum && exclusiveMaximum !== true) {
    const isMore = (a, b) => compareDecimals(a, b) > 0;
    yield suspicion('It is more than maximum', bound('maximum'), isMore);
  }
  if (typeof multipleOf === 'number') {
    yield suspicion(`It is no multiple of ${multipleOf}`, bound('multipleOf'), isUneven);
  }
  const isOther = (a, b) => compareDecimals(a, b) !== 0;
  if (value === schema.const) yield suspicion('It is not the const', bound('const'), isOther);
  const equal = itemsOf(schema.enum).flatMap((item, index) => (item === value ? [index] : []));
  if (equal.length > 0) {
    const items = equal.map((index) => bound('enum', index));
    yield {
      message: 'It is none of the enum',
      isBroken: (exact) => items.every((item) => item !== undefined && isOther(exact, item)),
    };
  }
}

function suspicion(message, limit, breaks) {
  return { message, isBroken: (exact) => limit !== undefined && breaks(exact, limit) };
}
