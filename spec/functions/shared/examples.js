import { entriesOf, isObject, itemsOf } from './objects.js';
import { schemasOf } from './schemas.js';

/** Every example of a resolved document: its value and path, its schema and the schema's path. */
export function* examplesOf(document) {
  for (const { schema, path } of schemasOf(document)) {
    for (const key of ['example', 'default', 'const']) {
      if (key in schema) yield example(schema[key], [...path, key], schema, path);
    }
    for (const key of ['examples', 'enum']) {
      for (const [index, value] of itemsOf(schema[key]).entries()) {
        yield example(value, [...path, key, index], schema, path);
      }
    }
  }
  yield* holdersOf(document, [], new WeakSet());
}

function example(value, path, schema, schemaPath) {
  return { value, path, schema, schemaPath };
}

/** The examples beside a `schema`: in media types, parameters and headers. */
function* holdersOf(node, path, visited) {
  if (typeof node !== 'object' || node === null || visited.has(node)) return;
  visited.add(node);
  const { schema } = node;
  if (isObject(schema)) {
    const schemaPath = [...path, 'schema'];
    if ('example' in node) {
      yield example(node.example, [...path, 'example'], schema, schemaPath);
    }
    for (const [name, one] of entriesOf(node.examples)) {
      const where = [...path, 'examples', name, 'value'];
      if (isObject(one)) yield example(one.value, where, schema, schemaPath);
    }
  }
  for (const [key, child] of Object.entries(node)) {
    if (key !== 'schemas' && key !== 'schema') yield* holdersOf(child, [...path, key], visited);
  }
}

/** The numbers in an example, each with the schemas that lead to it without a condition. */
export function* numbersOf({ value, path, schema, schemaPath }) {
  if (!isObject(schema)) return;
  if (typeof value === 'number') yield example(value, path, schema, schemaPath);
  for (const [index, branch] of itemsOf(schema.allOf).entries()) {
    yield* numbersOf(example(value, path, branch, [...schemaPath, 'allOf', index]));
  }
  for (const [index, item] of itemsOf(value).entries()) {
    yield* numbersOf(example(item, [...path, index], schema.items, [...schemaPath, 'items']));
  }
  for (const [name, child] of entriesOf(value)) {
    for (const segments of propertySchemas(schema, name)) {
      const own = segments.reduce((node, segment) => node[segment], schema);
      yield* numbersOf(example(child, [...path, name], own, [...schemaPath, ...segments]));
    }
  }
}

function propertySchemas(schema, name) {
  const { properties, patternProperties, additionalProperties } = schema;
  if (isObject(properties) && Object.hasOwn(properties, name)) return [['properties', name]];
  const isRest = patternProperties === undefined && isObject(additionalProperties);
  return isRest ? [['additionalProperties']] : [];
}
