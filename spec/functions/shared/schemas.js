import { entriesOf, isObject, itemsOf } from './objects.js';

// `not`, `if`, `then`, `else` and `dependentSchemas` are left out on purpose: they test a value that
// is described elsewhere, so demanding `required`, a format or a description there is a false alarm.
const SINGLE = ['items', 'additionalProperties', 'unevaluatedProperties', 'contains'];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const MAPS = ['properties', 'patternProperties', '$defs'];

/** Where OpenAPI holds data of the service's own, in which a key named `schema` means nothing. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const', 'mapping']);

/**
 * Every schema of a resolved document, once: the named ones first, so that a finding points at the
 * definition and not at a use.
 *
 * Each comes with `enclosing`: the schemas that it is a branch of, nearest last.
 */
export function* schemasOf(document) {
  const seen = new WeakSet();
  for (const [name, schema] of entriesOf(document?.components?.schemas)) {
    yield* visitSchema(schema, ['components', 'schemas', name], [], seen);
  }
  yield* visitNode(document, [], seen, new WeakSet());
}

function* visitNode(node, path, seen, visited) {
  if (typeof node !== 'object' || node === null || visited.has(node)) return;
  visited.add(node);
  for (const [key, child] of Object.entries(node)) {
    if (DATA.has(key) || key.startsWith('x-')) continue;
    const childPath = [...path, key];
    if (key === 'schema' || key === 'itemSchema') yield* visitSchema(child, childPath, [], seen);
    else if (!(key === 'schemas' && path[0] === 'components' && path.length === 1)) {
      yield* visitNode(child, childPath, seen, visited);
    }
  }
}

function* visitSchema(schema, path, enclosing, seen) {
  if (!isObject(schema) || seen.has(schema)) return;
  seen.add(schema);
  yield { schema, path, enclosing };
  for (const key of SINGLE) yield* visitSchema(schema[key], [...path, key], [], seen);
  for (const key of LISTS) {
    const outer = key === 'prefixItems' ? [] : [...enclosing, schema];
    for (const [index, branch] of itemsOf(schema[key]).entries()) {
      yield* visitSchema(branch, [...path, key, index], outer, seen);
    }
  }
  for (const key of MAPS) {
    for (const [name, child] of entriesOf(schema[key])) {
      yield* visitSchema(child, [...path, key, name], [], seen);
    }
  }
}

/** The schemas that hold for the same value: the enclosing ones and the other branches of allOf. */
export function companionsOf({ schema, enclosing }) {
  const own = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => itemsOf(schema[key]));
  const outer = enclosing.flatMap((parent) => [parent, ...itemsOf(parent.allOf)]);
  return [...own, ...outer].filter((other) => isObject(other) && other !== schema);
}

/** Whether `type` names the type, alone or in a list (OpenAPI 3.1). */
export function hasType(schema, type) {
  return schema.type === type || itemsOf(schema.type).includes(type);
}
