/** Versions that are read anew: what is done below a resource, or refers to it, may give it another one. */
import { IF_MATCH, heeds } from '../../model/conditions.ts';
import { type Operation, operationAt } from '../../model/operation.ts';
import { isJsonObject } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import {
  type Given,
  type JudgedExchange,
  acceptanceOf,
  etagOf,
  notPromised,
  parametersIn,
  pathOf,
} from '../cases/case.ts';
import type { Stage } from './stage.ts';

/** What is given, with the version that it has by now: it is read where something else was done to it since. */
export async function upToDate(
  stage: Stage,
  sent: readonly JudgedExchange[],
  operation: Operation,
  given: Given,
): Promise<Given> {
  const { etag, versioned = operation.path } = given;
  const isOnCondition = operation.method !== 'GET' && heeds(operation, IF_MATCH);
  const read = operationAt(stage.document, 'GET', versioned);
  if (etag === undefined || !isOnCondition || read === undefined) return given;
  const told = sent.findLastIndex((exchange) => etagOf(exchange) === etag);
  const since = sent.slice(told + 1);
  if (!since.some((exchange) => mayTouch(exchange, versioned, given))) return given;
  const validity = notPromised('it is read for its version');
  const template = stage.template(read, { given: { ...given, etag: undefined }, validity });
  const exchange = template && (await stage.deliver(template));
  return { ...given, etag: exchange && etagOf(exchange) };
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
