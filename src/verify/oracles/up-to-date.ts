/** Versions that are read anew: what is done below a resource, or refers to it, may give it another one. */
import { IF_MATCH, heeds } from '../../model/conditions.ts';
import { type Operation, operationAt } from '../../model/operation.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { isJsonObject } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import {
  type Given,
  type JudgedExchange,
  acceptanceOf,
  etagOf,
  parametersIn,
  pathOf,
} from '../cases/case.ts';

/** What reads the version that a request is on, where something else was done to its resource since that was told. */
export function rereadOf(
  document: OpenApiDocument,
  sent: readonly JudgedExchange[],
  operation: Operation,
  given: Given,
): Operation | undefined {
  const { etag, versioned = operation.path } = given;
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
  const referred = isJsonObject(value) ? Object.values(value) : [];
  const segment = encodeURIComponent(textOf(identity));
  const isNamed = pathOf(exchange.case).split('/').includes(segment);
  return isNamed || referred.some((other) => equalJson(other, identity));
}
