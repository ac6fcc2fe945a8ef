/** Sandboxes: isolated stores inside one server, each with answers, faults and requests of its own. */
import { isDeepStrictEqual } from 'node:util';
import type { ManagedStore } from '../../mock/resource-store.ts';
import type { Responder } from '../../mock/responder.ts';
import type { JsonValue } from '../../openapi/json/json-value.ts';
import { storeContent } from '../../mock/store-content.ts';
import type { Operation } from '../../model/operation.ts';
import { demandLatency, demandRestorable, demandState, scenarioState } from './sandbox-state.ts';
import type { LoggedParts } from '../redact.ts';
import type { ExchangeView, ExchangeViewer } from './exchange-view.ts';
import {
  type Fault,
  type FaultOptions,
  Faults,
  type FaultsState,
  demandFaults,
} from '../../mock/faults.ts';
import type { StoreRoom } from '../../mock/store-room.ts';
import { type RawExchange, weightOf } from '../exchange-record.ts';
import type { ServerRequest } from '../read-request.ts';
import { type Recording, Replay, readRecording } from '../replay.ts';
import type { HandlerResponse } from '../user-handlers.ts';
import type { Records } from './recorder.ts';
import {
  allAnswers,
  chosenAnswers,
  demandAnswers,
  namedAnswers,
  operationWith,
} from '../../questions/profile.ts';
import type { SandboxState } from '../../questions/scenarios/scenario.ts';
import type { ProfileAnswers } from '../../questions/answer.ts';
import type { Transactions, WorkHints } from '../shared/transactions.ts';
import type { SharedParts } from './service.ts';
import { StoredResources } from './stored-resources.ts';
import { StateError } from '../../mock/state-error.ts';

/** What a sandbox is made of. */
export interface SandboxParts {
  readonly name: string;
  readonly shared: SharedParts;
  readonly store: ManagedStore;
  /** What its faults take in memory; the store has its own. Default: any number of bytes. */
  readonly room?: StoreRoom | undefined;
  /** Keeps what was asked and answered, as it is shown. */
  readonly records: (viewer: () => ExchangeViewer) => Records<RawExchange, ExchangeView>;
  /** Does what is done to a sandbox that other processes have too. Default: it is in this one alone. */
  readonly transactions?: ((sandbox: Sandbox) => Transactions) | undefined;
}

/** What of a sandbox can be changed besides what is stored. */
export interface SandboxSettings extends Pick<SandboxState, 'answers' | 'latency' | 'scenario'> {
  readonly faults: FaultsState;
}

/** One isolated store inside a server. */
export class Sandbox {
  readonly name: string;
  readonly store: ManagedStore;
  /** What was asked and answered; without secrets as it is shown. */
  readonly traffic: Records<RawExchange, ExchangeView>;
  /** What the store holds, by collections. */
  readonly stored: StoredResources;
  readonly faults: Faults;
  /** By the process's clock. */
  lastUsed: number = performance.now();
  #shared: SharedParts;
  #responder: Responder | undefined;
  #replay: Replay | undefined;
  #answers: ProfileAnswers = {};
  #scenario: string | null = null;
  #latency = 0;
  /** Of the store, as the listeners were told. */
  #changes: number;

  /** Of all settings but faults. */
  #settingsChanges = 0;
  readonly #transactions: Transactions | undefined;

