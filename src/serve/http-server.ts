/** Servers over node:http: the mock's, and the proxy. */
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'msw';
import { Answerer } from './answerer.ts';
import { type AccessOptions, ControlAccess } from './control/access.ts';
import type { Sender } from './control/guard.ts';
import { LazyControl } from './control/lazy-control.ts';
import { writeRefusal } from './control/reply.ts';
import type { ControlHost } from './control/route.ts';
import { passedOn } from './exchange-record.ts';
import type { RealContext, RealPaths } from './proxy/real-paths.ts';
import { isPreflight } from '../mock/cors.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import { DEFAULT_SANDBOX } from './sandbox/sandboxes.ts';
import { Front, type FrontOptions, type Mounted, targetBelow } from './front.ts';
import { CONTROL_BODY_LIMIT, DEFAULT_BODY_LIMIT } from './limits.ts';
import { type Place, isForControl, placeOf, withTarget } from './place.ts';
import { type CreateValidator, DEFAULT_DEADLINE } from './validator.ts';
import type { ServerEvents } from './server-events.ts';
import { type ServerRequest, originForm, readRequest } from './read-request.ts';
import { outerRequest, senderOf } from './outer-request.ts';
import type { MockResponse, Problem } from '../http/message.ts';
import { Tracing } from './tracing.ts';
import type { SandboxState } from '../questions/scenarios/scenario.ts';
import type { Sandboxes } from './sandbox/sandboxes.ts';
import type { Service } from './sandbox/service.ts';
import { answerFailure, writeResponse } from './write-response.ts';

/** Where a server listens, and what it keeps to. */
export interface ListenOptions extends FrontOptions, Pick<AccessOptions, 'controlToken'> {
  /**
   * Bytes of request body that are taken, before and after decoding; the control API takes up to 256 MiB.
   * Default 10 MiB.
   */
  readonly bodyLimit?: number | undefined;
  /** msw handlers that are asked first. Default: none. */
  readonly handlers?: readonly RequestHandler[] | undefined;
  /**
   * Believes what stands in front of it: `X-Forwarded-Host` and `-Proto`, or `Forwarded`, say where a request was
   * sent to. Default false.
   */
  readonly trustProxy?: boolean | undefined;
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
  /** Makes what passes some paths on to a real server. Default: none are. */
  readonly passOn?: ((context: RealContext) => RealPaths) | undefined;
  /** See `readiness` of {@link ControlHost}. */
  readonly readiness?: ControlHost['readiness'];
  /** Where it is served below a path, beside others; who made it closes it. Default: a socket of its own. */
  readonly place?: ServerPlace | undefined;
}

/** Where one of several servers is. */
export interface ServerPlace {
  /** It listens already. */
  readonly front: Front;
  /** A segment with its slash: `/members`. */
  readonly below: string;
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
export class HttpServer implements AsyncDisposable, Mounted {
  readonly events: EventEmitter<ServerEvents> = new EventEmitter<ServerEvents>();
  readonly sandboxes: Sandboxes;
  readonly #options: ServerOptions;
  readonly #front: Front;
  readonly #below: string;
  readonly #answerer: Answerer;
  readonly #control: LazyControl | undefined;
  readonly #access: ControlAccess;
  readonly #real: RealPaths | undefined;

