/** Servers over node:http: the mock's, the Prism gateway, the proxy. */
import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { RequestHandler } from 'msw';
import type { MockResponse, Problem } from '../mock/message.ts';
import type { Responder } from '../mock/responder.ts';
import { answerEarly } from './answer-early.ts';
import { endWith } from './end-with.ts';
import { createLimitedServer } from './limited-server.ts';
import { DEFAULT_BODY_LIMIT } from './limits.ts';
import type { PrismFinding } from './prism/finding.ts';
import type { Gateway } from './prism/gateway.ts';
import { type ServerRequest, readRequest } from './read-request.ts';
import { throughGateway } from './through-gateway.ts';
import { type HandlerResponse, askHandlers, toHandlerResponse } from './user-handlers.ts';

/** Options of {@link startServer}. */
export interface ServerOptions {
  /** Answers what no handler of the user's answers. */
  readonly responder: Responder;
  /** Default `127.0.0.1`: only this machine. */
  readonly host?: string | undefined;
  /** Default 0, any free port. */
  readonly port?: number | undefined;
  /** Milliseconds to wait before each answer. Default 0. */
  readonly latency?: number | undefined;
  /** Bytes of request body that are taken, before and after decoding. Default 10 MiB. */
  readonly bodyLimit?: number | undefined;
  /** Milliseconds that a request may take to arrive, head and body. Default 60,000. */
  readonly requestTimeout?: number | undefined;
  /** msw handlers that are asked first. Default: none. */
  readonly handlers?: readonly RequestHandler[] | undefined;
  /**
   * Makes the Prism gateway that every exchange goes through; called once the server listens.
   * Default: no gateway.
   */
  readonly gateway?: ((onTrouble: (message: string) => void) => Gateway) | undefined;
}

/** One answered request, as told to listeners. Carries no header, so no credential. */
export interface ServerExchange {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly status: number;
  /** Milliseconds from the request's headers to the end of the answer. */
  readonly durationMs: number;
  /** Why it was refused. */
  readonly problem?: Problem | undefined;
  /** What Prism says of request and response; absent without a gateway. */
  readonly findings?: readonly PrismFinding[] | undefined;
}

/** Events of a {@link RunningServer}. */
export interface ServerEvents {
  exchange: [ServerExchange];
  /** A handler of the user's threw; the request was answered with 500. */
  handlerError: [Error];
  /** Prism itself failed; the exchange went on without it. */
  gatewayTrouble: [message: string];
}

/** A server that listens. */
export interface RunningServer extends AsyncDisposable {
  /** Such as `http://127.0.0.1:4010`, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  readonly events: EventEmitter<ServerEvents>;
  /** Puts msw handlers in front of all others. */
  use(...handlers: RequestHandler[]): void;
  /** Takes back every {@link use}. */
  resetHandlers(): void;
  /** Stops listening and ends every connection, also in the middle of a request. */
  close(): Promise<void>;
}

