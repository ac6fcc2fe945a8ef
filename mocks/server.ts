import { packageVersion } from '../src/cli/package-root.ts';
import type { JsonObject } from '../src/openapi/json/json-value.ts';
import { type RunningServer, type ServerOptions, startServer } from '../src/server/http-server.ts';
import type { FakeOptions } from './fake.ts';
import type { NewPlant } from './plant.ts';
import { profileAnswers } from './profile.ts';
import { type MockSandbox, mockSandbox } from './sandbox.ts';
import { type PlantServiceOptions, plantService } from './service.ts';
import { PlantStore } from './store.ts';

/** Options of {@link createMockServer}. */
export interface MockServerOptions
  extends
    Omit<FakeOptions, 'store'>,
    Omit<ServerOptions, 'service' | 'start' | 'gateway'>,
    Pick<PlantServiceOptions, 'scenarios'> {
  /** Where the default sandbox's plants are kept. Default: a new, empty store. */
  readonly store?: PlantStore | undefined;
  /** Plants that every sandbox begins with, valid by the document. Default: none. */
  readonly seed?: readonly NewPlant[] | undefined;
  /** Milliseconds to wait before each answer. Default 0. */
  readonly latency?: number | undefined;
  /** Puts Prism, as a validating gateway, in front of the store. Default false. */
  readonly prism?: boolean | undefined;
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
 */
export async function createMockServer(options: MockServerOptions = {}): Promise<MockServer> {
  const { seed = [], latency = 0, store = new PlantStore() } = options;
  const gateways = options.prism ? await import('../src/server/prism/gateway.ts') : undefined;
  const server = await startServer({
    ...options,
    service: plantService({ ...options, store }),
    start: {
      resources: seed as unknown as readonly JsonObject[],
      answers: profileAnswers(options.profile),
      latency,
    },
    gateway: gateways && ((document, onTrouble) => gateways.createGateway({ document, onTrouble })),
    version: packageVersion(),
  });
  return withSandboxes(server);
}

function withSandboxes(server: RunningServer): MockServer {
  const { sandboxes } = server;
  const own = mockSandbox(sandboxes.default, () => server.url);
  const extra = {
    reset: () => {
      own.reset();
      server.resetHandlers();
    },
    sandbox: (name: string) => mockSandbox(sandboxes.demand(name), () => `${server.url}/@${name}`),
    dropSandbox: (name: string) => sandboxes.drop(name),
  };
  const { url: _url, ...properties } = Object.getOwnPropertyDescriptors(own);
  // Property by property: Object.assign would read what is to be read anew each time.
  Object.defineProperties(server, { ...properties, ...Object.getOwnPropertyDescriptors(extra) });
  return server as MockServer;
}
