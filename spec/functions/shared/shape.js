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
  if (Object.keys(wanted.properties).length === 0) return shapeOf(schema) === shapeOf(base);
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
  const said = new Set(canonical(schema, new Set()).map((entry) => JSON.stringify(entry)));
  return canonical(base, new Set()).every((entry) => said.has(JSON.stringify(entry)));
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

/** A text that is the same for two schemas which say the same, whatever they are called. */
function shapeOf(schema) {
  return JSON.stringify(canonical(schema, new Set())) ?? 'nothing';
}

function canonical(value, seen) {
  if (Array.isArray(value)) return value.map((item) => canonical(item, seen));
  if (!isObject(value)) return value;
  if (seen.has(value)) return 'itself';
  const inner = new Set([...seen, value]);
  return entriesOf(value)
    .filter(([key]) => !ANNOTATIONS.has(key) && !key.startsWith('x-'))
    .map(([key, child]) => [key, canonicalKeyword(key, child, inner)])
    .sort(byKey);
}

function canonicalKeyword(key, value, seen) {
  if (key === 'required') return itemsOf(value).map(String).sort(inOrder);
  if (!MAPS.has(key)) return canonical(value, seen);
  return entriesOf(value)
    .map(([name, child]) => [name, canonical(child, seen)])
    .sort(byKey);
}

function byKey([left], [right]) {
  return inOrder(left, right);
}

function inOrder(left, right) {
  return left < right ? -1 : 1;
}
