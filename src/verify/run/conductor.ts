import type { CaseTemplate } from '../cases/case.ts';
import type { TransportFailure } from '../../http/exchange.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import { standingOf } from '../checks/standing.ts';
import type { Finding } from '../checks/finding.ts';
import { Dispatcher } from './dispatcher.ts';
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
import { Provider } from './provider.ts';
import { hasSecret } from '../../http/credential.ts';
import { withFailures } from './with-failures.ts';
import { type Plan, planSize, planRun } from './plan.ts';
import { makeResult } from './result.ts';
import type { RunOptions } from './run-options.ts';
import { shrink, shrinkable } from './shrink.ts';
import { type Transport, createTransport } from './transport.ts';
import { type Turn, Watch } from './watch.ts';

/** So many different faults are shrunk at the most; each costs requests. */
const SHRUNK = 3;
/** So many requests in a row without a connection: the server is gone. */
const GONE = 3;
/** So often a request is sent again that came too soon for the server. */
const RETRIES = 3;

/** Leads one run from the first request to the result. */
export class Conductor {
  readonly #options: RunOptions;
  readonly #signal: AbortSignal;
  readonly #emit: (event: RunEvent) => void;
  readonly #plan: Plan;
  readonly #transport: Transport;
  readonly #judge: Judge;
  readonly #dispatcher: Dispatcher;
  readonly #watch: Watch;
  readonly #provider: Provider = new Provider();
  readonly #giveUp: AbortController = new AbortController();
  readonly #exchanges: JudgedExchange[] = [];
  readonly #findings: Finding[] = [];
  readonly #answered: AnsweredQuestion[] = [];
  readonly #startedAt: number = performance.now();
  #stopped: RunResult['stopped'];
  #refusedInARow = 0;
  #isThere = false;

