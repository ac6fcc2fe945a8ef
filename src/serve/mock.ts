/** A mock of a document: in this process as a web handler and as handlers for msw, or behind a socket. */
import type { EventEmitter } from 'node:events';
import { extname } from 'node:path';
import type { HttpHandler } from 'msw/http';
import type { RequestHandler } from 'msw';
import { demandDocument, demandOptions } from '../mock/demand-options.ts';
import { demandSecrets } from '../mock/demand-secrets.ts';
import { completedDocument } from '../model/completed-document.ts';
import type { DocumentStore } from '../mock/document-store.ts';
import { filled } from '../mock/fill.ts';
import { type Served, createInterceptor, sandboxNameOf } from '../mock/interceptor.ts';
import type { handlersOf } from '../mock/msw-adapter.ts';
import type { MockRequest } from '../http/message.ts';
import { ResourceInspector } from '../mock/resource-inspector.ts';
import { type StoredState, holdsSomething, withoutName } from '../mock/store-content.ts';
import type { JsonObject } from '../openapi/json/json-value.ts';
import { packageVersion } from '../package-root.ts';
import { profileAnswers } from '../questions/profile.ts';
import type { SandboxState } from '../questions/scenarios/scenario.ts';
import type { HttpServer, ServerPlace } from './http-server.ts';
import type { RealContext, RealPaths, RealServer } from './proxy/real-paths.ts';
import type { PersistedStore } from './persist/persist-store.ts';
import { MockSandbox, ServedSandbox } from './sandbox/mock-sandbox.ts';
import {
  type AnyProfile,
  LISTEN_RULES,
  type MockInputs,
  type MockListenOptions,
  type MockOptions,
} from './mock-options.ts';
import { DEFAULT_SANDBOX, Sandboxes, demandUnshared } from './sandbox/sandboxes.ts';
import { scenarioState } from './sandbox/sandbox-state.ts';
import { type Service, createService } from './sandbox/service.ts';
import type { ServerEvents } from './server-events.ts';
import type { CreateValidator } from './validator.ts';
import { answerWebRequest, asReceived, recordAnswered, respondIn } from './web-handler.ts';

/** Loads what makes the validator of `prism`. */
export type ValidatorLoader = () => Promise<CreateValidator>;

/** A mock of a document, in this process. What it does as a sandbox is done to the default one. */
export class Mock<
  Resource extends object = JsonObject,
  Profile extends AnyProfile = AnyProfile,
