/** What an exchange has left for the requests after it. */
import { headerValue } from '../../http/exchange.ts';
import { sentMediaType } from '../../http/write-body.ts';
import { identityInLocation, namesInLocation } from '../../model/resources/identity.ts';
import { isPut } from '../../model/resources/put-families.ts';
import { isPathWithin, pathAbove } from '../../model/resources/names.ts';
import type { ResourceFamily } from '../../model/resources/resources.ts';
import { referenceKey } from '../../model/resources/body-references.ts';
import { ENVELOPES, opened } from '../../model/resources/envelope.ts';
import { valueIn } from '../../model/resources/answer-place.ts';
import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonObject,
  objectOf,
} from '../../openapi/json/json-value.ts';
import { parseJson } from '../../openapi/json/parse-json.ts';
import {
  type Case,
  type Given,
  type JudgedExchange,
  type NeedStep,
  type Reading,
  NOTHING_GIVEN,
  acceptanceOf,
  completionOf,
  etagOf,
  parametersIn,
  pathOf,
} from './case.ts';
import { looseText } from '../../http/body-text.ts';
import { bodyVersion } from '../../model/resources/body-versions.ts';
import { IF_MATCH, heeds } from '../../model/conditions.ts';
import { type Operation, operationAt } from '../../model/operation.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';

/** A file is told of as where it is. */
function withoutFiles(value: JsonObject, { operation, request }: Case): JsonObject {
  const { fields } = sentMediaType(operation, request)?.form ?? {};
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => fields?.get(name)?.isFile !== true),
  );
}

/** What a step has left; `undefined` where it didn't succeed. */
export function leftBy(
  exchange: JudgedExchange,
  { creates, reads, changes }: Omit<NeedStep, 'template'>,
  before: Given,
): Given | undefined {
  const sent = exchange.case;
  const response = acceptanceOf(exchange);
  if (response === undefined) return undefined;
  const parsed = parseJson(looseText(response.body));
  const answer = parsed.ok ? parsed.value : {};
  const returned = objectOf(answer);
  const body = isJsonObject(sent.request.value) ? withoutFiles(sent.request.value, sent) : {};
  if (reads !== undefined) {
    const value = valueIn(answer, reads) ?? askedIn(body, reads);
    const origin = reads.isOwn === true ? pathOf(sent) : before.origin;
    return value === undefined ? undefined : { ...withValue(before, reads, value), origin };
  }
  const { envelope = [] } = creates ?? changes ?? {};
  const told = opened(returned, envelope);
  const created = opened(body, envelope) ?? body;
  if (creates === undefined) return changedBy(exchange, before, created, [told, returned]);
  // Where others may have created it, too, or it is still being made, nothing is known of it.
  const isSettled = sent.fixedIdentity !== true && completionOf(exchange) !== undefined;
  const resource: JsonObject = isSettled && told !== undefined ? { ...created, ...told } : {};
  // An answer may have an envelope that the request hasn't.
  const wrapped = ENVELOPES.map((name) => opened(returned, [name]));
  const value = nameOf(exchange, creates, [told, returned, ...wrapped], [created, body]);
  if (value === undefined) return undefined;
  // An identity of few may have been somebody's all along.
  const isOwn = sent.fixedIdentity !== true || response.status === 201;
  const key = referenceKey(creates.collection, 0);
  const references = { [key]: value, ...before.references };
  const origin = pathOf(sent);
  const { path } = sent.operation;
  const place = { path, names: Object.fromEntries(namesInLocation(origin, path)) };
  const named = withValue(before, { parameter: creates.parameter, isOwn }, value);
  return {
    ...named,
    references,
    etag: etagOf(exchange),
    versioned: creates.item,
    resource,
    origin,
    place,
  };
}

/** What is referred to is named by what was sent where the answer tells of something else. */
function askedIn(body: JsonObject, reads: Reading): JsonValue | undefined {
  const isAsked = reads.isReference === true && reads.sought === undefined;
  return isAsked ? valueIn(body, reads) : undefined;
}

/**
 * The value by which paths name what an exchange has created: as the answer has it, then its Location, then the
 * request, in whose place a server may have set another one.
 *
 * @param told What of the answer may have it: the first that has does.
 * @param asked What of the request may have it.
 */
