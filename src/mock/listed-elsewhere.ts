/**
 * A list of what was created below all parents: `GET /bookings`, where `POST /trips/{id}/bookings` creates them; and
 * of what is related to what a path names: `GET /labels/{labelId}/tickets`. A search of such a list has the same.
 */
import type { JsonObject } from '../openapi/json/json-value.ts';
import { textOf } from '../openapi/json/stringify-json.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { encodedPart } from '../openapi/percent.ts';
import type { Operation } from '../model/operation.ts';
import { collectionName } from '../model/resources/collections.ts';
import { pathAbove } from '../model/resources/names.ts';
import { isListedAt } from '../model/resources/family-paths.ts';
import { type Relation, relationListedBy } from '../model/resources/relations.ts';
import { searchOf } from '../model/resources/searches.ts';
import { allFamilies } from '../model/resources/resources.ts';
import { listAction } from './list-action.ts';
import { sourceOf } from './list-pages.ts';
import { type ResourceAction, type ResourceCall, namedBy } from './resource-action.ts';
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
  const search = searchOf(document, operation);
  if (operation.method !== 'GET' && search === undefined) return undefined;
  const relation = relationListedBy(document, operation);
  if (relation !== undefined) {
    return listAction(document, operation, ({ parameters }) =>
      sourceOf(relatedTo(relation, parameters, store)),
    );
  }
  const { collection = operation.path } = search ?? {};
  const family = allFamilies(document).find((kind) => isListedAt(kind, collection));
  if (family === undefined) return undefined;
  return listAction(document, operation, () =>
    sourceOf(
      [...collectionsOf(family.collection, store)].flatMap((kept) => kept.list() as JsonObject[]),
    ),
  );
}

/** Of the resources of a family, those that have what a path names in their lists, or something that is put for both. */
function relatedTo(
  { path: template, family, other: { parameter, identity = '' } }: Relation,
  parameters: ResourceCall['parameters'],
  store: ResourceStore,
): JsonObject[] {
  const wanted = textOf(namedBy(parameter, parameters) ?? '');
  const all = store.collection(collectionName(family.collection)).list() as JsonObject[];
  return all.filter((resource) => {
    const name = encodedPart(textOf(resource[family.identity ?? ''] ?? null));
    const path = pathAbove(template).replace(`{${family.parameter}}`, name);
    const entries = store.collection(collectionName(path)).list() as JsonObject[];
    const isEntry = entries.some((entry) => textOf(entry[identity] ?? null) === wanted);
    return isEntry || store.collection(`${collectionName(path)}/${encodedPart(wanted)}`).size > 0;
  });
}
