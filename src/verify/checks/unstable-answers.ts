import type { RunCheck, RunObservation } from './check.ts';
import { type AnsweredExchange, type JudgedExchange, isForbiddenByState } from '../cases/case.ts';
import { movedAway } from './not-there.ts';
import { rateLimitedExchanges } from './rate-limited.ts';
import { reversedByChange } from './reversed-ends.ts';
import { DEPTH, TAKEN, membersIn, membersOf, wordPattern } from './refusal-words.ts';
import { beforeFrames } from './stack-traces.ts';
import { standingOf, isStanding } from './standing.ts';
import { percentDecoded } from '../../openapi/percent.ts';
import { type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import { type ReceivedResponse, headerValue } from '../../http/exchange.ts';
import { jsonOf, looseText } from '../../http/body-text.ts';

/** Requests that differ in fresh values only get the same kind of answer. */
export const unstableAnswers: RunCheck = {
  id: 'unstable-answers',
  checkRun: (exchanges, { document }) => {
    const isMoved = movedAway(exchanges, document);
    const limited = rateLimitedExchanges(exchanges);
    const valid = exchanges.filter((exchange) => {
      const { validity, fixedIdentity, mayBeUsed } = exchange.case;
      const isFresh = fixedIdentity !== true && mayBeUsed !== true;
      return validity.kind === 'valid' && isFresh && !limited.has(exchange);
    });
    const byCase = Map.groupBy(valid, shapeOf);
    const unstable = [...byCase.values()].filter((same) => same.some(isSuccess)).flat();
    const odd = unstable.filter((exchange) => isOdd(exchange) && !isMoved(exchange));
    const first = odd[0];
    return first === undefined ? [] : observe(first, odd.length, valid.length);
  },
};

/** Equal for requests of one case that have the same properties: in the course of a run, it may leave out what is refused. */
function shapeOf(exchange: JudgedExchange): string {
  const places = membersOf(exchange).map(({ place }) => place);
  return [exchange.case.id, ...places].join(' ');
}

function isSuccess(exchange: JudgedExchange): boolean {
  return isStanding(exchange, 'success');
}

function observe(exchange: JudgedExchange, odd: number, all: number): RunObservation {
  return {
    exchange,
    severity: 'warning',
    rule: 'R6',
    message: `valid requests fail now and then: ${odd} of ${all} requests`,
    received: `${odd} of ${all} valid requests fail, and succeed when they are sent again`,
    documented: 'the same answer each time',
    pointer: `${exchange.case.operation.pointer}/responses`,
  };
}

function isOdd(exchange: JudgedExchange): boolean {
  const standing = standingOf(exchange);
  if (standing.kind === 'failure') {
    const { mayBeRace, kind } = standing.failure;
    return mayBeRace !== true && kind !== 'too-large';
  }
  // What is drawn by chance may be used already.
  if (standing.kind === 'refusal' && TAKEN.test(looseText(standing.response.body))) return false;
  // What is there may be in another state by now.
  if (standing.kind === 'refusal' && reversedByChange(exchange) !== undefined) return false;
  return standing.kind !== 'success' && !isForbiddenByState(exchange);
}

/**
 * A refusal without what differs from request to request: equal for refusals with one reason.
 * The path, the operation's id, the media type and the texts that were sent are taken out, then all digits; a stack
 * trace is no reason.
 */
export function normaliseRefusal(exchange: AnsweredExchange): string {
  const { response } = exchange.outcome;
  let text = beforeFrames(firstIssue(response)).replaceAll(HTML_SAFE, (escape) =>
    String(JSON.parse(`"${escape}"`)),
  );
  const { pathname, search, searchParams } = new URL(exchange.request.url);
  const { target } = exchange.case.request;
  const paths = [pathname, target.split('?', 1)[0]!, `${pathname}${search}`, target].filter(
    (path) => path.length > 1,
  );
  const values = Object.fromEntries(searchParams);
  const type = headerValue(exchange.case.request.headers, 'content-type') ?? '';
  const texts = [
    ...paths,
    ...sentTexts({ ...values, type }),
    ...sentTexts(exchange.case.request.value),
  ];
  // The longest first: one text can be part of another.
  for (const sent of [...texts, exchange.case.operation.id].toSorted(byLength)) {
    // A short one is part of other words by chance.
    const all = sent.length < TELLING ? wordPattern(sent) : sent;
    text = text.replaceAll(all, '…');
  }
  const reason = withoutValues(withoutNames(exchange, text)).replaceAll(STATEMENT, '… - ');
  const normal = reason.replaceAll(DRAWN, '#').replaceAll(/-?\d+/g, '#').replaceAll(BLANK, '$1…$1');
  return `${response.status} ${onceEach(normal)}`;
}

/** What lists of what is wrong with a request are called. */
const ISSUES = /^(?:issues|errors|details?|violations|messages?|invalid_?params)$/i;

/** The text of a refusal; of several things that it lists as wrong, the first stands for all. */
function firstIssue({ body }: Pick<ReceivedResponse, 'body'>): string {
  const text = looseText(body);
  const told = text.length > MOST_READ ? undefined : jsonOf(body);
  const first = told === undefined ? undefined : withFirst(told);
  return first === undefined || first === told ? text : stringifyJson(first);
}

/** Longer refusals are no lists of what is wrong. */
const MOST_READ = 20_000;

/** The same value where nothing is listed. */
function withFirst(value: JsonValue, depth: number = 0): JsonValue {
  if (!isJsonObject(value) || depth > DEPTH) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const isList = Array.isArray(member) && ISSUES.test(name) && member.length > 1;
    return [name, isList ? member.slice(0, 1) : withFirst(member, depth + 1)] as const;
  });
  return members.every(([name, member]) => member === value[name])
    ? value
    : Object.fromEntries(members);
}

