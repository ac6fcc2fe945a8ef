/** Rules of a server's own that its refusals say in words. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { JsonValue } from '../../openapi/json/json-value.ts';
import { showJson, textOf } from '../../openapi/json/stringify-json.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { valueKey } from '../../openapi/schema/equal-json.ts';
import { listed } from '../../openapi/count.ts';
import { LazyMap } from '../../openapi/lazy-map.ts';
import { once } from '../../openapi/once.ts';
import { isAnswered } from '../../http/exchange.ts';
import { pairOf, percentDecoded } from '../../openapi/percent.ts';
import { bodySchema } from '../../model/media-type.ts';
import { wordsOf as wordsOfName } from '../../model/lists/item-properties.ts';
import { listOf } from '../../model/lists/lists.ts';
import { type Operation, documentedResponse } from '../../model/operation.ts';
import { isSecretName } from '../../model/secrets/secret-places.ts';
import { type AnsweredExchange, type JudgedExchange, hasAnswer } from '../cases/case.ts';
import type { CheckContext } from './check.ts';
import { identitiesOfCreated, namesInAnswers, speaksOfOther } from './created-names.ts';
import { type Named, isQuoted, namedInBody, namedInQuery } from './named-values.ts';
import {
  type Member,
  type ServerRule,
  isNamedIn,
  isWord,
  membersIn,
  membersOf,
  schemaAt,
  wordsOf,
} from './refusal-words.ts';
import { isBeyondSaid } from './stated-bounds.ts';
import { isStanding } from './standing.ts';
import { normaliseRefusal } from './unstable-answers.ts';
import { ofUnknownForm, writtenOtherwise } from './written-texts.ts';

/** What the refusals of valid requests say of a server's own rules. */
export function statedRules(
  exchanges: readonly JudgedExchange[],
  { document }: Pick<CheckContext, 'document'>,
): ServerRule {
  const valid = exchanges.filter(({ case: { validity } }) => validity.kind === 'valid');
  const byOperation = Map.groupBy(valid, ({ case: { operation } }) => operation.id);
  const besides = new LazyMap(byOperation, refusedBesides);
  const few = new LazyMap(byOperation, (sent) => fewTexts(sent, document.root));
  const names = once(() => namesInAnswers(exchanges, document));
  const created = once(() => identitiesOfCreated(exchanges, document));
  const isThere = (text: string): boolean => names().has(text);
  const isServed = servedOperations(exchanges);
  const accepted = valid.filter((exchange) => isStanding(exchange, 'success'));
  const takes = new Set(accepted.map(({ case: { operation } }) => operation.id));
  const isTaking = (id: string): boolean => takes.has(id);
  const known = { document, isThere, isServed, isTaking };
  const nothings = new LazyMap(byOperation, (sent) => saidOfNothing(sent, known));
  return (exchange) => {
    const { response } = exchange.outcome;
    const { id } = exchange.case.operation;
    // What names nothing anyway may as well be left out.
    const unnamed = takes.has(id) ? undefined : nothings.get(id)?.get(normaliseRefusal(exchange));
    const missing = namesNothing(exchange, known) ?? unnamed;
    if (missing !== undefined) return `it says that nothing is there by the name in ${missing}`;
    const isDocumented = documentedResponse(exchange.case.operation, response.status) !== undefined;
    if (isDocumented && speaksOfOther(exchange, created()))
      return 'it names what another request has made';
    if (exchange.case.operation.method === 'POST' && FULL.test(wordsOf(response)))
      return 'it says that there may be no more';
    const moment = TIMES.test(wordsOf(response)) ? timeIn(exchange) : undefined;
    if (moment !== undefined) return `it says what ${moment} has to lie before or after`;
    const absent = alternativesIn(exchange);
    if (absent.length > 1) return `it wants one of ${listed(absent, ABSENT_NAMED)}`;
    const seldom = few.get(id);
    const quoted = seldom && quotedOf(exchange, { ...known, few: seldom });
    if (quoted !== undefined) return quoted;
    const taking = { document, isTaking: takes.has(id) };
    const written = ofUnknownForm(exchange, taking) ?? writtenOtherwise(exchange, taking);
    if (written !== undefined) return written;
    const members = namedMembers(exchange);
    const untold = members.find(isUntold(exchange, document));
    if (untold !== undefined) return `nothing says what ${untold.place} may be`;
    const described = members.find(isDescribed(exchange, document.root));
    const beyond = members.find(isBeyondSaid(exchange, wordsOf(response), document.root));
    if (beyond !== undefined) return `only the answer says how great ${beyond.place} may be`;
    if (described !== undefined)
      return `only its description says what ${described.place} may be: give --value ${described.name}=…`;
    return besides.get(id)?.get(normaliseRefusal(exchange));
  };
}

