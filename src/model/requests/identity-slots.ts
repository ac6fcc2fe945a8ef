/** The properties of a body that an identity of its own belongs in. */
import type { JsonValue } from '../../openapi/json/json-value.ts';
import { type EffectiveSchema, together } from '../../openapi/schema/effective-schema.ts';
import type { CreatedIdentity } from '../resources/identity.ts';
import { type Names, type Slot, isCreated, isNamed, isTop, valueOf } from './slots.ts';

/** The slots of a body that an identity of its own belongs in. */
export function identitySlots(
  slots: readonly Slot[],
  { created, fromPath }: Names,
  value: JsonValue,
): Slot[] {
  const isFromPath = (slot: Slot): boolean => fromPath.some((name) => isNamed(slot, name));
  const found = slots.flatMap((slot) => {
    if (isCreated(slot, created)) return { ...slot, schema: withinPaths(slot.schema, created) };
    return isIdentity(slot) && !isFromPath(slot) ? slot : [];
  });
  const isDescribed = slots.some((slot) => isCreated(slot, created));
  return isDescribed ? found : [...found, ...requiredIdentity(created, value)];
}

/** What a schema requires, and says nothing of, is as paths have it. */
function requiredIdentity(created: CreatedIdentity | undefined, value: JsonValue): Slot[] {
  const { name, envelope = [], inPaths: [schema, ...others] = [] } = created ?? {};
  if (name === undefined || schema === undefined) return [];
  const path = [...envelope, name];
  const isThere = valueOf(value, path) !== undefined;
  return isThere ? [{ path, schema: together(schema, ...others), required: true }] : [];
}

/** What a path doesn't take, nothing can be named by. */
function withinPaths(
  schema: EffectiveSchema,
  { inPaths = [] }: Partial<CreatedIdentity> = {},
): EffectiveSchema {
  const all = together(schema, ...inPaths);
  // A path has as a text what is a number, too.
  return all.types.length === 0 ? schema : all;
}

function isIdentity({ path, schema, required }: Slot): boolean {
  const name = path.at(-1)!;
  const isNamedSo = name === 'id' || /(Id|_id)$/.test(name);
  return isTop(path) && required && isNamedSo && schema.types.includes('integer') && !schema.values;
}
