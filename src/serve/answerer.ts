import { LongText } from '../openapi/json/long-text.ts';
import type { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'msw';
import { isPreflight } from '../mock/cors.ts';
import { faultAnswer } from '../mock/fault-answer.ts';
import { type Fault, MAX_WAIT } from '../mock/faults.ts';
import { headerPairs } from '../http/exchange.ts';
import type { LongResponse } from '../http/message.ts';
import {
  type Answer,
  type AddressedRequest,
  type Lead,
  faultOf,
  mockAnswer,
  plainAnswer,
  stateRefusal,
} from './mock-answer.ts';
import type { ServerEvents } from './server-events.ts';
import {
  type Judgement,
  type Validator,
  type ValidatorFindings,
  besides,
  withFindings,
  within,
} from './validator.ts';
import type { TracedExchange, Tracing } from './tracing.ts';
import { clientSide } from './outer-request.ts';
import type { ServerMetrics } from './metrics.ts';
import { belowServer } from './place.ts';
import { orStartPage } from './start-page.ts';
import type { ServerRequest } from './read-request.ts';
import { type RawExchange, type Outcome, rawExchange } from './exchange-record.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import { DEFAULT_SANDBOX, type Sandboxes } from './sandbox/sandboxes.ts';
import { type HandlerResponse, askHandlers, toHandlerResponse } from './user-handlers.ts';
import {
  answerFailure,
  halfOf,
  writeBytes,
  writeResponse,
  writeTruncated,
} from './write-response.ts';
import { pause } from '../http/pause.ts';

/** Status 0 stands for a network error. */
const DROPPED: HandlerResponse = { status: 0, headers: [], body: new Uint8Array() };

/** A request that is under way. */
interface Visit extends AddressedRequest {
  readonly outgoing: ServerResponse;
}

/** What an answer came to. */
interface Answered extends Pick<Judged, 'late'> {
  readonly outcome: Outcome;
}

/** What came of having an answer judged; empty where nobody judges. */
interface Judged {
  readonly findings?: ValidatorFindings;
  /** Why there is no judgement. */
  readonly note?: string;
  /** Comes too late for the answer. */
  readonly late?: Promise<Judgement> | undefined;
}

/** Options of {@link Answerer}. */
export interface AnswererOptions {
  readonly sandboxes: Sandboxes;
  readonly events: EventEmitter<ServerEvents>;
  /** Handlers of the user's that are always asked. */
  readonly handlers: readonly RequestHandler[];
  /** Milliseconds that an answer waits for its judgement. */
  readonly deadline: number;
  /** The path that all of it is below; empty for none. */
  readonly below: string;
  /** Whether what stands in front is believed. */
  readonly trustProxy?: boolean | undefined;
  /** Counts every exchange, for the control API and its inspector. Default: there are neither. */
  readonly metrics?: ServerMetrics | undefined;
}

/** Answers requests: faults, the user's handlers, the responder; a validator has its say on them. */
export class Answerer {
  /** Handlers that were added while the server runs; asked before all others. */
  added: RequestHandler[] = [];
  validator: Validator | undefined;
  /** Where an SDK of OpenTelemetry is loaded. */
  tracing: Tracing | undefined;
  /** What handlers' relative paths are relative to. */
  origin = '';
  readonly #options: AnswererOptions;
  #told: Validator | undefined;

  constructor(options: AnswererOptions) {
    this.#options = options;
  }

  /** @param start When the request's head was there, by the process's clock. */
  answer(sandbox: Sandbox, asked: ServerRequest, outgoing: ServerResponse, start: number): void {
    const request = belowServer(this.#options.sandboxes.service.document, asked);
    const fail = (error: unknown): void => {
      const refusal = stateRefusal(error, sandbox, request);
      if (refusal !== undefined && !outgoing.headersSent) {
        writeResponse(outgoing, refusal);
        this.finish(sandbox, rawExchange(request, refusal, start));
        return;
      }
      answerFailure(outgoing, error, () => {
        const problem = { kind: 'failure', message: 'the mock failed to answer' };
        writeResponse(outgoing, sandbox.responder.refuse(problem, request));
      });
    };
    if (this.validator?.state === 'loading') this.#tellOfLoading(this.validator);
    const finish = (response: LongResponse | undefined): void => {
      if (response === undefined) {
        this.#answerLater(sandbox, request, outgoing, start).catch(fail);
        return;
      }
      writeResponse(outgoing, response);
      this.finish(sandbox, rawExchange(request, response, start));
    };
    try {
      const response = this.#isDirect ? plainAnswer(sandbox, request, this.#lead) : undefined;
      if (response instanceof Promise) response.then(finish).catch(fail);
      else finish(response);
    } catch (error) {
      fail(error);
    }
  }

  readonly #lead: Lead = (response, sandbox, request) =>
    orStartPage(response, request, () => {
      const { sandboxes, below, metrics } = this.#options;
      const { document } = sandboxes.service;
      // Whoever has a control API counts, and has an inspector.
      const isInspected = metrics !== undefined;
      return { document, below: below + prefixOf(sandbox), isInspected };
    });

  /** Whether nobody is asked before the responder. */
  get #isDirect(): boolean {
    return (
      this.validator?.state !== 'ready' &&
      this.added.length === 0 &&
      this.#options.handlers.length === 0
    );
  }

  async #answerLater(
    sandbox: Sandbox,
    request: ServerRequest,
    outgoing: ServerResponse,
    start: number,
  ): Promise<void> {
    const fault = await sandbox.act(() => faultOf(sandbox, request));
    const wait = Math.min(sandbox.latency + (fault?.latency ?? 0), MAX_WAIT);
    if (wait > 0 && !(await waited(wait, outgoing))) return;
    const { outcome, late } = await this.#answer({ sandbox, request, outgoing, fault });
    const exchange = rawExchange(request, outcome, start);
    this.finish(sandbox, exchange);
    if (late !== undefined) this.#addLate(sandbox, exchange, await late);
  }

  /** Whoever asks for the exchange from now on gets what it was judged to be. */
  #addLate(sandbox: Sandbox, exchange: RawExchange, { findings, unjudged }: Judgement): void {
    if (unjudged !== undefined) return;
    exchange.findings = besides(exchange.problem, [...findings.request, ...findings.response]);
    exchange.note = 'judged late';
    this.#options.metrics?.countFindings(exchange.findings);
    if (exchange.findings.length > 0) this.#tell('late', sandbox, exchange);
  }

  /** Keeps an exchange that is over, and tells of it. */
  finish(sandbox: Sandbox, exchange: RawExchange): void {
    sandbox.record(exchange);
    const { events, metrics } = this.#options;
    metrics?.count(exchange, sandbox.operationOf(exchange)?.id);
    this.tracing?.tell(this.#traced(sandbox, exchange));
    const { problem } = exchange;
    if (problem?.detail !== undefined) {
      // The error may quote the request.
      const told = { ...exchange, problem: { ...problem, message: problem.detail } };
      const message = `Failed to answer a request: ${sandbox.logged(told).failure}`;
      if (!events.emit('failure', message)) warn(message);
    }
    this.#tell('exchange', sandbox, exchange);
  }

  #traced(sandbox: Sandbox, exchange: RawExchange): TracedExchange {
    const { method, status, start, durationMs } = exchange;
    const headers = headerPairs(exchange.requestHeaders);
    return {
      method,
      status,
      startedAt: performance.timeOrigin + start,
      durationMs,
      target: sandbox.logged(exchange).target,
      headers,
      ...clientSide(headers, this.#options.trustProxy),
      operation: sandbox.operationOf(exchange),
      sandbox: sandbox.name,
    };
  }

  #tell(event: 'exchange' | 'late', sandbox: Sandbox, exchange: RawExchange): void {
    const { events, below } = this.#options;
    if (events.listenerCount(event) === 0) return;
    const { method, status, durationMs, problem, note } = exchange;
    const whole = { ...exchange, target: below + prefixOf(sandbox) + exchange.target };
    const { target, findings, failure = '' } = sandbox.logged(whole);
    events.emit(event, {
      method,
      target,
      operation: sandbox.operationOf(exchange)?.id,
      sandbox: sandbox.name,
      status,
      durationMs,
      problem: problem && { kind: problem.kind, message: failure, pointer: problem.pointer },
      findings: exchange.findings && findings,
      note,
    });
  }

  async #answer(visit: Visit): Promise<Answered> {
    const { request, outgoing } = visit;
    const { response: answer, long, note: origin } = await this.#respond(visit);
    const fault = visit.fault?.id;
    const isCut = visit.fault?.kind === 'truncate';
    if (long !== undefined && long.body instanceof LongText && !isCut) {
      writeResponse(outgoing, long);
      return { outcome: { ...long, fault, note: 'not judged: the answer is long' } };
    }
    const { findings, note = origin, late } = await this.#judge(request, answer);
    const response = findings === undefined ? answer : withFindings(answer, findings);
    const problem = long?.problem;
    const told = findings && besides(problem, [...findings.request, ...findings.response]);
    const rest = { problem, findings: told, note, fault };
    if (isCut) {
      writeTruncated(outgoing, response);
      return { outcome: { ...response, ...rest, body: halfOf(response.body) }, late };
    }
    if (long !== undefined && response === answer) {
      writeResponse(outgoing, long);
      return { outcome: { ...long, ...rest }, late };
    }
    writeBytes(outgoing, response);
    return { outcome: { ...response, ...rest }, late };
  }

  #respond(visit: Visit): Answer | Promise<Answer> {
    const { fault } = visit;
    if (fault?.kind === 'drop') return { response: DROPPED };
    if (fault?.kind === 'answer') return { response: this.#faultAnswer(fault, visit) };
    const handlers = [...this.added, ...this.#options.handlers];
    if (handlers.length === 0) return mockAnswer(visit, this.#lead);
    return this.#handled(handlers, visit).then((response) => {
      return response === undefined ? mockAnswer(visit, this.#lead) : { response };
    });
  }

  async #judge(request: ServerRequest, response: HandlerResponse): Promise<Judged> {
    const { validator } = this;
    // Of a body that was not kept there is nothing to validate.
    const isUnread = request.problem !== undefined && request.rawBody.length === 0;
    if (validator?.state !== 'ready' || isUnread || isPreflight(request)) return {};
    const { deadline } = this.#options;
    const note = `not judged within ${deadline} ms`;
    if (!validator.isPrompt(deadline)) return { note };
    const { method, target, rawHeaders, rawBody } = request;
    const sent = { method, target, headers: headerPairs(rawHeaders), body: rawBody };
    // Status 0 stands for a network error: there is no response to validate.
    const judging = validator.judge(sent, response.status === 0 ? undefined : response);
    const judgement = await within(deadline, judging);
    if (judgement === undefined) return { note, late: judging };
    const { findings, unjudged } = judgement;
    return unjudged === undefined ? { findings } : { note: `not judged: ${unjudged}` };
  }

  /** Once for each validator, at the first answer that goes out without it. */
  #tellOfLoading(validator: Validator): void {
    if (this.#told === validator) return;
    this.#told = validator;
    const { name, ready } = validator;
    const { events } = this.#options;
    events.emit('validation', `${name} is still loading: until then, answers have no findings.`);
    void ready.then(() => {
      const isReady = validator.state === 'ready';
      return isReady && events.emit('validation', `${name} has loaded: it validates from now on.`);
    });
  }

  #faultAnswer(fault: Fault, { sandbox, request }: Visit): HandlerResponse {
    const { document } = this.#options.sandboxes.service;
    const operation = sandbox.operationOf(request)?.id;
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
      return toHandlerResponse(sandbox.responder.refuse(problem, request));
    }
  }
}

function prefixOf({ name }: Sandbox): string {
  return name === DEFAULT_SANDBOX ? '' : `/@${name}`;
}

/** Where nobody listens, it would be lost: the client isn't told. */
function warn(message: string): void {
  process.emitWarning(message, 'ServerWarning');
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