/**
 * Starts a server over the responder.
 *
 * @throws {Error} with Node's `code` where it can't listen, such as EADDRINUSE.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const server = new MockHttpServer(options);
  await server.listen();
  return server;
}

type Outcome = Pick<ServerExchange, 'problem' | 'findings'>;

class MockHttpServer implements RunningServer {
  readonly events: EventEmitter<ServerEvents> = new EventEmitter<ServerEvents>();
  readonly #options: ServerOptions;
  readonly #server: Server;
  #added: RequestHandler[] = [];
  #gateway: Gateway | undefined;
  #url = '';
  #port = 0;

  constructor(options: ServerOptions) {
    this.#options = options;
    this.#server = createLimitedServer({
      bodyLimit: this.#bodyLimit,
      requestTimeout: options.requestTimeout,
      receive: (incoming, outgoing) => this.#receive(incoming, outgoing),
      refuse: (problem) => options.responder.refuse(problem),
    });
    // A client may close its sending side and wait: its answer is still written.
    Object.assign(this.#server, { httpAllowHalfOpen: true });
  }

  get url(): string {
    return this.#url;
  }

  get port(): number {
    return this.#port;
  }

  async listen(): Promise<void> {
    const host = this.#options.host ?? '127.0.0.1';
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#server.once('error', reject);
    this.#server.listen(this.#options.port ?? 0, host, resolve);
    await promise;
    this.#server.off('error', reject);
    this.#port = (this.#server.address() as AddressInfo).port;
    this.#url = `http://${host.includes(':') ? `[${host}]` : host}:${this.#port}`;
    this.#gateway = this.#options.gateway?.((message) => {
      this.events.emit('gatewayTrouble', message);
    });
  }

  use(...handlers: RequestHandler[]): void {
    this.#added = [...handlers, ...this.#added];
  }

  resetHandlers(): void {
    this.#added = [];
  }

  async close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(() => resolve());
    this.#server.closeAllConnections();
    await promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #receive(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const start = performance.now();
    // A client that goes away in the middle is no news to the server.
    outgoing.on('error', ignore);
    readRequest(incoming, this.#bodyLimit, (request) => {
      if (this.#isDirect) {
        const response = this.#respond(request);
        write(outgoing, response);
        this.#tell(request, outgoing, start, response);
      } else {
        void this.#answerLater(request, outgoing, start);
      }
    });
  }

  get #bodyLimit(): number {
    return this.#options.bodyLimit ?? DEFAULT_BODY_LIMIT;
  }

  /** Whether the responder answers with nobody before it and nothing to wait for. */
  get #isDirect(): boolean {
    const { latency = 0, handlers } = this.#options;
    const hasHandlers = this.#added.length > 0 || (handlers !== undefined && handlers.length > 0);
    return this.#gateway === undefined && latency === 0 && !hasHandlers;
  }

  async #answerLater(
    request: ServerRequest,
    outgoing: ServerResponse,
    start: number,
  ): Promise<void> {
    const { latency = 0 } = this.#options;
    if (latency > 0 && !(await waited(latency, outgoing))) return;
    this.#tell(request, outgoing, start, await this.#answer(request, outgoing));
  }

  #tell(
    { method, target }: ServerRequest,
    { statusCode: status }: ServerResponse,
    start: number,
    { problem, findings }: Outcome,
  ): void {
    if (this.events.listenerCount('exchange') === 0) return;
    const durationMs = performance.now() - start;
    this.events.emit('exchange', { method, target, status, durationMs, problem, findings });
  }

  async #answer(request: ServerRequest, outgoing: ServerResponse): Promise<Outcome> {
    const handlers = [...this.#added, ...(this.#options.handlers ?? [])];
    // Of a body that was not kept there is nothing to validate.
    const isDropped = request.problem !== undefined && request.rawBody.length === 0;
    if (this.#gateway !== undefined && !isDropped) {
      return await this.#answerThrough(this.#gateway, handlers, request, outgoing);
    }
    const handled = handlers.length > 0 ? await this.#handled(handlers, request) : undefined;
    if (handled !== undefined) {
      writeBytes(outgoing, handled);
      return {};
    }
    const response = this.#respond(request);
    write(outgoing, response);
    return { problem: response.problem };
  }

  async #answerThrough(
    gateway: Gateway,
    handlers: readonly RequestHandler[],
    request: ServerRequest,
    outgoing: ServerResponse,
  ): Promise<Outcome> {
    let problem: Problem | undefined;
    const { response, findings } = await throughGateway(gateway, request, async () => {
      const handled = handlers.length > 0 ? await this.#handled(handlers, request) : undefined;
      if (handled !== undefined) return handled;
      const answer = this.#respond(request);
      problem = answer.problem;
      return toHandlerResponse(answer);
    });
    writeBytes(outgoing, response);
    return { problem, findings };
  }

  #respond(request: ServerRequest): MockResponse {
    const { responder } = this.#options;
    return request.problem
      ? responder.refuse(request.problem, request)
      : responder.respond(request);
  }

  /** What one of the user's handlers answers; `undefined` where none does. */
  async #handled(
    handlers: readonly RequestHandler[],
    request: ServerRequest,
  ): Promise<HandlerResponse | undefined> {
    try {
      return await askHandlers(handlers, request, this.#url);
    } catch (error) {
      const cause = error instanceof Error ? error : new Error(String(error));
      this.events.emit('handlerError', cause);
      const message = `a handler threw: ${cause.message}`;
      const refused = this.#options.responder.refuse({ kind: 'failure', message }, request);
      return toHandlerResponse(refused);
    }
  }
}

function ignore(): void {}

/** Waits; false where the connection ends before, which must not keep a process alive. */
async function waited(milliseconds: number, outgoing: ServerResponse): Promise<boolean> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  outgoing.once('close', abort);
  try {
    await delay(milliseconds, undefined, { signal: controller.signal });
    return true;
  } catch {
    return false;
  } finally {
    outgoing.off('close', abort);
  }
}

function write(outgoing: ServerResponse, response: MockResponse): void {
  const { status, headers, body } = response;
  if (!outgoing.req.complete) {
    answerEarly(outgoing, status, Object.entries(headers).flat(), body);
    return;
  }
  if (status === 204) outgoing.writeHead(status, headers);
  else outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  outgoing.end(body);
}

function writeBytes(outgoing: ServerResponse, response: HandlerResponse): void {
  const { status, headers, body } = response;
  if (status === 0) {
    // HttpResponse.error(): a network error, which over a socket is an abrupt end.
    outgoing.destroy();
    return;
  }
  outgoing.writeHead(status, headers.flat());
  endWith(outgoing, body);
}
