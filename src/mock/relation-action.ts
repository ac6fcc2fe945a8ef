/** What is put below a resource is in its list then: `PUT /tickets/{id}/labels/{labelId}`. */
import type { OpenApiDocument } from '../openapi/document.ts';
import { type JsonValue, getProperty } from '../openapi/json/json-value.ts';
import { effectiveSchema } from '../openapi/schema/effective-schema.ts';
import { equalJson } from '../openapi/schema/equal-json.ts';
import { bodySchema } from '../model/media-type.ts';
import { type Operation, successResponse } from '../model/operation.ts';
import { schemaIn } from '../model/resources/envelope.ts';
import { relatedList, relationOf } from '../model/resources/relations.ts';
import { type ResourceFamily, envelopesOf } from '../model/resources/resources.ts';
import { pathAbove } from '../model/resources/names.ts';
import { type ResourceAction, namedResource, unknownResource } from './resource-action.ts';
import type { IdentityStore } from './spread-store.ts';

/** `undefined` where nothing tells of what an operation relates. */
export function relationAction(
  document: OpenApiDocument,
  operation: Operation,
  keptOf: (family: ResourceFamily, path: string) => IdentityStore,
): ResourceAction | undefined {
  const relation = relationOf(document, operation);
  const list = relation && relatedList(document, relation);
  if (relation === undefined || list === undefined) return undefined;
  const { family, other } = relation;
  const isRemoval = operation.method === 'DELETE';
  const envelopes = envelopesOf(document, operation, family);
  const told = effectiveSchema(document.root, bodySchema(successResponse(operation)));
  // Else it tells of what was put there, or of how it went.
  const isTold = schemaIn(told, envelopes.told)?.properties.has(list.name) === true;
  const perform: ResourceAction['perform'] = ({ path, parameters, unmet }) => {
    const kept = keptOf(family, pathAbove(pathAbove(pathAbove(path))));
    const old = namedResource(family, parameters, kept);
    const one = namedResource(other, parameters, keptOf(other, other.collection));
    if (old === undefined) return unknownResource(family, parameters);
    if (one === undefined) return unknownResource(other, parameters);
    const problem = unmet(old);
    if (problem !== undefined) return problem;
    const own = one[other.identity!]!;
    const entry = list.items.types.includes('object') ? one : own;
    const before = getProperty(old, list.name);
    const isOther = (value: JsonValue): boolean => !equalJson(value, entry);
    const left = (Array.isArray(before) ? before : []).filter(isOther);
    const resource = { ...old, [list.name]: isRemoval ? left : [...left, entry] };
    kept.replace(old, resource);
    return isTold ? { resource } : {};
  };
  return { envelopes, perform };
}
