/** How large the smallest values of schemas are: of some, nobody makes any. */
import { onceFor } from '../once.ts';
import { ANYTHING, type EffectiveSchema, JSON_TYPES, impliedType } from './effective-schema.ts';

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

const sizes: (schema: EffectiveSchema) => { size?: number; hasEnd?: boolean } = onceFor(() => ({}));

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

/** Whether each value of a schema has another one in it, without an end: a user of an account of a user. */
export function isEndless(schema: EffectiveSchema): boolean {
  for (;;) {
    const search: Search = { seen: new Set(), ends: 0 };
    if (hasEnd(schema, search)) return false;
    // What was taken for endless may lead to what is not.
    if (search.ends === 0) return true;
  }
}

/** A way through schemas that require each other. */
interface Search {
  readonly seen: Set<EffectiveSchema>;
  /** How many were found to have an end. */
  ends: number;
}

function hasEnd(schema: EffectiveSchema, search: Search): boolean {
  const known = sizes(schema);
  if (known.hasEnd === true || search.seen.has(schema)) return known.hasEnd === true;
  search.seen.add(schema);
  known.hasEnd = Array.from({ length: schema.branches }, (_, i) => schema.inBranch(i)).some(
    (branch) => branchHasEnd(branch, search),
  );
  if (known.hasEnd) search.ends += 1;
  return known.hasEnd;
}

function branchHasEnd(schema: EffectiveSchema, search: Search): boolean {
  const {
    values,
    properties,
    required,
    additional = ANYTHING,
    minItems,
    items = ANYTHING,
  } = schema;
  if (values !== undefined) return true;
  const isOpen = schema.types.length === JSON_TYPES.length;
  return (isOpen ? [impliedType(schema)] : schema.types).some((type) => {
    if (type === 'array') return minItems === 0 || hasEnd(items, search);
    const parts = Array.from(required, (name) => properties.get(name) ?? additional);
    return type !== 'object' || parts.every((part) => hasEnd(part, search));
  });
}
