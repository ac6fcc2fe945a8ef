import type { CaseTemplate } from '../cases/case.ts';
import type { Exchange, TransportFailure } from '../checks/exchange.ts';
import type { Finding } from '../checks/finding.ts';
import type { RunEvent, RunResult, StopReason } from './event.ts';
import {
  type AnsweredQuestion,
  type AskedQuestion,
  ask,
  collectAnswers,
  compareAnswer,
  trimmedProperties,
} from './interview.ts';
import { type Judge, createJudge } from './judge.ts';
import { type Plan, makePlan, planSize } from './plan.ts';
import { makeResult } from './result.ts';
import type { RunOptions } from './run.ts';
import { type Send, createSender } from './sender.ts';
import { shrink } from './shrink.ts';
import { type Transport, createTransport } from './transport.ts';
import { Watch } from './watch.ts';

/** So many different faults are shrunk at the most; each costs requests. */
const SHRUNK = 3;
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
  readonly #answered: AnsweredQuestion[] = [];
  readonly #startedAt: number = performance.now();
  #stopped: RunResult['stopped'];
  #refusedInARow = 0;

  constructor(options: RunOptions, signal: AbortSignal, emit: (event: RunEvent) => void) {
    const { document, credential, target, seed, strict = false, timeoutMs = 5000 } = options;
    this.#options = options;
    this.#signal = signal;
    this.#emit = emit;
    this.#plan = makePlan(options.cases, { seed, requests: options.requests ?? 200 });
    const trimmed = options.profile && trimmedProperties(options.profile);
    this.#judge = createJudge({ document, credential, strict, trimmed });
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
    const probes = this.#options.questions?.length ?? 0;
    const cases = planSize(this.#plan) + probes;
    this.#emit({ type: 'start', target: target.baseUrl, document: documentName, seed, cases });
    const interrupt = (): void => this.#stop('interrupted', 'the run was interrupted');
    this.#signal.addEventListener('abort', interrupt, { once: true });
    if (this.#signal.aborted) interrupt();
    try {
      await this.#contact();
      await this.#sendAll();
      this.#judgeAnswers();
      for (const finding of this.#judge.judgeRun(this.#inOrder())) this.#find(finding);
      await this.#shrinkAll();
    } finally {
      this.#signal.removeEventListener('abort', interrupt);
      this.#transport.close();
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
    // Before any case has used what a question asks about, such as the empty name.
    await this.#askAll();
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

  /** Different questions side by side; the requests of one keep their order. */
  async #askAll(): Promise<void> {
    const waiting = (this.#options.questions ?? []).values();
    const work = async (): Promise<void> => {
      for (const asked of waiting) {
        if (this.#stopped) return;
        await this.#watch.place(this.#ask(asked));
      }
    };
    await Promise.all(Array.from({ length: this.#options.concurrency ?? 8 }, work));
  }

  async #ask(asked: AskedQuestion): Promise<void> {
    const probes = asked.question.probe(this.#options.fresh);
    const answered = await ask(asked, probes, async (probe) =>
      this.#stopped ? undefined : await this.#exchange({ ...probe, build: () => probe.request }),
    );
    if (answered === undefined) return;
    this.#answered.push(answered);
    const { operation, question, answer } = answered;
    if (answer === undefined) return;
    this.#emit({ type: 'answer', operation: operation.id, question: question.id, answer });
  }

  #judgeAnswers(): void {
    const { profile } = this.#options;
    if (profile === undefined) return;
    for (const answered of this.#answered) {
      const observation = compareAnswer(answered, profile);
      const exchange = answered.exchanges.at(-1);
      if (observation && exchange)
        this.#find(this.#judge.complete('profile', exchange, observation));
    }
  }

  /** Looks for a smaller request where nothing but a random case shows a fault. */
  async #shrinkAll(): Promise<void> {
    for (const group of shrinkable(this.#findings).slice(0, SHRUNK)) {
      const found = await this.#shrink(group[0]!);
      if (found === undefined) continue;
      for (const finding of group) {
        this.#findings[this.#findings.indexOf(finding)] = { ...finding, smallest: found };
      }
    }
  }

  async #shrink(finding: Finding): Promise<Finding['smallest']> {
    const exchange = this.#exchanges.find(({ sequence }) => sequence === finding.exchange);
    if (exchange === undefined) return undefined;
    const smallest = await shrink(exchange, {
      document: this.#options.document,
      fresh: this.#options.fresh,
      fails: (attempt) => this.#judge.fails(attempt, finding),
      send: async (smaller) => {
        if (this.#stopped) return undefined;
        const attempt = await this.#send({ ...smaller, build: () => smaller.request });
        this.#exchanges.push(attempt);
        this.#emit({ type: 'exchange', exchange: attempt, findings: [] });
        return attempt;
      },
    });
    if (smallest === exchange) return undefined;
    const { curl, received } = this.#judge.complete(finding.check, smallest, finding);
    return { curl, received: this.#judge.received(smallest) ?? received };
  }

  #find(finding: Finding): void {
    this.#findings.push(finding);
    this.#emit({ type: 'finding', finding });
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
    if (failure?.kind === 'timeout') this.#watch.timedOut();
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
      answers: collectAnswers(this.#options.questions ?? [], this.#answered),
      stopped: this.#stopped,
    });
  }
}

/** Violations that only random cases show, by what they say. */
function shrinkable(findings: readonly Finding[]): Finding[][] {
  const violations = findings.filter(({ severity }) => severity === 'violation');
  const groups = Map.groupBy(
    violations,
    ({ check, rule, message }) => `${check} ${rule} ${message}`,
  );
  return [...groups.values()].filter((group) =>
    group.every((one) => one.case.startsWith('random/')),
  );
}

function failureOf({ outcome }: Exchange): TransportFailure | undefined {
  return outcome.kind === 'failure' ? outcome.failure : undefined;
}
