/** The places in a body: its properties, at any depth, and what stands there. */
import { type JsonValue, isJsonObject, setProperty } from '../../openapi/json/json-value.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';

/** A property of a body, at any depth. */
export interface Slot {
  readonly path: readonly string[];
  readonly schema: EffectiveSchema;
  readonly required: boolean;
}

/** A copy with another value at a path; `undefined` removes it. */
export function withValue(
  value: JsonValue,
  path: readonly string[],
  replacement: JsonValue | undefined,
): JsonValue {
  const [key, ...rest] = path;
  if (key === undefined) return replacement ?? null;
  if (Array.isArray(value)) {
    return value.map((item, i) => (String(i) === key ? withValue(item, rest, replacement) : item));
  }
  const copy = isJsonObject(value) ? { ...value } : {};
  if (rest.length === 0 && replacement === undefined) delete copy[key];
  else setProperty(copy, key, withValue(copy[key] ?? {}, rest, replacement));
  return copy;
}

/** The value at a path of object keys and array indices. */
export function valueOf(value: JsonValue, path: readonly string[]): JsonValue | undefined {
  let current: JsonValue | undefined = value;
  for (const key of path) {
    if (Array.isArray(current)) current = current[Number(key)];
    else current = isJsonObject(current) ? current[key] : undefined;
  }
  return current;
}

export function samePath(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((key, i) => key === right[i]);
}

/** Properties of the value's objects; deeper than three levels, mistakes repeat themselves. */
export function slotsOf(owner: EffectiveSchema, value: JsonValue, path: readonly string[]): Slot[] {
  if (path.length >= 3) return [];
  if (Array.isArray(value)) return itemSlots(owner, value, path);
  if (!isJsonObject(value)) return [];
  const slots: Slot[] = [];
  for (const [name, schema] of owner.properties) {
    const child = value[name];
    if (child === undefined) continue;
    const slot: Slot = { path: [...path, name], schema, required: owner.required.has(name) };
    slots.push(slot, ...slotsOf(schema, child, slot.path));
  }
  return slots;
}

/** The first item stands for all. */
function itemSlots(
  { items: schema }: EffectiveSchema,
  value: readonly JsonValue[],
  path: readonly string[],
): Slot[] {
  const [first] = value;
  if (first === undefined || schema === undefined) return [];
  // An item can't be left out: the list would be shorter.
  const slot: Slot = { path: [...path, '0'], schema, required: false };
  return [slot, ...slotsOf(schema, first, slot.path)];
}
