/** The paths of resources and of their lists, wherever they are created. */
import type { JsonValue } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { encodedPart } from '../../openapi/percent.ts';
import { pathTemplate } from '../routes.ts';
import { barePath, pathAbove } from './names.ts';
import type { ItemFamily, ResourceFamily } from './resources.ts';

/** Whether one is found at a path without its parent, below which it is created: `/tasks/{id}` of `/projects/{id}/tasks`. */
export function isShallow(family: ResourceFamily): family is ItemFamily {
  return family.item !== undefined && pathAbove(family.item) !== barePath(family.collection);
}

/**
 * The path of one resource; `undefined` where no path leads to one.
 *
 * @param path Of the collection that it is in, with values in place of braces.
 */
export function itemPath(
  family: ResourceFamily,
  path: string,
  identity: JsonValue,
): string | undefined {
  if (family.item === undefined) return undefined;
  const name = encodedPart(textOf(identity));
  const end = family.item.endsWith('/') ? '/' : '';
  if (!isShallow(family)) return `${barePath(path).replace(/^\/$/, '')}/${name}${end}`;
  const parts = pathTemplate(family.collection).parts(path);
  return pathTemplate(family.item).fill((parameter) =>
    parameter === family.parameter ? name : parts?.get(parameter),
  );
}

/**
 * The path of a collection that lies where a path goes through.
 *
 * @param template That of the path.
 */
export function collectionPath(
  { collection }: Pick<ResourceFamily, 'collection'>,
  template: string,
  path: string,
): string {
  if (!collection.includes('{')) return collection;
  const parts = pathTemplate(template).parts(path);
  return pathTemplate(collection).fill((parameter) => parts?.get(parameter));
}

/**
 * Whether a path lists what is created below something, and read beside the list: `/bookings` beside
 * `/bookings/{id}` and `POST /trips/{id}/bookings`.
 */
export function isListedAt(
  { item, collection }: Pick<ResourceFamily, 'item' | 'collection'>,
  path: string,
): boolean {
  const isBeside = item !== undefined && pathAbove(item) === path;
  return isBeside && path !== collection && !path.includes('{');
}
