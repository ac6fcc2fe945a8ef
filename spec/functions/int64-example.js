import { examplesOf, numbersOf } from './shared/examples.js';
import { sourceText } from './shared/source-text.js';

const MAX = 2n ** 63n - 1n;
const MIN = -(2n ** 63n);

/**
 * Finds example integers beyond int64.
 *
 * A parsed document can't tell 9223372036854775807 from 9223372036854775808: both become the same
 * double. So near the limits the digits are read from the document's text.
 */
export default function int64Example(document, _options, { documentInventory }) {
  const findings = [];
  for (const example of examplesOf(document)) {
    for (const { value, schema, path } of numbersOf(example)) {
      if (schema.format !== 'int64' || Math.abs(value) < 2 ** 63) continue;
      const text = sourceText(path, documentInventory);
      if (!/^-?\d+$/.test(text) || (BigInt(text) >= MIN && BigInt(text) <= MAX)) continue;
      findings.push({ message: `${text} is not an int64`, path });
    }
  }
  return findings;
}
