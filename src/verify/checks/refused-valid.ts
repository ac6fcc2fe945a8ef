import { type JsonValue, getProperty, isJsonObject } from '../../openapi/json/json-value.ts';
import { documentedResponse } from '../../model/operation.ts';
import type { CheckContext, RunCheck, RunObservation, Symptom } from './check.ts';
import { isAnswered } from '../../http/exchange.ts';
import type { AnsweredExchange, Case, JudgedExchange } from '../cases/case.ts';
import { TAKEN } from './refusal-words.ts';
import { type AcceptedByOperation, explanation, serverRules } from './server-rules.ts';
import { repeatedProbeId } from '../../questions/question.ts';
import type { Unusual } from '../../model/validity.ts';
import { rateLimitedExchanges } from './rate-limited.ts';
import { isTelling, normaliseRefusal, withoutNames } from './unstable-answers.ts';
import { showResponse } from './show.ts';
import { hasSuccess, successPointer, successWords, isStanding } from './standing.ts';
import { learnUsedIdentity } from './used-identity.ts';
import { forbiddenState, inWrongState } from './wrong-state.ts';
import { looseText } from '../../http/body-text.ts';

/** Id of the case whose integer others come close to. */
export const FIRST_INTEGER = 'run/integer';

/** Id of the case whose integer differs by one from that of {@link FIRST_INTEGER}. */
export const NEIGHBOUR_INTEGERS = 'run/neighbour-integers';

/** Id of the case whose integer has the lower 32 bits of that of {@link FIRST_INTEGER}. */
export const CUT_INTEGERS = 'run/integers-with-equal-lower-bits';

/**
 * A valid request is not refused. It takes the whole run to judge a refusal: whether just integers
 * beyond some bound are refused, and whether the server says what it says of a used identity.
 */
export const refusedValid: RunCheck = {
  id: 'refused-valid',
  checkRun: (exchanges, context) => {
    const accepted = exchanges.filter(isAccepted);
    const acceptedOf = Map.groupBy(accepted, operationId);
    const failures = exchanges.filter(({ outcome }) => outcome.kind === 'failure');
    const limited = rateLimitedExchanges(exchanges);
    const saysUsed = learnUsedIdentity(exchanges);
    const first = accepted.find((exchange) => exchange.case.id === FIRST_INTEGER);
    const unspecific = unspecificRefusals(exchanges, acceptedOf);
    const refusing = refusingOperations(exchanges);
    const isSaidOfAnything = saidOfAnything(exchanges);
    const openly = (exchange: AnsweredExchange): ReturnType<typeof open> => {
      const isAlike = refusing.has(operationId(exchange)) || isSaidOfAnything(exchange);
      return isAlike && !context.strict ? [] : open(exchange, context);
    };
    const successes = exchanges.filter((exchange) => isStanding(exchange, 'success'));
    const succeeding = new Set(successes.map((exchange) => exchange.case.id));
    // Open is whether such a request is taken, not whether it is taken now and then.
    const isUnsteady = ({ id, validity }: Case): boolean =>
      validity.kind === 'open' &&
      validity.strictlyValid === true &&
      succeeding.has(repeatedProbeId(id));
    const isExplained = explanation(acceptedOf, context);
    const symptomOf = refusalSymptoms(exchanges, refusing);
    const ruleOf = ofOwnRules(exchanges, context);
    return exchanges.flatMap((exchange) => {
      if (limited.has(exchange) || !isStanding(exchange, 'refusal')) return [];
      if (exchange.case.validity.kind === 'invalid') return [];
      if (!hasSuccess(exchange.case.operation)) return [];
      // Refused like all the rest, and not for what it has of its own.
      const isAlike = refusing.has(exchange.case.operation.id);
      if (exchange.case.validity.kind === 'open' && !isUnsteady(exchange.case)) {
        return openly(exchange);
      }
      if (isExplained(exchange)) return [];
      if (!isAlike && saysUsed(exchange)) {
        const confusion = first && CONFUSIONS[exchange.case.id];
        // Sent again because its connection broke, it may have been stored the first time.
        const isFirst = !failures.some((other) => isEarlierTry(other, exchange));
        if (confusion !== undefined && isFirst)
          return { ...confused(exchange, confusion), after: first };
        if (exchange.case.fixedIdentity === true || !isFirst) return used(exchange);
      }
      const conflict = conflictWith(exchange, context, isAlike);
      const rule = conflict ?? ruleOf(exchange);
      if (rule !== undefined) return rule;
      const isUnspecific = unspecific.has(normaliseRefusal(exchange));
      const integer = isUnspecific ? undefined : decisiveInteger(exchange, acceptedOf);
      return { ...refused(exchange, integer), symptom: symptomOf(exchange) };
    });
  },
};

