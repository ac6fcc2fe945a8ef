import type { Collection } from '../../mock/collection.ts';
import type { DocumentStore } from '../../mock/document-store.ts';
import type { Fault, FaultOptions } from '../../mock/faults.ts';
import type { JsonObject, JsonValue } from '../../openapi/json/json-value.ts';
import type { ProfileAnswers } from '../../questions/answer.ts';
import type { SandboxState } from '../../questions/scenarios/scenario.ts';
import type { HttpServer } from '../http-server.ts';
import { type RequestMatch, matching } from '../../mock/received.ts';
import type { ExchangeView } from './exchange-view.ts';
import type { Sandbox } from './sandbox.ts';
import { DEFAULT_SANDBOX } from './sandboxes.ts';

/** How a {@link MockSandbox} answers open questions. */
export interface SandboxProfile<Profile = string | ProfileAnswers> {
  /** Of the profile that answers alike; `null` where none does. */
  readonly name: string | null;
  /** How a question is answered now; `undefined` for an unknown one. */
  get(question: string, operation?: string): string | undefined;
  /** @throws {StateError} for an unknown question or an impossible answer. */
  answer(question: string, answer: string, operation?: string): void;
  /** @throws {StateError} for an unknown profile, question or an impossible answer. */
  use(profile: Profile): void;
}

/** What a {@link MockSandbox} has stored outside of collections. */
export interface Resources<Resource extends object = JsonObject> {
  /** In order of creation; a copy. */
  list(): Resource[];
  /** @throws {StateError} where one is invalid or its identity is used; none is stored then. */
  seed(resources: readonly Resource[]): void;
  clear(): void;
}

/** The faults of a {@link MockSandbox}. */
export interface SandboxFaults {
  list(): Fault[];
  /** False where no fault has the id. */
  remove(id: number): boolean;
  clear(): void;
}

/**
 * One isolated store of a mock: what the control API does, as methods.
 *
 * @typeParam Resource What the document's schema says of what is created, where one operation creates.
 * @typeParam Profile The profiles that it takes. Default: any name, any answers.
 */
export class MockSandbox<
  Resource extends object = JsonObject,
  Profile extends string | ProfileAnswers = string | ProfileAnswers,
> {
  readonly profile: SandboxProfile<Profile>;
  readonly faults: SandboxFaults;
  /** @internal */
  protected readonly core: Sandbox;

  /** @internal */
  constructor(sandbox: Sandbox) {
    this.core = sandbox;
    this.profile = profileOf(sandbox);
    this.faults = {
      list: () => sandbox.faults.list(),
      remove: (id) => sandbox.removeFault(id),
      clear: () => sandbox.clearFaults(),
    };
  }

  get name(): string {
    return this.core.name;
  }

  /** Where its resources are kept. */
  get store(): DocumentStore<Resource> {
    return this.core.store as DocumentStore<Resource>;
  }

  /**
   * What is created at a path, to be seeded, listed, looked into and cleared without requests.
   *
   * @param path With values in place of braces: `/members/7/loans`.
   * @typeParam Created What the document's schema says of one. Default: any JSON object.
   * @throws {StateError} where no operation of the document creates anything there.
   */
  collection<Created extends object = JsonObject>(path: string): Collection<Created> {
    return this.core.stored.resourcesAt<Created>(path);
  }

  /** Everything that is created where one operation creates; with `clear`, that of all collections. */
  get resources(): Resources<Resource> {
    const { core, store } = this;
    return {
      list: () => store.list(),
      seed: (resources) => core.stored.seed(resources as readonly JsonObject[]),
      clear: () => core.stored.clear(),
    };
  }

  /** How many each collection holds, by its path. */
  get collections(): ReadonlyMap<string, number> {
    return this.core.stored.sizes();
  }

  /** Milliseconds before each answer. */
  get latency(): number {
    return this.core.latency;
  }

  /** @throws {StateError} for what is no whole number, 0 or more. */
  set latency(milliseconds: number) {
    this.core.setLatency(milliseconds);
  }

  /**
   * What was asked and answered, the newest last, without secrets and without preflights of browsers; the
   * list is bounded.
   *
   * @param match Which are meant. Default: all.
   * @throws {StateError} for an operation that the document doesn't have.
   */
  requests(match?: RequestMatch | ((request: ExchangeView) => boolean)): readonly ExchangeView[] {
    return matching(this.core.traffic.list(), match, this.core.operationIds);
  }

  /**
   * The callbacks and webhooks that were sent, each try for itself, or could not be; the newest last.
   *
   * @param name Which of them. Default: all.
   */
  callbacks(name?: string): readonly ExchangeView[] {
    return this.core.traffic.list().filter(({ callback }) => {
      return callback !== undefined && callback === (name ?? callback);
    });
  }

  /**
   * Sends a webhook or a callback of the document by hand; settles when it was taken, or given up.
   *
   * @param body What is sent. Default: what is made up for it.
   * @throws {StateError} where the document has none of the name, or `allowCallbacks` not the origin.
   */
  async sendWebhook(name: string, url: string, body?: JsonValue): Promise<void> {
    await this.core.sendWebhook(name, url, body);
  }

  /** Forgets what was asked. */
  clearRequests(): void {
    // Of a store that can't be reached, requests are told again: none is lost by it.
    Promise.resolve(this.core.traffic.clear()).catch(() => {});
  }

  /** Adds a fault. Default: the next request gets 500. */
  failNext(fault: Partial<FaultOptions> = {}): Fault {
    return this.core.addFault({ kind: 'answer', ...fault });
  }

  /** Everything that can be put back. */
  snapshot(): SandboxState {
    return this.core.snapshot();
  }

  /**
   * Puts a snapshot back; what is left out becomes as at the start.
   *
   * @throws {StateError} where something in it is invalid; nothing is changed then.
   */
  restore(state: Partial<SandboxState>): void {
    this.core.restore(state);
  }

  /**
   * Puts a scenario's state in place of everything; `null` is the start state.
   *
   * @throws {StateError} for an unknown name.
   */
  scenario(name: string | null): void {
    this.core.chooseScenario(name);
  }

  /** Back to the start, with no recorded requests. */
  reset(): void {
    this.core.restore({});
    this.clearRequests();
  }
}

/** A {@link MockSandbox} of a mock that listens. */
export class ServedSandbox<
  Resource extends object = JsonObject,
  Profile extends string | ProfileAnswers = string | ProfileAnswers,
> extends MockSandbox<Resource, Profile> {
  /** @internal */
  protected readonly server: HttpServer;

  /** @internal */
  constructor(server: HttpServer, name: string) {
    super(server.sandboxes.demand(name));
    this.server = server;
  }

  /** Where its service is, without a slash at the end. */
  get url(): string {
    const { url } = this.server;
    return this.name === DEFAULT_SANDBOX ? url : `${url}/@${this.name}`;
  }
}

function profileOf(sandbox: Sandbox): SandboxProfile {
  return {
    get name() {
      return sandbox.profile;
    },
    get: (question, operation) => {
      const lists = Object.entries(sandbox.answers()).filter(
        ([id]) => operation === undefined || id === operation,
      );
      return lists.find(([, list]) => Object.hasOwn(list, question))?.[1][question];
    },
    answer: (question, answer, operation) => sandbox.answer(question, answer, operation),
    use: (profile) => {
      if (typeof profile === 'string') sandbox.setProfile(profile);
      else sandbox.setAnswers(profile);
    },
  };
}
