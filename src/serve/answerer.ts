import type { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'msw';
import { isPreflight } from '../mock/cors.ts';
import { faultAnswer } from '../mock/fault-answer.ts';
import { type Fault, MAX_WAIT } from '../mock/faults.ts';
import type { MockResponse, Problem } from '../http/message.ts';
import type { Gateway, ValidatorFinding } from './validator.ts';
import type { ServerRequest } from './read-request.ts';
import { type KeptExchange, type Outcome, keptExchange } from './exchange-record.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import { DEFAULT_SANDBOX, type Sandboxes } from './sandbox/sandboxes.ts';
import { throughGateway } from './through-gateway.ts';
import { type HandlerResponse, askHandlers, toHandlerResponse } from './user-handlers.ts';
import {
  answerFailure,
  halfOf,
  writeBytes,
  writeResponse,
  writeTruncated,
} from './write-response.ts';
import { pause } from '../http/pause.ts';

/** One answered request, as told to listeners: no header, and every credential masked elsewhere. */
export interface ServerExchange {
  readonly method: string;
  /** Path and query, with the sandbox in front. */
  readonly target: string;
  /** 0 where the connection was dropped. */
  readonly status: number;
  /** Milliseconds from the request's headers to the end of the answer. */
  readonly durationMs: number;
  /** Why it was refused. */
  readonly problem?: Problem | undefined;
  /** What Prism says of request and response; absent without a gateway. */
  readonly findings?: readonly ValidatorFinding[] | undefined;
}

/** Events of a running server. */
export interface ServerEvents {
  exchange: [ServerExchange];
  /** A handler of the user's threw; the request was answered with 500. */
  handlerError: [Error];
  /** Why the service itself failed, such as a store that can't be kept; answered with 500. */
  failure: [message: string];
  /** Prism itself failed; the exchange went on without it. */
  gatewayTrouble: [message: string];
}

/** Status 0 stands for a network error. */
const DROPPED: HandlerResponse = { status: 0, headers: [], body: new Uint8Array() };

/** A request that someone is asked about before it gets its answer. */
interface Visit {
  readonly sandbox: Sandbox;
  readonly request: ServerRequest;
  readonly outgoing: ServerResponse;
  readonly fault: Fault | undefined;
}

/** Options of {@link Answerer}. */
export interface AnswererOptions {
  readonly sandboxes: Sandboxes;
  readonly events: EventEmitter<ServerEvents>;
  /** Handlers of the user's that are always asked. */
  readonly handlers: readonly RequestHandler[];
}

/** Answers requests: faults, the user's handlers, the responder, with the gateway around them. */
export class Answerer {
  /** Handlers that were added while the server runs; asked before all others. */
  added: RequestHandler[] = [];
  gateway: Gateway | undefined;
  /** What handlers' relative paths are relative to. */
  origin = '';
  readonly #options: AnswererOptions;

  constructor(options: AnswererOptions) {
    this.#options = options;
  }

  /** @param start When the request's head was there, by the process's clock. */
  answer(sandbox: Sandbox, request: ServerRequest, outgoing: ServerResponse, start: number): void {
    const fail = (error: unknown): void => {
      answerFailure(outgoing, error, () => {
        const problem = { kind: 'failure', message: 'the mock failed to answer' };
        writeResponse(outgoing, sandbox.responder.refuse(problem, request));
      });
    };
    if (!sandbox.isPlain || !this.#isDirect) {
      this.#answerLater(sandbox, request, outgoing, start).catch(fail);
      return;
    }
    try {
      const response = respond(sandbox, request);
      writeResponse(outgoing, response);
      this.#finish(sandbox, keptExchange(request, response, start));
    } catch (error) {
      fail(error);
    }
  }

  /** Whether nobody is asked before the responder. */
  get #isDirect(): boolean {
    return (
      this.gateway === undefined && this.added.length === 0 && this.#options.handlers.length === 0
    );
  }

  async #answerLater(
    sandbox: Sandbox,
    request: ServerRequest,
    outgoing: ServerResponse,
    start: number,
  ): Promise<void> {
    // What browsers ask before the request proper is not what someone wants to see fail.
    const fault =
      sandbox.faults.size > 0 && !isPreflight(request)
        ? sandbox.takeFault(request.method, request.path)
        : undefined;
    const wait = Math.min(sandbox.latency + (fault?.latency ?? 0), MAX_WAIT);
    if (wait > 0 && !(await waited(wait, outgoing))) return;
    const outcome = await this.#answer({ sandbox, request, outgoing, fault });
    this.#finish(sandbox, keptExchange(request, { ...outcome, fault: fault?.id }, start));
  }

  #finish(sandbox: Sandbox, exchange: KeptExchange): void {
    sandbox.record(exchange);
    const { events } = this.#options;
    const detail = exchange.problem?.detail;
    if (detail !== undefined) {
      const message = `Failed to answer a request: ${detail}`;
      if (!events.emit('failure', message)) warn(message);
    }
    if (events.listenerCount('exchange') === 0) return;
    const { method, status, durationMs, problem } = exchange;
    const prefix = sandbox.name === DEFAULT_SANDBOX ? '' : `/@${sandbox.name}`;
    const whole = { ...exchange, target: prefix + exchange.target };
    const { target, findings, failure = '' } = sandbox.logged(whole);
    events.emit('exchange', {
      method,
      target,
      status,
      durationMs,
      problem: problem && { kind: problem.kind, message: failure, pointer: problem.pointer },
      findings: exchange.findings && findings.request,
    });
  }

  async #answer(visit: Visit): Promise<Outcome> {
    const { sandbox, request, outgoing, fault } = visit;
    const handlers = [...this.added, ...this.#options.handlers];
    let problem: Problem | undefined;
    const inner = async (): Promise<HandlerResponse> => {
      if (fault?.kind === 'drop') return DROPPED;
      if (fault?.kind === 'answer') return this.#faultAnswer(fault, visit);
      const handled = handlers.length > 0 ? await this.#handled(handlers, visit) : undefined;
      if (handled !== undefined) return handled;
      const answer = respond(sandbox, request);
      problem = answer.problem;
      return toHandlerResponse(answer);
    };
    // Of a body that was not kept there is nothing to validate.
    const isUnread = request.problem !== undefined && request.rawBody.length === 0;
    const { response, findings } =
      this.gateway === undefined || isUnread
        ? { response: await inner(), findings: undefined }
        : await throughGateway(this.gateway, request, inner);
    if (fault?.kind !== 'truncate') {
      writeBytes(outgoing, response);
      return { ...response, problem, findings };
    }
    writeTruncated(outgoing, response);
    return { ...response, body: halfOf(response.body), problem, findings };
  }

  #faultAnswer(fault: Fault, { sandbox, request }: Visit): HandlerResponse {
    const { document } = this.#options.sandboxes.service;
    const operation = sandbox.operationOf(request.method, request.path);
    return toHandlerResponse(faultAnswer(fault, request, document, operation));
  }

  /** What one of the user's handlers answers; `undefined` where none does. */
  async #handled(
    handlers: readonly RequestHandler[],
    { sandbox, request }: Visit,
  ): Promise<HandlerResponse | undefined> {
    try {
      return await askHandlers(handlers, request, this.origin);
    } catch (error) {
      const cause = error instanceof Error ? error : new Error(String(error));
      const isHeard = this.#options.events.emit('handlerError', cause);
      if (!isHeard) warn(`Failed to run a handler: ${cause.message}.`);
      const problem = { kind: 'failure', message: 'a handler threw' };
      const refused = sandbox.responder.refuse(problem, request);
      return toHandlerResponse(refused);
    }
  }
}

/** Where nobody listens, it would be lost: the client isn't told. */
function warn(message: string): void {
  process.emitWarning(message, 'ServerWarning');
}

function respond({ responder }: Sandbox, request: ServerRequest): MockResponse {
  return request.problem ? responder.refuse(request.problem, request) : responder.respond(request);
}

/** Waits; false where the connection ends before, which must not keep a process alive. */
async function waited(milliseconds: number, outgoing: ServerResponse): Promise<boolean> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  outgoing.once('close', abort);
  await pause(milliseconds, controller.signal);
  outgoing.off('close', abort);
  return !controller.signal.aborted;
}