/**
 * Tells refusals apart by what the server says of them: of an operation that refuses everything in several
 * ways, all are one; what explains itself is one in all operations.
 */
function refusalSymptoms(
  exchanges: readonly JudgedExchange[],
  refusing: ReadonlySet<string>,
): (exchange: AnsweredExchange) => Symptom {
  const texts = new Map<string, Set<string>>();
  for (const exchange of exchanges) {
    const id = operationId(exchange);
    if (!isStanding(exchange, 'refusal') || exchange.case.validity.kind !== 'valid') continue;
    if (!refusing.has(id)) continue;
    const known = texts.get(id) ?? new Set();
    texts.set(id, known.add(normaliseRefusal(exchange)));
  }
  const shown = new Map<string, string>();
  return (exchange) => {
    const id = operationId(exchange);
    const text = normaliseRefusal(exchange);
    // What differs in what was sent alone is shown once.
    const place =
      shown.get(text) ?? withoutNames(exchange, showResponse(exchange.outcome.response));
    shown.set(text, place);
    const sent = texts.get(id);
    const kind = sent ? 'refuses everything' : 'refused';
    const isOne = isTelling(text) && (sent?.size ?? 1) === 1;
    const of = isOne ? text : sent ? id : `${id} ${text}`;
    return { kind, of, place };
  };
}

function isAccepted(exchange: JudgedExchange): boolean {
  return exchange.case.validity.kind === 'valid' && isStanding(exchange, 'success');
}

/** Ids of operations that refuse every valid request: that they refuse others says nothing of those. */
export function refusingOperations(exchanges: readonly JudgedExchange[]): ReadonlySet<string> {
  const valid = exchanges.filter((exchange) => exchange.case.validity.kind === 'valid');
  const refused = valid.filter((exchange) => isStanding(exchange, 'refusal'));
  const accepted = new Set(valid.filter(isAccepted).map(operationId));
  return new Set(refused.map(operationId).filter((id) => !accepted.has(id)));
}

/** Tells the refusals of an operation that takes nothing, and says the same of requests with different oddities. */
function saidOfAnything(
  exchanges: readonly JudgedExchange[],
): (exchange: AnsweredExchange) => boolean {
  const taken = new Set(
    exchanges
      .filter((exchange) => exchange.case.outsideOperation !== true)
      .filter((exchange) => isStanding(exchange, 'success'))
      .map(operationId),
  );
  const keyOf = (exchange: AnsweredExchange): string =>
    `${operationId(exchange)} ${normaliseRefusal(exchange)}`;
  const reasons = new Map<string, Set<string>>();
  for (const exchange of exchanges) {
    const { validity } = exchange.case;
    if (validity.kind !== 'open' || !isStanding(exchange, 'refusal')) continue;
    if (taken.has(operationId(exchange))) continue;
    const key = keyOf(exchange);
    reasons.set(key, (reasons.get(key) ?? new Set()).add(validity.reason));
  }
  return (exchange) =>
    !taken.has(operationId(exchange)) && (reasons.get(keyOf(exchange))?.size ?? 0) > 1;
}

