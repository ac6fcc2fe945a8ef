/** How large the smallest values of schemas are: of some, nobody makes any. */
import { onceFor } from '../once.ts';
import { ANYTHING, type EffectiveSchema, impliedType } from './effective-schema.ts';

/** So many characters of a text weigh as much as a value. */
export const CHARACTERS_OF_VALUE = 100;

/** Values that are in one, at the most. */
const MOST = 50_000;

/** Whether so many values of a schema are too large to be made up. */
export function isVast(schema: EffectiveSchema, times: number = 1): boolean {
  return times * leastSize(schema) > MOST;
}

/** In values; of what requires itself, without an end, it is any number. */
function leastSize(schema: EffectiveSchema): number {
  const { size } = sizes(schema);
  if (size !== undefined) return size;
  sizes(schema).size = 1;
  return (sizes(schema).size = 1 + sizeInside(schema));
}

const sizes: (schema: EffectiveSchema) => { size?: number } = onceFor(() => ({}));

function sizeInside(schema: EffectiveSchema): number {
  const { values, minItems, minLength, items = ANYTHING, properties, required } = schema;
  if (values !== undefined) return 0;
  const type = impliedType(schema);
  if (type === 'string') return minLength / CHARACTERS_OF_VALUE;
  if (type === 'array') return minItems === 0 ? 0 : minItems * leastSize(items);
  if (type !== 'object') return 0;
  const { additional = ANYTHING } = schema;
  return Array.from(required, (name) => leastSize(properties.get(name) ?? additional)).reduce(
    (sum, size) => sum + size,
    0,
  );
}
