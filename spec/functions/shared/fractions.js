import { isObject, itemsOf } from './objects.js';

/**
 * A schema without each `multipleOf` that is a fraction, as far as `exact-example` checks it: a
 * validator that divides doubles finds that 4.35 is no multiple of 0.01.
 */
export function withoutFractions(schema) {
  if (!isObject(schema)) return schema;
  const kept = { ...schema };
  if (typeof schema.multipleOf === 'number' && !Number.isInteger(schema.multipleOf)) {
    delete kept.multipleOf;
  }
  if (isObject(schema.items)) kept.items = withoutFractions(schema.items);
  if (Array.isArray(schema.allOf)) kept.allOf = itemsOf(schema.allOf).map(withoutFractions);
  if (isObject(schema.additionalProperties) && schema.patternProperties === undefined) {
    kept.additionalProperties = withoutFractions(schema.additionalProperties);
  }
  if (isObject(schema.properties)) {
    const entries = Object.entries(schema.properties);
    kept.properties = Object.fromEntries(
      entries.map(([name, child]) => [name, withoutFractions(child)]),
    );
  }
  return kept;
}
