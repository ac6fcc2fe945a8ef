import { type RunningServer, type ServerOptions, startServer } from '../src/server/http-server.ts';
import { type FakeOptions, createFake } from './fake.ts';
import { PlantStore } from './store.ts';
import type { PersistedStore } from '../src/server/persist/persist-store.ts';

/** Options of {@link createMockServer}. */
export interface MockServerOptions
  extends Omit<FakeOptions, 'store'>, Omit<ServerOptions, 'responder' | 'gateway'> {
  /** Where plants are kept. Default: a new, empty store. */
  readonly store?: PlantStore | undefined;
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

/** The fake store behind a socket. */
export interface MockServer extends RunningServer {
  readonly store: PlantStore;
  /** Empties the store and takes back every handler that `use` has added. */
  reset(): void;
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
  const { document, responder } = createFake({ ...options, store });
  const gateways = options.prism ? await import('../src/server/prism/gateway.ts') : undefined;
  const server = await startServer({
    ...options,
    responder,
    gateway: gateways && ((onTrouble) => gateways.createGateway({ document, onTrouble })),
  });
  const stop = server.close.bind(server);
  return Object.assign(server, {
    store,
    reset: () => {
      store.reset();
      server.resetHandlers();
    },
    close: async () => {
      await stop();
      letGo();
    },
  });
}