function operationId(exchange: JudgedExchange): string {
  return exchange.case.operation.id;
}

/** What the server says of valid requests whose integers can't be the reason. */
function unspecificRefusals(
  exchanges: readonly JudgedExchange[],
  accepted: AcceptedByOperation,
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const exchange of exchanges) {
    if (!isStanding(exchange, 'refusal') || exchange.case.validity.kind !== 'valid') continue;
    if (decisiveInteger(exchange, accepted) === undefined) {
      found.add(normaliseRefusal(exchange));
    }
  }
  return found;
}

function open(
  exchange: AnsweredExchange,
  { strict }: CheckContext,
): RunObservation | RunObservation[] {
  const { response } = exchange.outcome;
  const { validity, fixedIdentity, absent = [] } = exchange.case;
  if (validity.kind !== 'open') return [];
  // What nothing is named by is not there.
  if (absent.length > 0 && response.status === 404) return [];
  const isAnswer = exchange.case.question !== undefined;
  if (exchange.case.outsideOperation || (isAnswer && !strict)) return [];
  const isNote = validity.otherwiseValid === true;
  // Of a status without documentation another check has told.
  if (isNote && documentedResponse(exchange.case.operation, response.status) === undefined)
    return [];
  // The document's letter doesn't allow it either, or the identity was used before.
  if (validity.strictlyValid === false || (fixedIdentity === true && !isNote)) return [];
  return {
    ...base(exchange),
    severity: strict && !isNote ? 'violation' : 'note',
    rule: 'R1',
    message: `a request that the schema allows is refused with ${response.status}: ${validity.reason}`,
    symptom: unusualSymptom(validity, response.status),
  };
}

/** Equal for what is unusual in the same way, wherever in bodies it stands. */
function unusualSymptom({ place, reason }: Unusual, status: number): Symptom | undefined {
  if (place === undefined) return undefined;
  const value = reason.slice(place.length + 1);
  return { kind: 'unusual', of: `${status} ${value}`, place, value };
}

function used(exchange: AnsweredExchange): RunObservation {
  return {
    ...base(exchange),
    severity: 'note',
    rule: 'R1',
    message: 'a value that may have been used before is refused like one that was',
  };
}

/** What a refusal tells of a conflict with what is there (RFC 9110, 15.5.10), which refuses all where all are in one. */
function conflictWith(
  exchange: AnsweredExchange,
  context: CheckContext,
  isAlike: boolean,
): RunObservation | undefined {
  const state = isAlike ? undefined : forbiddenState(exchange, context);
  const message = isAlike
    ? inWrongState(exchange, context)
    : state &&
      `a request that the schema allows is refused with ${exchange.outcome.response.status}: ${state}`;
  if (message !== undefined) return { ...base(exchange), severity: 'note', rule: 'R1', message };
  if (wantsCondition(exchange)) return unconditional(exchange);
  return isUsed(exchange) ? used(exchange) : undefined;
}

/** Whether a condition is asked for (RFC 6585, 3), though there are but weak ETags, which never match one. */
function wantsCondition(exchange: AnsweredExchange): boolean {
  const { operation, given } = exchange.case;
  const isSaid = isAnswered(exchange, 428) && documentedResponse(operation, 428) !== undefined;
  return isSaid && given?.etag?.startsWith('W/') === true;
}

function unconditional(exchange: AnsweredExchange): RunObservation {
  return {
    ...base(exchange),
    severity: 'note',
    rule: 'R1',
    message: 'If-Match is asked for, and the ETag is a weak one, which never matches',
  };
}

/** What refusals show of a server's own rules; nothing where the document is taken by its letter. */
function ofOwnRules(
  exchanges: readonly JudgedExchange[],
  context: CheckContext,
): (exchange: AnsweredExchange) => RunObservation | undefined {
  const ruleOf = context.strict ? undefined : serverRules(exchanges, context);
  return (exchange) => {
    const rule = ruleOf?.(exchange);
    if (rule === undefined) return undefined;
    const message = `a request that the schema allows is refused with ${exchange.outcome.response.status}: ${rule}`;
    return { ...base(exchange), severity: 'note', rule: 'R1', message };
  };
}

