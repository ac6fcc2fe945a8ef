import { type RunningServer, type ServerOptions, startServer } from '../src/server/http-server.ts';
import { type FakeOptions, createFake } from './fake.ts';
import { PlantStore } from './store.ts';

/** Options of {@link createMockServer}. */
export interface MockServerOptions
  extends Omit<FakeOptions, 'store'>, Omit<ServerOptions, 'responder' | 'gateway'> {
  /** Where plants are kept. Default: a new, empty store. */
  readonly store?: PlantStore | undefined;
  /** Puts Prism, as a validating gateway, in front of the store. Default false. */
  readonly prism?: boolean | undefined;
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
 */
export async function createMockServer(options: MockServerOptions = {}): Promise<MockServer> {
  const store = options.store ?? new PlantStore();
  const { document, responder } = createFake({ ...options, store });
  const gateways = options.prism ? await import('../src/server/prism/gateway.ts') : undefined;
  const server = await startServer({
    ...options,
    responder,
    gateway: gateways && ((onTrouble) => gateways.createGateway({ document, onTrouble })),
  });
  return Object.assign(server, {
    store,
    reset: () => {
      store.reset();
      server.resetHandlers();
    },
  });
}
