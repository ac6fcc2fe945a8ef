import { type Finding, isFailure } from '../checks/check.ts';
import { isStanding } from '../checks/standing.ts';
import { type JudgedExchange, failureOf } from '../cases/case.ts';
import type { RunEvent, RunResult, StopReason } from './event.ts';
import { ExchangeKeeper } from './exchange-keeper.ts';
import { Doubt } from './replicas.ts';
import { Streak } from './server-change.ts';
import type { Judge } from './judge.ts';
import { SilentOperations } from './silent-operations.ts';
import { Watch } from './watch.ts';

/** So many requests in a row without a connection: the server is gone. */
const GONE = 3;

/** What a {@link RunRecord} works with. */
export interface RunRecordOptions {
  readonly judge: Judge;
  readonly timeoutMs: number;
  /** Ends the run at the first violation. */
  readonly bail: boolean;
  readonly emit: (event: RunEvent) => void;
}

/** What a run knows of the server: every exchange, every finding, and why it ended early. */
export class RunRecord {
  readonly exchanges: JudgedExchange[] = [];
  findings: Finding[] = [];
  readonly watch: Watch;
  /** Operations that answer nothing. */
  readonly silent: SilentOperations = new SilentOperations();
  readonly #options: RunRecordOptions;
  readonly #keeper = new ExchangeKeeper();
  /** The latest exchanges that failed alike. */
  readonly streak: Streak = new Streak();
  /** Whether all replicas have the same. */
  readonly doubt: Doubt = new Doubt();
  readonly #giveUp: AbortController = new AbortController();
  #stopped: RunResult['stopped'];
  #refusedInARow = 0;
  #isThere = false;

  constructor(options: RunRecordOptions) {
    this.#options = options;
    this.watch = new Watch(options.timeoutMs, (silent, ms) => {
      this.stop('hanging', `the server hangs: ${silent} requests without an answer for ${ms} ms`);
    });
  }

  /** Why the run ended before its time; `undefined` where it didn't. */
  get stopped(): RunResult['stopped'] {
    return this.#stopped;
  }

  /** Aborts when the run ends before its time. */
  get givenUp(): AbortSignal {
    return this.#giveUp.signal;
  }

  stop(reason: StopReason, message: string): void {
    if (this.#stopped) return;
    this.#stopped = { reason, message };
    this.#giveUp.abort();
  }

  bail(): void {
    this.stop('bail', 'a violation was found, and --bail was given');
  }

  /**
   * Whether an exchange says anything of the server: what the run itself cut off does not, unless it was under way
   * when the server went away.
   */
  counts(exchange: JudgedExchange): boolean {
    const { reason } = this.#stopped ?? {};
    const isCutOff =
      failureOf(exchange)?.isCutOff === true &&
      reason !== 'unreachable' &&
      !this.watch.isSilent(exchange.durationMs);
    return reason !== 'interrupted' && reason !== 'bail' && !isCutOff;
  }

  /**
   * Judges an exchange that counts, and tells of it.
   *
   * @returns The same, as it is kept: whoever holds on to the one given holds on to its bodies.
   */
  add(exchange: JudgedExchange): JudgedExchange {
    // It was never there: nothing was verified, so nothing is judged.
    if (this.#stopped?.reason === 'unreachable' && !this.#isThere) return exchange;
    const { judge, bail } = this.#options;
    const findings = judge.judge(exchange);
    for (const finding of findings) {
      this.findings.push(finding);
      this.doubt.found(finding);
    }
    const judged = this.addUnjudged(exchange, findings);
    this.#follow(exchange, findings);
    if (bail && this.#isViolation(exchange, findings)) this.bail();
    return judged;
  }

  /** Takes an exchange with what is known of it already; returns it as {@link add} does. */
  addUnjudged(exchange: JudgedExchange, findings: readonly Finding[] = []): JudgedExchange {
    const stored = this.#keeper.keep(exchange);
    this.exchanges.push(stored);
    this.#options.emit({ type: 'exchange', exchange: stored, findings });
    return stored;
  }

  /** Takes note of what is known by now of the exchanges so far. */
  settle(settled: (exchange: JudgedExchange) => JudgedExchange): void {
    for (const [i, exchange] of this.exchanges.entries()) this.exchanges[i] = settled(exchange);
  }

  find(finding: Finding): void {
    if (this.doubt.explains(finding)) return;
    this.doubt.found(finding);
    this.findings.push(finding);
    this.#options.emit({ type: 'finding', finding });
  }

  inOrder(): JudgedExchange[] {
    return this.exchanges.toSorted((a, b) => a.sequence - b.sequence);
  }

  #isViolation(exchange: JudgedExchange, findings: readonly Finding[]): boolean {
    if (findings.some(isFailure)) return true;
    // Of a refusal, only what came before tells whether it is one.
    const isRefusal = isStanding(exchange, 'refusal') && exchange.case.validity.kind !== 'invalid';
    return isRefusal && this.#options.judge.judgeRun(this.inOrder()).some(isFailure);
  }

  /** Notices that the server is gone. */
  #follow(exchange: JudgedExchange, findings: readonly Finding[]): void {
    const failure = failureOf(exchange);
    this.streak.add(exchange);
    if (!failure) this.watch.answered(exchange.durationMs);
    this.#isThere ||= failure?.kind !== 'refused';
    const isGivenUp = this.silent.isGivenUp(exchange.case.operation.id);
    // Of what may take its time, silence tells nothing.
    const isDue = findings.some(({ severity }) => severity === 'violation');
    if (failure?.kind === 'timeout' && !isGivenUp && isDue) this.watch.timedOut();
    this.#refusedInARow = failure?.kind === 'refused' ? this.#refusedInARow + 1 : 0;
    if (this.#refusedInARow >= GONE) {
      if (!this.#isThere) this.exchanges.length = this.findings.length = 0;
      const count = Math.max(0, this.exchanges.length - GONE);
      this.stop('unreachable', `the server is gone after ${count} requests: ${failure!.message}`);
    }
  }
}
