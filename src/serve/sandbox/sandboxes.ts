import { Recorder, type RecorderLimits, type SandboxTopic } from './recorder.ts';
import { Sandbox } from './sandbox.ts';
import { sandboxError, tooManySandboxes } from './too-many.ts';
import type { SandboxState } from '../../questions/scenarios/scenario.ts';
import { type Service, SharedParts } from './service.ts';
import type { Problem } from '../../http/message.ts';
import type { DocumentStore } from '../../mock/document-store.ts';
import { storeContent } from '../../mock/store-content.ts';
import { StateError } from '../../mock/state-error.ts';
import { StoreRoom } from '../../mock/store-room.ts';
import { KnownValues } from '../shared/known-values.ts';
import { shareSandbox } from '../shared/share-sandbox.ts';
import type { SharedStore } from '../shared/shared-store.ts';
import {
  DEFAULT_MAX_BYTES,
  DEFAULT_MAX_SANDBOXES,
  DEFAULT_SANDBOX_IDLE,
  RECORDED_BYTES,
  RECORDED_REQUESTS,
  SANDBOX_GIVES_WAY,
} from '../limits.ts';

/** Name of the sandbox of requests that name none. */
export const DEFAULT_SANDBOX = 'default';

/** What a sandbox may be called. */
const SANDBOX_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Options of {@link Sandboxes}. */
export interface SandboxesOptions {
  readonly service: Service;
  /** What a sandbox begins with. */
  readonly start: SandboxState;
  /** Where the default one keeps its resources; what it holds counts more. Default: a new one. */
  readonly store?: DocumentStore | undefined;
  /** Milliseconds without use after which a sandbox is dropped. Default 15 minutes. */
  readonly idle?: number | undefined;
  /** How many there can be at a time besides the default one. Default 1,000. */
  readonly max?: number | undefined;
  /** Bytes of memory that is taken by what is stored in all of them. Default {@link DEFAULT_MAX_BYTES}. */
  readonly maxBytes?: number | undefined;
  /** Where all of it is kept that other processes have too. Default: in this process alone. */
  readonly sharedStore?: SharedStore | undefined;
}

/** A sandbox as a list of all shows it. */
export interface SandboxOverview {
  readonly name: string;
  readonly resources: number;
  /** How many there ever were. */
  readonly requests: number;
  /** Milliseconds since it was used. */
  readonly idle: number;
}

/** The sandboxes of a server: the default one, and those that requests have named. */
export class Sandboxes {
  readonly default: Sandbox;
  /** How many there can be at a time besides the default one. */
  readonly max: number;
  #shared: SharedParts;
  readonly #named = new Map<string, Sandbox>();
  readonly #idle: number;
  readonly #room: StoreRoom;
  /** What is kept of the requests of each named one: the more there are, the less of each. */
  readonly #recorded: RecorderLimits;
  readonly #store: SharedStore | undefined;
  /** Of the shared store. */
  readonly #known = new KnownValues();
  /** Of those that are in this process alone. */
  readonly #stores = new WeakMap<Sandbox, DocumentStore>();
  #sweeper: NodeJS.Timeout | undefined;

