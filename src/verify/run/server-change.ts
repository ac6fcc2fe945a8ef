import { listed } from '../../openapi/count.ts';
import {
  type CaseTemplate,
  type JudgedExchange,
  acceptanceOf,
  endOf,
  failureOf,
  hasAnswer,
  pathOf,
} from '../cases/case.ts';
import type { GenerateContext } from '../cases/generate/case-generator.ts';
import { variationOf } from '../cases/generate/generate-cases.ts';
import type { Finding, Observation } from '../checks/check.ts';
import { isTooMany } from '../checks/rate-limited.ts';
import { isStanding } from '../checks/standing.ts';
import { normaliseRefusal } from '../checks/unstable-answers.ts';
import type { RunResult, StopReason } from './event.ts';
import type { Judge } from './judge.ts';
import type { Send } from '../oracles/scene-parts.ts';
import { operations } from '../../model/operation.ts';
import { collectionPaths } from '../../model/resources/collections.ts';
import { isPathWithin } from '../../model/resources/names.ts';
import { isAnswered } from '../../http/exchange.ts';

/** So many answers in a row that are the same … */
const ALIKE = 8;
/** … and so many of them to requests that were to succeed, as others of the operation did. */
const SURPRISING = 3;

/** So many of other things are asked for: one of them may never have been there. */
const LISTS = 3;

/** The latest exchanges, as long as all came to the same failure. */
export class Streak {
  #key: string | undefined;
  #latest: JudgedExchange[] = [];
  readonly #accepting = new Set<string>();

  /** Takes note of the next exchange, in the order of the answers. */
  add(exchange: JudgedExchange): void {
    const key = failureKey(exchange);
    this.#latest = key === undefined || key !== this.#key ? [] : this.#latest;
    if (key !== undefined) this.#latest.push(exchange);
    this.#key = key;
    const { operation, outsideOperation } = exchange.case;
    // That another method is answered says nothing of this one.
    if (outsideOperation !== true && acceptanceOf(exchange)) this.#accepting.add(operation.id);
  }

  /** Lists of what the streak is not about: a stored value that breaks one collection leaves those as they are. */
  listsElsewhere(generate: GenerateContext): CaseTemplate[] {
    const { document } = generate;
    const about = this.#latest.map(({ case: { operation } }) => operation.path);
    const elsewhere = new Set(
      collectionPaths(document).filter(
        (collection) => !about.some((path) => isPathWithin(path, collection)),
      ),
    );
    return operations(document)
      .filter(({ method, path }) => method === 'GET' && elsewhere.has(path))
      .slice(0, LISTS)
      .flatMap((operation) => variationOf(generate, operation, {}) ?? []);
  }

  /** Whether it looks as if nothing else would come any more. */
  get isSuspicious(): boolean {
    // Of silence, the watch takes care.
    if (this.#latest.length < ALIKE || this.#key === NO_ANSWER) return false;
    // One resource may be what nothing can be done with any more.
    const paths = new Set(this.#latest.map(({ case: sent }) => pathOf(sent)));
    const isOfOne = this.#latest.every(({ case: { operation } }) => operation.path.includes('{'));
    if (isOfOne && paths.size === 1) return false;
    const surprising = this.#latest.filter(({ case: { validity, operation, fixedIdentity } }) => {
      const isPlain = validity.kind === 'valid' && fixedIdentity !== true;
      return isPlain && this.#accepting.has(operation.id);
    });
    return surprising.length >= SURPRISING;
  }
}

/** What a look is taken with. */
interface LookParts {
  readonly record: {
    readonly streak: Streak;
    readonly exchanges: readonly JudgedExchange[];
    readonly stop: (reason: StopReason, message: string) => void;
  };
  readonly send: Send;
  readonly generate?: GenerateContext | undefined;
}

/** Ends the run where the server answers alike to the first request, too, and to lists of other things. */
export async function lookElsewhere(
  { record, send, generate }: LookParts,
  contact: CaseTemplate | undefined,
): Promise<void> {
  const { streak, exchanges } = record;
  const lists = generate ? streak.listsElsewhere(generate) : [];
  for (const look of [contact ?? [], lists].flat()) {
    await send(look);
    if (!streak.isSuspicious) return;
  }
  const message = `after ${exchanges.length} requests, the server answers everything in one and the same way`;
  record.stop('changed', message);
}

const NO_ANSWER = 'no answer';

/** Statuses that speak of what was sent: several requests in a row can share what is refused. */
const OF_THE_REQUEST: readonly number[] = [400, 409, 413, 415, 422];

/** Equal for exchanges that failed in the same way; `undefined` for others. */
function failureKey(exchange: JudgedExchange): string | undefined {
  if (!hasAnswer(exchange)) return NO_ANSWER;
  const isFailing = isStanding(exchange, 'server-error') || isStanding(exchange, 'refusal');
  const isOfRequest = isTooMany(exchange) || isAnswered(exchange, ...OF_THE_REQUEST);
  return isFailing && !isOfRequest ? normaliseRefusal(exchange) : undefined;
}

/** Ends of a run that a server which is another can bring about. */
const ENDS: ReadonlySet<StopReason | undefined> = new Set(['unreachable', 'hanging', 'changed']);

/** Fewer failures at the end may each have a reason of their own. */
const LEAST_AFTER = 3;

/** What is held against a server, and by which exchanges. */
interface Judged {
  readonly exchanges: readonly JudgedExchange[];
  readonly findings: readonly Finding[];
}

/**
 * Where the server was another from some exchange on, to the end of the run: one finding says so, with what
 * may have done it, in place of all that came after.
 */
