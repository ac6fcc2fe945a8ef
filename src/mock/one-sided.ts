import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonObject,
} from '../openapi/json/json-value.ts';
import { type EffectiveSchema } from '../openapi/schema/effective-schema.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { type Operation, operations } from '../model/operation.ts';
import { fieldSchemas, hasFields, inFields, isFlat } from '../model/json-api.ts';
import { closed, opened } from '../model/resources/envelope.ts';
import { envelopesIn, resourceSchema } from '../model/resources/envelopes-in.ts';
import { type ResourceFamily, allFamilies } from '../model/resources/resources.ts';
import { otherSideRemover } from '../openapi/schema/other-side.ts';
import { requestShape } from '../model/body-shapes.ts';

/** A request's body without what only the server sets, which is as it was in `known`. */
export type BodyTaker = (body: JsonObject, known?: JsonObject) => JsonObject;

/**
 * Takes of a body what the client may set: not what is `readOnly` by the request's schema or else
 * by those of the answers about the same resource, and not what only those answers have.
 */
export function bodyTaker(document: OpenApiDocument, operation: Operation): BodyTaker {
  const family = familyOf(document, operation);
  const same = ofSameResource(document, operation);
  const told = same
    .map((writer) => resourceSchema(document, family, writer, 'told'))
    .map((schema) => schema.items ?? schema);
  const sent = same.map((writer) => resourceSchema(document, family, writer, 'taken'));
  const taken = resourceSchema(document, family, operation, 'taken');
  const isFielded = hasFields(family?.envelope ?? []);
  const remove = otherSideRemover([taken, ...told], 'request');
  const removeBeside = otherSideRemover([taken, ...told, ...fieldSchemas(told)], 'request');
  // The properties that answers have and no request has; none where requests name no properties.
  const names = namesIn(sent);
  const isTold = family && names.size > 0 ? namesIn(told).difference(names) : new Set<string>();
  // What is sent beside each other is replaced where answers have it; what a change leaves out stays.
  const isReplaced = isFielded && operation.method === 'PUT';
  const kept = (value: JsonValue): JsonValue =>
    isReplaced && isJsonObject(value)
      ? Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)))
      : value;
  const take: BodyTaker = (resource, known = {}) => {
    const visible = (isFielded && isFlat(resource) ? removeBeside : remove)(resource, known);
    if (!isJsonObject(visible)) return resource;
    const allowed = Object.fromEntries([
      ...Object.entries(visible).filter(([name]) => !isTold.has(name)),
      ...Object.entries(known)
        .filter(([name]) => isTold.has(name))
        .map(([name, value]) => [name, kept(value)] as const),
    ]);
    return isFielded ? inFields(allowed, told, () => isFlat(resource)) : allowed;
  };
  const { taken: envelope } = envelopesIn(document, operation);
  if (envelope.length === 0) return take;
  const whole = requestShape(document, operation);
  const removeAround = otherSideRemover([whole], 'request');
  return (body, known = {}) => {
    const around = removeAround(body, known);
    const resource = opened(body, envelope);
    if (!isJsonObject(around) || resource === undefined) return body;
    return closed(take(resource, opened(known, envelope)), envelope, around);
  };
}

function namesIn(schemas: readonly EffectiveSchema[]): Set<string> {
  return new Set(schemas.flatMap((schema) => [...schema.inBranch('every').properties.keys()]));
}

/** What requests about the same resource say of it: also what no answer may have (`writeOnly`). */
export function requestSchemas(
  document: OpenApiDocument,
  operation: Operation,
): readonly EffectiveSchema[] {
  return ofSameResource(document, operation).map(({ requestBody }) =>
    requestShape(document, { requestBody }),
  );
}

function familyOf(document: OpenApiDocument, { path }: Operation): ResourceFamily | undefined {
  return allFamilies(document).find(({ collection, item }) => collection === path || item === path);
}

function ofSameResource(document: OpenApiDocument, operation: Operation): readonly Operation[] {
  const family = familyOf(document, operation);
  const paths = new Set([operation.path, family?.collection, family?.item]);
  // What reading one answers says most of it.
  return operations(document)
    .filter(({ path }) => paths.has(path))
    .toSorted((a, b) => Number(b.path === family?.item) - Number(a.path === family?.item));
}

/** Whether an answer may have to make up something, in the resource or inside of it, or can't tell all that is sent. */
export function answerMayDiffer(
  { properties, required }: EffectiveSchema,
  taken: EffectiveSchema,
): boolean {
  const hasParts = (schema: EffectiveSchema | undefined): boolean =>
    (schema?.properties.size ?? 0) > 0;
  // What only the server sets, no request has, whichever schema requires it.
  const isSent = (name: string): boolean =>
    taken.required.has(name) && taken.properties.get(name)?.readOnly !== true;
  return (
    ![...required].every(isSent) ||
    properties.entries().some(([name, property]) => {
      return (
        hasParts(property) ||
        hasParts(property.items) ||
        isOther(property, taken.properties.get(name))
      );
    })
  );
}

/** Keywords by which one place may forbid what another one allows. */
const BOUNDS = ['maximum', 'minimum', 'maxLength', 'pattern', 'format', 'maxItems'] as const;

function isOther(told: EffectiveSchema, taken: EffectiveSchema | undefined): boolean {
  if (taken === undefined || told.pointers.join() === taken.pointers.join()) return false;
  return (
    told.values !== undefined ||
    !taken.types.every((type) => told.types.includes(type)) ||
    told.minLength > 0 ||
    BOUNDS.some((name) => told[name] !== undefined)
  );
}

/** A resource with what its answer makes up, at any depth; what it tells otherwise than was sent is as it is told. */
export function completedByAnswer(resource: JsonObject, told: JsonObject): JsonObject {
  const members = Object.entries(resource).map(([name, value]): [string, JsonValue] => {
    return [name, partAsTold(value, getProperty(told, name))];
  });
  return { ...told, ...Object.fromEntries(members) };
}

function partAsTold(value: JsonValue, told: JsonValue | undefined): JsonValue {
  if (told === undefined) return value;
  if (isJsonObject(value) && isJsonObject(told)) return completedByAnswer(value, told);
  if (!Array.isArray(value) || !Array.isArray(told) || value.length !== told.length) return told;
  return value.map((item, i) => partAsTold(item, told[i]));
}
