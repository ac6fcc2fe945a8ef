/** What stored resources refer to, and what becomes of those that refer to a resource that is deleted. */
import { type Slot, slotsOf, withValue } from '../model/requests/slots.ts';
import {
  type BodyReference,
  bodyReferences,
  referenceKey,
} from '../model/resources/body-references.ts';
import { nounOf } from '../model/resources/names.ts';
import { type ResourceFamily, allFamilies } from '../model/resources/resources.ts';
import type { Problem } from '../http/message.ts';
import type { Operation } from '../model/operation.ts';
import { ownReference } from '../model/resources/own-references.ts';
import { saidOfDeletion, waiversOf } from '../model/words.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { type JsonObject, type JsonValue, propertyAt } from '../openapi/json/json-value.ts';
import { showJson, textOf } from '../openapi/json/stringify-json.ts';
import type { ResourceCall } from './resource-action.ts';
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

/** What becomes of those that refer to a resource which is deleted. */
export interface Referrers {
  /** Why the resource stays, where the document says so. */
  readonly problem: Problem | undefined;
  /** Deletes them, or makes them refer to nothing, where the document says so. */
  remove(): void;
}

/** See {@link referrersOf}. */
export type ReferrersOf = typeof referrersOf;

/** Finds the resources that the document speaks of where it tells of a deletion, and that refer to what is deleted; none for other operations. */
export function referrersOf(
  document: OpenApiDocument,
  operation: Operation,
  family: ResourceFamily,
): (
  identity: JsonValue,
  store: ResourceStore,
  parameters: ResourceCall['parameters'],
) => Referrers {
  const key = referenceKey(family.collection, 0);
  const own = ownReference(document, family.create, family, 'told')?.name;
  const all = operation.method === 'DELETE' ? allFamilies(document) : [];
  const kinds = all.flatMap((kind) => {
    const isNamed = kind !== family || own !== undefined;
    const nouns = [nounOf(kind.collection), ...(kind === family ? [nounOf('children')] : [])];
    const said = saidOfDeletion(document, operation, nouns);
    return isNamed && said && kind.identity ? [{ kind, name: kind.identity, said }] : [];
  });
  const waivers = waiversOf(document, operation);
  return (identity, store, parameters) => {
    const pathIn = (kind: ResourceFamily, resource: JsonObject): readonly string[] | undefined =>
      kind === family && textOf(resource[own!] ?? null) === textOf(identity)
        ? [own!]
        : referencesOf(document, kind, resource).references.find(
            (reference) =>
              reference.key === key &&
              textOf(propertyAt(resource, reference.path) ?? null) === textOf(identity),
          )?.path;
    const found = kinds.flatMap(({ kind, name, said }) =>
      [...collectionsOf(kind.collection, store)].flatMap((collection) =>
        (collection.list() as JsonObject[]).flatMap((resource) => {
          const path = pathIn(kind, resource);
          return path ? [{ said, collection, name, path, value: resource[name] ?? null }] : [];
        }),
      ),
    );
    const isWaived = waivers.some((name) => parameters.get(`query ${name}`) === true);
    const isRefused = !isWaived && found.some(({ said }) => said === 'is refused');
    const message = `something refers to ${family.parameter} ${showJson(identity)}`;
    return {
      problem: isRefused ? { kind: 'used-elsewhere', message } : undefined,
      remove: () => {
        for (const { said, collection, name, path, value } of found) {
          // As it is kept: what stores list are copies.
          const resource = collection.find(name, value);
          const left = said === 'lets it go' ? withValue(resource ?? null, path, null) : undefined;
          if (resource !== undefined) collection.replace(resource, left as JsonObject | undefined);
        }
      },
    };
  };
}
