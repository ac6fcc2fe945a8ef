import type { CaseTemplate } from '../cases/case.ts';
import type { Exchange, TransportFailure } from '../checks/exchange.ts';
import type { Finding } from '../checks/finding.ts';
import type { RunEvent, RunResult, StopReason } from './event.ts';
import { type Judge, createJudge } from './judge.ts';
import { type Plan, makePlan, planSize } from './plan.ts';
import { makeResult } from './result.ts';
import type { RunOptions } from './run.ts';
import { type Send, createSender } from './sender.ts';
import { type Transport, createTransport } from './transport.ts';
import { Watch } from './watch.ts';

/** So many requests in a row without a connection: the server is gone. */
const GONE = 3;

/** Leads one run from the first request to the result. */
export class Conductor {
  readonly #options: RunOptions;
  readonly #signal: AbortSignal;
  readonly #emit: (event: RunEvent) => void;
  readonly #plan: Plan;
  readonly #transport: Transport;
  readonly #judge: Judge;
  readonly #send: Send;
  readonly #watch: Watch;
  readonly #giveUp: AbortController = new AbortController();
  readonly #exchanges: Exchange[] = [];
  readonly #findings: Finding[] = [];
  readonly #startedAt: number = performance.now();
  #stopped: RunResult['stopped'];
  #refusedInARow = 0;

  constructor(options: RunOptions, signal: AbortSignal, emit: (event: RunEvent) => void) {
    const { document, credential, target, seed, strict = false, timeoutMs = 5000 } = options;
    this.#options = options;
    this.#signal = signal;
    this.#emit = emit;
    this.#plan = makePlan(options.cases, { seed, requests: options.requests ?? 200 });
    this.#judge = createJudge({ document, credential, strict });
    this.#transport = createTransport({ ...options, target, timeoutMs });
    this.#watch = new Watch(timeoutMs, (silent, ms) => {
      this.#stop('hanging', `the server hangs: ${silent} requests without an answer for ${ms} ms`);
    });
    this.#send = createSender({
      ...options,
      transport: this.#transport,
      signal: this.#giveUp.signal,
      expect: (sent) => this.#judge.expect(sent),
    });
  }

  async conduct(): Promise<void> {
    const { target, documentName, seed } = this.#options;
    const cases = planSize(this.#plan);
    this.#emit({ type: 'start', target: target.baseUrl, document: documentName, seed, cases });
    const interrupt = (): void => this.#stop('interrupted', 'the run was interrupted');
    this.#signal.addEventListener('abort', interrupt, { once: true });
    if (this.#signal.aborted) interrupt();
    try {
      await this.#contact();
      await this.#sendAll();
    } finally {
      this.#signal.removeEventListener('abort', interrupt);
      this.#transport.close();
    }
    for (const finding of this.#judge.judgeRun(this.#inOrder())) {
      this.#findings.push(finding);
      this.#emit({ type: 'finding', finding });
    }
    this.#emit({ type: 'end', result: this.#result() });
  }

  async #contact(): Promise<void> {
    if (this.#stopped) return;
    const exchange = await this.#send(this.#plan.contact);
    const failure = failureOf(exchange);
    if (failure && ['refused', 'dns', 'tls'].includes(failure.kind)) {
      // Nothing was verified, so nothing is judged.
      const { baseUrl } = this.#options.target;
      return this.#stop('unreachable', `${baseUrl} can't be reached: ${failure.message}`);
    }
    this.#record(exchange);
    if (failure?.kind === 'timeout') {
      this.#stop('hanging', `the server hangs: ${failure.message} to the first request`);
    }
  }

  async #sendAll(): Promise<void> {
    const { opening, main, bursts, closing } = this.#plan;
    await this.#sendInPlaces(opening, 1);
    await this.#sendInPlaces(main, this.#options.concurrency ?? 8);
    for (const burst of bursts) await this.#sendInPlaces(burst, burst.length);
    await this.#sendInPlaces(closing, 1);
    await this.#watch.settled();
  }

  /** Sends the cases in their order, so many at a time. */
  async #sendInPlaces(templates: readonly CaseTemplate[], places: number): Promise<void> {
    const waiting = templates.values();
    const work = async (): Promise<void> => {
      for (const template of waiting) {
        if (this.#stopped) return;
        await this.#watch.place(this.#exchange(template));
      }
    };
    await Promise.all(Array.from({ length: places }, work));
  }

  async #exchange(template: CaseTemplate): Promise<Exchange> {
    const exchange = await this.#send(template);
    this.#record(exchange);
    const isRace = failureOf(exchange)?.mayBeRace === true && !this.#stopped;
    return isRace ? this.#exchange(template) : exchange;
  }

  #record(exchange: Exchange): void {
    // What an interruption cut off says nothing about the server.
    if (this.#stopped?.reason === 'interrupted') return;
    this.#exchanges.push(exchange);
    const findings = this.#judge.judge(exchange);
    this.#findings.push(...findings);
    this.#emit({ type: 'exchange', exchange, findings });
    this.#follow(exchange);
  }

  /** Notices that the server is gone. */
  #follow(exchange: Exchange): void {
    const failure = failureOf(exchange);
    if (!failure) this.#watch.answered(exchange.durationMs);
    this.#refusedInARow = failure?.kind === 'refused' ? this.#refusedInARow + 1 : 0;
    if (this.#refusedInARow >= GONE) {
      const count = this.#exchanges.length - GONE;
      this.#stop('unreachable', `the server is gone after ${count} requests: ${failure!.message}`);
    }
  }

  #stop(reason: StopReason, message: string): void {
    if (this.#stopped) return;
    this.#stopped = { reason, message };
    this.#giveUp.abort();
  }

  #inOrder(): Exchange[] {
    return this.#exchanges.toSorted((a, b) => a.sequence - b.sequence);
  }

  #result(): RunResult {
    return makeResult({
      target: this.#options.target.baseUrl,
      document: this.#options.documentName,
      seed: this.#options.seed,
      durationMs: Math.round(performance.now() - this.#startedAt),
      exchanges: this.#exchanges,
      findings: this.#findings,
      stopped: this.#stopped,
    });
  }
}

function failureOf({ outcome }: Exchange): TransportFailure | undefined {
  return outcome.kind === 'failure' ? outcome.failure : undefined;
}
