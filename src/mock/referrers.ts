/** What stored resources refer to, and what becomes of those that refer to a resource that is deleted. */
import { type Slot, slotsOf, valueOf } from '../model/requests/slots.ts';
import {
  type BodyReference,
  bodyReferences,
  referenceKey,
} from '../model/resources/body-references.ts';
import { nounOf } from '../model/resources/names.ts';
import { type ResourceFamily, allFamilies } from '../model/resources/resources.ts';
import type { Operation } from '../model/operation.ts';
import { type SaidOfDeletion, saidOfDeletion } from '../model/words.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import type { JsonObject, JsonValue } from '../openapi/json/json-value.ts';
import { textOf } from '../openapi/json/stringify-json.ts';
import { requestSchemaOf, responseSchemaOf } from './resource-maker.ts';
import type { ResourceStore } from './resource-store.ts';
import { collectionsOf } from './spread-store.ts';

/** What a resource refers to, and all that it has. */
export interface References {
  readonly slots: readonly Slot[];
  readonly references: readonly BodyReference[];
}

/** As a resource of a family shows them, whether a request or an answer tells them. */
export function referencesOf(
  document: OpenApiDocument,
  family: ResourceFamily,
  resource: JsonObject,
): References {
  const { create, identity } = family;
  const schemas = [requestSchemaOf(document, family), responseSchemaOf(document, family)];
  const slots = schemas
    .flatMap((schema) => (schema ? slotsOf(schema, resource, []) : []))
    .filter(({ path }) => !(path.length === 1 && path[0] === identity));
  return { slots, references: bodyReferences(document, create, slots) };
}

/** A stored resource that refers to another one. */
interface Referrer {
  /** What the document says of the deletion of the other one. */
  readonly said: SaidOfDeletion;
  readonly resource: JsonObject;
  readonly collection: ResourceStore;
}

/** Finds the resources that the document speaks of where it tells of a deletion, and that refer to what is deleted. */
export function referrersOf(
  document: OpenApiDocument,
  remove: Operation,
  family: ResourceFamily,
): (identity: JsonValue, store: ResourceStore) => Referrer[] {
  const key = referenceKey(family.collection, 0);
  const kinds = allFamilies(document).flatMap((kind) => {
    const said = saidOfDeletion(document, remove, nounOf(kind.collection));
    return said === undefined || kind.identity === undefined || kind === family
      ? []
      : [{ kind, name: kind.identity, said }];
  });
  return (identity, store) =>
    kinds.flatMap(({ kind, name, said }) => {
      const isReferring = (resource: JsonObject): boolean =>
        referencesOf(document, kind, resource).references.some(
          ({ key: other, path }) =>
            other === key && textOf(valueOf(resource, path) ?? null) === textOf(identity),
        );
      return [...collectionsOf(kind.collection, store)].flatMap((collection) =>
        (collection.list() as JsonObject[]).filter(isReferring).flatMap((copy): Referrer[] => {
          const resource = collection.find(name, copy[name] ?? null);
          return resource === undefined ? [] : [{ said, resource, collection }];
        }),
      );
    });
}
