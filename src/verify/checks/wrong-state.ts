/** Refusals for the state of what a request is about: what its path names, or what its body refers to. */
import { getProperty, isJsonObject } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { jsonOf } from '../../http/body-text.ts';
import { bodySchema } from '../../model/media-type.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { isState } from '../../model/lists/item-properties.ts';
import { documentedResponse, pathParameters } from '../../model/operation.ts';
import { literalPath, namesResource, nounOf } from '../../model/resources/names.ts';
import { familyCreatedBy } from '../../model/resources/resources.ts';
import type { AnsweredExchange, JudgedExchange } from '../cases/case.ts';
import type { CheckContext } from './check.ts';
import { isName } from './named-values.ts';
import { isNamedIn, isWord, type Member, membersOf, wordsOf } from './refusal-words.ts';
import { ABSENT } from './stated-rules.ts';

/** Statuses for a conflict with what is there, whatever is sent (RFC 9110, 15.5.10; RFC 4918, 11.3). */
const OF_STATE: ReadonlySet<number> = new Set([409, 423]);
/** Statuses for what is sent, and for what a rule of the server's own forbids (RFC 9110, 15.5.1 and 15.5.21). */
const OF_RULES: ReadonlySet<number> = new Set([400, 422]);

/**
 * Says what may be the matter where an operation takes nothing, by a status that the document has: what it is about
 * may have to be in another state first. `undefined` where the request is about nothing, or itself to blame.
 */
export function inWrongState(
  exchange: AnsweredExchange,
  { document }: Pick<CheckContext, 'document'>,
): string | undefined {
  const { operation } = exchange.case;
  const { response } = exchange.outcome;
  const { status } = response;
  const references = referringMembers(exchange);
  const isNamed = pathParameters(operation).length > 0;
  if (documentedResponse(operation, status) === undefined) return undefined;
  if (!isNamed && references.length === 0) return undefined;
  const is = isNamed ? 'its path names' : `${references[0]!.place} refers to`;
  const words = `no request succeeds: ${inOtherState(is)}`;
  if (OF_STATE.has(status)) return words;
  if (!OF_RULES.has(status) || ABSENT.test(wordsOf(response))) return undefined;
  if (blamesRequest(exchange, references, document)) return undefined;
  // A 400 is for anything.
  return status !== 400 || speaksOfIt(exchange, references) ? words : undefined;
}

/** @param what What `what` goes on with: `its path names`. */
function inOtherState(what: string): string {
  return `what ${what} may have to be in another state first`;
}

/**
 * Says which state a resource may not be brought into, as it is, or be read in: a team needs an owner. `undefined` where
 * the document has no status for a conflict, or nothing that has a state is to change.
 */
export function forbiddenState(
  { case: { operation, request, given }, outcome: { response } }: AnsweredExchange,
  { document }: Pick<CheckContext, 'document'>,
): string | undefined {
  const { status } = response;
  const isSaid = OF_STATE.has(status) && documentedResponse(operation, status) !== undefined;
  const { value = null } = request;
  if (!isSaid || given === undefined) return undefined;
  const isNamed = pathParameters(operation).length > 0;
  // What sends nothing sends nothing that could be wrong: a report is not finished, a machine not stopped yet.
  const isBare = isNamed && operation.requestBody === undefined;
  if (operation.method === 'GET' || isBare) return inOtherState('its path names');
  if (!isJsonObject(value)) return undefined;
  const { properties } = effectiveSchema(document.root, bodySchema(operation.requestBody));
  const before = given.around ?? given.resource;
  const changed = Object.entries(value).find(([name, wanted]) => {
    const schema = properties.get(name);
    const was = getProperty(before, name);
    if (schema === undefined || (was !== undefined && equalJson(was, wanted))) return false;
    // A text may be another one's; a size may only grow, and no more be taken than there is.
    if (schema.types.some(isNumeric)) return was !== undefined || isNamed;
    return was !== undefined && isState({ schema });
  });
  return changed && `what is there may forbid it to have another ${changed[0]}`;
}

function isNumeric(type: string): boolean {
  return type === 'integer' || type === 'number';
}

/** The properties that hold what the run has found or created for them. */
function referringMembers(exchange: JudgedExchange): Member[] {
  const { references = {} } = exchange.case.given ?? {};
  const known = new Set(Object.values(references).map(textOf));
  return membersOf(exchange).filter(({ value }) => known.has(textOf(value)));
}

/** The property that names another resource, of which the run knows none; `undefined` where a refusal blames others. */
export function madeUpReference(
  exchange: AnsweredExchange,
  document: CheckContext['document'],
): string | undefined {
  const { operation, given } = exchange.case;
  const found = [given?.references, given?.parameters, given?.found];
  const known = new Set(found.flatMap((all) => Object.values(all ?? {}).map(textOf)));
  const own = familyCreatedBy(document, operation)?.identity;
  // Without another identity, an `id` may be that of what is created.
  const isOther = (name: string): boolean =>
    namesResource(name) && name !== own && (name !== 'id' || own !== undefined);
  const words = wordsOf(exchange.outcome.response);
  const members = membersOf(exchange);
  if (members.some(({ name }) => !isOther(name) && isNamedIn(words, name))) return undefined;
  return members.find(
    ({ name, value }) => isOther(name) && isName(value) && !known.has(textOf(value)),
  )?.place;
}

/** Whether a refusal names a property that refers to nothing: in its words, or as a key of its own. */
function blamesRequest(
  exchange: AnsweredExchange,
  references: readonly Member[],
  { root }: CheckContext['document'],
): boolean {
  const { operation } = exchange.case;
  const schema = effectiveSchema(root, bodySchema(operation.requestBody), 'every');
  const referring = new Set(references.map(({ name }) => name));
  const { response } = exchange.outcome;
  const names = [...schema.properties.keys(), ...membersOf(exchange).map(({ name }) => name)];
  const words = wordsOf(response);
  const described = bodySchema(documentedResponse(operation, response.status));
  const usual = effectiveSchema(root, described, 'every').properties;
  const answer = jsonOf(response.body);
  const keys = isJsonObject(answer)
    ? [answer, answer['errors'] ?? null, answer['error'] ?? null]
    : [];
  const isKey = (name: string): boolean =>
    !usual.has(name) &&
    keys.some((part) => isJsonObject(part) && getProperty(part, name) !== undefined);
  return names.some((name) => !referring.has(name) && (isNamedIn(words, name) || isKey(name)));
}

/** Whether a refusal says what the request is about: `the course is a draft`. */
function speaksOfIt(
  { case: { operation, given }, outcome: { response } }: AnsweredExchange,
  references: readonly Member[],
): boolean {
  const { path } = operation;
  const ends = [...path.matchAll(/\{/g)].map(({ index }) => path.slice(0, index));
  const referred = new Set(references.map(({ value }) => textOf(value)));
  const known = Object.entries(given?.references ?? {});
  // A reference is known by its collection, and which of it it is.
  const collections = known.flatMap(([key, value]) =>
    referred.has(textOf(value)) ? key.replace(/ \d+$/, '') : [],
  );
  const nouns = [...ends, ...collections].map((end) => nounOf(literalPath(end)));
  const words = wordsOf(response).toLowerCase();
  return nouns.some((noun) => noun !== '' && isWord(noun, words));
}