export function withoutAftermath(
  judged: Judged,
  stopped: RunResult['stopped'],
  judge: Judge,
): Judged {
  const exchanges = judged.exchanges.toSorted((a, b) => endOf(a) - endOf(b));
  const key = exchanges.at(-1) && failureKey(exchanges.at(-1)!);
  const end = exchanges.findLastIndex((exchange) => failureKey(exchange) !== key);
  const soundUntil = exchanges[end]?.startedAt ?? 0;
  // A sound answer can come late, when others have failed already.
  const isAfter = (exchange: JudgedExchange): boolean =>
    failureKey(exchange) === key && endOf(exchange) >= soundUntil;
  const after = exchanges.filter((exchange, i) => i > end || isAfter(exchange));
  const before = exchanges.slice(0, end + 1).filter((exchange) => !isAfter(exchange));
  const isChange = ENDS.has(stopped?.reason) && key !== undefined && before.length > 0;
  // Who was silent before is so by and by, and not from here on.
  const isOld =
    stopped?.reason === 'hanging' && before.some((exchange) => failureKey(exchange) === NO_ANSWER);
  if (!isChange || isOld || after.length < LEAST_AFTER) return judged;
  const lost = new Set(after.map(({ sequence }) => sequence));
  const remaining = judged.findings.filter(({ exchange }) => !lost.has(exchange));
  const sound = judged.exchanges.filter(({ sequence }) => !lost.has(sequence));
  return { exchanges: sound, findings: [...remaining, changed(before, after, judge)] };
}

function changed(
  before: readonly JudgedExchange[],
  after: readonly JudgedExchange[],
  judge: Judge,
): Finding {
  // What was cut off says no more than that it was under way.
  const told = after.filter((exchange) => failureOf(exchange)?.isCutOff !== true);
  const first = (told.length > 0 ? told : after).reduce((a, b) =>
    b.startedAt < a.startedAt ? b : a,
  );
  const { suspects, alike } = suspectsOf(before, after, first);
  const findings = suspects.map((suspect) =>
    judge.complete('server-change', suspect, observe(suspect, first, alike, judge)),
  );
  return { ...findings[0]!, suspects: findings.map(({ case: id, curl }) => ({ case: id, curl })) };
}

function observe(
  suspect: JudgedExchange,
  first: JudgedExchange,
  alike: readonly JudgedExchange[],
  judge: Judge,
): Observation {
  const { outcome } = first;
  const isRefusal = outcome.kind === 'response' && outcome.response.status < 500;
  const what =
    outcome.kind === 'response'
      ? `every answer is a ${outcome.response.status}`
      : 'nothing answers';
  const message = `from here on ${what}, whatever is sent`;
  const ids = new Set(alike.map(({ case: { operation } }) => operation.id));
  const doubt = `: one of ${alike.length} requests to ${listed([...ids], NAMED)} did it`;
  return {
    severity: 'violation',
    rule: isRefusal ? 'R1' : 'R6',
    message: ids.size > 1 ? message + doubt : message,
    symptom: { kind: 'server change', of: what },
    received: judge.received(first) ?? (outcome.kind === 'failure' ? outcome.failure.message : ''),
    documented: 'a server that goes on as before, whatever it has got',
    pointer: `${suspect.case.operation.pointer}/responses`,
  };
}

/** So many operations are named. */
const NAMED = 3;

/** More are no help. */
const SUSPECTS = 8;

/** What was under way, or just over, when the server became another. */
interface Suspects {
  /** The most unusual first, and those that failed themselves; of these, what most of them were sent to. */
  readonly suspects: readonly JudgedExchange[];
  /** The most unusual ones: nothing tells which of them did it. */
  readonly alike: readonly JudgedExchange[];
}

function suspectsOf(
  before: readonly JudgedExchange[],
  after: readonly JudgedExchange[],
  first: JudgedExchange,
): Suspects {
  const latest = before.at(-1)!;
  const until = Math.max(endOf(latest), first.startedAt);
  const suspects = [...before, ...after].filter(
    (exchange) => exchange.startedAt <= until && endOf(exchange) >= latest.startedAt,
  );
  const known = new Set(
    before.filter((exchange) => !suspects.includes(exchange)).map((exchange) => exchange.case.id),
  );
  const failed = new Set(after);
  const signs = new Map(
    suspects.map((suspect) => [suspect, 2 * unusual(suspect, known) + Number(failed.has(suspect))]),
  );
  const most = Math.max(...signs.values());
  const alike = suspects.filter((suspect) => signs.get(suspect) === most);
  const votes = Map.groupBy(alike, ({ case: { operation } }) => operation.id);
  const votesFor = ({ case: { operation } }: JudgedExchange): number =>
    votes.get(operation.id)?.length ?? 0;
  const sorted = suspects.toSorted(
    (a, b) =>
      signs.get(b)! - signs.get(a)! || votesFor(b) - votesFor(a) || a.startedAt - b.startedAt,
  );
  return { suspects: sorted.slice(0, SUSPECTS), alike };
}

/** Bytes of a body have more digits only where they are much in themselves. */
const USUAL_DIGITS = 4;

/** More for what was cut off, for what was never sent before, and for what isn't plain. */
function unusual(
  { outcome, case: sent, request }: JudgedExchange,
  known: ReadonlySet<string>,
): number {
  const signs = [
    outcome.kind === 'failure' && outcome.failure.kind !== 'refused',
    !known.has(sent.id),
    sent.validity.kind !== 'valid',
    request.method !== 'GET',
  ];
  const size = Math.max(USUAL_DIGITS, String(request.body?.length ?? 0).length) / 100;
  return signs.reduce((sum, sign) => 2 * sum + Number(sign), 0) + size;
}
