import { toJsonNumber } from '../../../openapi/json/exact-number.ts';
import { type JsonNumber, isIntegerValue } from '../../../openapi/json/json-value.ts';
import { type EffectiveSchema, integersOf } from '../../../openapi/schema/effective-schema.ts';
import { fittingNumbers } from '../../../openapi/schema/fitting-numbers.ts';

/** The least and the greatest numbers that a schema allows, with their neighbours where it is known. */
export function edgeNumbers(schema: EffectiveSchema): JsonNumber[] {
  const range = integersOf(schema);
  if (range === undefined) {
    return [schema.minimum, schema.maximum].filter((edge) => edge !== undefined);
  }
  const { minimum, maximum } = range;
  return [minimum, minimum + 1n, maximum - 1n, maximum].map(toJsonNumber);
}

/** A fraction that a schema allows, one that a double holds exactly where there is a choice. */
export function edgeFraction(schema: EffectiveSchema): JsonNumber | undefined {
  const { types, minimum, maximum, multipleOf } = schema;
  if (!types.includes('number')) return undefined;
  const bounds = { isInteger: false, minimum, maximum, multipleOf };
  const halves = [0, minimum, maximum].flatMap((edge) =>
    typeof edge === 'number' ? [Math.floor(edge) + 0.5, Math.ceil(edge) - 0.5] : [],
  );
  return fittingNumbers(bounds, multipleOf === undefined ? halves : [multipleOf]).find(
    (number) => !isIntegerValue(number),
  );
}
