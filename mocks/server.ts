import { packageVersion } from '../src/cli/package-root.ts';
import type { JsonObject } from '../src/openapi/json/json-value.ts';
import { type RunningServer, type ServerOptions, startServer } from '../src/server/http-server.ts';
import type { FakeOptions } from './fake.ts';
import type { NewPlant } from './plant.generated.ts';
import { type MockSandbox, mockSandbox } from './sandbox.ts';
import { type PlantServiceOptions, plantService } from './service.ts';
import { PlantStore } from './store.ts';
import type { PersistedStore } from '../src/server/persist/persist-store.ts';

/** Options of {@link createMockServer}. */
export interface MockServerOptions
  extends
    Omit<FakeOptions, 'store'>,
    Omit<ServerOptions, 'service' | 'start' | 'gateway' | 'version' | 'tokenVariable'>,
    Pick<PlantServiceOptions, 'scenarios'> {
  /** Where the default sandbox's plants are kept. Default: a new, empty store. */
  readonly store?: PlantStore | undefined;
  /** Plants that every sandbox begins with, valid by the document. Default: none. */
  readonly seed?: readonly NewPlant[] | undefined;
  /** Milliseconds to wait before each answer. Default 0. */
  readonly latency?: number | undefined;
  /** Puts Prism, as a validating gateway, in front of the store. Default false. */
  readonly prism?: boolean | undefined;
  /**
   * A file that keeps the plants: what was acknowledged is there after a restart, and counts more
   * than what `store` holds. Default: memory only.
   */
  readonly persist?: string | undefined;
  /** Is told of what is damaged in that file. Default: a warning of the process. */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/** The fake store behind a socket. What it does as a sandbox is done to the default one. */
export interface MockServer extends RunningServer, MockSandbox {
  /** Back to the start, with no recorded requests; takes back every handler that `use` has added. */
  reset(): void;
  /**
   * A sandbox of its own, made on first use.
   *
   * @param name A letter or digit, then at most 63 letters, digits, dots, dashes, underscores.
   * @throws {Error} for an impossible name, and where there are too many sandboxes.
   */
  sandbox(name: string): MockSandbox;
  /** Forgets a sandbox; false where there is none. */
  dropSandbox(name: string): boolean;
}

/**
 * Starts the fake store over HTTP, on a free port of this machine by default.
 *
 * @example await using server = await createMockServer();
 * @throws {Error} with Node's `code` where it can't listen, such as EADDRINUSE.
 * @throws {PersistError} where the file of `persist` is in use, or can't be read or written.
 */
export async function createMockServer(options: MockServerOptions = {}): Promise<MockServer> {
  const store = options.store ?? new PlantStore();
  const { seed = [] } = options;
  // Before the file: what that holds counts more.
  if (store.size === 0) store.restore(seed);
  const kept = options.persist === undefined ? undefined : await persist(store, options);
  try {
    return await startOver(store, options, () => kept?.[Symbol.dispose]());
  } catch (error) {
    kept?.[Symbol.dispose]();
    throw error;
  }
}

async function persist(
  store: PlantStore,
  { persist: file = '', onWarning = warn }: MockServerOptions,
): Promise<PersistedStore> {
  const { persistStore } = await import('../src/server/persist/persist-store.ts');
  const kept = persistStore(store, file);
  for (const warning of kept.warnings) onWarning(warning);
  return kept;
}

function warn(message: string): void {
  process.emitWarning(message);
}

async function startOver(
  store: PlantStore,
  options: MockServerOptions,
  letGo: () => void,
): Promise<MockServer> {
  const { seed = [], latency = 0, profile } = options;
  const { service, answers } = plantService({ ...options, store }, profile);
  const gateways = options.prism ? await import('../src/server/prism/gateway.ts') : undefined;
  const server = await startServer({
    ...options,
    service,
    start: {
      resources: seed as unknown as readonly JsonObject[],
      answers,
      latency,
    },
    gateway: gateways && ((document, onTrouble) => gateways.createGateway({ document, onTrouble })),
    version: packageVersion(),
    tokenVariable: 'PLANT_STORE_TOKEN',
  });
  return withSandboxes(server, letGo);
}

function withSandboxes(server: RunningServer, letGo: () => void): MockServer {
  const { sandboxes } = server;
  const own = mockSandbox(sandboxes.default, () => server.url);
  const stop = server.close.bind(server);
  const extra = {
    reset: () => {
      own.reset();
      server.resetHandlers();
    },
    sandbox: (name: string) => mockSandbox(sandboxes.demand(name), () => `${server.url}/@${name}`),
    dropSandbox: (name: string) => sandboxes.drop(name),
    close: async () => {
      await stop();
      letGo();
    },
  };
  const { url: _url, ...properties } = Object.getOwnPropertyDescriptors(own);
  // Property by property: Object.assign would read what is to be read anew each time.
  Object.defineProperties(server, { ...properties, ...Object.getOwnPropertyDescriptors(extra) });
  return server as MockServer;
}