  constructor(options: SandboxesOptions) {
    this.#shared = new SharedParts(options.service, options.start);
    this.#store = options.sharedStore;
    this.#idle = options.idle ?? DEFAULT_SANDBOX_IDLE;
    this.max = options.max ?? DEFAULT_MAX_SANDBOXES;
    const named = this.#named;
    this.#recorded = {
      count: RECORDED_REQUESTS,
      get bytes() {
        return Math.min(RECORDED_BYTES.named, Math.floor(RECORDED_BYTES.allNamed / named.size));
      },
    };
    const giveWay = (): boolean => this.#dropLongestIdle();
    this.#room = new StoreRoom(options.maxBytes ?? DEFAULT_MAX_BYTES, giveWay);
    this.default = this.#makeDefault(options.store);
  }

  get service(): Service {
    return this.#shared.service;
  }

  /** What a new sandbox begins with. */
  get start(): SandboxState {
    return this.#shared.start;
  }

  /** The sandbox of a name, made where there is none; why not, where it can't be. */
  at(name: string): Sandbox | Problem {
    if (name === DEFAULT_SANDBOX) return this.default;
    if (!SANDBOX_NAME.test(name)) {
      const shown = JSON.stringify(name.slice(0, 100));
      const message = `${shown} is no name of a sandbox: a letter or digit, then at most 63 letters, digits, dots, dashes, underscores`;
      return { kind: 'sandbox-name', message };
    }
    const sandbox = this.#named.get(name) ?? this.#make(name);
    if (sandbox === undefined) return tooManySandboxes(this.max);
    sandbox.lastUsed = performance.now();
    return sandbox;
  }

  /** @throws {StateError} for an impossible name, and where there are too many. */
  demand(name: string): Sandbox {
    const found = this.at(name);
    if (!('kind' in found)) return found;
    throw sandboxError(found);
  }

  /** The default one first, then in order of creation. */
  list(): Sandbox[] {
    return [this.default, ...this.#named.values()];
  }

  /** All of them, as others have them too. */
  async overview(): Promise<readonly SandboxOverview[]> {
    if (this.#store !== undefined) return await this.#store.sandboxes();
    const now = performance.now();
    const views = this.list().map(async ({ name, store, traffic, lastUsed }) => {
      const { last } = await traffic.read(Infinity);
      return { name, resources: store.total, requests: last, idle: Math.round(now - lastUsed) };
    });
    return await Promise.all(views);
  }

  /**
   * Forgets a sandbox; false where there is none. The default one is put back to its start.
   *
   * @throws {StateError} where other processes have it too: use {@link dropEverywhere}.
   */
  drop(name: string): boolean {
    demandUnshared(this.default);
    if (name !== DEFAULT_SANDBOX) return this.#dropOwn(name);
    void this.default.reset();
    return true;
  }

  /** The same, also where other processes have it too. */
  async dropEverywhere(name: string): Promise<boolean> {
    if (this.#store === undefined) return this.drop(name);
    if (name !== DEFAULT_SANDBOX) {
      this.#named.delete(name);
      return await this.#store.drop(name);
    }
    await this.default.reset();
    return true;
  }

  #dropOwn(name: string): boolean {
    const sandbox = this.#named.get(name);
    if (sandbox === undefined) return false;
    this.#named.delete(name);
    // Of one that is shared, only what this process knows of it goes.
    if (sandbox.isShared) return true;
    this.#stores.get(sandbox)?.keepWithin(undefined);
    sandbox.faults.clear();
    sandbox.traffic.notify('dropped');
    this.#notify('sandboxes');
    return true;
  }

  /** Masks a secret wherever an exchange is shown, besides the service's own. */
  hide(secret: string): void {
    this.#shared.hide(secret);
  }

  /**
   * Answers as another document, profile or scenario says from now on; resources stay.
   *
   * @throws {StateError} where a scenario is gone that is on; nothing is changed then.
   */
  reload(service: Service, start: SandboxState = this.#shared.start): void {
    this.#demandScenarios(service);
    this.#shared = new SharedParts(service, start, this.#shared.hidden);
    for (const sandbox of this.list()) sandbox.reload(this.#shared);
  }

  /** Stops looking for idle ones. */
  close(): void {
    clearInterval(this.#sweeper);
    this.service.callbacks?.close();
  }

  #demandScenarios({ scenarios }: Service): void {
    for (const { name, scenario } of this.list()) {
      const isGone = scenario !== null && !scenarios.has(scenario);
      if (!isGone || !this.service.scenarios.has(scenario)) continue;
      throw new StateError(
        'unknown-scenario',
        `Failed to reload: the scenario "${scenario}" is gone, and the sandbox "${name}" is in it. Put it back, or choose another one.`,
      );
    }
  }

  #make(name: string): Sandbox | undefined {
    if (this.#named.size >= this.max && !this.#dropLongestIdle()) return undefined;
    const sandbox = this.#sandbox(name);
    if (sandbox === undefined) return undefined;
    this.#named.set(name, sandbox);
    for (const { traffic } of this.#named.values()) traffic.trim();
    this.#sweeper ??= setInterval(() => this.#dropIdle(), sweepTime(this.#idle)).unref();
    if (!sandbox.isShared) this.#notify('sandboxes');
    return sandbox;
  }

  #makeDefault(given: DocumentStore | undefined): Sandbox {
    if (this.#store !== undefined) return this.#share(DEFAULT_SANDBOX, this.#store);
    const store = this.#filled(given);
    store.keepWithin(this.#room);
    const limits = { count: RECORDED_REQUESTS, bytes: RECORDED_BYTES.default };
    return this.#inMemory(DEFAULT_SANDBOX, store, limits);
  }

  /** `undefined` where there is no room for what it begins with. */
  #sandbox(name: string): Sandbox | undefined {
    if (this.#store !== undefined) return this.#share(name, this.#store);
    const store = this.#filled();
    try {
      store.keepWithin(this.#room);
      return this.#inMemory(name, store, this.#recorded);
    } catch {
      store.keepWithin(undefined);
      return undefined;
    }
  }

  #share(name: string, store: SharedStore): Sandbox {
    return shareSandbox(name, this.#shared, { store, known: this.#known });
  }

  #inMemory(name: string, store: DocumentStore, limits: RecorderLimits): Sandbox {
    const sandbox = new Sandbox({
      name,
      shared: this.#shared,
      store,
      room: this.#room,
      records: (viewer) =>
        new Recorder(name, limits, (exchange, seq) => viewer().mocked(exchange, seq, name)),
    });
    this.#stores.set(sandbox, store);
    return sandbox;
  }

  /** A store with what a sandbox begins with, unless it holds something. */
  #filled(store: DocumentStore = this.service.createStore()): DocumentStore {
    if (store.total > 0) return store;
    store.restoreAll(storeContent(this.service.document, this.start));
    return store;
  }

  #dropIdle(): void {
    const longAgo = performance.now() - this.#idle;
    for (const { name, lastUsed, traffic } of this.#named.values()) {
      if (lastUsed < longAgo && !traffic.isWatched) this.#dropOwn(name);
    }
  }

  /** Where there is no room for others; false where all have been used just now. */
  #dropLongestIdle(): boolean {
    const spared = this.#store === undefined ? Math.min(this.#idle, SANDBOX_GIVES_WAY) : 0;
    const ago = performance.now() - spared;
    const idle = [...this.#named.values()].filter(
      ({ lastUsed, traffic }) => lastUsed < ago && !traffic.isWatched,
    );
    const [first] = idle.toSorted((a, b) => a.lastUsed - b.lastUsed);
    return first !== undefined && this.#dropOwn(first.name);
  }

  #notify(topic: SandboxTopic): void {
    for (const sandbox of this.list()) sandbox.traffic.notify(topic);
  }
}

/**
 * For what is done in this process alone.
 *
 * @throws {StateError} where other processes have the sandbox too.
 */
export function demandUnshared({ isShared }: Sandbox): void {
  if (!isShared) return;
  throw new StateError(
    'shared-store',
    'Failed to use the mock: its store is shared with other processes. Send requests, or use the control API.',
  );
}

/** How often idle ones are looked for: soon after they are due, but not all the time. */
function sweepTime(idle: number): number {
  return Math.max(100, Math.min(idle, 60_000));
}
