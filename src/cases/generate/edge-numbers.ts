import { exactNumber } from '../../openapi/json/exact-number.ts';
import type { JsonNumber } from '../../openapi/json/json-value.ts';
import { type EffectiveSchema, integersOf } from '../../openapi/schema/effective-schema.ts';

/** The least and the greatest numbers that a schema allows, with their neighbours where it is known. */
export function edgeNumbers(schema: EffectiveSchema): JsonNumber[] {
  const range = integersOf(schema);
  if (range === undefined) {
    return [schema.minimum, schema.maximum].filter((edge) => edge !== undefined);
  }
  const { minimum, maximum } = range;
  return [minimum, minimum + 1n, maximum - 1n, maximum].map(wholeNumber);
}

/** As {@link JsonNumber} has it: no bigint where a number holds the integer. */
function wholeNumber(value: bigint): JsonNumber {
  return exactNumber(String(value));
}