  constructor(options: ServerOptions) {
    this.#options = options;
    const { sandboxes, handlers = [], deadline = DEFAULT_DEADLINE, version = '' } = options;
    this.sandboxes = sandboxes;
    this.#front = options.place?.front ?? new Front(options);
    this.#access = new ControlAccess(options);
    if (options.controlToken !== undefined) sandboxes.hide(options.controlToken);
    this.#below = options.place?.below ?? '';
    const { passOn, bodyLimit = DEFAULT_BODY_LIMIT } = options;
    const host = this.#host;
    const document = (): OpenApiDocument => this.sandboxes.service.document;
    this.#real = passOn?.({ document, host, bodyLimit, deadline });
    if (options.control !== false) {
      const access = this.#access;
      const { readiness, tokenVariable } = options;
      this.#control = new LazyControl({
        mode: 'mock',
        version,
        host,
        access,
        document,
        sandboxes,
        readiness,
        tokenVariable,
      });
    }
    this.#answerer = new Answerer({
      sandboxes,
      events: this.events,
      handlers,
      deadline,
      below: this.#below,
      trustProxy: options.trustProxy,
      metrics: this.#control?.metrics,
    });
  }

  /** Such as `http://127.0.0.1:4010`, without a slash at the end. */
  get url(): string {
    return this.#front.url + this.#below;
  }

  get port(): number {
    return this.#front.port;
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
    this.#front.mount(this.#below, this);
    if (this.#options.place === undefined) await this.#front.listen();
    this.#answerer.origin = this.#front.url;
    this.#answerer.tracing = Tracing.find(this.#options.version);
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

  /** Says that it is not ready any longer, and ends streams of events; everything else is answered. */
  stop(): void {
    this.#control?.stop();
  }

  /**
   * Stops listening, lets requests under way end, then ends every connection.
   *
   * @param patience Milliseconds that they have. Default 0.
   */
  async close(patience = 0): Promise<void> {
    this.stop();
    if (this.#options.place === undefined) await this.#front.close(patience);
    this.sandboxes.close();
    this.#real?.close();
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

  receive(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const start = performance.now();
    // A client that goes away in the middle is no news to the server.
    outgoing.on('error', ignore);
    this.#guarded(outgoing, () => {
      if (this.#real !== undefined && this.#isPassedOn(this.#real, incoming, outgoing)) return;
      readRequest(incoming, outgoing, this.limitOf(incoming), (arrived) => {
        this.#guarded(outgoing, () => this.#answer(arrived, outgoing, start));
      });
    });
  }

  /** Keeps an exception that nobody thought of from ending the process. */
  #guarded(outgoing: ServerResponse, act: () => void): void {
    try {
      act();
    } catch (error) {
      const problem = { kind: 'failure', message: 'the mock failed to answer' };
      answerFailure(outgoing, error, () => writeResponse(outgoing, this.refuse(problem)));
    }
  }

  #answer(arrived: ServerRequest, outgoing: ServerResponse, start: number): void {
    const isOuter = this.#options.trustProxy === true;
    const request = this.#inside(isOuter ? outerRequest(arrived) : arrived);
    const place = placeOf(request);
    if (place === undefined) {
      this.#answerer.answer(this.sandboxes.default, request, outgoing, start);
    } else {
      this.#answerAt(place, request, outgoing, start);
    }
  }

  /** The control API has a limit of its own, for those that it doesn't refuse anyway. */
  limitOf(incoming: IncomingMessage): number {
    const { bodyLimit = DEFAULT_BODY_LIMIT } = this.#options;
    const { url = '/' } = incoming;
    if (this.#control === undefined || !isForControl(this.#targetInside(url))) return bodyLimit;
    const isTaken = this.#access.distrust(this.#sender(incoming)) === undefined;
    return isTaken ? CONTROL_BODY_LIMIT : bodyLimit;
  }

  refuse(problem: Problem): MockResponse {
    return this.sandboxes.default.responder.refuse(problem);
  }

  /** Whether a request is for the real server, and on its way there. */
  #isPassedOn(real: RealPaths, incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const { url = '/', method = 'GET' } = incoming;
    const sender = this.#sender(incoming);
    const asked = { target: this.#targetInside(originForm(url)), header: sender.header };
    const {
      target,
      control,
      sandbox: name = DEFAULT_SANDBOX,
    }: Partial<Place> = placeOf(asked) ?? asked;
    const sandbox = this.sandboxes.at(name);
    const isReal = target !== undefined && control === undefined && real.takes(target);
    if (!isReal || 'kind' in sandbox || isPreflight({ method, ...sender })) return false;
    const refusal = real.refusal(sender);
    if (refusal !== undefined) {
      readRequest(incoming, outgoing, this.limitOf(incoming), () =>
        writeRefusal(outgoing, refusal),
      );
      return true;
    }
    incoming.url = target;
    this.#passOn(real, sandbox, incoming, outgoing).catch((error: unknown) => {
      answerFailure(outgoing, error, () => outgoing.destroy());
    });
    return true;
  }

  async #passOn(
    real: RealPaths,
    sandbox: Sandbox,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ): Promise<void> {
    const record = await real.pass(incoming, outgoing, this.#answerer.validator);
    this.#answerer.finish(sandbox, passedOn(record, real.note));
  }

  #sender(incoming: IncomingMessage): Sender {
    return senderOf(incoming, this.#options.trustProxy);
  }

  #inside(request: ServerRequest): ServerRequest {
    return this.#below === '' ? request : withTarget(request, this.#targetInside(request.target));
  }

  #targetInside(target: string): string {
    return this.#below === '' ? target : targetBelow(this.#below, originForm(target));
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
    const sandbox = this.sandboxes.at(name);
    if (!('kind' in sandbox)) this.#answerer.answer(sandbox, inside, outgoing, start);
    else writeResponse(outgoing, this.sandboxes.default.responder.refuse(sandbox, inside));
  }
}

function ignore(): void {}
