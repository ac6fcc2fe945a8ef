import { type JsonValue, isJsonObject } from '../json/json-value.ts';
import { isValidFor } from './compile-schema.ts';
import { ANYTHING, type EffectiveSchema } from './effective-schema.ts';

/** Values of any type, one of which most schemas don't allow. */
const ODD: readonly JsonValue[] = [null, true, 'sample', 0, [], {}];

/**
 * A value of one branch that another refuses, for a `oneOf` whose branches allow each other's values: what
 * only the other one declares, here or further inside, is left out where that needs it, else an odd value.
 */
export function apart(
  value: JsonValue,
  branch: EffectiveSchema,
  other: EffectiveSchema,
): JsonValue {
  if (branch === other) return value;
  if (Array.isArray(value)) {
    const { items = ANYTHING } = branch;
    return value.map((item: JsonValue) => apart(item, items, other.items ?? ANYTHING));
  }
  if (!isJsonObject(value)) return value;
  const isForeign = (name: string): boolean => !branch.properties.has(name);
  const lacking = other.required.values().find(isForeign);
  if (lacking !== undefined) {
    return Object.fromEntries(Object.entries(value).filter(([name]) => name !== lacking));
  }
  for (const [name, property] of other.properties) {
    if (!isForeign(name)) continue;
    const strange = ODD.find((candidate) => !isValidFor(candidate, property));
    if (strange !== undefined) return { ...value, [name]: strange };
  }
  const members = Object.entries(value).map(([name, member]) => {
    const [ours, theirs] = [branch, other].map(({ properties }) => properties.get(name));
    return [name, ours && theirs ? apart(member, ours, theirs) : member] as const;
  });
  return Object.fromEntries(members);
}
