import { packageVersion } from '../src/package-root.ts';
import { loadAddon } from '../src/addons/index.ts';
import type { OpenApiDocument } from '../src/openapi/document.ts';
import type { JsonObject } from '../src/openapi/json/json-value.ts';
import { ResourceInspector } from '../src/mock/resource-inspector.ts';
import { type Collections, saysSomething, storeContent } from '../src/mock/store-content.ts';
import {
  type ListenOptions,
  type RunningServer,
  type ServerHandle,
  startServer,
} from '../src/serve/http-server.ts';
import type { PersistedStore } from '../src/serve/persist/persist-store.ts';
import type { SandboxState, Scenario } from '../src/questions/scenarios/scenario.ts';
import { scenarioState } from '../src/serve/sandbox/sandbox-state.ts';
import type { Service } from '../src/serve/sandbox/service.ts';
import type { FakeOptions } from './fake.ts';
import type { NewPlant } from './plant.generated.ts';
import { ANY, COUNT, FAKE_RULES, LIST, OBJECT, demandOptions } from './demand-options.ts';
import { type MockSandbox, mockSandbox } from './sandbox.ts';
import { plantService } from './service.ts';
import type { ScenarioName } from './scenarios.generated.ts';
import { PlantStore } from './store.ts';

export { DiagnosticError } from '../src/openapi/diagnostic.ts';
export type { LoadedDocument } from '../src/model/load-document.ts';
export { loadDocument, readDocument } from './read-document.ts';
export { PersistError } from '../src/serve/persist/persist-error.ts';
export { StateError } from '../src/mock/state-error.ts';

/** What the fake answers from; {@link MockServer.reload} takes another. */
export interface MockInputs extends Pick<FakeOptions, 'document' | 'profile'> {
  /** Scenarios on top of the kit's, by name. Default: none. */
  readonly scenarios?: ReadonlyMap<string, Scenario> | undefined;
  /** Plants that every sandbox begins with, valid by the document. Default: the scenario's. */
  readonly seed?: readonly NewPlant[] | undefined;
  /**
   * What every sandbox begins with in the collections of a document of your own, by the path that
   * it would be created at. Default: the scenario's.
   */
  readonly collections?: Collections | undefined;
  /** Milliseconds to wait before each answer. Default: the scenario's, else 0. */
  readonly latency?: number | undefined;
  /**
   * Name of the scenario that every sandbox begins with: one of the kit's (`mocks/scenarios/`) or of
   * `scenarios`. What other options say counts more. Default: none.
   */
  readonly scenario?: ScenarioName | (string & {}) | undefined;
}

