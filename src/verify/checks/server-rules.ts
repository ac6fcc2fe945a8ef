/** Rules of a server's own, as its refusals show them: a document can't say them. */
import { type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import { showJson } from '../../openapi/json/stringify-json.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { valueKey } from '../../openapi/schema/equal-json.ts';
import { bodySchema, jsonMediaType } from '../../model/media-type.ts';
import { sentMediaType } from '../../http/write-body.ts';
import { LazyMap } from '../../openapi/lazy-map.ts';
import { isAnswered } from '../../http/exchange.ts';
import { bulkCreationOf } from '../../model/resources/bulk.ts';
import { familyCreatedBy, resourceFamilies } from '../../model/resources/resources.ts';
import { listOf } from '../../model/lists/lists.ts';
import { type Operation, documentedResponse, operations } from '../../model/operation.ts';
import { pathTemplate } from '../../model/routes.ts';
import { saidOf } from '../../model/words.ts';
import { type AnsweredExchange, type JudgedExchange, hasAnswer, pathOf } from '../cases/case.ts';
import type { CheckContext } from './check.ts';
import { failsAsNotHere, saysNotHere } from './constant-failures.ts';
import { ruleOfListed } from './listed-values.ts';
import { isName } from './named-values.ts';
import { whyNotThere } from './not-there.ts';
import { passedDay } from './passed-days.ts';
import { type ServerRule, TAKEN, bodyOf } from './refusal-words.ts';
import { isAboutSecret, statedRules, unknownText } from './stated-rules.ts';
import { reversedByChange } from './reversed-ends.ts';
import { isStanding } from './standing.ts';
import { normaliseRefusal } from './unstable-answers.ts';
import { looseText } from '../../http/body-text.ts';
import { madeUpReference } from './wrong-state.ts';

/** Fewer may be refused for another reason. */
const LEAST = 3;

/** What the valid requests of a run show of a server's own rules. */
export function serverRules(
  exchanges: readonly JudgedExchange[],
  context: CheckContext,
): ServerRule {
  const { document } = context;
  const rules = new Map(
    [...Map.groupBy(exchanges.filter(isValid), operationId)].map(([id, sent]) => {
      const accepted = sent.filter((exchange) => isStanding(exchange, 'success'));
      const refused = sent.filter((exchange) => isStanding(exchange, 'refusal'));
      const few = valuesThatAreTaken(accepted, refused, document.root);
      return [id, { few, isClosed: accepted.length === 0, accepted }];
    }),
  );
  const isRefusedWith = refusedWith(exchanges);
  const notThere = whyNotThere(exchanges, document);
  const isFull = refusedWhenFull(exchanges, document);
  const ruleOfShut = rulesOfShut(exchanges, document);
  const isSaid = statedRules(exchanges, context);
  const listed = ruleOfListed(exchanges, context);
  const taken = sentValues(exchanges.filter((exchange) => isStanding(exchange, 'success')));
  const isOpen = [...rules.values()].some(({ isClosed }) => !isClosed);
  const ofLess = rulesOfLess(exchanges, isSaid);
  return (exchange) => {
    const {
      few = new Map<string, JsonValue>(),
      isClosed,
      accepted = [],
    } = rules.get(operationId(exchange)) ?? {};
    const shut = isClosed && isOpen ? ruleOfShut(exchange) : undefined;
    if (shut !== undefined) return shut;
    const absence = notThere(exchange);
    if (absence !== undefined) return absence;
    if (isFull(exchange)) return 'it was taken as long as there were fewer';
    const other = [...few].find(
      ([name, value]) =>
        memberOf(exchange, name) !== value && !isRefusedWith(exchange, name, value),
    );
    if (other !== undefined && memberOf(exchange, other[0]) !== undefined)
      return `nothing says what ${other[0]} may be, but for ${showJson(other[1])}`;
    const reversed = reversedByChange(exchange);
    if (reversed !== undefined) return `${reversed}, which is as it was before the change`;
    const passed = passedDay(exchange, accepted);
    if (passed !== undefined) return `the day of ${passed} has passed`;
    const used = TAKEN.test(looseText(exchange.outcome.response.body))
      ? usedBefore(exchange, taken)
      : undefined;
    if (used !== undefined) return `what stands in ${used} may have been used before`;
    const rule = isSaid(exchange) ?? listed(exchange);
    if (rule !== undefined) return rule;
    const past = passedDay(exchange, accepted, 'perhaps');
    if (past !== undefined) return `the day of ${past} has passed`;
    return isClosed === true ? ofLess(exchange) : undefined;
  };
}

/** Tells the rule for which less than a request has is refused: what has more may be told of another one first. */
function rulesOfLess(
  exchanges: readonly JudgedExchange[],
  isSaid: ServerRule,
): (exchange: JudgedExchange) => string | undefined {
  const namesOf = (exchange: JudgedExchange): Set<string> => new Set(Object.keys(bodyOf(exchange)));
  const refused = exchanges.filter(isValid).filter((exchange) => isStanding(exchange, 'refusal'));
  const ruled = new LazyMap(Map.groupBy(refused, operationId), (sent) =>
    sent.flatMap((exchange) => {
      const rule = isSaid(exchange);
      return rule === undefined ? [] : [{ names: namesOf(exchange), rule }];
    }),
  );
  return (exchange) => {
    const names = namesOf(exchange);
    const less = ruled.get(operationId(exchange)) ?? [];
    return less.find((other) => other.names.size < names.size && other.names.isSubsetOf(names))
      ?.rule;
  };
}

/** Tells whether the same case was refused with another value of a property, too: then that is not the reason. */
function refusedWith(
  exchanges: readonly JudgedExchange[],
): (exchange: JudgedExchange, name: string, value: JsonValue) => boolean {
  const refused = Map.groupBy(
    exchanges.filter((exchange) => isStanding(exchange, 'refusal')),
    ({ case: { id } }) => id,
  );
  return ({ case: { id } }, name, value) =>
    refused.get(id)?.some((exchange) => memberOf(exchange, name) === value) === true;
}

/** Says why an operation takes nothing, though others do; `undefined` where nothing tells. */
function rulesOfShut(
  exchanges: readonly JudgedExchange[],
  document: CheckContext['document'],
): ServerRule {
  const isEmptyPlace = emptyPlaces(exchanges, document);
  const away = new Set(exchanges.filter(failsAsNotHere).map(operationId));
  const isAway = (exchange: JudgedExchange): boolean => away.has(operationId(exchange));
  const creates = ({ case: { operation } }: JudgedExchange): boolean =>
    familyCreatedBy(document, operation) !== undefined;
  return (exchange) => {
    const { response } = exchange.outcome;
    const is = 'every request is, though others are taken: it';
    const isDenied = response.status === 401 || response.status === 403;
    if (isDenied || (!creates(exchange) && isAboutSecret(exchange)))
      return `${is} asks for another credential`;
    const unknown = creates(exchange) ? undefined : unknownText(exchange, document.root);
    if (unknown !== undefined)
      return `${is} knows no ${unknown} that is made up: give --value ${unknown}=…`;
    if (saysNotHere(response) || isAway(exchange)) return `${is} is not available here, as it says`;
    if (isSocket(document, exchange.case.operation)) return `${is} wants a WebSocket`;
    if (isOpaque(exchange)) return `${is} wants a file, and nothing tells what is in it`;
    if (isEmptyPlace(exchange)) return 'the server knows the path, and has nothing there';
    const named = madeUpReference(exchange, document);
    return named && `${is} may know nothing by the name in ${named}: give --value ${named}=…`;
  };
}

/** Whether an operation changes to another protocol (RFC 9110, 15.2.2), by its responses or in words. */
function isSocket(document: CheckContext['document'], operation: Operation): boolean {
  const isSaid = /\bweb[ -]?sockets?\b/i.test(saidOf(document, operation));
  return isSaid || operation.responses.some(({ status }) => status === '101');
}

/** Whether bytes were refused of which a media type is all that the document tells. */
function isOpaque(exchange: AnsweredExchange): boolean {
  const { operation, request } = exchange.case;
  const media = sentMediaType(operation, request);
  if (media === undefined || media.form !== undefined || media.sequence !== undefined) return false;
  const isText = /[/+]xml\b|^text\//.test(media.name) || jsonMediaType([media]) !== undefined;
  return !isText && Object.keys(media.examples).length === 0 && isAnswered(exchange, 400, 415, 422);
}

/**
 * Tells a 404 of a path without parameters that is not what other paths get which the document doesn't have: what
 * would be there is not, such as the log of a part that isn't installed. A list is always there.
 */
function emptyPlaces(
  exchanges: readonly JudgedExchange[],
  document: CheckContext['document'],
): (exchange: AnsweredExchange) => boolean {
  const textOf = (exchange: AnsweredExchange): string =>
    looseText(exchange.outcome.response.body).replaceAll(pathOf(exchange.case), '…');
  const strange = exchanges.filter(({ case: { question } }) => question === 'unknown-path');
  const unknown = strange.filter(hasAnswer).map(textOf);
  const named = operations(document).filter(({ path }) => path.includes('{'));
  const templates = [...new Set(named.map(({ path }) => path))].map(pathTemplate);
  // Else it may have been taken for a name, as the `me` of /users/me is.
  const isOther = (path: string): boolean =>
    templates.some((template) => template.parts(path) !== undefined);
  return (exchange) => {
    const { operation } = exchange.case;
    const { method, path } = operation;
    if (!isAnswered(exchange, 404) || method !== 'GET' || path.includes('{')) return false;
    if (listOf(document, operation) !== undefined || isOther(path)) return false;
    return unknown.length > 0 && !unknown.includes(textOf(exchange));
  };
}

/** Statuses by which a service says that there may be no more (RFC 9110, 15.5.3, 15.5.4 and 15.5.10). */
const OF_QUOTA: ReadonlySet<number> = new Set([402, 403, 409]);

/** So many may be under way while another one is answered. */
const UNDER_WAY = 8;

/**
 * Tells refusals of what is taken as long as there are fewer: the same request was taken before, and whatever was
 * taken, there was less of it then.
 */
function refusedWhenFull(
  exchanges: readonly JudgedExchange[],
  document: CheckContext['document'],
): (exchange: AnsweredExchange) => boolean {
  const counts = countsBefore(exchanges, document);
  const countOf = (exchange: JudgedExchange): number => counts.get(exchange) ?? 0;
  const placeOf = (exchange: JudgedExchange): string =>
    collectionOf(document, exchange.case.operation);
  const accepted = exchanges.filter(
    (exchange) => isValid(exchange) && isStanding(exchange, 'success'),
  );
  const shapes = new LazyMap(
    Map.groupBy(accepted, operationId),
    (sent) => new Set(sent.map(shapeOf)),
  );
  // One by one or several at once: there is room for both, or for none.
  const most = new LazyMap(Map.groupBy(accepted, placeOf), (all) => Math.max(...all.map(countOf)));
  const isLate = (exchange: JudgedExchange): boolean =>
    countOf(exchange) >= LEAST &&
    countOf(exchange) + UNDER_WAY > (most.get(placeOf(exchange)) ?? Infinity);
  // What is refused as what was taken before is, is refused for the same reason.
  const reasons = new Set(
    exchanges.flatMap((exchange) => {
      if (!isStanding(exchange, 'refusal') || !counts.has(exchange) || !isLate(exchange)) return [];
      const isKnown = shapes.get(operationId(exchange))?.has(shapeOf(exchange)) === true;
      return isKnown ? [reasonOf(document, exchange)] : [];
    }),
  );
  return (exchange) => {
    const { response } = exchange.outcome;
    const isSaid = documentedResponse(exchange.case.operation, response.status) !== undefined;
    if (!OF_QUOTA.has(response.status) || !isSaid || !counts.has(exchange)) return false;
    if (TAKEN.test(looseText(response.body))) return false;
    return isLate(exchange) && reasons.has(reasonOf(document, exchange));
  };
}

function reasonOf(document: CheckContext['document'], exchange: AnsweredExchange): string {
  const place = collectionOf(document, exchange.case.operation);
  return `${place} ${normaliseRefusal(exchange)}`;
}

/** Where an operation creates something, one or several at once. */
function collectionOf(document: CheckContext['document'], operation: Operation): string {
  return bulkCreationOf(document, operation)?.create.path ?? operation.path;
}

/** How many resources of its kind were there when a request to create one was sent, of those that the run has created. */
function countsBefore(
  exchanges: readonly JudgedExchange[],
  document: CheckContext['document'],
): ReadonlyMap<JudgedExchange, number> {
  const there = new Map<string, number>();
  const counts = new Map<JudgedExchange, number>();
  for (const exchange of exchanges) {
    const { operation } = exchange.case;
    const { method, path } = operation;
    const step = method === 'POST' ? 1 : method === 'DELETE' ? -1 : 0;
    const place =
      step > 0
        ? collectionOf(document, operation)
        : resourceFamilies(document).get(path)?.collection;
    if (step === 0 || place === undefined) continue;
    const count = there.get(place) ?? 0;
    if (step > 0) counts.set(exchange, count);
    if (isStanding(exchange, 'success')) there.set(place, count + step);
  }
  return counts;
}

/** Equal for bodies that differ in nothing but what is fresh in their texts. */
function shapeOf(exchange: JudgedExchange): string {
  return valueKey(bodyOf(exchange)).replaceAll(/\d+|[\da-f]{4,}/gi, '#');
}

/** Texts and numbers of bodies, by the property and its value. */
function sentValues(exchanges: readonly JudgedExchange[]): ReadonlySet<string> {
  const members = exchanges.flatMap(namingMembers);
  return new Set(members.filter(([, value]) => isName(value)).map(keyOfMember));
}

/** The property whose text or number another request had. */
function usedBefore(exchange: JudgedExchange, taken: ReadonlySet<string>): string | undefined {
  return namingMembers(exchange).find((member) => taken.has(keyOfMember(member)))?.[0];
}

/** The properties of a body, of which a list has each of its items. */
function namingMembers(exchange: JudgedExchange): (readonly [string, JsonValue])[] {
  return Object.entries(bodyOf(exchange)).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((item) => [name, item] as const),
  );
}