function nameOf(
  exchange: JudgedExchange,
  creates: ResourceFamily,
  told: readonly (JsonObject | undefined)[],
  asked: readonly JsonObject[],
): JsonValue | undefined {
  // What is put is named by its path.
  if (isPut(creates)) return identityInLocation(pathOf(exchange.case), creates);
  const { identity = '' } = creates;
  const named = (resources: readonly (JsonObject | undefined)[]): JsonValue | undefined =>
    resources
      .map((resource) => resource && getProperty(resource, identity))
      .find((id) => id !== undefined);
  const location = headerValue(acceptanceOf(exchange)?.headers ?? [], 'location');
  return named(told) ?? identityInLocation(location, creates) ?? named(asked);
}

/**
 * What a request has left of a resource that was there.
 *
 * @param told What may tell of it: the first that has anything of it does.
 */
function changedBy(
  exchange: JudgedExchange,
  before: Given,
  resource: JsonObject,
  told: readonly (JsonObject | undefined)[],
): Given {
  // What comes to be there later, under an identity that is given again, is another one.
  const { method } = exchange.case.request;
  const isPending = completionOf(exchange) === undefined;
  if (method === 'DELETE')
    return { ...before, resource: {}, deletion: { before: before.resource, isPending } };
  if (isPending) return { ...before, resource: {} };
  // What a replacement doesn't have may be gone (RFC 9110, 9.3.4).
  const previous = method === 'PUT' ? {} : before.resource;
  // What is around a resource has other names than what was sent.
  const names = [...Object.keys(resource), ...Object.keys(before.resource)];
  const shown = told.find((resource = {}) => names.some((name) => Object.hasOwn(resource, name)));
  return { ...before, resource: { ...previous, ...resource, ...shown } };
}

/**
 * What is there with other values that were come by: it stays where it was created, whatever they name.
 *
 * @param before What is there.
 * @param given The same, and the other values.
 */
export function inPlace(before: Given, given: Given): Given {
  const { place } = before;
  if (place === undefined) return given;
  const more = Object.entries(given.parameters).filter(
    ([name]) => !Object.hasOwn(place.names, name) && !Object.hasOwn(before.parameters, name),
  );
  const { found, references } = given;
  if (more.length === 0) return { ...before, found, references };
  return { ...given, place, parameters: { ...before.parameters, ...Object.fromEntries(more) } };
}

/**
 * What something of a collection is created in to lie where a path goes through, too; `undefined` where it lies in
 * nothing, or elsewhere.
 *
 * @param given What names the parameters of the path.
 */
export function around(
  family: Pick<ResourceFamily, 'collection'>,
  path: string,
  given: Given,
): Given | undefined {
  const { collection } = family;
  if (!collection.includes('{') || !isPathWithin(path, pathAbove(collection))) return undefined;
  return { ...NOTHING_GIVEN, parameters: parametersIn(collection, given) };
}

/** What is given, with one value more. */
export function withValue(
  before: Given,
  { parameter, isOwn = false, isReference = false }: Omit<Reading, 'path'>,
  value: JsonValue,
): Given {
  const named = { [parameter]: value };
  if (isReference) return { ...before, references: { ...before.references, ...named } };
  return isOwn
    ? { ...before, parameters: { ...before.parameters, ...named }, resource: {} }
    : { ...before, found: { ...before.found, ...named } };
}

/** What reads the version that a request is on, where something else was done to its resource since that was told. */
export function rereadOf(
  document: OpenApiDocument,
  sent: readonly JudgedExchange[],
  operation: Operation,
  given: Given,
): Operation | undefined {
  const { etag, versioned = operation.path } = given;
  const isInBody = bodyVersion(document, operation) !== undefined;
  if (isInBody) return operationAt(document, 'GET', operation.path);
  if (etag === undefined || operation.method === 'GET' || !heeds(operation, IF_MATCH))
    return undefined;
  const told = sent.findLastIndex((exchange) => etagOf(exchange) === etag);
  const isTouched = sent.slice(told + 1).some((exchange) => mayTouch(exchange, versioned, given));
  return isTouched ? operationAt(document, 'GET', versioned) : undefined;
}

/** Whether a request elsewhere, below a resource or referring to it, may have changed its version. */
function mayTouch(exchange: JudgedExchange, versioned: string, given: Given): boolean {
  const { operation, request } = exchange.case;
  if (operation.method === 'GET' || acceptanceOf(exchange) === undefined) return false;
  const identity = Object.values(parametersIn(versioned, given)).at(-1);
  if (operation.path === versioned || identity === undefined) return false;
  const { value = null } = request;
  const referred = Object.values(objectOf(value));
  const segment = encodeURIComponent(textOf(identity));
  const isNamed = pathOf(exchange.case).split('/').includes(segment);
  return isNamed || referred.some((other) => equalJson(other, identity));
}
