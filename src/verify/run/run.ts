/** Running: sending cases to a server, judging what comes back, telling it as events. */
import type { RunOptions } from './run-options.ts';
import type { RunEvent, RunResult } from './event.ts';
import { withShownValues } from './shown-values.ts';
import { type CaseTemplate, type JudgedExchange, failureOf } from '../cases/case.ts';
import { Dispatcher } from './dispatcher.ts';
import {
  type AnsweredQuestion,
  type AskedQuestion,
  collectAnswers,
  compareAnswer,
  askedBy,
} from './interview.ts';
import type { ProfileAnswers } from '../../questions/answer.ts';
import { Judge } from './judge.ts';
import { Courier } from './courier.ts';
import { RunRecord } from './run-record.ts';
import { hasSecret } from '../../http/credential.ts';
import { CleanUp } from './clean-up.ts';
import { effectsOf } from './effects.ts';
import { whyUnreachable } from './contact.ts';
import { makeResult } from './result.ts';
import { toldTogether } from '../checks/index.ts';
import { withServerValues } from '../checks/own-values.ts';
import { isFailure } from '../checks/check.ts';
import { type PlannedScene, inOrder, inTime } from '../oracles/index.ts';
import type { Send } from '../oracles/scene-parts.ts';
import { type Plan, placesOf, planInTime } from './plan.ts';
import { measuredBy, withUnsent, reachedBy } from './verified.ts';
import { lookElsewhere, withoutAftermath } from './server-change.ts';
import { compareReplicas, withoutState } from './replicas.ts';
import { Places } from './watch.ts';
import { TakenRequests } from './taken-requests.ts';
import { loneValues } from './lone-values.ts';
import { askAgain } from './sent-alone.ts';
import { shrinkAll } from './shrink.ts';
import { Transport } from './transport.ts';
import { setImmediate as breath } from 'node:timers/promises';
import type { Turn } from './watch.ts';

/** Sends the cases and tells what comes of it. Ending the iteration ends the run. */
export async function* run(options: RunOptions): AsyncGenerator<RunEvent, void, undefined> {
  let events!: ReadableStreamDefaultController<RunEvent>;
  const stream = new ReadableStream<RunEvent>({
    start: (controller) => void (events = controller),
  });
  const left = new AbortController();
  const signals = options.signal ? [options.signal, left.signal] : [left.signal];
  const conductor = new Conductor(options, AbortSignal.any(signals), (event) =>
    events.enqueue(event),
  );
  const work = conductor.conduct().finally(() => events.close());
  // Whoever reads the events slowly gets to its error late.
  work.catch(() => undefined);
  try {
    yield* stream.values({ preventCancel: true });
    await work;
  } finally {
    left.abort();
    await Promise.allSettled([work]);
  }
}

/** What a run has verified, before anything is cleaned up. */
type Measured = Pick<RunResult, 'coverage' | 'leftOut' | 'operations' | 'shard'>;

/** Leads one run from the first request to the result. */
class Conductor {
  readonly #options: RunOptions;
  readonly #signal: AbortSignal;
  readonly #emit: (event: RunEvent) => void;
  /** Absent until it is made, and where the run was over before. */
  #plan: Plan | undefined;
  readonly #transport: Transport;
  readonly #judge: Judge;
  readonly #dispatcher: Dispatcher;
  readonly #record: RunRecord;
  readonly #courier: Courier;
  readonly #places: Places;
  readonly #takenRequests: TakenRequests;
  #sound: readonly JudgedExchange[] = [];
  readonly #asked: AskedQuestion[] = [];
  /** Cases, questions and scenes in all, as far as that is known. */
  #planned: number | undefined;
  /** Those that were begun, besides the first. */
  #taken = 0;
  #answered: AnsweredQuestion[] = [];
  readonly #cleanUp = new CleanUp();
  readonly #startedAt: number = performance.now();