function keyOfMember([name, value]: readonly [string, JsonValue]): string {
  return `${name} ${valueKey(value)}`;
}

function isValid(exchange: JudgedExchange): boolean {
  return exchange.case.validity.kind === 'valid';
}

function operationId(exchange: JudgedExchange): string {
  return exchange.case.operation.id;
}

function memberOf(exchange: JudgedExchange, name: string): JsonValue | undefined {
  return bodyOf(exchange)[name];
}

/** Texts of which one value is taken, as often as it is sent, and no other: they name what is there. */
function valuesThatAreTaken(
  accepted: readonly JudgedExchange[],
  refused: readonly JudgedExchange[],
  root: JsonValue,
): ReadonlyMap<string, JsonValue> {
  const [first] = accepted;
  if (first === undefined || accepted.length < LEAST || refused.length < LEAST) return new Map();
  const pointer = bodySchema(first.case.operation.requestBody);
  const { properties } = effectiveSchema(root, pointer, 'every');
  const names = [...properties].filter(([, { values }]) => values === undefined);
  return new Map(
    names.flatMap(([name]) => {
      const taken = accepted.flatMap((exchange) => memberOf(exchange, name) ?? []);
      const [value] = taken;
      const others = refused.flatMap((exchange) => memberOf(exchange, name) ?? []);
      const strange = new Set(others.filter((other) => other !== value));
      const isOne = typeof value === 'string' && taken.every((text) => text === value);
      return isOne && taken.length >= LEAST && strange.size >= LEAST
        ? [[name, value] as const]
        : [];
    }),
  );
}

/** Valid requests that were accepted, by the id of their operation. */
export type AcceptedByOperation = ReadonlyMap<string, readonly JudgedExchange[]>;

/** Finds out whether a request is refused for what the server told of itself, such as that its texts have limits. */
export function explanation(
  acceptedOf: AcceptedByOperation,
  { strict, refuses }: CheckContext,
): (exchange: AnsweredExchange) => boolean {
  const told = ({ case: { operation, request } }: JudgedExchange): number | undefined =>
    isJsonObject(request.value) ? refuses?.(operation.id, request.value) : undefined;
  // Who takes what it says it refuses has other reasons.
  const isContradicted = new LazyMap(acceptedOf, (accepted) =>
    accepted.some((exchange) => told(exchange) !== undefined),
  );
  return (exchange) =>
    !strict &&
    told(exchange) === exchange.outcome.response.status &&
    isContradicted.get(operationId(exchange)) !== true;
}
