/** What server errors of several operations have in common: what they say, and what is odd about the requests. */
import type { ReceivedResponse } from '../../http/exchange.ts';
import type { JudgedExchange } from '../cases/case.ts';
import { membersOf } from './refusal-words.ts';
import { isStanding, standingOf } from './standing.ts';
import { isTelling, normaliseRefusal } from './unstable-answers.ts';

/** Tells what a failure, and what is said of it, has in common with those of other operations. */
export function sharedCauses(
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

/** Words with which several operations explain why they fail, and which these are. */
export function sharedWords(
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
export function commonOddities(
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

/** The answer to a request that fails; `undefined` where it does not, or brings none. */
export function failureIn(exchange: JudgedExchange): ReceivedResponse | undefined {
  return isStanding(exchange, 'server-error') ? exchange.outcome.response : undefined;
}

/** What is said of a server error; nothing where there is none. */
export function wordsOfFailure(exchange: JudgedExchange): string[] {
  return isStanding(exchange, 'server-error') ? [normaliseRefusal(exchange)] : [];
}

/** The id of the operation that it is sent to. */
export function operationId({ case: { operation } }: JudgedExchange): string {
  return operation.id;
}
