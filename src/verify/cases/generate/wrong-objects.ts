import {
  type JsonValue,
  isJsonObject,
  objectOf,
  propertyAt,
} from '../../../openapi/json/json-value.ts';
import { textOf } from '../../../openapi/json/stringify-json.ts';
import type { EffectiveSchema } from '../../../openapi/schema/effective-schema.ts';
import { sampleValue } from '../../../openapi/schema/sample-value.ts';
import type { BodyBase } from '../../../model/requests/body-base.ts';
import { type Slot } from '../../../model/requests/slots.ts';

/** A value that a schema forbids, and what is wrong with it. */
export type Wrong = readonly [what: string, value: JsonValue];

/** Objects whose members are too many or too few, or not those that have to be beside each other. */
export function wrongObjects(base: BodyBase, slot: Slot): Wrong[] {
  return [...wrongCounts(base, slot), ...wrongMembers(base, slot)];
}

/** Objects with more properties than they may have, and with fewer. */
function wrongCounts(base: BodyBase, { path, schema }: Slot): Wrong[] {
  const object = propertyAt(base.value, path);
  if (!isJsonObject(object)) return [];
  const wrong: Wrong[] = [];
  const [most, least] = [schema.keyword('maxProperties'), schema.keyword('minProperties')];
  if (typeof most === 'number' && most < 1000) {
    const { additional } = schema;
    const value = additional === undefined ? 'unknown' : sampleValue(additional);
    const more = Array.from({ length: most + 1 }, (_, i) => [`extra${i}`, value] as const);
    wrong.push(['with too many properties', { ...object, ...Object.fromEntries(more) }]);
  }
  if (typeof least === 'number' && least > 0) {
    const isNeeded = ([name]: readonly [string, unknown]): boolean => schema.required.has(name);
    const members = Object.entries(object).toSorted(
      (a, b) => Number(isNeeded(b)) - Number(isNeeded(a)),
    );
    wrong.push(['with too few properties', Object.fromEntries(members.slice(0, least - 1))]);
  }
  return wrong;
}

/** Objects with what must not be beside the rest, or without what must be. */
function wrongMembers(base: BodyBase, { path, schema }: Slot): Wrong[] {
  const object = propertyAt(base.value, path);
  if (!isJsonObject(object)) return [];
  const wrong: Wrong[] = [];
  for (const [name, needed] of dependencies(schema)) {
    const rest = Object.entries(object).filter(([key]) => key !== needed);
    const isThere = Object.hasOwn(object, name) && Object.hasOwn(object, needed);
    if (isThere) wrong.push([`with ${name} and no ${needed}`, Object.fromEntries(rest)]);
  }
  if (schema.keyword('propertyNames') !== undefined && schema.additional !== undefined) {
    const member = sampleValue(schema.additional, { side: 'request' });
    wrong.push(['with a name that is none of its names', { ...object, 'No name!': member }]);
  }
  return wrong;
}

/** What must be there beside something else. */
function dependencies(schema: EffectiveSchema): [name: string, needed: string][] {
  const [names, schemas] = ['dependentRequired', 'dependentSchemas'].map((keyword) => {
    const dependent = schema.keyword(keyword);
    return Object.entries(objectOf(dependent));
  });
  const ofSchemas = schemas!.map(([name, member]) => {
    return [name, isJsonObject(member) ? (member['required'] ?? []) : []] as const;
  });
  return [...names!, ...ofSchemas].flatMap(([name, needed]) =>
    [needed].flat().map((dependency): [string, string] => [name, textOf(dependency)]),
  );
}
