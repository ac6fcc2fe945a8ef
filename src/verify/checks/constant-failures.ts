/** Server errors of a run taken together: each is told once where an operation answers so to everything. */
import type { ReceivedResponse } from '../../http/exchange.ts';
import type { AnsweredExchange, JudgedExchange } from '../cases/case.ts';
import type { Finding } from './check.ts';
import { normaliseRefusal } from './unstable-answers.ts';
import { wordsOf } from './refusal-words.ts';
import {
  commonOddities,
  failureIn,
  operationId,
  sharedCauses,
  sharedWords,
  wordsOfFailure,
} from './shared-failures.ts';
import { serverError, transportFailure } from './status.ts';
import { unstorableValues } from './unstorable-values.ts';
import { isStanding } from './standing.ts';

/** The symptom of an operation that fails on all that it should take, with an error or without an answer. */
export const FAILS_ALWAYS = 'fails always';

/** What a server says of what it doesn't offer where it runs: in this edition, on this machine, with these settings. */
const NOT_HERE =
  /\b(?:not|n[o’']t|only|un)[ -]?(?:currently |yet )?(?:available|supported|enabled|installed|configured|activated)\b|\bdisabled\b|\blicen[cs]ed?\b|\bthis (?:server|service|host|node|instance) (?:is|has) not?\b/i;

/** What a server says of another one that it can't reach from where it runs. */
const OUT_OF_REACH =
  /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|getaddrinfo|fetch failed|no such host|network is unreachable)\b|\bcertificate in certificate chain\b/i;

/** Statuses for what a server doesn't offer (RFC 9110, 15.6.2 and 15.6.4). */
const OF_PLACE: ReadonlySet<number> = new Set([501, 503]);

/** What a 503 says of itself in any case tells nothing. */
const REASON = /\bservice unavailable\b/gi;

/** Whether an answer says that the operation isn't offered where the server runs. */
export function saysNotHere(response: ReceivedResponse): boolean {
  return NOT_HERE.test(wordsOf(response).replaceAll(REASON, ''));
}

/** Whether a request that nothing is wrong with fails, as the operation isn't offered there. */
export function failsAsNotHere(exchange: JudgedExchange): boolean {
  const failure = exchange.case.validity.kind === 'valid' ? failureIn(exchange) : undefined;
  return failure !== undefined && OF_PLACE.has(failure.status) && saysNotHere(failure);
}

/**
 * The findings, of which server errors are told once where an operation answers with them whatever it is sent, and
 * once where several operations explain them in the same words. A 501 or 503 to everything that says why is a warning.
 */
export function withConstantFailures(
  findings: readonly Finding[],
  exchanges: readonly JudgedExchange[],
): Finding[] {
  const bySequence = new Map(exchanges.map((exchange) => [exchange.sequence, exchange]));
  const unstorable = unstorableValues(exchanges, (exchange) => failureIn(exchange)?.status);
  const constant = constantFailures(exchanges, (exchange) => unstorable(exchange) !== undefined);
  const words = sharedWords(exchanges);
  const isCommonToAll = commonWords(constant.values());
  const speakerFor = speakersIn(exchanges);
  const isCommon = commonOddities(exchanges);
  const sharedCause = sharedCauses(exchanges, words, isCommon);
  return findings.map((told): Finding => {
    const sent = bySequence.get(told.exchange);
    const always = constant.get(told.operation);
    if (told.check === transportFailure.id)
      return always ? asConstant(told, always) : asCommon(told, sent && isCommon(sent)?.oddity);
    const plain = sent && speakerFor(sent);
    const exchange = plain ?? sent;
    if (told.check !== serverError.id || !exchange || !isStanding(exchange, 'server-error'))
      return told;
    const finding = plain ? { ...told, symptom: { kind: 'fails', of: operationId(plain) } } : told;
    if (saysOutOfReach(exchange)) return asOutOfReach(finding);
    const of = normaliseRefusal(exchange);
    if (always?.status === exchange.outcome.response.status) {
      const isOne = always.words === of && (words.has(of) || isCommonToAll(of));
      return asConstant(finding, always, isOne ? of : undefined);
    }
    const value = unstorable(exchange);
    if (value !== undefined) return failingOn(finding, value);
    const common = isCommon(exchange)?.oddity;
    const isOutside = exchange.case.outsideOperation === true;
    const cause = isOutside ? common : sharedCause(exchange, of);
    return asShared(finding, exchange, cause, common);
  });
}

/** With what is odd about the request in its message, where several operations fail on that. */
function asShared(
  finding: Finding,
  { case: { title }, outcome }: AnsweredExchange,
  cause: string | undefined,
  common: string | undefined,
): Finding {
  if (cause === undefined) return finding;
  const symptom = { kind: 'fails', of: cause, place: finding.symptom?.place };
  if (cause !== common) return { ...finding, symptom };
  const message = `the server fails with ${outcome.response.status} on a request: ${title}`;
  return { ...finding, message, symptom };
}

function failingOn(finding: Finding, value: string): Finding {
  const message = `the server fails with ${value}`;
  return { ...finding, message, symptom: { kind: 'fails', of: value } };
}

function asCommon(finding: Finding, of: string | undefined): Finding {
  return of === undefined ? finding : { ...finding, symptom: { kind: finding.symptom!.kind, of } };
}

function saysOutOfReach(exchange: JudgedExchange): boolean {
  const response = failureIn(exchange);
  return response !== undefined && OUT_OF_REACH.test(wordsOf(response));
}

function asOutOfReach(finding: Finding): Finding {
  const message = 'the server fails, as another one is out of its reach';
  const symptom = { kind: 'out of reach', of: finding.operation };
  return { ...finding, severity: 'warning', message, symptom };
}

/**
 * Finds the first failure of the operation with the same status that says what another one is about. The answer to HEAD
 * has no words (RFC 9110, 9.3.2); what an operation doesn't know, such as a parameter, may be answered as what it knows.
 */
function speakersIn(
  exchanges: readonly JudgedExchange[],
): (exchange: JudgedExchange) => JudgedExchange | undefined {
  const failed = exchanges.filter((exchange) => {
    const { request, operation, outsideOperation } = exchange.case;
    const isInside = outsideOperation !== true && request.method === operation.method;
    return isInside && failureIn(exchange) !== undefined;
  });
  const first = new Map(failed.toReversed().map((exchange) => [failureKey(exchange), exchange]));
  return (exchange) => {
    const plain = first.get(failureKey(exchange));
    if (plain === undefined || exchange.case.request.method === 'HEAD') return plain;
    const isAlike = wordsOfFailure(exchange).join() === wordsOfFailure(plain).join();
    return exchange.case.outsideOperation === true && isAlike ? plain : undefined;
  };
}

function failureKey(exchange: JudgedExchange): string {
  return `${failureIn(exchange)?.status} ${operationId(exchange)}`;
}

/** @param words What other operations say, too. */
function asConstant(
  finding: Finding,
  { status, isHere, times }: Constant,
  words?: string,
): Finding {
  // What a server doesn't offer is one thing, however many operations it is.
  const reason = OF_PLACE.has(status) ? `every request with ${status}` : words;
  const symptom = { kind: FAILS_ALWAYS, of: reason ?? finding.operation };
  if (!isHere) return { ...asUnavailable(finding, status), symptom };
  if (finding.check !== serverError.id || times === 1) return { ...finding, symptom };
  const message = `the server fails with ${status} on all that it should take`;
  return { ...finding, message, symptom };
}

function asUnavailable(finding: Finding, status: number): Finding {
  const message = `every request is answered with ${status}: the operation is not available here`;
  return { ...finding, severity: 'warning', message };
}

/** What an operation answers to all that it should take, if it answers, and never succeeds. */
interface Constant {
  readonly status: number;
  /** Whether nothing says that it is not available. */
  readonly isHere: boolean;
  readonly times: number;
  /** What it says each time; `undefined` where that differs. */
  readonly words: string | undefined;
}

/** @param isUnstorable Whether a failure is about a value that several operations fail on. */
function constantFailures(
  exchanges: readonly JudgedExchange[],
  isUnstorable: (exchange: JudgedExchange) => boolean,
): ReadonlyMap<string, Constant> {
  const inside = exchanges.filter(({ case: { outsideOperation } }) => outsideOperation !== true);
  const byOperation = Map.groupBy(inside, ({ case: { operation } }) => operation.id);
  return new Map(
    [...byOperation].flatMap(([id, sent]) => {
      const valid = sent.filter(({ case: { validity } }) => validity.kind === 'valid');
      // What is open may be refused for what it is.
      const open = sent.filter((exchange) => {
        const isOpen = exchange.case.validity.kind === 'open';
        return isOpen && !isStanding(exchange, 'refusal') && !isUnstorable(exchange);
      });
      const answered = valid.length > 0 ? valid : open;
      const failures = answered.flatMap((exchange) => failureIn(exchange) ?? []);
      const status = failures[0]?.status;
      // Of odd requests alone, each may fail for what is odd about it.
      const isAlike = valid.length > 0 || new Set(open.flatMap(wordsOfFailure)).size === 1;
      const isConstant = isAlike && failures.every((failure) => failure.status === status);
      if (status === undefined || !isConstant || sent.some((exchange) => isSuccess(exchange)))
        return [];
      // What is checked before may be refused all the same.
      const isLast = answered.every(
        (exchange) => failureIn(exchange) ?? isStanding(exchange, 'refusal'),
      );
      const isSaid = failures.every(saysNotHere);
      const silent = answered.filter(isUnanswered);
      if (failures.length + silent.length < answered.length && !(isLast && isSaid)) return [];
      const isTold = sent[0]!.case.operation.responses.some(
        (told) => told.status === String(status),
      );
      const isAway = isTold || isSaid;
      const isHere = !OF_PLACE.has(status) || !isAway;
      const texts = new Set(sent.flatMap(wordsOfFailure));
      const words = texts.size === 1 ? texts.values().next().value : undefined;
      return [[id, { status, isHere, times: failures.length, words }] as const];
    }),
  );
}

/** Of so many operations that fail on everything in the same words, all do so for one reason, even if these say nothing of it. */
const MANY = 5;

/** Tells what so many operations say of all that they are sent. */
function commonWords(constant: Iterable<Constant>): (words: string) => boolean {
  const users = Map.groupBy(constant, ({ words }) => words);
  return (words) => (users.get(words)?.length ?? 0) >= MANY;
}

/** Whether no answer has come in time, as where the server waits for another one. */
function isUnanswered({ outcome }: JudgedExchange): boolean {
  return outcome.kind === 'failure' && outcome.failure.kind === 'timeout';
}

function isSuccess(exchange: JudgedExchange): boolean {
  return isStanding(exchange, 'success');
}