  constructor(options: RunOptions, signal: AbortSignal, emit: (event: RunEvent) => void) {
    const { document, credential, target, strict = false, timeoutMs = 5000 } = options;
    this.#options = options;
    this.#signal = signal;
    this.#emit = emit;
    this.#judge = new Judge({ ...options, document, credential, strict });
    this.#transport = new Transport({ ...options, target, timeoutMs });
    this.#record = new RunRecord({
      judge: this.#judge,
      timeoutMs,
      bail: options.bail === true,
      emit,
    });
    this.#dispatcher = new Dispatcher({
      ...options,
      transport: this.#transport,
      silent: this.#record.silent,
      signal: () => this.#cleanUp.signal ?? this.#record.givenUp,
      expect: (sent) => this.#judge.expect(sent),
    });
    this.#courier = new Courier(this.#dispatcher, this.#record, options);
    this.#takenRequests = new TakenRequests(options, this.#courier);
    const { doubt, streak } = this.#record;
    const send: Send = (template) => this.#courier.exchange(template);
    const { replicaScenes: scenes, generate } = options;
    const parts = { record: this.#record, judge: this.#judge, scenes, generate, send };
    this.#places = new Places(this.#record, signal, [
      { isDue: () => streak.isSuspicious, look: () => lookElsewhere(parts, this.#plan?.contact) },
      { isDue: () => doubt.isDue, look: () => compareReplicas(parts) },
    ]);
  }

  async conduct(): Promise<void> {
    const { target, documentName, seed, questions = [], scenes = [], maxTime } = this.#options;
    const interrupt = (): void => this.#record.stop('interrupted', 'the run was interrupted');
    const timeIsUp = (): void =>
      this.#record.stop('max-time', `its time was up (--max-time ${maxTime})`);
    const timer = maxTime === undefined ? undefined : setTimeout(timeIsUp, maxTime * 1000);
    this.#signal.addEventListener('abort', interrupt, { once: true });
    if (this.#signal.aborted) interrupt();
    try {
      this.#plan = await planInTime(this.#options, () => this.#record.stopped !== undefined);
      const others = [...questions].length + [...scenes].length;
      this.#planned = this.#plan?.size && this.#plan.size + others;
      const told = { target: target.baseUrl, document: documentName, seed };
      this.#emit({ type: 'start', ...told, cases: this.#planned });
      await this.#contact();
      await this.#sendAll();
      await this.#sendLoneValues();
      this.#record.settle((exchange) => this.#courier.settledSince(exchange));
      this.#dropRateLimitedAnswers();
      this.#sound = this.#soundExchanges();
      this.#judgeAnswers();
      const found = this.#judge.judgeRun(this.#sound, this.#answers());
      for (const finding of found) this.#record.find(finding);
      const parts = { record: this.#record, judge: this.#judge, dispatcher: this.#dispatcher };
      const all = { ...this.#options, ...parts, signal: this.#signal, emit: this.#emit };
      await askAgain(all);
      await shrinkAll(all);
      const measured = this.#measure();
      await this.#cleanUp.run(all);
      this.#emit({ type: 'end', result: this.#result(measured) });
    } finally {
      clearTimeout(timer);
      this.#signal.removeEventListener('abort', interrupt);
      this.#transport.close();
    }
  }

  async #contact(): Promise<void> {
    const { contact } = this.#plan ?? {};
    if (this.#record.stopped || contact === undefined) return;
    const exchange = await this.#courier.deliver(contact);
    if (!exchange) return;
    const failure = failureOf(exchange);
    const away = await whyUnreachable(exchange, this.#options);
    // Nothing was verified, so nothing is judged.
    if (away !== undefined) this.#dispatcher.note(exchange);
    const problem = away ?? this.#dispatcher.loginProblem;
    if (problem !== undefined) return this.#record.stop('unreachable', problem);
    const latest = (await this.#courier.complete(contact, exchange)) ?? exchange;
    if (failure?.kind === 'timeout' && latest.sequence === exchange.sequence) {
      this.#record.stop('hanging', `the server hangs: ${failure.message} to the first request`);
    }
  }

  async #sendAll(): Promise<void> {
    // Before any case has used what a question asks about, such as the empty name.
    const { questions = [], concurrency = 8 } = this.#options;
    const send = (template: CaseTemplate, turn: Turn): Promise<unknown> => {
      this.#taken += 1;
      return this.#courier.exchange(template, turn);
    };
    // Different questions side by side; the requests of one keep their order.
    await this.#places.fill(concurrency, questions, (asked, turn) => this.#ask(asked, turn));
    await this.#playAll(inTime(this.#options).first);
    for (const part of this.#plan?.parts ?? []) {
      await breath();
      if (this.#record.stopped) break;
      await this.#places.fill(placesOf(part, concurrency), part.cases, send);
    }
    await this.#playAll(inTime(this.#options).last);
    await this.#record.watch.settled();
  }

  async #sendLoneValues(): Promise<void> {
    const { generate } = this.#options;
    for (const template of generate ? loneValues(this.#record.exchanges, generate) : []) {
      if (!this.#record.stopped) await this.#courier.exchange(template);
    }
  }

  /** Scenes about one kind of resource in turn, so that what one of them breaks is not told of another. */
  async #playAll(scenes: Iterable<PlannedScene>): Promise<void> {
    if (this.#record.stopped) return;
    const { concurrency = 8 } = this.#options;
    const play = (planned: PlannedScene, turn: Turn): Promise<void> => this.#play(planned, turn);
    const { together, alone } = inOrder(scenes);
    await this.#places.fill(concurrency, together, async (all, turn) => {
      for (const planned of all) if (!this.#record.stopped) await play(planned, turn);
    });
    await this.#places.fill(1, alone, play);
  }

  /** What is wrong once and not again may be another client's doing. */
  async #play(planned: PlannedScene, turn: Turn): Promise<void> {
    this.#taken += 1;
    const send: Send = (template) => this.#courier.exchange(template, turn);
    const first = await planned.play(send);
    if (first.length === 0 || this.#record.stopped) return;
    const messages = new Set(first.map(({ message }) => message));
    for (const observed of await planned.play(send)) {
      const { exchange, sequence, ...observation } = observed;
      if (!messages.delete(observation.message)) continue;
      const finding = this.#judge.complete(planned.oracle.id, exchange, observation, sequence);
      this.#record.find(finding);
      if (this.#options.bail === true && isFailure(finding)) this.#record.bail();
    }
  }

  /** The probes one after the other, then the question's reader. */
  async #ask(asked: AskedQuestion, turn: Turn): Promise<void> {
    this.#asked.push(asked);
    this.#taken += 1;
    const { operation } = asked;
    const { document, fresh, bail, profile = {} } = this.#options;
    const question = await this.#takenRequests.ask(asked, turn);
    const exchanges: JudgedExchange[] = [];
    const probes = question.probe(fresh);
    for (let probe = probes.shift(); probe;) {
      if (this.#record.stopped) return;
      const exchange = await this.#courier.exchange(askedBy(document, probe), turn);
      // That there were too many requests answers no question.
      if (exchange === undefined || this.#dispatcher.isOneTooMany(exchange)) return;
      exchanges.push(exchange);
      probe = probes.shift() ?? question.next?.(exchanges, fresh);
    }
    const answer = question.read(exchanges);
    const answered = { ...asked, exchanges, answer };
    this.#answered.push(answered);
    if (bail === true && compareAnswer(answered, profile)?.severity === 'violation')
      this.#record.bail();
    if (answer === undefined) return;
    this.#emit({ type: 'answer', operation: operation.id, question: question.id, answer });
  }

  /** All but those with a server that was another from some exchange on; what they showed is dropped. */
  #soundExchanges(): JudgedExchange[] {
    const { findings, stopped } = this.#record;
    const all = { exchanges: this.#record.inOrder(), findings };
    const { divided } = this.#record.doubt;
    const judged = divided
      ? withoutState(all, divided)
      : withoutAftermath(all, stopped, this.#judge);
    const sound = new Set(judged.exchanges.map(({ sequence }) => sequence));
    const { document } = this.#options;
    this.#record.findings = toldTogether(judged.findings, judged.exchanges, document);
    this.#answered = this.#answered.filter(({ exchanges }) =>
      exchanges.every(({ sequence }) => sound.has(sequence)),
    );
    return [...judged.exchanges];
  }

  /** Only now it is known whether a 429 was about the number of requests: then it is no answer. */
  #dropRateLimitedAnswers(): void {
    this.#answered = this.#answered.filter(
      ({ exchanges }) => !exchanges.some((exchange) => this.#dispatcher.isOneTooMany(exchange)),
    );
  }

  #answers(): ProfileAnswers {
    return collectAnswers(this.#asked, this.#answered, this.#record.exchanges);
  }

  #judgeAnswers(): void {
    const { profile } = this.#options;
    if (profile === undefined) return;
    for (const answered of this.#answered) {
      const observation = compareAnswer(answered, profile);
      const exchange = answered.exchanges.at(-1);
      if (observation && exchange)
        this.#record.find(this.#judge.complete('profile', exchange, observation));
    }
  }

  /** What the run has verified; what cleans up has no part in it. */
  #measure(): Measured {
    const reached = reachedBy(this.#options.reach?.(), this.#courier, this.#sound);
    const operations = reached?.map(withShownValues(this.#options.document, this.#sound));
    const harmful = operations?.filter(({ harms, level }) => harms && level === 'none') ?? [];
    const leftOut = this.#dispatcher.leftOut(harmful.map(({ operation }) => operation));
    const verified = measuredBy({
      ...this.#options,
      exchanges: this.#sound,
      reach: operations,
      failed: this.#courier.failed.keys(),
      findings: this.#record.findings,
      leftOut,
    });
    return { ...verified, leftOut, operations };
  }

  #result(measured: Measured): RunResult {
    const { document } = this.#options;
    const { exchanges } = this.#record;
    const all = [...exchanges, ...this.#cleanUp.exchanges];
    return makeResult({
      ...measured,
      target: this.#options.target.baseUrl,
      document: this.#options.documentName,
      seed: this.#options.seed,
      durationMs: Math.round(performance.now() - this.#startedAt),
      exchanges,
      findings: withServerValues(this.#record.findings, exchanges, document),
      answers: this.#answers(),
      stopped: withUnsent(this.#record.stopped, this.#taken, this.#planned),
      ...effectsOf(document, all, this.#dispatcher.underWay, this.#cleanUp),
      marker: this.#options.marker,
      withToken: hasSecret(this.#options.credential),
    });
  }
}
