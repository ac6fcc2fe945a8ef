/** The versions of resources: ETags, requests on a condition of one (RFC 9110, 8.8.3 and 13.1), and versions in bodies. */
import { type Condition, IF_MATCH, IF_NONE_MATCH, heeds } from '../model/conditions.ts';
import { type Operation, successResponse, operationAt } from '../model/operation.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { toJsonNumber } from '../openapi/json/exact-number.ts';
import { showJson, stringifyJson, textOf } from '../openapi/json/stringify-json.ts';
import {
  type JsonObject,
  getProperty,
  isIntegerValue,
  isJsonNumber,
} from '../openapi/json/json-value.ts';
import { equalJson } from '../openapi/schema/equal-json.ts';
import { isValidFor } from '../openapi/schema/compile-schema.ts';
import { effectiveSchema } from '../openapi/schema/effective-schema.ts';
import type { MockRequest, Problem } from '../http/message.ts';
import { hashOf } from '../model/believable/subject.ts';

/** What an operation has to do with versions, as far as its document says so. */
export interface Versions {
  /** Whether its success tells an ETag. */
  readonly isTold: boolean;
  /** Whether a client has this version already: it is answered with 304. */
  isKnown(request: MockRequest, tag: string): boolean;
  /** Why a request must not be done to a resource. */
  unmet(request: MockRequest, resource: JsonObject): Problem | undefined;
}

export function versionsOf(document: OpenApiDocument, operation: Operation): Versions {
  const isReading = operation.method === 'GET' || operation.method === 'HEAD';
  const reading = operationAt(document, 'GET', operation.path);
  const isTold = tellsTag(document, operation);
  const isHeeded = (condition: Condition): boolean => {
    const isKnowable = reading !== undefined && tellsTag(document, reading);
    return isKnowable && heeds(operation, condition);
  };
  const tellsNews = isTold && isReading && isHeeded(IF_NONE_MATCH);
  const holdsOn = !isReading && isHeeded(IF_MATCH);
  const spares = !isReading && isHeeded(IF_NONE_MATCH);
  return {
    isTold,
    isKnown: (request, tag) => tellsNews && matches(request.header('if-none-match'), tag, 'weak'),
    unmet: (request, resource) => {
      const tag = tagOf(resource);
      const wanted = holdsOn ? request.header('if-match') : undefined;
      const unwanted = spares ? request.header('if-none-match') : undefined;
      const isMet = wanted === undefined || matches(wanted, tag, 'strong');
      if (isMet && !matches(unwanted, tag, 'weak')) return undefined;
      const message = isMet
        ? `If-None-Match must not have the ETag ${tag}, which the resource has`
        : `If-Match must have the ETag ${tag}, which the resource has now`;
      return { kind: 'condition-unmet', message };
    },
  };
}

/** Why a change must not be done to a resource, where its body names another version than that has. */
export function staleVersion(
  name: string,
  body: JsonObject,
  resource: JsonObject,
): Problem | undefined {
  const [sent, is] = [body, resource].map((whole) => getProperty(whole, name));
  if (sent === undefined || is === undefined || equalJson(sent, is)) return undefined;
  const message = `${name} must be ${showJson(is)}, which the resource has now, got ${showJson(sent)}`;
  return { kind: 'version-stale', message };
}

/**
 * Gives what is changed its next version: a number that is greater by one, or another text.
 *
 * @param name The property that has it. Default: none has.
 */
export function nextVersionOf(name: string | undefined): (old: JsonObject) => JsonObject {
  return (old) => {
    const version = name === undefined ? undefined : getProperty(old, name);
    if (name === undefined || version === undefined) return {};
    if (isJsonNumber(version) && isIntegerValue(version))
      return { [name]: toJsonNumber(BigInt(textOf(version)) + 1n) };
    return typeof version === 'string' ? { [name]: hashOf(stringifyJson(old)).toString(16) } : {};
  };
}

/** The ETag of what is told, or of a resource. */
export function tagOf(told: JsonObject | string): string {
  const text = typeof told === 'string' ? told : stringifyJson(told);
  return `"${hashOf(text).toString(16)}-${text.length.toString(16)}"`;
}

/** Where the schema of the header allows no such tag, it is left as the document shows it. */
function tellsTag(document: OpenApiDocument, operation: Operation): boolean {
  const header = successResponse(operation)?.headers.find(({ name }) => /^etag$/i.test(name));
  if (header === undefined) return operation.method === 'GET' && heeds(operation, IF_NONE_MATCH);
  const schema = effectiveSchema(document.root, header.schemaPointer);
  return isValidFor(tagOf(''), schema, 'response');
}

/** Whether a list of ETags has one; `*` is any (RFC 9110, 8.8.3.2). */
function matches(list: string | undefined, tag: string, way: 'weak' | 'strong'): boolean {
  if (list === undefined) return false;
  if (list.trim() === '*') return true;
  const tags = list.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((held) => held === tag || (way === 'weak' && held === `W/${tag}`));
}
