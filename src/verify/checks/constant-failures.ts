/** Server errors of a run taken together: what an operation answers to everything, and what several have in common. */
import type { ReceivedResponse } from '../../http/exchange.ts';
import type { JudgedExchange } from '../cases/case.ts';
import type { Finding } from './check.ts';
import { isTelling, normaliseRefusal } from './unstable-answers.ts';
import { membersOf, wordsOf } from './refusal-words.ts';
import { serverError, transportFailure } from './status.ts';
import { unstorableValues } from './unstorable-values.ts';
import { standingOf, isStanding } from './standing.ts';

/** The symptom of an operation that fails on all that it should take, with an error or without an answer. */
export const FAILS_ALWAYS = 'fails always';

/** What a server says of what it doesn't offer where it runs: in this edition, on this machine, with these settings. */
const NOT_HERE =
  /\b(?:not|n[o’']t|only|un)[ -]?(?:currently |yet )?(?:available|supported|enabled|installed|configured|activated)\b|\bdisabled\b|\blicen[cs]ed?\b/i;

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
  const spoken = failuresOf(exchanges);
  const isCommon = commonOddities(exchanges);
  const sharedCause = sharedCauses(exchanges, words, isCommon);
  return findings.map((told): Finding => {
    const sent = bySequence.get(told.exchange);
    const always = constant.get(told.operation);
    if (told.check === transportFailure.id)
      return always ? asConstant(told, always) : asCommon(told, sent && isCommon(sent)?.oddity);
    // The answer to HEAD has no words (RFC 9110, 9.3.2): those to GET say why.
    const plain = sent && spoken.get(failureKey(sent));
    const get = plain && (isHead(sent) || isSaidOfOther(sent, plain)) ? plain : undefined;
    const exchange = get ?? sent;
    if (told.check !== serverError.id || !exchange || !isStanding(exchange, 'server-error'))
      return told;
    const finding = get ? { ...told, symptom: { kind: 'fails', of: operationId(get) } } : told;
    if (saysOutOfReach(exchange)) return asOutOfReach(finding);
    const of = normaliseRefusal(exchange);
    if (always?.status === exchange.outcome.response.status)
      return asConstant(finding, always, always.words === of && words.has(of) ? of : undefined);
    const value = unstorable(exchange);
    if (value !== undefined) return failingOn(finding, value);
    if (exchange.case.outsideOperation === true) return finding;
    return asShared(finding, sharedCause(exchange, of));
  });
}

function asShared(finding: Finding, cause: string | undefined): Finding {
  if (cause === undefined) return finding;
  return { ...finding, symptom: { kind: 'fails', of: cause, place: finding.symptom?.place } };
}

function failingOn(finding: Finding, value: string): Finding {
  const message = `the server fails with ${value}`;
  return { ...finding, message, symptom: { kind: 'fails', of: value } };
}

function asCommon(finding: Finding, of: string | undefined): Finding {
  return of === undefined ? finding : { ...finding, symptom: { kind: finding.symptom!.kind, of } };
}

/** Tells what a failure, and what is said of it, has in common with those of other operations. */
function sharedCauses(
  exchanges: readonly JudgedExchange[],
  shared: ReadonlyMap<string, ReadonlySet<string>>,
  isCommon: (exchange: JudgedExchange) => Common | undefined,
): (exchange: JudgedExchange, words: string) => string | undefined {
  const readable = new Set(
    exchanges.filter((exchange) => !isUnreadable(exchange)).flatMap(wordsOfFailure),
  );
  const unread = [...shared].filter(([words]) => !readable.has(words)).map(([, users]) => users);
  // Whatever is said of what no parser can read, it is one thing where several operations fail on it.
  const syntax = new Set(exchanges.filter(isNoJson).flatMap(failingOperation));
  if (syntax.size >= ALIKE) unread.push(syntax);
  const failingAlike = operationsFailingAlike(exchanges);
  const speaking = speakingOf(exchanges);
  return (exchange, words) => {
    const users = isNoJson(exchange) && syntax.size >= ALIKE ? syntax : shared.get(words);
    // Whoever can't read a body says what stands in its way, and says that of no other.
    if (users && isUnreadable(exchange) && (users === syntax || !readable.has(words))) {
      const around = unread.filter((others) => users.isSubsetOf(others));
      return `unreadable ${[...largestOf(around)].toSorted().join(' ')}`;
    }
    const common = isCommon(exchange);
    const said = speaking.get(withoutQuoted(words));
    // What is said of several oddities tells more than one of these.
    const isWider = common && said?.oddities.size === 1 && said.users.size < common.operations;
    if (isWider) return common.oddity;
    const isPlain = users !== undefined && withoutQuoted(words) === words;
    const alike = (isPlain ? undefined : failingAlike(exchange)) ?? (users && words);
    if (alike !== undefined || common === undefined) return alike;
    const tellsMore = isTelling(words) && said!.oddities.size > common.operations;
    return tellsMore ? undefined : common.oddity;
  };
}

/** Which operations say something, and of which oddities. */
interface Speaking {
  readonly oddities: Set<string>;
  readonly users: Set<string>;
}

/** By what is said, but for names. */
function speakingOf(exchanges: readonly JudgedExchange[]): ReadonlyMap<string, Speaking> {
  const all = new Map<string, Speaking>();
  for (const exchange of exchanges) {
    for (const words of wordsOfFailure(exchange).map(withoutQuoted)) {
      const { oddities, users } = all.get(words) ?? { oddities: new Set(), users: new Set() };
      all.set(words, {
        oddities: oddities.add(oddityOf(exchange)),
        users: users.add(operationId(exchange)),
      });
    }
  }
  return all;
}

/** Whether a body is not JSON, or has a value of another type. */
function isUnreadable({ case: { validity } }: JudgedExchange): boolean {
  return validity.kind === 'invalid' && /^(?:syntax|type)$/.test(validity.keyword);
}

/** Whether a body is not JSON. */
function isNoJson({ case: { validity } }: JudgedExchange): boolean {
  return validity.kind === 'invalid' && validity.keyword === 'syntax';
}

function failingOperation(exchange: JudgedExchange): string[] {
  return failureIn(exchange) === undefined ? [] : [operationId(exchange)];
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

/** Whether what an operation doesn't know, such as a parameter, fails in the same words as what it knows. */
function isSaidOfOther(exchange: JudgedExchange, plain: JudgedExchange): boolean {
  const isOutside = exchange.case.outsideOperation === true;
  return isOutside && wordsOfFailure(exchange).join() === wordsOfFailure(plain).join();
}

/** The first failure of each operation with each status, but for those of other methods, and of what it doesn't know. */
function failuresOf(exchanges: readonly JudgedExchange[]): ReadonlyMap<string, JudgedExchange> {
  const failed = exchanges.filter((exchange) => {
    const { request, operation, outsideOperation } = exchange.case;
    const isInside = outsideOperation !== true && request.method === operation.method;
    return isInside && failureIn(exchange) !== undefined;
  });
  return new Map(failed.toReversed().map((exchange) => [failureKey(exchange), exchange]));
}

function failureKey(exchange: JudgedExchange): string {
  return `${failureIn(exchange)?.status} ${operationId(exchange)}`;
}

function isHead({ case: { request } }: JudgedExchange): boolean {
  return request.method === 'HEAD';
}

function operationId({ case: { operation } }: JudgedExchange): string {
  return operation.id;
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

/** Whether no answer has come in time, as where the server waits for another one. */
function isUnanswered({ outcome }: JudgedExchange): boolean {
  return outcome.kind === 'failure' && outcome.failure.kind === 'timeout';
}

function isSuccess(exchange: JudgedExchange): boolean {
  return isStanding(exchange, 'success');
}

/** Words with which several operations explain why they fail, and which these are. */
function sharedWords(
  exchanges: readonly JudgedExchange[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const users = new Map<string, Set<string>>();
  for (const exchange of exchanges) {
    for (const words of wordsOfFailure(exchange)) {
      const known = users.get(words) ?? new Set();
      users.set(words, known.add(exchange.case.operation.id));
    }
  }
  return new Map([...users].filter(([words, uses]) => uses.size > 1 && isTelling(words)));
}

/**
 * What operations share that fail on the same thing in the same words, but for names, or though these say nothing of
 * the reason: those that fail on anything on which most of them do are one.
 */
function operationsFailingAlike(
  exchanges: readonly JudgedExchange[],
): (exchange: JudgedExchange) => string | undefined {
  const users = new Map<string, Set<string>>();
  // A plain request has nothing odd on which another operation could fail, too.
  const odd = new Set(
    exchanges.filter(
      ({ case: sent }) => sent.outsideOperation !== true && sent.validity.kind !== 'valid',
    ),
  );
  for (const exchange of odd) {
    for (const words of wordsOfFailure(exchange).map(withoutQuoted)) {
      const key = `${words} ${oddityOf(exchange)}`;
      users.set(key, (users.get(key) ?? new Set()).add(operationId(exchange)));
    }
  }
  const shared = [...users].filter(([, uses]) => uses.size > 1);
  return (exchange) => {
    const [words = ''] = wordsOfFailure(exchange).map(withoutQuoted);
    const own = odd.has(exchange) ? users.get(`${words} ${oddityOf(exchange)}`) : undefined;
    if (own === undefined || own.size < 2) return undefined;
    const around = shared.filter(([key, uses]) => key.startsWith(words) && own.isSubsetOf(uses));
    const most = largestOf(around.map(([, others]) => others));
    return `${words} ${[...most].toSorted().join(' ')}`;
  };
}

/** On what several operations fail, and how many these are. */
interface Common {
  readonly oddity: string;
  readonly operations: number;
}

/**
 * Tells in which way a request is odd, and fails, where it is none of its values and several operations fail in the
 * same way on the same, whatever they say.
 */
function commonOddities(
  exchanges: readonly JudgedExchange[],
): (exchange: JudgedExchange) => Common | undefined {
  const keyOf = (exchange: JudgedExchange): string | undefined => {
    const { title, validity } = exchange.case;
    const standing = standingOf(exchange);
    const isOdd = validity.kind !== 'valid' && oddityOf(exchange) === title;
    if (!isOdd) return undefined;
    if (standing.kind === 'failure') return `${standing.failure.kind} ${title}`;
    return standing.kind === 'server-error' ? `${standing.response.status} ${title}` : undefined;
  };
  const users = Map.groupBy(exchanges, keyOf);
  return (exchange) => {
    const key = keyOf(exchange);
    if (key === undefined) return undefined;
    const operations = new Set(users.get(key)!.map(operationId)).size;
    return operations < ALIKE ? undefined : { oddity: key, operations };
  };
}

/** Fewer operations may fail on the same by chance. */
const ALIKE = 3;

function largestOf(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  return sets.reduce((a, b) => (b.size > a.size ? b : a));
}

/** What is odd about a request, whichever parameter or property it is in. */
function oddityOf(exchange: JudgedExchange): string {
  const { title } = exchange.case;
  const places = membersOf(exchange).map(({ place }) => place);
  const place = places.filter((name) => title.startsWith(`${name} `)).toSorted(byLength)[0] ?? '';
  return title.slice(place.length).replace(/^\w+ parameter \S+/, '');
}

function byLength(a: string, b: string): number {
  return b.length - a.length;
}

/**
 * Without the names in single quotes, what an answer in JSON has in double ones, and names with a dot: `reading 'title'`
 * of one operation is `reading 'name'` of another, and `member.name` of one table is `visit.day` of another.
 */
function withoutQuoted(words: string): string {
  return words.replaceAll(
    /(?<!\w)'[^'"]*'(?!\w)|&#39;[^&"]*&#39;|\\"(?:[^"\\]|\\[^"])*\\"|\b[a-z_]\w*(?:\.[a-z_]\w*)+/gi,
    '…',
  );
}

function failureIn(exchange: JudgedExchange): ReceivedResponse | undefined {
  return isStanding(exchange, 'server-error') ? exchange.outcome.response : undefined;
}

/** What is said of a server error; nothing where there is none. */
function wordsOfFailure(exchange: JudgedExchange): string[] {
  return isStanding(exchange, 'server-error') ? [normaliseRefusal(exchange)] : [];
}
