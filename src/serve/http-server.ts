/** Servers over node:http: the mock's, and the proxy. */
import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RequestHandler } from 'msw';
import { Answerer } from './answerer.ts';
import { foreignRefusal } from './control/guard.ts';
import { LazyControl } from './control/lazy-control.ts';
import { createLimitedServer } from './limited-server.ts';
import { CONTROL_BODY_LIMIT, DEFAULT_BODY_LIMIT } from './limits.ts';
import { type Place, isForControl, placeOf, sandboxAt, withTarget } from './place.ts';
import { type CreateValidator, DEFAULT_DEADLINE } from './validator.ts';
import type { ServerEvents } from './answerer.ts';
import { type ServerRequest, headerOf, readRequest } from './read-request.ts';
import type { SandboxState } from '../questions/scenarios/scenario.ts';
import type { Sandboxes } from './sandbox/sandboxes.ts';
import type { Service } from './sandbox/service.ts';
import { writeResponse } from './write-response.ts';

/** Where a server listens, and what it keeps to. */
export interface ListenOptions {
  /** Default `127.0.0.1`: only this machine. */
  readonly host?: string | undefined;
  /** Default 0, any free port. */
  readonly port?: number | undefined;
  /**
   * Bytes of request body that are taken, before and after decoding; the control API takes up to 256 MiB.
   * Default 10 MiB.
   */
  readonly bodyLimit?: number | undefined;
  /** Milliseconds that a request may take to arrive, head and body. Default 60,000. */
  readonly requestTimeout?: number | undefined;
  /** msw handlers that are asked first. Default: none. */
  readonly handlers?: readonly RequestHandler[] | undefined;
  /** Serves the control API and the inspector under `/_kit`. Default true. */
  readonly control?: boolean | undefined;
}

/** Options of {@link startServer}. */
export interface ServerOptions extends ListenOptions {
  /** What is served, and where it is kept. */
  readonly sandboxes: Sandboxes;
  /**
   * Makes what validates every exchange; called once the server listens, and after each
   * {@link HttpServer.reload} with another document. Default: nothing validates.
   */
  readonly createValidator?: CreateValidator | undefined;
  /** Milliseconds that an answer waits for its findings at most. Default 250. */
  readonly deadline?: number | undefined;
  /** Environment variable that stands for the token in what the inspector copies. */
  readonly tokenVariable?: string | undefined;
  /** Version of the kit, as the control API tells it. Default: empty. */
  readonly version?: string | undefined;
}

/**
 * Starts a server over the responder.
 *
 * @throws {Error} with Node's `code` where it can't listen, such as EADDRINUSE.
 */
export async function startServer(options: ServerOptions): Promise<HttpServer> {
  const server = new HttpServer(options);
  await server.listen();
  return server;
}

/** A server over the responder, with what is inside. */
export class HttpServer implements AsyncDisposable {
  readonly events: EventEmitter<ServerEvents> = new EventEmitter<ServerEvents>();
  readonly sandboxes: Sandboxes;
  readonly #options: ServerOptions;
  readonly #server: Server;
  readonly #answerer: Answerer;
  readonly #control: LazyControl | undefined;
  #url = '';
  #port = 0;

