import { isDeepStrictEqual } from 'node:util';
import { entriesOf, isObject, itemsOf } from './objects.js';

const ANNOTATIONS = new Set([
  '$comment',
  'default',
  'deprecated',
  'description',
  'example',
  'examples',
  'externalDocs',
  'readOnly',
  'title',
  'writeOnly',
  'xml',
]);
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);

/** Whether every value of `schema` is also a value of `base`, as far as objects' fields go. */
export function extendsShape(schema, base) {
  if (!isObject(schema)) return false;
  // The same reference resolves to the same object: the common case, and a comparison saved.
  if (schema === base) return true;
  const choices = choicesOf(schema);
  if (choices.length > 0 && choices.every((choice) => extendsShape(choice, base))) return true;
  if (choicesOf(base).some((choice) => extendsShape(schema, choice))) return true;
  const wanted = flatten(base);
  if (Object.keys(wanted.properties).length === 0) {
    return isDeepStrictEqual(demandsOf(schema), demandsOf(base));
  }
  const found = flatten(schema);
  return (
    found.isObject &&
    [...wanted.required].every((name) => found.required.has(name)) &&
    Object.entries(wanted.properties).every(([name, property]) =>
      narrows(found.properties[name], property),
    )
  );
}

/** Whether a schema says all that `base` says; more keywords only narrow it. */
function narrows(schema, base) {
  if (schema === base || !isObject(schema) || !isObject(base)) return schema === base;
  const own = demandsOf(schema);
  return entriesOf(demandsOf(base)).every(([key, value]) => isDeepStrictEqual(own[key], value));
}

/** The schemas of which a value has to match one. */
export function choicesOf(schema) {
  return [...itemsOf(schema.oneOf), ...itemsOf(schema.anyOf)].filter(isObject);
}

/** An object schema with the branches of its allOf laid together. */
export function flatten(schema, seen = new Set()) {
  const flat = { isObject: true, properties: {}, required: new Set() };
  if (!isObject(schema) || seen.has(schema)) return flat;
  const inner = new Set([...seen, schema]);
  const types = schema.type === undefined ? [] : [schema.type].flat();
  flat.isObject = types.length === 0 || types.includes('object');
  for (const branch of itemsOf(schema.allOf)) {
    const { isObject: isBranchObject, properties, required } = flatten(branch, inner);
    flat.isObject &&= isBranchObject;
    addProperties(flat.properties, properties);
    for (const name of required) flat.required.add(name);
  }
  addProperties(flat.properties, schema.properties);
  for (const name of itemsOf(schema.required)) flat.required.add(name);
  return flat;
}

/** All keywords that are said of a property hold for it, wherever they are said. */
function addProperties(target, properties) {
  for (const [name, schema] of entriesOf(properties)) {
    const merged = isObject(target[name]) && isObject(schema);
    target[name] = merged ? { ...target[name], ...schema } : schema;
  }
}

/** What a schema says of values: equal for two that say the same, whatever they are called. */
function demandsOf(value, seen = new Set()) {
  if (Array.isArray(value)) return value.map((item) => demandsOf(item, seen));
  if (!isObject(value)) return value;
  if (seen.has(value)) return 'itself';
  const inner = new Set([...seen, value]);
  const demands = entriesOf(value)
    .filter(([key]) => !ANNOTATIONS.has(key) && !key.startsWith('x-'))
    .map(([key, child]) => [key, ofKeyword(key, child, inner)]);
  return Object.fromEntries(demands);
}

function ofKeyword(key, value, seen) {
  if (key === 'required') return new Set(itemsOf(value));
  if (!MAPS.has(key)) return demandsOf(value, seen);
  return Object.fromEntries(
    entriesOf(value).map(([name, child]) => [name, demandsOf(child, seen)]),
  );
}
