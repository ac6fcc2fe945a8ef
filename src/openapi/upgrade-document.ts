import {
  type JsonObject,
  type JsonValue,
  isJsonNumber,
  isJsonObject,
  setProperty,
} from './json/json-value.ts';

/**
 * An OpenAPI 3.0 document as a 3.1 one: schemas as JSON Schema 2020-12 has them. Every node stays
 * at its pointer. A document of any other version is given back as it is.
 */
export function upgradeDocument(root: JsonObject): JsonObject {
  const { openapi } = root;
  if (typeof openapi !== 'string' || !/^3\.0\.\d+(-.*)?$/.test(openapi)) return root;
  return { ...(upgrade(root, 'other') as JsonObject), openapi: '3.1.0' };
}

/** What a node is: keywords mean something in schemas only, and nothing does in an example. */
type Kind = 'schema' | 'schemas' | 'other' | 'data';

const SCHEMA_KEYS: ReadonlySet<string> = new Set([
  'schema',
  'items',
  'additionalProperties',
  'not',
  'allOf',
  'anyOf',
  'oneOf',
]);
const DATA_KEYS: ReadonlySet<string> = new Set(['example', 'value']);
/** Elsewhere, `default` is the name of a response. */
const SCHEMA_DATA_KEYS: ReadonlySet<string> = new Set(['example', 'default', 'enum']);

function kindOf(key: string, parent: Kind): Kind {
  if (parent === 'schemas') return 'schema';
  if ((parent === 'schema' ? SCHEMA_DATA_KEYS : DATA_KEYS).has(key) || key.startsWith('x-')) {
    return 'data';
  }
  if (parent === 'schema') {
    if (key === 'properties') return 'schemas';
    return SCHEMA_KEYS.has(key) ? 'schema' : 'other';
  }
  if (key === 'schemas') return 'schemas';
  return key === 'schema' ? 'schema' : 'other';
}

function upgrade(value: JsonValue, kind: Kind): JsonValue {
  if (kind === 'data') return value;
  if (Array.isArray(value)) return value.map((item) => upgrade(item, kind));
  if (!isJsonObject(value)) return value;
  const upgraded: JsonObject = {};
  for (const [key, own] of Object.entries(value)) {
    setProperty(upgraded, key, upgrade(own, kindOf(key, kind)));
  }
  return kind === 'schema' ? upgradeSchema(upgraded) : upgraded;
}

/** OpenAPI 3.0.4, 4.7.24. */
function upgradeSchema(schema: JsonObject): JsonObject {
  // Its siblings are to be ignored (4.7.23), but nobody who writes these means them to be.
  if (typeof schema['$ref'] === 'string') return pick(schema, ['$ref', 'readOnly', 'writeOnly']);
  const { nullable, type, ...rest } = schema;
  const upgraded: JsonObject = rest;
  if (type !== undefined) upgraded['type'] = nullable === true ? [type, 'null'] : type;
  exclusive(upgraded, 'exclusiveMinimum', 'minimum');
  exclusive(upgraded, 'exclusiveMaximum', 'maximum');
  return upgraded;
}

function pick(schema: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => names.includes(name)));
}

function exclusive(schema: JsonObject, keyword: string, bound: string): void {
  const { [keyword]: isExclusive, [bound]: edge } = schema;
  if (typeof isExclusive !== 'boolean') return;
  delete schema[keyword];
  if (!isExclusive || !isJsonNumber(edge)) return;
  delete schema[bound];
  schema[keyword] = edge;
}