  constructor(options: RunOptions, signal: AbortSignal, emit: (event: RunEvent) => void) {
    const { document, credential, target, strict = false, timeoutMs = 5000 } = options;
    this.#options = options;
    this.#signal = signal;
    this.#emit = emit;
    this.#plan = planRun(options);
    const trimmed = options.profile && trimmedProperties(options.profile);
    this.#judge = createJudge({ document, credential, strict, trimmed, curl: options.curl });
    this.#transport = createTransport({ ...options, target, timeoutMs });
    this.#watch = new Watch(timeoutMs, (silent, ms) => {
      this.#stop('hanging', `the server hangs: ${silent} requests without an answer for ${ms} ms`);
    });
    this.#dispatcher = new Dispatcher({
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
      this.#dropRateLimitedAnswers();
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
    const { contact } = this.#plan;
    const exchange = await this.#deliver(contact);
    if (!exchange) return;
    const failure = failureOf(exchange);
    if (failure && ['refused', 'dns', 'tls'].includes(failure.kind)) {
      // Nothing was verified, so nothing is judged.
      this.#dispatcher.note(exchange);
      const { baseUrl } = this.#options.target;
      return this.#stop('unreachable', `${baseUrl} can't be reached: ${failure.message}`);
    }
    const latest = (await this.#complete(contact, exchange)) ?? exchange;
    if (failure?.kind === 'timeout' && latest === exchange) {
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
        await this.#watch.place((turn) => this.#exchange(template, turn));
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
        await this.#watch.place((turn) => this.#ask(asked, turn));
      }
    };
    await Promise.all(Array.from({ length: this.#options.concurrency ?? 8 }, work));
  }

  async #ask(asked: AskedQuestion, turn: Turn): Promise<void> {
    const probes = asked.question.probe(this.#options.fresh);
    const answered = await ask(asked, probes, async (probe) => {
      if (this.#stopped) return undefined;
      const exchange = await this.#exchange({ ...probe, build: () => probe.request }, turn);
      // That there were too many requests answers no question.
      return exchange && this.#dispatcher.isOneTooMany(exchange) ? undefined : exchange;
    });
    if (answered === undefined) return;
    this.#answered.push(answered);
    const { bail, profile = {} } = this.#options;
    if (bail === true && compareAnswer(answered, profile)?.severity === 'violation') this.#bail();
    const { operation, question, answer } = answered;
    if (answer === undefined) return;
    this.#emit({ type: 'answer', operation: operation.id, question: question.id, answer });
  }

  /** Only now it is known whether a 429 was about the number of requests: then it is no answer. */
  #dropRateLimitedAnswers(): void {
    const kept = this.#answered.filter(
      ({ exchanges }) => !exchanges.some((one) => this.#dispatcher.isOneTooMany(one)),
    );
    this.#answered.splice(0, this.#answered.length, ...kept);
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
        const attempt = await this.#dispatcher.deliver({
          ...smaller,
          build: () => smaller.request,
        });
        if (attempt === undefined) return undefined;
        this.#dispatcher.note(attempt);
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

  /** `undefined` where it was not sent. */
  async #exchange(
    template: CaseTemplate,
    turn?: Turn,
    tries: number = 0,
  ): Promise<JudgedExchange | undefined> {
    const exchange = await this.#deliver(template, turn);
    return exchange && (await this.#complete(template, exchange, turn, tries));
  }

  /** Sends what the case needs, and the case. */
  async #deliver(template: CaseTemplate, turn?: Turn): Promise<JudgedExchange | undefined> {
    const ready = await this.#provider.provide(template, (one) => this.#exchange(one, turn));
    return ready && this.#dispatcher.deliver(ready, turn);
  }

  /** Takes note of an exchange, and sends its case again where this one proves nothing. */
  async #complete(
    template: CaseTemplate,
    exchange: JudgedExchange,
    turn?: Turn,
    tries: number = 0,
  ): Promise<JudgedExchange | undefined> {
    this.#record(exchange);
    if (this.#stopped) return exchange;
    if (failureOf(exchange)?.mayBeRace === true) return this.#exchange(template, turn, tries);
    if (!this.#dispatcher.isOneTooMany(exchange)) return exchange;
    const sequel = this.#dispatcher.obey(exchange);
    if (sequel === 'shut') {
      this.#stop('rate-limited', 'the server accepts nothing: every request is one too many (429)');
    }
    if (sequel !== 'again' || tries >= RETRIES) return exchange;
    return this.#exchange(template, turn, tries + 1);
  }

  #record(exchange: JudgedExchange): void {
    const { reason } = this.#stopped ?? {};
    // What the run itself cut off says nothing about the server.
    if (reason === 'interrupted' || reason === 'bail' || this.#isCutOff(exchange)) return;
    if (reason === 'unreachable' && !this.#isThere) return this.#dispatcher.note(exchange);
    this.#dispatcher.note(exchange);
    this.#exchanges.push(exchange);
    const findings = this.#judge.judge(exchange);
    this.#findings.push(...findings);
    this.#emit({ type: 'exchange', exchange, findings });
    this.#follow(exchange);
    if (this.#options.bail === true && this.#isViolation(exchange, findings)) this.#bail();
  }

  #isCutOff(exchange: JudgedExchange): boolean {
    return failureOf(exchange)?.isCutOff === true && !this.#watch.isSilent(exchange.durationMs);
  }

  #isViolation(exchange: JudgedExchange, findings: readonly Finding[]): boolean {
    if (findings.some(isViolation)) return true;
    // Of a refusal, only what came before tells whether it is one.
    const isRefusal =
      standingOf(exchange).kind === 'refusal' && exchange.case.validity.kind !== 'invalid';
    return isRefusal && this.#judge.judgeRun(this.#inOrder()).some(isViolation);
  }

  #bail(): void {
    this.#stop('bail', 'a violation was found, and --bail was given');
  }

  /** Notices that the server is gone. */
  #follow(exchange: JudgedExchange): void {
    const failure = failureOf(exchange);
    if (!failure) this.#watch.answered(exchange.durationMs);
    this.#isThere ||= failure?.kind !== 'refused';
    if (failure?.kind === 'timeout') this.#watch.timedOut();
    this.#refusedInARow = failure?.kind === 'refused' ? this.#refusedInARow + 1 : 0;
    if (this.#refusedInARow >= GONE) {
      // It was never there: nothing was verified, so nothing is judged.
      if (!this.#isThere) this.#exchanges.length = this.#findings.length = 0;
      const count = Math.max(0, this.#exchanges.length - GONE);
      this.#stop('unreachable', `the server is gone after ${count} requests: ${failure!.message}`);
    }
  }

  #stop(reason: StopReason, message: string): void {
    if (this.#stopped) return;
    this.#stopped = { reason, message };
    this.#giveUp.abort();
  }

  #inOrder(): JudgedExchange[] {
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
      answers: collectAnswers(this.#options.questions ?? [], this.#answered, this.#exchanges),
      stopped: this.#stopped,
      underWay: this.#dispatcher.underWay,
      marker: this.#options.marker,
      leftOut: this.#dispatcher.leftOut,
      withToken: hasSecret(this.#options.credential),
      operations: withFailures(this.#options.reach, this.#provider.failed),
    });
  }
}

function isViolation({ severity }: Finding): boolean {
  return severity === 'violation';
}

function failureOf({ outcome }: JudgedExchange): TransportFailure | undefined {
  return outcome.kind === 'failure' ? outcome.failure : undefined;
}