/** Options of {@link createMockServer}. */
export interface MockServerOptions
  extends MockInputs, Pick<FakeOptions, 'token' | 'maxResources'>, ListenOptions {
  /** Where the default sandbox's plants are kept. Default: a new, empty store. */
  readonly store?: PlantStore | undefined;
  /** Has Prism validate every request and response, beside the store. Default false. */
  readonly prism?: boolean | undefined;
  /** Milliseconds that an answer waits for Prism's findings at most. Default 250. */
  readonly prismDeadline?: number | undefined;
  /**
   * A file that keeps the default sandbox's plants: what was acknowledged is there after a restart,
   * and counts more than `store`, `seed` and `scenario`. Default: memory only.
   */
  readonly persist?: string | undefined;
  /** Is told of what is damaged in that file, or of another document. Default: a warning of the process. */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/** The fake store behind a socket. What it does as a sandbox is done to the default one. */
export interface MockServer extends ServerHandle, MockSandbox {
  /** Back to the start, with no recorded requests; takes back every handler that `use` has added. */
  reset(): void;
  /**
   * A sandbox of its own, made on first use.
   *
   * @param name A letter or digit, then at most 63 letters, digits, dots, dashes, underscores.
   * @throws {StateError} for an impossible name, and where there are too many sandboxes.
   */
  sandbox(name: string): MockSandbox;
  /**
   * Answers from something else from now on; plants stay, and so does what was changed since the
   * start. What is left out is as at the start of the server.
   *
   * @throws {Error} where something in it is wrong; nothing is changed then.
   */
  reload(inputs: MockInputs): void;
  /** Forgets a sandbox; false where there is none. */
  dropSandbox(name: string): boolean;
}

const RULES: Parameters<typeof demandOptions>[1] = {
  ...FAKE_RULES,
  scenarios: OBJECT,
  seed: LIST,
  collections: OBJECT,
  latency: COUNT,
  scenario: ANY,
  host: ANY,
  port: ANY,
  bodyLimit: COUNT,
  requestTimeout: COUNT,
  handlers: LIST,
  control: ANY,
  sandboxIdle: COUNT,
  maxSandboxes: COUNT,
  prism: ANY,
  prismDeadline: COUNT,
  persist: ANY,
  onWarning: ANY,
};

/**
 * Starts the fake store over HTTP, on a free port of this machine by default.
 *
 * @example await using server = await createMockServer();
 * @throws {StateError} where an option is unknown or invalid, or the seed more than `maxResources`.
 * @throws {Error} with Node's `code` where it can't listen, such as EADDRINUSE.
 * @throws {PersistError} where the file of `persist` is in use, or can't be read or written.
 */
export async function createMockServer(options: MockServerOptions = {}): Promise<MockServer> {
  const store = options.store ?? new PlantStore();
  const parts = partsOf(options, store);
  // Before the file: what that holds counts more.
  if (store.total === 0) store.restoreAll(storeContent(parts.service.document, parts.start));
  const { document } = parts.service;
  const kept =
    options.persist === undefined ? undefined : await persist(store, { ...options, document });
  try {
    const createValidator = options.prism ? await loadAddon('prism', 'createValidator') : undefined;
    const server = await startServer({
      ...options,
      ...parts,
      validator:
        createValidator && ((document, onTrouble) => createValidator({ document, onTrouble })),
      deadline: options.prismDeadline,
      version: packageVersion(),
      tokenVariable: 'PLANT_STORE_TOKEN',
    });
    return publicServer(server, options, () => kept?.[Symbol.dispose]());
  } catch (error) {
    kept?.[Symbol.dispose]();
    throw error;
  }
}

async function persist(
  store: PlantStore,
  {
    persist: file = '',
    onWarning = warn,
    document,
  }: MockServerOptions & { document: OpenApiDocument },
): Promise<PersistedStore> {
  const [{ persistStore }, { strangeContent }] = await Promise.all([
    import('../src/serve/persist/persist-store.ts'),
    import('../src/serve/persist/strange-content.ts'),
  ]);
  const kept = persistStore(store, file);
  const { content, warnings } = kept;
  const strange = strangeContent(document, store, content, file);
  for (const warning of [...warnings, ...(strange ? [strange] : [])]) onWarning(warning);
  return kept;
}

function warn(message: string): void {
  process.emitWarning(message);
}

/** @throws {StateError} where the seed is invalid or too large, or there is no such scenario. */
function partsOf(
  options: MockServerOptions,
  store: PlantStore,
): { readonly service: Service; readonly start: SandboxState } {
  demandOptions(options, RULES);
  const { seed, collections, latency, profile, scenario: name = null } = options;
  const { service, answers } = plantService({ ...options, store }, profile);
  const state = name === null ? {} : scenarioState(service, name);
  const start: SandboxState = {
    profile: null,
    faults: state.faults ?? [],
    resources: (seed as unknown as readonly JsonObject[]) ?? state.resources ?? [],
    collections: collections ?? state.collections,
    answers: profile === undefined ? (state.answers ?? answers) : answers,
    latency: latency ?? state.latency ?? 0,
    scenario: name,
  };
  if (saysSomething(start)) new ResourceInspector(service).demandAll(start);
  return { service, start };
}

function publicServer(
  server: RunningServer,
  options: MockServerOptions,
  letGo: () => void,
): MockServer {
  const { sandboxes, port, events } = server;
  const own = mockSandbox(sandboxes.default, () => server.url);
  const close = async (): Promise<void> => {
    await server.close();
    letGo();
  };
  const handle = {
    port,
    events,
    get ready() {
      return server.ready;
    },
    use: (...handlers) => server.use(...handlers),
    resetHandlers: () => server.resetHandlers(),
    reset: () => {
      own.reset();
      server.resetHandlers();
    },
    sandbox: (name) => mockSandbox(sandboxes.demand(name), () => `${server.url}/@${name}`),
    dropSandbox: (name) => sandboxes.drop(name),
    reload: (inputs) => {
      const { service, start } = partsOf({ ...options, ...inputs }, own.store);
      server.reload(service, start);
    },
    close,
    [Symbol.asyncDispose]: close,
  } satisfies Partial<MockServer>;
  // Property by property: a spread would read once what is to be read anew each time.
  return Object.defineProperties(handle, {
    ...Object.getOwnPropertyDescriptors(own),
    ...Object.getOwnPropertyDescriptors(handle),
  }) as unknown as MockServer;
}