/** So many names are said. */
const ABSENT_NAMED = 4;

/** What a refusal says of several of which there has to be one: no list of what is required can. */
const ONE_OF = /\b(?:at least|one of|any of|either)\b|\bor\b/i;

/** The parameters that a refusal asks for some of, where the request has none. */
function alternativesIn({ case: { operation, request }, outcome }: AnsweredExchange): string[] {
  const words = wordsOf(outcome.response);
  if (!ONE_OF.test(words)) return [];
  const [, query = ''] = request.target.split(/\?(.*)/s, 2);
  const sent = new Set(query.split('&').map((pair) => percentDecoded(pairOf(pair)[0])));
  const optional = operation.parameters.filter(
    ({ in: place, name, required }) => place === 'query' && !required && isNamedIn(words, name),
  );
  return optional.some(({ name }) => sent.has(name)) ? [] : optional.map(({ name }) => name);
}

/** What is said of a property whose value, or absence, is taken in another request: what else is there matters. */
function refusedBesides(exchanges: readonly JudgedExchange[]): ReadonlyMap<string, string> {
  const refused = exchanges.filter((exchange) => isStanding(exchange, 'refusal'));
  if (refused.length === 0) return new Map();
  const accepted = exchanges.filter((exchange) => isStanding(exchange, 'success')).map(membersOf);
  const taken = new Set(accepted.flatMap((members) => members.map(memberKey)));
  const places = new Map(accepted.flat().map(({ place, name }) => [place, name]));
  const optional = [...places].filter(([place]) =>
    accepted.some((members) => members.every((member) => member.place !== place)),
  );
  return new Map(
    refused.flatMap((exchange) => {
      const words = wordsOf(exchange.outcome.response);
      const isSaid = (name: string): boolean => isNamedIn(words, name);
      const members = membersOf(exchange);
      const besides = members.find((member) => isSaid(member.name) && taken.has(memberKey(member)));
      // A property that is never taken makes it another alternative, which is refused as such.
      const isUsual = members.every(({ place }) => places.has(place));
      const missing = optional.find(
        ([place, name]) =>
          isUsual && isSaid(name) && members.every((member) => member.place !== place),
      );
      const text = normaliseRefusal(exchange);
      if (besides) return [[text, `what ${besides.place} may be depends on what is sent with it`]];
      return missing
        ? [[text, `whether ${missing[0]} may be missing depends on what is sent beside it`]]
        : [];
    }),
  );
}

/** The values of a body that a refusal names. */
export function namedMembers(exchange: AnsweredExchange): Member[] {
  const words = wordsOf(exchange.outcome.response);
  return membersOf(exchange).filter(({ name }) => isNamedIn(words, name));
}

/** What a refusal says of who asks. */
const CREDENTIALS =
  /\b(?:credentials?|pass(?:word|phrase)|log-?in)\b|(?<![a-z])(?:invalid|wrong|bad|expired)[\s_-](?:[a-z]+[\s_-])?tokens?(?![a-z])/i;

/** Whether a made-up secret was refused as such: a login takes none. */
export function isAboutSecret(exchange: AnsweredExchange): boolean {
  const isSecret = membersOf(exchange).some(({ name }) => isSecretName(name));
  return isSecret && CREDENTIALS.test(wordsOf(exchange.outcome.response));
}

/** What a refusal says of a value that the server doesn't know. */
const UNKNOWN =
  /\b(?:invalid|expired|unknown|incorrect|wrong|unrecogni[sz]ed|not (?:valid|found|known|recogni[sz]ed))\b/i;

/** The made-up text of which a refusal says that the server knows none such, as of a code that it would have to send first. */
export function unknownText(exchange: AnsweredExchange, root: JsonValue): string | undefined {
  const words = wordsOf(exchange.outcome.response)
    .replaceAll(/[^a-z\d]+/gi, ' ')
    .toLowerCase();
  if (!UNKNOWN.test(words)) return undefined;
  const body = effectiveSchema(root, bodySchema(exchange.case.operation.requestBody), 'every');
  const isSaid = (name: string): boolean => isWord(wordsOfName(name).join(' '), words);
  return namedInBody(exchange, root).find(({ place, isOpen = false }) => {
    const isShown = (schemaAt(body, place)?.examples.length ?? 0) > 0;
    return isOpen && !isShown && isSaid(place.split('.').at(-1)!);
  })?.place;
}

