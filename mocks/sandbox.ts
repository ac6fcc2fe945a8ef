import type { JsonObject } from '../src/openapi/json/json-value.ts';
import type { ProfileAnswers } from '../src/questions/answer.ts';
import type { ExchangeView } from '../src/serve/sandbox/exchange-view.ts';
import type { Fault, FaultOptions } from '../src/mock/faults.ts';
import type { Sandbox } from '../src/serve/sandbox/sandbox.ts';
import type { SandboxState } from '../src/questions/scenarios/scenario.ts';
import type { NewPlant } from './plant.generated.ts';
import type { Profile } from './profile.ts';
import type { PlantStore } from './store.ts';

/** One isolated plant store inside a server: what the control API does, as methods. */
export interface MockSandbox {
  readonly name: string;
  /** Where its service is, without a slash at the end. */
  readonly url: string;
  readonly store: PlantStore;
  readonly plants: SandboxPlants;
  /**
   * What is created at a path, where several operations of your own document create.
   *
   * @throws {StateError} where the document has no such collection.
   */
  collection(path: string): SandboxCollection;
  /** How many each collection holds, by its path; empty where the document has only one. */
  readonly collections: ReadonlyMap<string, number>;
  readonly profile: SandboxProfile;
  readonly faults: SandboxFaults;
  /** Milliseconds before each answer. */
  latency: number;
  /** What was asked and answered, the newest last, without secrets; the list is bounded. */
  readonly requests: readonly ExchangeView[];
  /** Forgets what was asked. */
  clearRequests(): void;
  /** Adds a fault. Default: the next request gets 500. */
  failNext(fault?: Partial<FaultOptions>): Fault;
  /** Everything that can be put back. */
  snapshot(): SandboxState;
  /**
   * Puts a snapshot back; what is left out becomes as at the start.
   *
   * @throws {StateError} where something in it is invalid; nothing is changed then.
   */
  restore(state: Partial<SandboxState>): void;
  /**
   * Puts a scenario's state in place of everything; `null` is the start state.
   *
   * @throws {StateError} for an unknown name.
   */
  scenario(name: string | null): void;
  /** Back to the start, with no recorded requests. */
  reset(): void;
}

/** The plants of a {@link MockSandbox}. */
export interface SandboxPlants {
  /** In order of creation; a copy. */
  list(): NewPlant[];
  /** @throws {StateError} where one is invalid or its id is used; none is stored then. */
  seed(plants: readonly NewPlant[]): void;
  clear(): void;
}

/** The resources of one of several collections of a {@link MockSandbox}. */
export interface SandboxCollection {
  /** In order of creation; a copy. */
  list(): JsonObject[];
  /** @throws {StateError} where one is invalid or its identity is used; none is stored then. */
  seed(resources: readonly JsonObject[]): void;
  clear(): void;
}

/** How a {@link MockSandbox} answers open questions. */
export interface SandboxProfile {
  /** Of the profile that answers alike; `null` where none does. */
  readonly name: string | null;
  /** How a question is answered now; `undefined` for an unknown one. */
  get(question: string, operation?: string): string | undefined;
  /** @throws {StateError} for an unknown question or an impossible answer. */
  answer(question: string, answer: string, operation?: string): void;
  /** @throws {StateError} for an unknown profile, question or an impossible answer. */
  use(profile: Profile): void;
}

/** The faults of a {@link MockSandbox}. */
export interface SandboxFaults {
  list(): Fault[];
  /** False where no fault has the id. */
  remove(id: number): boolean;
  clear(): void;
}

/** @param url Where its service is. */
export function mockSandbox(sandbox: Sandbox, url: () => string): MockSandbox {
  return {
    name: sandbox.name,
    store: sandbox.store as unknown as PlantStore,
    plants: {
      list: () => (sandbox.store as unknown as PlantStore).list(),
      seed: (plants) => sandbox.seed(plants as unknown as readonly JsonObject[]),
      clear: () => sandbox.clear(),
    },
    collection: (path) => {
      sandbox.collection(path);
      return {
        list: () => sandbox.collection(path).list(),
        seed: (resources) => sandbox.seed(resources, path),
        clear: () => sandbox.clear(path),
      };
    },
    get collections() {
      return sandbox.collections() ?? new Map<string, number>();
    },
    profile: sandboxProfile(sandbox),
    faults: {
      list: () => sandbox.faults.list(),
      remove: (id) => sandbox.removeFault(id),
      clear: () => sandbox.clearFaults(),
    },
    get url() {
      return url();
    },
    get latency() {
      return sandbox.latency;
    },
    set latency(milliseconds) {
      sandbox.setLatency(milliseconds);
    },
    get requests() {
      return sandbox.requests();
    },
    clearRequests: () => sandbox.clearRequests(),
    failNext: (fault) => sandbox.addFault({ kind: 'answer', ...fault }),
    snapshot: () => sandbox.snapshot(),
    restore: (state) => sandbox.restore(state),
    scenario: (name) => sandbox.chooseScenario(name),
    reset: () => sandbox.reset(),
  };
}

function sandboxProfile(sandbox: Sandbox): SandboxProfile {
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
      else sandbox.setAnswers(profile as ProfileAnswers);
    },
  };
}
