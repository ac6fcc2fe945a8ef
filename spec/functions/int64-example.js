import { entriesOf, isObject, itemsOf } from './shared/objects.js';
import { schemasOf } from './shared/schemas.js';

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
  for (const { value, schema, path } of examplesOf(document)) {
    for (const leaf of int64Leaves(value, schema, path)) {
      if (Math.abs(leaf.value) < 2 ** 63) continue;
      const text = sourceText(leaf.path, documentInventory);
      if (!/^-?\d+$/.test(text) || (BigInt(text) >= MIN && BigInt(text) <= MAX)) continue;
      findings.push({ message: `${text} is not an int64`, path: leaf.path });
    }
  }
  return findings;
}

function* examplesOf(document) {
  for (const { schema, path } of schemasOf(document)) {
    for (const key of ['example', 'default', 'const']) {
      if (key in schema) yield { value: schema[key], schema, path: [...path, key] };
    }
    for (const key of ['examples', 'enum']) {
      for (const [index, value] of itemsOf(schema[key]).entries()) {
        yield { value, schema, path: [...path, key, index] };
      }
    }
  }
  yield* holdersOf(document, [], new WeakSet());
}

/** The examples beside a `schema`: in media types, parameters and headers. */
function* holdersOf(node, path, visited) {
  if (typeof node !== 'object' || node === null || visited.has(node)) return;
  visited.add(node);
  const { schema } = node;
  if (isObject(schema)) {
    if ('example' in node) yield { value: node.example, schema, path: [...path, 'example'] };
    for (const [name, example] of entriesOf(node.examples)) {
      const where = [...path, 'examples', name, 'value'];
      if (isObject(example)) yield { value: example.value, schema, path: where };
    }
  }
  for (const [key, child] of Object.entries(node)) {
    if (key !== 'schemas' && key !== 'schema') yield* holdersOf(child, [...path, key], visited);
  }
}

function* int64Leaves(value, schema, path) {
  if (!isObject(schema)) return;
  if (typeof value === 'number' && schema.format === 'int64') yield { value, path };
  for (const branch of itemsOf(schema.allOf)) yield* int64Leaves(value, branch, path);
  for (const [index, item] of itemsOf(value).entries()) {
    yield* int64Leaves(item, schema.items, [...path, index]);
  }
  for (const [name, child] of entriesOf(value)) {
    yield* int64Leaves(child, schema.properties?.[name], [...path, name]);
  }
}

function sourceText(path, inventory) {
  const item = inventory.findAssociatedItemForPath(path, true);
  const range = item?.document.getRangeForJsonPath(item.path);
  if (range === undefined || range.start.line !== range.end.line) return '';
  const line = String(item.document.input).split(/\r?\n/)[range.start.line] ?? '';
  return line.slice(range.start.character, range.end.character).trim();
}