/** A schema that says nothing of types has more. */
const MOST_TYPES = 4;

/** Tells the properties of which a schema says nothing at all, but that they are there. */
function isUntold(
  { case: { operation } }: JudgedExchange,
  document: OpenApiDocument,
): (member: Member) => boolean {
  const body = effectiveSchema(document.root, bodySchema(operation.requestBody), 'every');
  const asked = askedIn(document, operation);
  return ({ place }) => {
    if (asked.some((other) => place === other || place.startsWith(`${other}.`))) return true;
    const schema = schemaAt(body, place);
    if (schema === undefined || schema.types.length <= MOST_TYPES) return false;
    return (
      schema.properties.size === 0 && schema.items === undefined && schema.values === undefined
    );
  };
}

/** Places in a body that asks for a list of which no schema says which texts are known: cursors, and conditions. */
function askedIn(document: OpenApiDocument, operation: Operation): string[] {
  const { fields = [], paging } = listOf(document, operation) ?? {};
  const told = fields.filter((field) => field === paging?.cursor || field.condition !== undefined);
  return told.flatMap(({ parameter, keys }) => (parameter === undefined ? keys.join('.') : []));
}

/** What a description quotes, or has as code. */
const QUOTED = /`[^`]+`|"[^"]+"|(?<!\w)'[^']+'(?!\w)/g;

/** Tells the properties of which a refusal says what their descriptions do: no schema has it. */
function isDescribed(
  { case: { operation }, outcome: { response } }: AnsweredExchange,
  root: JsonValue,
): (member: Member) => boolean {
  const words = wordsOf(response);
  const body = effectiveSchema(root, bodySchema(operation.requestBody), 'every');
  return ({ name, place, value }) => {
    const description = schemaAt(body, place)?.keyword('description');
    const marked = typeof description === 'string' ? description.match(QUOTED) : null;
    const quoted = (marked ?? []).flatMap((text) => text.match(/[\w.-]{4,}/g) ?? []);
    // What is sent as it is described is not refused for that.
    const sent = textOf(value);
    return quoted.some((word) => word !== name && !sent.includes(word) && isWord(word, words));
  };
}

/** Fewer acceptances say nothing of what else is taken. */
const LEAST = 3;
/** What a server takes of a text are the document's examples, and nothing that is made up. */
const FEW = 2;

/** Places whose texts that were taken are few, however often they were. */
function fewTexts(
  exchanges: readonly JudgedExchange[],
  root: JsonValue,
): ReadonlyMap<string, ReadonlySet<string>> {
  const accepted = exchanges.filter((exchange) => isStanding(exchange, 'success'));
  const named = accepted.flatMap((exchange) => namedInBody(exchange, root));
  const places = Map.groupBy(named, ({ place }) => place);
  return new Map(
    [...places].flatMap(([place, naming]) => {
      const texts = new Set(naming.map(({ text }) => text));
      return naming.length >= LEAST && texts.size <= FEW ? [[place, texts] as const] : [];
    }),
  );
}

/** What is said of a text that a refusal quotes, where but few others are ever taken in its place. */
function quotedOf(
  exchange: AnsweredExchange,
  {
    document: { root },
    isThere,
    few,
  }: Known & { readonly few: ReadonlyMap<string, ReadonlySet<string>> },
): string | undefined {
  const words = wordsOf(exchange.outcome.response);
  const strange = namedInBody(exchange, root).filter(isStrange(exchange, isThere));
  const quoted = strange.find((named) => {
    return few.get(named.place)?.has(named.text) === false && isQuoted(named, words);
  });
  if (quoted === undefined) return undefined;
  const texts = [...few.get(quoted.place)!].map((text) => showJson(text)).join(' or ');
  return `nothing says what ${quoted.place} may be, but for ${texts}`;
}

/** What a refusal says of how many there may be. */
const FULL =
  /\b(?:create|add|have|register|store) (?:any ?)?more\b|\bquota\b|\breached the (?:\w+ )?(?:limit|maximum)\b|\blimit (?:is |was |has been )?(?:reached|exceeded)\b|\bnot enough\b|\binsufficient (?!permission|privilege|scope|right)|\bsold out\b|\bout of stock\b/i;

/** What a refusal says of moments that have to lie before or after others. */
const TIMES =
  /\b(?:before|after|earlier|later) (?:than|the|its?|\w*(?:time|date|end|start)\w*)\b|\bin (?:the )?(?:future|past)\b/i;

/** The first property that is a day or a moment. */
function timeIn({ case: { request } }: JudgedExchange): string | undefined {
  const isTime = ({ value }: Member): boolean =>
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}(?:T\d{2}:|$)/.test(value);
  return membersIn(request.value ?? null).find(isTime)?.place;
}

/** Tells the operations that have answered anything else than that they are not there. */
function servedOperations(exchanges: readonly JudgedExchange[]): (id: string) => boolean {
  const served = exchanges.filter((exchange) => {
    const isOutside = exchange.case.outsideOperation === true;
    return hasAnswer(exchange) && !isOutside && !isAnswered(exchange, 404, 405, 501);
  });
  const ids = new Set(served.map(({ case: { operation } }) => operation.id));
  return (id) => ids.has(id);
}

/** What a refusal says of what isn't there. */
const NOTHING =
  /\b(?:does ?n[o’']t|do not|not) exist\b|\bno such\b|\bforeign key\b|\bnot[ _-]found\b|\bun(?:known|supported|handled|recogni[sz]ed)\b/i;
const KEY = /\bforeign key\b/i;
/** What it says so of is not there for certain, and not just not offered. */
export const ABSENT: RegExp =
  /\b(?:does ?n[o’']t|do not|not) exist\b|\bno such\b|\bnot[ _-]found\b/i;

/**
 * Where the value stands that a refusal says to name nothing. What the run has created is there, and what the
 * document lists names nothing.
 */
function namesNothing(
  exchange: AnsweredExchange,
  { document, isThere, isServed, isTaking }: Known,
): string | undefined {
  const { response } = exchange.outcome;
  const words = wordsOf(response);
  const { operation } = exchange.case;
  // Of an operation that is there, a path without parameters names nothing that could be missing.
  const isNotFound =
    response.status === 404 && !operation.path.includes('{') && isServed(operation.id);
  if (!NOTHING.test(words) && !isNotFound) return undefined;
  const all = [...namedInBody(exchange, document.root), ...namedInQuery(exchange, document)];
  const named = all.filter(isStrange(exchange, isThere));
  const quoted = named.find((candidate) => isQuoted(candidate, words));
  const isTold = ({ place }: Named): boolean => ABSENT.test(words) && isNamedIn(words, place);
  // A store that speaks of its keys doesn't quote them.
  const isSilent = KEY.test(words) || isNotFound;
  const silent = isSilent ? named.find(({ isFilter }) => isFilter !== true) : undefined;
  // Who has found nothing yet by a name says so with any status; what isn't there at all is with 404.
  const isSettled = isTaking(operation.id) || (response.status === 404 && !isServed(operation.id));
  const isName = ({ place }: Named): boolean =>
    !isSettled && ABSENT.test(words) && NAME.test(place);
  return (quoted ?? named.find(isTold) ?? silent ?? named.find(isName))?.place;
}

/** What names something elsewhere is called. */
const NAME = /(?:^|[._-])(?:name|key|code|slug)$|[a-z](?:Id|_id|Name|Key|Code|Slug)$/;

/** What an operation says of what names nothing, with the place of that. */
function saidOfNothing(sent: readonly JudgedExchange[], known: Known): ReadonlyMap<string, string> {
  return new Map(
    sent.flatMap((exchange) => {
      if (!isStanding(exchange, 'refusal')) return [];
      const place = namesNothing(exchange, known);
      return place === undefined ? [] : [[normaliseRefusal(exchange), place]];
    }),
  );
}

/** Tells what names nothing that the run knows of. */
function isStrange(
  { case: { given } }: JudgedExchange,
  isThere: Known['isThere'],
): (named: Named) => boolean {
  const found = [given?.parameters, given?.found, given?.references].map((all) => all ?? {});
  const known = new Set(found.flatMap((all) => Object.values(all).map(textOf)));
  return ({ text }) => !known.has(text) && !isThere(text);
}

/** What is known beside a request and its refusal. */
interface Known {
  readonly document: CheckContext['document'];
  /** Whether the answer to a request that created something has a text. */
  readonly isThere: (text: string) => boolean;
  /** Whether the server has an operation, by its id. */
  readonly isServed: (id: string) => boolean;
  /** Whether an operation has taken a valid request. */
  readonly isTaking: (id: string) => boolean;
}

function memberKey({ place, value }: Member): string {
  return `${place} ${valueKey(value)}`;
}