function byLength(a: string, b: string): number {
  return b.length - a.length;
}

/** What a server draws to find its own log again, such as `err_85e4b6be`: a UUID, or letters and digits in turns. */
const DRAWN =
  /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|(?<![\w…])(?=\w*\d[a-z_]+\d)\w{8,}(?![\w…])/gi;

/** What is left of a value in quotes: numbers and names of what was sent tell as little as nothing does. */
const BLANK = /(\\?")[#….\s-]*\1/g;

/** What Go escapes of any text in JSON: `&`, `<` and `>`. */
const HTML_SAFE = /\\u00(?:26|3[ce])/gi;

/** A value in JSON that a text of a refusal shows: as that is in JSON, too, its quotes are escaped. */
const SHOWN = /[{[](?:[^{}[\]"\\]|\\[^"])*\\"(?:[^{}[\]"\\]|\\.)*[}\]]/;

/** Without the values that are shown, such as the body that was sent: the innermost first. */
function withoutValues(text: string): string {
  let left = text;
  for (let i = 0; i < DEPTH && SHOWN.test(left); i += 1)
    left = left.replaceAll(new RegExp(SHOWN, 'g'), '\\"…\\"');
  return left;
}

/** Shorter texts are the same by chance, too. */
const TELLING = 4;

/** A text without what the path of a request names. */
export function withoutNames(
  { case: { operation, request } }: JudgedExchange,
  text: string,
): string {
  const literal = new Set(operation.path.split('/'));
  const parts = request.target.split('?', 1)[0]!.split('/');
  const names = parts.filter((part) => part.length >= TELLING && !literal.has(part));
  return names.reduce((left, name) => left.replaceAll(percentDecoded(name), '…'), text);
}

/** A statement to a database, before what that says of it. */
const STATEMENT = /\b(?:select|insert into|update|delete from) [^\n]{1,2000}? - (?=[a-z])/gi;

/** What is said of each of several items is said once. */
function onceEach(text: string): string {
  const parts = text.replace(/["\s\]}]+$/, '').split(/;\s*/);
  const isFirst = (part: string, i: number): boolean =>
    parts.findIndex((other) => other.endsWith(part)) === i;
  return parts.filter(isFirst).join('; ');
}

/** Words of answers that say nothing of the reason. */
const GENERIC =
  /"[^"\\]*"\s*:|\b(?:errors?|get|put|post|patch|delete|message|status|statuscode|code|title|detail|type|about|blank|bad|request|invalid|input|validation|failed|unprocessable|entity|content|conflict|not|found|internal|server|unexpected|unknown|occurred|something|went|wrong)\b|[\W\d_]/gi;

/** Whether a refusal says anything of its reason. */
export function isTelling(text: string): boolean {
  return text.replaceAll(GENERIC, '') !== '';
}

/** More texts than these would take longer to look for than they tell. */
const MOST_TEXTS = 64;

/** The texts in what was sent, as they stand in an answer: plain, as JSON spells them, and as JSON spells a text that quotes them. */
function sentTexts(value: JsonValue | undefined): string[] {
  const members = isJsonObject(value) ? membersIn(value) : [];
  const texts = members.flatMap(({ value: member }) =>
    [member].flat().filter((text): text is string => typeof text === 'string' && text !== ''),
  );
  return [...new Set(texts)].slice(0, MOST_TEXTS).flatMap((text) => {
    const spelled = inJson(text);
    return [text, spelled, inJson(spelled)];
  });
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
