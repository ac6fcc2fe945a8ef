/** What tells an item of a list from the others. */
import {
  type JsonValue,
  getProperty,
  isJsonNumber,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { plainName } from '../resources/names.ts';
import type { ListModel } from './lists.ts';

/** The property of what is listed that has its identity; `undefined` where nothing tells. */
export function identityOfItems({
  family,
  item,
}: Pick<ListModel, 'family' | 'item'>): string | undefined {
  return family?.identity ?? (item.properties.has('id') ? 'id' : undefined);
}

/** The identity of an item: items can be in envelopes of their own, and can be identities by themselves. */
export function identityIn(item: JsonValue, name: string): JsonValue | undefined {
  if (typeof item === 'string' || isJsonNumber(item)) return item;
  if (!isJsonObject(item)) return undefined;
  const listed = getProperty(item, name);
  if (listed !== undefined) return listed;
  const names = new Set(Object.keys(item).map((key) => plainName(key)));
  // What is also referred to is another resource: `project` beside `projectId`.
  const isReferred = (key: string): boolean => names.has(`${plainName(key)}${plainName(name)}`);
  const [, inside] =
    Object.entries(item).find(
      ([key, member]) => isJsonObject(member) && Object.hasOwn(member, name) && !isReferred(key),
    ) ?? [];
  return isJsonObject(inside) ? getProperty(inside, name) : undefined;
}
