/** A list of what was created below all parents: `GET /bookings`, where `POST /trips/{id}/bookings` creates them. */
import type { JsonObject } from '../openapi/json/json-value.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import type { Operation } from '../model/operation.ts';
import { isListedAt } from '../model/resources/listed-at.ts';
import { allFamilies } from '../model/resources/resources.ts';
import { listAction } from './list-action.ts';
import { sourceOf } from './list-pages.ts';
import type { ResourceAction } from './resource-action.ts';
import type { ResourceStore } from './resource-store.ts';
import { collectionsOf } from './spread-store.ts';

/** See {@link listedElsewhere}. */
export type ListedElsewhere = typeof listedElsewhere;

/** `undefined` for all other operations. */
export function listedElsewhere(
  document: OpenApiDocument,
  operation: Operation,
  store: ResourceStore,
): ResourceAction | undefined {
  const family = allFamilies(document).find((kind) => isListedAt(kind, operation.path));
  if (family === undefined || operation.method !== 'GET') return undefined;
  return listAction(document, operation, () =>
    sourceOf(
      [...collectionsOf(family.collection, store)].flatMap((kept) => kept.list() as JsonObject[]),
    ),
  );
}