  constructor({ name, shared, store, room, records, transactions }: SandboxParts) {
    this.name = name;
    this.faults = new Faults(shared.start.faults, room);
    this.#shared = shared;
    this.store = store;
    this.stored = new StoredResources(
      store,
      () => this.#shared,
      () => this.#resourcesChanged(),
    );
    this.#transactions = transactions?.(this);
    this.traffic = records(() => this.#shared.viewer);
    this.#changes = store.changes;
    this.#enter(shared.start);
  }

  /** Whether other processes have it too: what looks into it or changes it is done by {@link act}. */
  get isShared(): boolean {
    return this.#transactions !== undefined;
  }

  /**
   * Does something that looks into the sandbox or changes it, and nothing else: where other processes have it
   * too, it may be done several times until nothing has come in between.
   *
   * @throws {StoreAwayError} where the store that is shared can't be reached.
   */
  act<Result>(work: () => Result, hints: WorkHints = {}): Result | Promise<Result> {
    return this.#transactions === undefined ? work() : this.#transactions.run(work, hints);
  }

  get settings(): SandboxSettings {
    const faults = this.faults.state();
    return { answers: this.#answers, latency: this.#latency, scenario: this.#scenario, faults };
  }

  /** Another number after every change of the settings. */
  get settingsChanges(): number {
    return this.#settingsChanges + this.faults.changes;
  }

  /** Has the settings that another process has made of them. */
  takeSettings({ answers, latency, scenario, faults }: SandboxSettings): void {
    this.faults.takeState(faults);
    this.#latency = latency;
    this.#scenario = scenario;
    this.#settingsChanges += 1;
    if (isDeepStrictEqual(answers, this.#answers)) return;
    this.#answers = answers;
    this.#responder = undefined;
  }

  /** Has what a sandbox begins with. */
  begin(): void {
    const { service, start } = this.#shared;
    this.store.restoreAll(storeContent(service.document, start));
    this.faults.begin(start.faults);
    this.#enter(start);
  }

  /** Made anew after each change of the answers. */
  get responder(): Responder {
    return (this.#responder ??= this.#shared.service.createResponder(this.store, this.#answers));
  }

  /** Milliseconds before each answer. */
  get latency(): number {
    return this.#latency;
  }

  /** Whether nothing stands between a request and the responder. */
  get isPlain(): boolean {
    return this.#latency === 0 && this.faults.size === 0 && this.#replay === undefined;
  }

  /**
   * Answers what was recorded as it was, until the sandbox is put into another state.
   *
   * @param text HAR 1.2.
   * @throws {DiagnosticError} where it is none.
   */
  replay(text: string): Recording {
    if (this.isShared) {
      throw new StateError(
        'shared-store',
        'Failed to replay the recording: the sandbox is shared with other processes. Use a mock of its own.',
      );
    }
    const recording = readRecording(text, 'the recording', this.#shared.service.document);
    this.#replay = new Replay(recording);
    return recording;
  }

  /** What was recorded for a request, if it was. */
  replayed(request: ServerRequest): HandlerResponse | undefined {
    return this.#replay?.answer(request);
  }

  /** Name of the profile that answers as this sandbox does; `null` where none does. */
  get profile(): string | null {
    const { profiles, questions } = this.#shared.service;
    const current = JSON.stringify(this.answers());
    const same = Object.entries(profiles).find(
      ([, answers]) => JSON.stringify(allAnswers(answers, questions)) === current,
    );
    return same?.[0] ?? null;
  }

  get scenario(): string | null {
    return this.#scenario;
  }

  setLatency(milliseconds: number): void {
    demandLatency(milliseconds);
    this.#latency = milliseconds;
    this.#settingsChanges += 1;
    this.traffic.notify('settings');
  }

  /** How each open question is answered now. */
  answers(): ProfileAnswers {
    return allAnswers(this.#answers, this.#shared.service.questions);
  }

  /** @throws {StateError} for an unknown question and an impossible answer. */
  setAnswers(answers: ProfileAnswers): void {
    this.#changeAnswers(this.#chosen(this.#demanded(answers)));
  }

  /** @throws {StateError} for an unknown name. */
  setProfile(name: string): void {
    this.#changeAnswers(namedAnswers(this.#shared.service.profiles, name));
  }

  /**
   * Answers one question; the others keep their answers.
   *
   * @param operation Can be left out where only one operation has the question.
   * @throws {StateError} for an unknown question and an impossible answer.
   */
  answer(question: string, answer: string, operation?: string): void {
    const id = operation ?? operationWith(question, this.#shared.service.questions);
    this.#demanded({ [id]: { [question]: answer } });
    const changed = { ...this.#answers[id], [question]: answer };
    this.#changeAnswers(this.#chosen({ ...this.#answers, [id]: changed }));
  }

  /** @throws {StateError} for one that can't act, and where there is no room for it. */
  addFault(options: FaultOptions): Fault {
    demandFaults([options], this.operationIds);
    const fault = this.faults.add(options);
    this.traffic.notify('faults');
    return fault;
  }

  /** False where no fault has the id. */
  removeFault(id: number): boolean {
    const isRemoved = this.faults.remove(id);
    if (isRemoved) this.traffic.notify('faults');
    return isRemoved;
  }

  clearFaults(): void {
    this.faults.clear();
    this.traffic.notify('faults');
  }

  /** Ids of the document's operations. */
  get operationIds(): ReadonlySet<string> {
    return this.#shared.operationIds;
  }

  /** The operation that a request is for, if it is for one. */
  operationOf(asked: Pick<RawExchange, 'method' | 'target'>): Operation | undefined {
    return this.#shared.viewer.operationOf(asked);
  }

  /** The fault that acts on a request, if one does. */
  takeFault(asked: Pick<RawExchange, 'method' | 'target'>): Fault | undefined {
    const fault = this.faults.take(this.operationOf(asked)?.id);
    this.traffic.notify('faults');
    return fault;
  }

  snapshot(): SandboxState {
    return {
      resources: this.store.list(),
      ...(this.stored.isInCollections && { collections: this.stored.listed() }),
      profile: this.profile,
      answers: this.answers(),
      latency: this.#latency,
      faults: this.faults.options(),
      scenario: this.#scenario,
    };
  }

  /**
   * Puts a state back. What is left out becomes as at the start of a sandbox.
   *
   * @throws {StateError} where something in it is invalid; nothing is changed then.
   */
  restore(state: Partial<SandboxState>): void {
    demandState(state);
    this.#put(state, (answers) => this.#chosen(answers));
  }

  #put(state: Partial<SandboxState>, read: (answers: ProfileAnswers) => ProfileAnswers): void {
    const { start, inspector, service } = this.#shared;
    demandRestorable(inspector, state);
    this.#demanded(state.answers ?? {});
    demandFaults(state.faults ?? [], this.operationIds);
    const { profile = null } = state;
    const named = profile === null ? start.answers : namedAnswers(service.profiles, profile);
    const answers = state.answers === undefined ? named : read(state.answers);
    const whole = { ...start, ...state, answers };
    const content = storeContent(service.document, whole);
    this.faults.replace(whole.faults, () => this.store.restoreAll(content));
    this.#enter(whole);
    this.#resourcesChanged();
    for (const topic of ['profile', 'faults', 'settings', 'scenario'] as const)
      this.traffic.notify(topic);
  }

  /**
   * Puts a scenario's state in place of everything; `null` is the start state.
   *
   * @throws {StateError} for an unknown name.
   */
  chooseScenario(name: string | null): void {
    const { service, inspector } = this.#shared;
    const state = name === null ? {} : scenarioState(service, name);
    inspector.demandPlace(state.resources ?? []);
    this.#put(state, (answers) => answers);
  }

  /** Back to the start, with no recorded requests. */
  reset(): void | Promise<void> {
    const restored = this.act(() => this.restore({}));
    if (restored instanceof Promise) return restored.then(() => this.traffic.clear());
    return this.traffic.clear();
  }

  /** What the log shows of an exchange, without secrets. */
  logged(exchange: RawExchange): LoggedParts {
    return this.#shared.viewer.logged(exchange);
  }

  record(exchange: RawExchange): void {
    this.lastUsed = exchange.start + exchange.durationMs;
    this.traffic.add(exchange, weightOf(exchange));
    if (this.store.changes !== this.#changes) this.#resourcesChanged();
    this.#shared.service.callbacks?.after(exchange, this.#keep);
  }

  /**
   * Sends a webhook or a callback of the document by hand; settles when it was taken, or given up.
   *
   * @throws {StateError} where the document has none of the name, or it may not be sent there.
   */
  sendWebhook(name: string, url: string, body?: JsonValue): Promise<void> {
    const { callbacks } = this.#shared.service;
    if (callbacks !== undefined) return callbacks.send(name, url, body, this.#keep);
    throw new StateError(
      'callbacks-off',
      'Failed to send anything: no host is allowed. Start the mock with --allow-callbacks and an origin, or with the option allowCallbacks.',
    );
  }

  /** What the mock itself has sent. */
  readonly #keep = (exchange: RawExchange): void => this.traffic.add(exchange, weightOf(exchange));

  /** What the sandbox was put into last: the start state, or a scenario's in its place. */
  get #basis(): SandboxState {
    const { start, service } = this.#shared;
    const name = this.#scenario;
    if (name === null || !service.scenarios.has(name)) return start;
    return { ...start, ...scenarioState(service, name) };
  }

  /** Answers as other shared parts say from now on; resources stay, and so does what was changed. */
  reload(shared: SharedParts): void {
    const before = this.#basis;
    this.#shared = shared;
    const { answers, latency, faults } = this.#basis;
    if (this.#answers === before.answers) this.#answers = answers;
    if (this.#latency === before.latency) this.#latency = latency;
    if (!isDeepStrictEqual(faults, before.faults)) this.faults.replace(faults);
    this.#responder = undefined;
    this.#startReplay();
    this.traffic.notify('reload');
  }

  /** Everything but resources and faults. */
  #enter(state: Omit<SandboxState, 'resources' | 'collections' | 'faults'>): void {
    this.#settingsChanges += 1;
    this.#answers = state.answers;
    this.#latency = state.latency;
    this.#scenario = state.scenario;
    this.#responder = undefined;
    this.#startReplay();
  }

  #startReplay(): void {
    const { recording } = this.#shared.service;
    this.#replay = recording && new Replay(recording);
  }

  #chosen(answers: ProfileAnswers): ProfileAnswers {
    return chosenAnswers(answers, this.#shared.service.questions);
  }

  #changeAnswers(answers: ProfileAnswers): void {
    this.#answers = answers;
    this.#responder = undefined;
    this.#settingsChanges += 1;
    this.traffic.notify('profile');
  }

  #demanded(answers: ProfileAnswers): ProfileAnswers {
    return demandAnswers(answers, this.#shared.service.questions, 'change the answers');
  }

  #resourcesChanged(): void {
    this.#changes = this.store.changes;
    this.traffic.notify('resources');
  }
}
