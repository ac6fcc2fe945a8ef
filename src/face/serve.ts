/** Mocks of documents, in this process and behind a socket, and proxies in front of real servers. */
import { loadAddon, loadValidator } from '../addons/index.ts';
import type { HarCreator } from '../http/har.ts';
import { demandOptions } from '../mock/demand-options.ts';
import type { JsonObject } from '../openapi/json/json-value.ts';
import { packageVersion } from '../package-root.ts';
import type { ProfileAnswers } from '../questions/answer.ts';
import type { ExchangeRecord } from '../serve/exchange-record.ts';
import type { TogetherOptions } from '../serve/mock-servers.ts';
import { INPUT_RULES, type MockListenOptions, type MockOptions } from '../serve/mock-options.ts';
import { Mock } from '../serve/mock.ts';
import {
  DEFAULT_MAX_SANDBOXES,
  DEFAULT_SANDBOX_IDLE,
  DEFAULT_STORE_WAIT,
  RECORDED_REQUESTS,
  SHARED_RECORDS_LENGTH,
} from '../serve/limits.ts';
import type { SharedStore } from '../serve/shared/shared-store.ts';
import type { MockServers } from '../serve/mock-servers.ts';
import type { ProxyServer, ProxyServerOptions } from '../serve/proxy/proxy-server.ts';

export { Collection } from '../mock/collection.ts';
export { DocumentStore } from '../mock/document-store.ts';
export type { ServerExchange } from '../serve/server-events.ts';
export type { MockInputs } from '../serve/mock-options.ts';
export { MockServer } from '../serve/mock.ts';
export { MockSandbox, ServedSandbox } from '../serve/sandbox/mock-sandbox.ts';
export { type ProxyReport, formatProxyReport } from '../serve/proxy/proxy-report.ts';
export type { ValidatorFinding } from '../serve/validator.ts';
export {
  type ExchangeRecord,
  Mock,
  type MockListenOptions,
  type MockOptions,
  type MockServers,
  type ProxyServer,
  type SharedStore,
};

/**
 * Makes a mock of a document. It needs no server: {@link Mock.fetch} answers requests, and
 * {@link Mock.handlers} are for msw. {@link Mock.listen} serves it over HTTP.
 *
 * @typeParam Resource What the document's schema says of what is created, where one operation creates.
 * @typeParam Profile The profiles that it takes. Default: any name, any answers.
 * @throws {StateError} where an option is unknown or invalid, no request can carry the token, or the seed
 *   is more than `maxResources`.
 */
export function createMock<
  Resource extends object = JsonObject,
  Profile extends string | ProfileAnswers = string | ProfileAnswers,
>(options: MockOptions<NoInfer<Resource>, NoInfer<Profile>>): Mock<Resource, Profile> {
  demandOptions(options, INPUT_RULES);
  return new Mock<Resource, Profile>(options, loadValidator);
}

/**
 * Serves several mocks on one port, each below its name, with its own control API and inspector.
 *
 * @example
 * await using servers = await listenTogether({ members: createMock({ document }), books: createMock({ document: other }) });
 * await fetch(`${servers.url}/members/people`);
 * @throws {StateError} for a name that can't be a path.
 * @throws {Error} with Node's `code` where it can't listen, such as EADDRINUSE.
 */
export async function listenTogether(
  mocks: Readonly<Record<string, Mock>>,
  options: TogetherOptions = {},
): Promise<MockServers> {
  const { serveTogether } = await import('../serve/mock-servers.ts');
  return await serveTogether(mocks, options);
}

/** Options of {@link createProxy}. */
export interface ProxyOptions extends Omit<
  ProxyServerOptions,
  'createValidator' | 'target' | 'version'
> {
  /** Base URL of the real server; a path in it is kept. http or https, without credentials. */
  readonly target: string | URL;
}

/**
 * Puts a proxy in front of a real server. Prism validates every exchange, and the proxy changes none.
 *
 * @example
 * await using proxy = await createProxy({ document, target: 'https://host/api', port: 0 });
 * proxy.events.on('exchange', ({ operation, findings }) => console.log(operation, findings.response));
 * @throws {Error} with Node's `code` where it can't listen, such as EADDRINUSE.
 */
export async function createProxy(options: ProxyOptions): Promise<ProxyServer> {
  const [createValidator, { createProxyServer }] = await Promise.all([
    loadAddon('prism', 'createValidator'),
    import('../serve/proxy/proxy-server.ts'),
  ]);
  const version = packageVersion();
  const target = new URL(options.target);
  return await createProxyServer({ ...options, target, createValidator, version });
}

/** Options of {@link connectStore}. */
export interface StoreOptions {
  /** Such as `redis://host:6379/0`, or `rediss:` for TLS; user and password as usual. Redis 7 or Valkey, and what speaks as they do. */
  readonly url: string;
  /** In front of all keys: mocks with the same one share everything. Default `mock`. */
  readonly prefix?: string | undefined;
  /** Milliseconds to wait for it at the start. Default 10 seconds. */
  readonly wait?: number | undefined;
  /** Milliseconds without use after which a sandbox is dropped. Default 15 minutes. */
  readonly sandboxIdle?: number | undefined;
  /** How many sandboxes there can be at a time besides the default one. Default 1,000. */
  readonly maxSandboxes?: number | undefined;
  /** Is told when the store goes away and when it is back. Default: a warning of the process. */
  readonly onTrouble?: ((message: string) => void) | undefined;
}

/**
 * Connects to a store that several mocks share: Redis or Valkey, by the package `redis`.
 *
 * @example
 * await using sharedStore = await connectStore({ url: 'redis://127.0.0.1:6379' });
 * await using server = await createMock({ document, sharedStore }).listen();
 * @throws {StoreAwayError} where it can't be reached in time.
 */
export async function connectStore(options: StoreOptions): Promise<SharedStore> {
  const connect = await loadAddon('redis', 'connectStore');
  const { url, prefix = 'mock', wait = DEFAULT_STORE_WAIT } = options;
  const { onTrouble = (message) => process.emitWarning(message) } = options;
  const limits = {
    idle: options.sandboxIdle ?? DEFAULT_SANDBOX_IDLE,
    maxSandboxes: options.maxSandboxes ?? DEFAULT_MAX_SANDBOXES,
    records: { count: RECORDED_REQUESTS, characters: SHARED_RECORDS_LENGTH },
  };
  return await connect({ url, prefix, wait, limits, onTrouble });
}

/** A recording in progress; its file is complete JSON after every exchange. */
export interface HarRecording {
  /** Rejects with Node's `code` where the file takes no more. */
  write(exchange: ExchangeRecord): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a recording of a proxy's exchanges, HAR 1.2.
 *
 * @param file What is there is replaced.
 * @param creator The tool that the recording names.
 * @throws {Error} with Node's `code` where it can't be written.
 */
export async function recordHar(file: string, creator: HarCreator): Promise<HarRecording> {
  const [{ HarFile }, { proxiedEntry }] = await Promise.all([
    import('../http/har.ts'),
    import('../serve/proxy/proxy-report.ts'),
  ]);
  const har = await HarFile.create(file, creator);
  return { write: (exchange) => har.write(proxiedEntry(exchange)), close: () => har.close() };
}
