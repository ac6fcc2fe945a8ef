import { type JsonObject, isJsonNumber } from './json/json-value.ts';

/**
 * Makes a schema of OpenAPI 3.0 one of 3.1, as JSON Schema 2020-12 has it, in place (OpenAPI 3.0.4,
 * 4.7.24); those below it are left as they are.
 */
export function upgradeSchema(schema: JsonObject): void {
  if (typeof schema['$ref'] === 'string') {
    // Its siblings are to be ignored (4.7.23), but nobody who writes these means them to be.
    for (const name of Object.keys(schema)) if (!BESIDE_REFERENCE.has(name)) delete schema[name];
    return;
  }
  const { nullable, type } = schema;
  delete schema['nullable'];
  if (nullable === true && type !== undefined) schema['type'] = [type, 'null'];
  exclusive(schema, 'exclusiveMinimum', 'minimum');
  exclusive(schema, 'exclusiveMaximum', 'maximum');
}

const BESIDE_REFERENCE: ReadonlySet<string> = new Set(['$ref', 'readOnly', 'writeOnly']);

function exclusive(schema: JsonObject, keyword: string, bound: string): void {
  const { [keyword]: isExclusive, [bound]: edge } = schema;
  if (typeof isExclusive !== 'boolean') return;
  delete schema[keyword];
  if (!isExclusive || !isJsonNumber(edge)) return;
  delete schema[bound];
  schema[keyword] = edge;
}
