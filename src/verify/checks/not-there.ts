/** Why a server has nothing where the document has something: nobody has put it there, or it is elsewhere by now. */
import { type JsonValue, objectOf } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { jsonOf } from '../../http/body-text.ts';
import { isAnswered } from '../../http/exchange.ts';
import { listOf } from '../../model/lists/lists.ts';
import { documentedResponse, operations } from '../../model/operation.ts';
import { scalarAt } from '../../model/resources/answer-place.ts';
import { identityInLocation } from '../../model/resources/identity.ts';
import { endsInParameter } from '../../model/resources/names.ts';
import { resourceFamilies } from '../../model/resources/resources.ts';
import { type AnsweredExchange, type JudgedExchange, acceptanceOf, pathOf } from '../cases/case.ts';
import { isStanding } from './standing.ts';
import type { ServerRule } from './refusal-words.ts';

/** Says why a valid request finds nothing; `undefined` where nothing tells. */
export function whyNotThere(
  exchanges: readonly JudgedExchange[],
  document: OpenApiDocument,
): ServerRule {
  const isUnset = unsetBefore(exchanges, document);
  const isMoved = movedAway(exchanges, document);
  return (exchange) => {
    if (isUnset(exchange)) return 'nothing is there until something is put there';
    if (findsNothing(exchange, document)) return 'nothing is found by its query';
    return isMoved(exchange)
      ? 'an earlier change has given it another identity, or archived it'
      : undefined;
  };
}

/** Whether a read that a query alone is for has the documented answer of one that finds nothing. A list may be empty. */
function findsNothing(
  { case: { operation, request }, outcome }: AnsweredExchange,
  document: OpenApiDocument,
): boolean {
  const { status } = outcome.response;
  const isQuery = operation.method === 'GET' && request.target.includes('?');
  const isSaid = status === 404 && documentedResponse(operation, status) !== undefined;
  if (!isQuery || !isSaid || operation.path.includes('{')) return false;
  return listOf(document, operation) === undefined;
}

/** Tells what is not there since no request has put it there yet, such as the settings of a user. */
function unsetBefore(
  exchanges: readonly JudgedExchange[],
  document: OpenApiDocument,
): (exchange: AnsweredExchange) => boolean {
  const setters = operations(document).filter(({ method }) => /^(?:PUT|POST)$/.test(method));
  const places = new Set(setters.map(({ path }) => path).filter((path) => !endsInParameter(path)));
  const put = new Map<string, number>();
  for (const exchange of exchanges) {
    const { operation } = exchange.case;
    const isRead = operation.method === 'GET' || operation.method === 'PATCH';
    if (isRead || !places.has(operation.path) || !isStanding(exchange, 'success')) continue;
    const at = operation.method === 'DELETE' ? Number.POSITIVE_INFINITY : exchange.sequence;
    put.set(pathOf(exchange.case), at);
  }
  return ({ case: sent, sequence, outcome }) => {
    const { status } = outcome.response;
    const { operation } = sent;
    // What PUT and POST put there, others are about.
    if (/^(?:PUT|POST)$/.test(operation.method) || status !== 404) return false;
    if (!places.has(operation.path)) return false;
    const isSaid = documentedResponse(operation, status) !== undefined;
    const isList = listOf(document, operation) !== undefined;
    return isSaid && !isList && (put.get(pathOf(sent)) ?? Number.POSITIVE_INFINITY) > sequence;
  };
}

/**
 * Tells a 404 of what an earlier change, whatever it broke, has brought under another identity by its answer, or has
 * made a thing of the past: it is `archived` now.
 */
export function movedAway(
  exchanges: readonly JudgedExchange[],
  document: OpenApiDocument,
): (exchange: JudgedExchange) => boolean {
  const moved = new Map<string, number>();
  for (const exchange of exchanges) {
    const path = pathOf(exchange.case);
    if (hasMoved(exchange, document)) {
      moved.set(path, Math.min(exchange.sequence, moved.get(path) ?? Number.POSITIVE_INFINITY));
    }
  }
  return (exchange) =>
    isAnswered(exchange, 404) &&
    (moved.get(pathOf(exchange.case)) ?? Number.POSITIVE_INFINITY) < exchange.sequence;
}

function hasMoved(exchange: JudgedExchange, document: OpenApiDocument): boolean {
  const { operation } = exchange.case;
  const family = resourceFamilies(document).get(operation.path);
  const response = acceptanceOf(exchange);
  const isChange = operation.method === 'PUT' || operation.method === 'PATCH';
  if (!isChange || response === undefined) return false;
  const said = [exchange.case.request.value, jsonOf(response.body)].map(objectOf);
  if (said.some((fields) => Object.entries(fields).some(isPast))) return true;
  if (family?.identity === undefined) return false;
  const told = scalarAt(jsonOf(response.body) ?? null, [...family.envelope, family.identity]);
  const named = identityInLocation(pathOf(exchange.case), family);
  return told !== undefined && named !== undefined && textOf(told) !== named;
}

/** Whether a property says that what has it is no longer there for everybody. */
function isPast([name, value]: readonly [name: string, value: JsonValue]): boolean {
  return value === true && /^(?:is|has)?_?(?:archived|deleted|removed|trashed)$/i.test(name);
}