/** Whether a value that is the same in every run is refused for it, as far as the refusal tells. */
function isUsed({ case: { fixedIdentity, mayBeUsed }, outcome }: AnsweredExchange): boolean {
  const { status, body } = outcome.response;
  if (fixedIdentity !== true && mayBeUsed !== true) return false;
  return status === 409 || (mayBeUsed === true && TAKEN.test(looseText(body)));
}

function isEarlierTry(other: JudgedExchange, exchange: JudgedExchange): boolean {
  return other.case.id === exchange.case.id && other.sequence < exchange.sequence;
}

const CONFUSIONS: Readonly<Record<string, string>> = {
  [NEIGHBOUR_INTEGERS]: 'an integer beyond 2^53 is taken for the one before it: it was rounded',
  [CUT_INTEGERS]: 'an integer is taken for another with the same lower 32 bits: it was cut',
};

function confused(exchange: AnsweredExchange, message: string): RunObservation {
  return { ...base(exchange), severity: 'violation', rule: 'R7', message };
}

function refused(exchange: AnsweredExchange, integer: string | undefined): RunObservation {
  const finding = { ...base(exchange), severity: 'violation' } as const;
  if (integer === undefined) {
    return {
      ...finding,
      rule: 'R1',
      message: `a valid request is refused with ${exchange.outcome.response.status}`,
    };
  }
  const message = `a valid integer is refused: ${integer}`;
  return { ...finding, rule: 'R7', message };
}

function base(
  exchange: AnsweredExchange,
): Pick<RunObservation, 'exchange' | 'received' | 'documented' | 'pointer'> {
  const { operation } = exchange.case;
  return {
    exchange,
    received: showResponse(exchange.outcome.response),
    documented: `status ${successWords(operation)}`,
    pointer: successPointer(operation),
  };
}

/**
 * The integer for which a valid request is refused, in words: the case's very point, or outside
 * all that was accepted elsewhere, so that a server with 32-bit ids isn't said to break R1.
 */
function decisiveInteger(
  exchange: JudgedExchange,
  accepted: AcceptedByOperation,
): string | undefined {
  const successes = accepted.get(exchange.case.operation.id) ?? [];
  const isPoint = exchange.case.fixedIdentity === true;
  for (const [path, value] of integers(exchange.case.request.value)) {
    const others = successes.flatMap((other) => integerAt(other.case.request.value, path) ?? []);
    if (others.length === 0) continue;
    const isBeyond =
      others.every((other) => other < value) || others.every((other) => other > value);
    const words = isPoint || (isBeyond && others.length >= 3) ? range(value) : undefined;
    if (words !== undefined) return `${path} ${words}`;
  }
  return undefined;
}

/** Equal for values that are likely refused for the same reason. */
function range(value: bigint): string | undefined {
  if (value === 0n) return '0';
  const isNegative = value < 0n;
  const size = isNegative ? -value : value;
  const sign = isNegative ? 'below -' : 'from ';
  for (const bits of [53n, 32n, 31n])
    if (size >= 2n ** bits) return `${sign}2^${bits}${isNegative ? '' : ' on'}`;
  // Small ones are refused for what they mean, and not for their width.
  return isNegative ? 'below 0' : undefined;
}

function integers(value: JsonValue | undefined): (readonly [string, bigint])[] {
  if (!isJsonObject(value)) return [];
  return Object.keys(value).flatMap((name) => {
    const number = integerAt(value, name);
    return number === undefined ? [] : [[name, number] as const];
  });
}

function integerAt(value: JsonValue | undefined, name: string): bigint | undefined {
  const member = getProperty(value, name);
  if (typeof member === 'bigint') return member;
  return typeof member === 'number' && Number.isInteger(member) ? BigInt(member) : undefined;
}