> extends MockSandbox<Resource, Profile> {
  readonly #options: MockOptions<Resource, Profile>;
  readonly #sandboxes: Sandboxes;
  readonly #loadValidator: ValidatorLoader;

  /**
   * @internal
   * @throws {StateError} where an option is unknown or invalid, or the seed more than `maxResources`.
   */
  constructor(options: MockOptions<Resource, Profile>, loadValidator: ValidatorLoader) {
    const { store, sandboxIdle: idle, maxSandboxes: max, maxBytes, sharedStore } = options;
    const parts = partsOf(options);
    const sandboxes = new Sandboxes({
      ...parts,
      store: store as DocumentStore,
      idle,
      max,
      maxBytes,
      sharedStore,
    });
    super(sandboxes.default);
    this.#options = options;
    this.#sandboxes = sandboxes;
    this.#loadValidator = loadValidator;
  }

  /**
   * Handlers for msw, in Node: one for all paths of the document, at the addresses of its `servers`, of a page
   * and of this machine; at any, where neither says one.
   */
  get handlers(): HttpHandler[] {
    return this.handlersAt();
  }

  /** @param baseUrl Only requests to this address are answered. Default: see {@link handlers}. */
  handlersAt(baseUrl?: string): HttpHandler[] {
    const sandboxes = this.#sandboxes;
    demandUnshared(sandboxes.default);
    const serve = (request: MockRequest): Served => {
      const name = sandboxNameOf(request);
      const found = name === undefined ? sandboxes.default : sandboxes.at(name);
      const sandbox = 'kind' in found ? sandboxes.default : found;
      const { faults, latency } = sandbox;
      const problem = 'kind' in found ? found : undefined;
      return {
        respond: (received) => respondIn(sandbox, asReceived(received), problem),
        faults,
        latency,
        answered: (answered) => recordAnswered(sandbox, answered),
      };
    };
    const { document } = sandboxes.service;
    return mswAdapter().handlersOf(createInterceptor(document, serve, baseUrl));
  }

  /**
   * Answers a request of the web's own kind, whatever its address: a handler for Deno, Bun, workers and
   * frameworks. Sandboxes are chosen as over HTTP. A dropped connection is `Response.error()`.
   */
  readonly fetch = (request: Request): Promise<Response> =>
    answerWebRequest(this.#sandboxes, request);

  /**
   * A sandbox of its own, made on first use.
   *
   * @param name A letter or digit, then at most 63 letters, digits, dots, dashes, underscores.
   * @throws {StateError} for an impossible name, and where there are too many sandboxes.
   */
  sandbox(name: string): MockSandbox<Resource, Profile> {
    return new MockSandbox(this.#sandboxes.demand(name));
  }

  /** Forgets a sandbox; false where there is none. */
  dropSandbox(name: string): boolean {
    return this.#sandboxes.drop(name);
  }

  /**
   * Serves the mock over HTTP, on a free port of this machine by default, with the control API.
   *
   * @throws {Error} with Node's `code` where it can't listen, such as EADDRINUSE.
   * @throws {PersistError} where the file of `persist` is in use, or can't be read or written.
   */
  async listen(options: MockListenOptions = {}): Promise<MockServer<Resource, Profile>> {
    demandOptions(options, LISTEN_RULES);
    return new MockServer(await this.serve(options));
  }

  /** @internal */
  async serve(
    options: MockListenOptions,
    place?: ServerPlace,
  ): Promise<ServedParts<Resource, Profile>> {
    const { sharedStore } = this.#options;
    const store = options.persist === undefined ? undefined : await this.#persist(options);
    try {
      const { startServer } = await import('./http-server.ts');
      const server = await startServer({
        ...options,
        place,
        sandboxes: this.#sandboxes,
        readiness: sharedStore && (() => sharedStore.whyNotReady()),
        createValidator: options.prism ? await this.#loadValidator() : undefined,
        deadline: options.prismDeadline,
        passOn: options.real && (await passingOn(options.real)),
        version: packageVersion(),
      });
      return {
        server,
        letGo: () => store?.[Symbol.dispose](),
        reload: (inputs) => {
          const { service, start } = partsOf({ ...this.#options, ...inputs });
          server.reload(service, start);
        },
      };
    } catch (error) {
      store?.[Symbol.dispose]();
      throw error;
    }
  }

  async #persist({
    persist: file = '',
    onWarning = warn,
  }: MockListenOptions): Promise<PersistedStore> {
    const [{ persistStore }, { strangeContent }] = await Promise.all([
      import('./persist/persist-store.ts'),
      import('./persist/read-journal.ts'),
    ]);
    const store = this.store as DocumentStore<object> as DocumentStore;
    const persisted = persistStore(store, file);
    const { content, warnings } = persisted;
    const strange = strangeContent(this.#sandboxes.service.document, store, content, file);
    for (const warning of [...warnings, ...(strange ? [strange] : [])]) onWarning(warning);
    return persisted;
  }
}

interface MswAdapter {
  readonly handlersOf: typeof handlersOf;
}

/** Loaded at its first use: msw takes longer to load than all the rest. */
function mswAdapter(): MswAdapter {
  const { createRequire } = process.getBuiltinModule('node:module');
  const file = `../mock/msw-adapter${extname(import.meta.filename)}`;
  return createRequire(import.meta.url)(file) as MswAdapter;
}

/** Loaded where it is asked for: few mocks pass anything on. */
async function passingOn(real: RealServer): Promise<(context: RealContext) => RealPaths> {
  const { RealPaths } = await import('./proxy/real-paths.ts');
  return (context) => new RealPaths(real, context);
}

function warn(message: string): void {
  process.emitWarning(message);
}

/** @throws {StateError} where the token, the seed or the scenario is none that can be used. */
function partsOf<Resource extends object, Profile extends AnyProfile>(
  options: MockOptions<Resource, Profile>,
): { readonly service: Service; readonly start: SandboxState } {
  demandSecrets(demandDocument(options.document), options);
  const document = completedDocument(options.document);
  const { seed, collections, latency, profile, profiles = {}, scenario: name = null } = options;
  const service = createService({ ...options, document });
  const answers = profileAnswers(profile, profiles, service.questions);
  const state = name === null ? {} : scenarioState(service, name);
  const { fill: count } = options;
  const given: StoredState = withoutName(document, {
    resources: (seed as readonly JsonObject[] | undefined) ?? state.resources,
    collections: collections ?? state.collections,
  });
  if (holdsSomething(given)) new ResourceInspector(service).demandAll(given);
  const stored = count === undefined ? given : filled(document, given, { count });
  const start: SandboxState = {
    profile: null,
    faults: state.faults ?? [],
    resources: stored.resources ?? [],
    collections: stored.collections,
    answers: profile === undefined ? (state.answers ?? answers) : answers,
    latency: latency ?? state.latency ?? 0,
    scenario: name,
  };
  return { service, start };
}

/** A server with what {@link MockServer} does with it. */
export interface ServedParts<Resource extends object, Profile extends AnyProfile> {
  readonly server: HttpServer;
  /** Lets go of the file that keeps the store. */
  readonly letGo: () => void;
  readonly reload: (inputs: Partial<MockInputs<Resource, Profile>>) => void;
}

/** A mock behind a socket. What it does as a sandbox is done to the default one. */
export class MockServer<
  Resource extends object = JsonObject,
  Profile extends AnyProfile = AnyProfile,
>
  extends ServedSandbox<Resource, Profile>
  implements AsyncDisposable
{
  readonly #served: ServedParts<Resource, Profile>;
  #closing: Promise<void> | undefined;

  /** @internal */
  constructor(served: ServedParts<Resource, Profile>) {
    super(served.server, DEFAULT_SANDBOX);
    this.#served = served;
  }

  get port(): number {
    return this.server.port;
  }

  /** Settles when Prism takes part, or never will; at once where it is off. */
  get ready(): Promise<void> {
    return this.server.ready;
  }

  get events(): EventEmitter<ServerEvents> {
    return this.server.events;
  }

  /** Puts msw handlers in front of all others. */
  use(...handlers: RequestHandler[]): void {
    this.server.use(...handlers);
  }

  /** Takes back every {@link use}. */
  resetHandlers(): void {
    this.server.resetHandlers();
  }

  /** Back to the start, with no recorded requests; takes back every handler that `use` has added. */
  override reset(): void {
    super.reset();
    this.resetHandlers();
  }

  /**
   * A sandbox of its own, made on first use.
   *
   * @param name A letter or digit, then at most 63 letters, digits, dots, dashes, underscores.
   * @throws {StateError} for an impossible name, and where there are too many sandboxes.
   */
  sandbox(name: string): ServedSandbox<Resource, Profile> {
    return new ServedSandbox(this.server, name);
  }

  /** Forgets a sandbox; false where there is none. */
  dropSandbox(name: string): boolean {
    return this.server.sandboxes.drop(name);
  }

  /**
   * Answers from something else from now on; resources stay, and so does what was changed since the
   * start. What is left out is as at the start of the mock.
   *
   * @throws {Error} where something in it is wrong; nothing is changed then.
   */
  reload(inputs: Partial<MockInputs<Resource, Profile>>): void {
    this.#served.reload(inputs);
  }

  /**
   * Stops listening, lets requests under way end, then ends every connection.
   *
   * @param patience Milliseconds that they have. Default 0.
   */
  close(patience = 0): Promise<void> {
    return (this.#closing ??= this.#close(patience));
  }

  async #close(patience: number): Promise<void> {
    await this.server.close(patience);
    this.#served.letGo();
  }

  /** @internal */
  stop(): void {
    this.server.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