  constructor(options: ServerOptions) {
    this.#options = options;
    const { sandboxes, handlers = [], deadline = DEFAULT_DEADLINE } = options;
    this.sandboxes = sandboxes;
    this.#answerer = new Answerer({ sandboxes, events: this.events, handlers, deadline });
    if (options.control !== false) {
      this.#control = new LazyControl({
        mode: 'mock',
        version: options.version ?? '',
        host: this.#host,
        document: () => this.sandboxes.service.document,
        sandboxes: this.sandboxes,
        tokenVariable: options.tokenVariable,
      });
    }
    this.#server = createLimitedServer({
      bodyLimit: (incoming) => this.#limitOf(incoming),
      requestTimeout: options.requestTimeout,
      receive: (incoming, outgoing) => this.#receive(incoming, outgoing),
      refuse: (problem) => this.sandboxes.default.responder.refuse(problem),
    });
    // A client may close its sending side and wait: its answer is still written.
    Object.assign(this.#server, { httpAllowHalfOpen: true });
  }

  /** Such as `http://127.0.0.1:4010`, without a slash at the end. */
  get url(): string {
    return this.#url;
  }

  get port(): number {
    return this.#port;
  }

  /** Settles when the validator takes part, or never will; at once where there is none. */
  get ready(): Promise<void> {
    return this.#answerer.validator?.ready ?? Promise.resolve();
  }

  get #host(): string {
    return this.#options.host ?? '127.0.0.1';
  }

  /** @throws {Error} with Node's `code` where it can't listen. */
  async listen(): Promise<void> {
    const host = this.#host;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#server.once('error', reject);
    this.#server.listen(this.#options.port ?? 0, host, resolve);
    await promise;
    this.#server.off('error', reject);
    this.#port = (this.#server.address() as AddressInfo).port;
    this.#url = `http://${host.includes(':') ? `[${host}]` : host}:${this.#port}`;
    this.#answerer.origin = this.#url;
    this.#makeValidator();
  }

  /** Puts msw handlers in front of all others. */
  use(...handlers: RequestHandler[]): void {
    this.#answerer.added = [...handlers, ...this.#answerer.added];
  }

  /** Takes back every {@link use}. */
  resetHandlers(): void {
    this.#answerer.added = [];
  }

  /** Serves another document, or other answers, from now on; stored resources stay. */
  reload(service: Service, start?: SandboxState): void {
    const isOther = service.document !== this.sandboxes.service.document;
    this.sandboxes.reload(service, start);
    if (isOther) this.#makeValidator();
  }

  /** Stops listening and ends every connection, also in the middle of a request. */
  async close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.sandboxes.close();
    this.#server.close(() => resolve());
    this.#server.closeAllConnections();
    await promise;
    await this.#answerer.validator?.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #makeValidator(): void {
    void this.#answerer.validator?.close();
    const { document } = this.sandboxes.service;
    this.#answerer.validator = this.#options.createValidator?.({
      document,
      onTrouble: (message) => this.events.emit('validation', message),
    });
  }

  #receive(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const start = performance.now();
    // A client that goes away in the middle is no news to the server.
    outgoing.on('error', ignore);
    readRequest(incoming, outgoing, this.#limitOf(incoming), (request) => {
      const place = placeOf(request);
      if (place === undefined) {
        this.#answerer.answer(this.sandboxes.default, request, outgoing, start);
      } else {
        this.#answerAt(place, request, outgoing, start);
      }
    });
  }

  /** The control API has a limit of its own, for those that it doesn't refuse anyway. */
  #limitOf({ url = '/', rawHeaders }: IncomingMessage): number {
    const { bodyLimit = DEFAULT_BODY_LIMIT } = this.#options;
    if (this.#control === undefined || !isForControl(url)) return bodyLimit;
    const header = (name: string): string | undefined => headerOf(url, rawHeaders, name);
    const isTaken = foreignRefusal({ header }, this.#host) === undefined;
    return isTaken ? CONTROL_BODY_LIMIT : bodyLimit;
  }

  #answerAt(
    { sandbox: name, target, control: path }: Place,
    request: ServerRequest,
    outgoing: ServerResponse,
    start: number,
  ): void {
    const inside = withTarget(request, target);
    if (path !== undefined && this.#control !== undefined) {
      this.#control.answer({ request: inside, path, sandbox: name, outgoing });
      return;
    }
    const sandbox = sandboxAt(this.sandboxes, name);
    if (!('kind' in sandbox)) this.#answerer.answer(sandbox, inside, outgoing, start);
    else writeResponse(outgoing, this.sandboxes.default.responder.refuse(sandbox, inside));
  }
}

function ignore(): void {}
