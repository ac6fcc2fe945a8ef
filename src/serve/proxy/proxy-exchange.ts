import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { TLSSocket } from 'node:tls';
import type { Problem } from '../../http/message.ts';
import {
  type Judgement,
  type Validator,
  NOTHING_FOUND,
  isViolation,
  withFindings,
  within,
} from '../validator.ts';
import { type HeaderList, headerPairs } from '../../http/exchange.ts';
import {
  type Collected,
  type Hold,
  type Upstream,
  type UpstreamAnswer,
  UpstreamError,
  collect,
  wholeStream,
  endToEnd,
  requestHeaders,
} from './upstream.ts';
import type { ErrorAnswers, ProxyResponse } from './error-answer.ts';
import { type ExchangeRecord, NO_BODY, recordedBody } from '../exchange-record.ts';
import { answerEarly, endWith } from '../write-response.ts';
import { announcesMore, headProblem, tooLarge } from '../limited-server.ts';
import { bodiesInFlight } from '../bodies-in-flight.ts';
import { errorMessage } from '../../openapi/error-message.ts';

/** What every exchange of a proxy needs. */
export interface ExchangeContext {
  readonly validator: Validator;
  /** Milliseconds that an answer waits for the header with its findings. */
  readonly deadline: number;
  /** Whether exchanges with violations are answered by the proxy itself. */
  readonly refuses: boolean;
  readonly upstream: Upstream;
  readonly errors: ErrorAnswers;
  /** Bytes of a body that are held for validation; a longer one is streamed through. */
  readonly maxBody: number;
  /** Bytes of a request body that are taken. */
  readonly bodyLimit: number;
  /** Changes an answer before it is written. Default: none is changed. */
  readonly adapt?: ((response: ProxyResponse) => ProxyResponse) | undefined;
}

const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']);

/** One request on its way to the upstream, and the response on its way back. */
export class ProxyExchange {
  readonly #context: ExchangeContext;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  #isGone = false;
  #giveUp: (() => void) | undefined;
  readonly #startedAt = new Date();
  readonly #start = performance.now();
  readonly #headers: HeaderList;
  #answer: UpstreamAnswer | undefined;
  #requestBody: Uint8Array | undefined;
  /** May come after the answer: the record waits for it. */
  #judgement: Judgement | Promise<Judgement> = { findings: NOTHING_FOUND };
  #note: string | undefined;
  #failure: string | undefined;
  #failedBy: ExchangeRecord['failedBy'];
  #problem: Problem | undefined;

  constructor(context: ExchangeContext, incoming: IncomingMessage, outgoing: ServerResponse) {
    this.#context = context;
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.#headers = headerPairs(incoming.rawHeaders);
    outgoing.once('close', () => {
      if (outgoing.writableFinished) return;
      this.#isGone = true;
      this.#giveUp?.();
    });
  }

  /** Answers the client; never rejects for what the upstream or the client does. */
  async run(): Promise<ExchangeRecord> {
    const { bodyLimit } = this.#context;
    const isTooLarge = announcesMore(this.#incoming, bodyLimit);
    this.#problem = headProblem(this.#incoming) ?? (isTooLarge ? tooLarge(bodyLimit) : undefined);
    if (this.#problem !== undefined) return await this.#end(this.#refused(this.#problem));
    let collected: Collected;
    try {
      collected = await collect(this.#incoming, this.#holds);
    } catch {
      this.#failure = 'the client went away before the end of its request';
      this.#failedBy = 'client';
      return this.#record({ status: 400, headers: [], body: undefined });
    }
    if (collected.bytes.length > bodyLimit) {
      return await this.#end(this.#refused(tooLarge(bodyLimit)));
    }
    return await this.#end(await this.#respond(collected));
  }

  /** What isn't held is streamed through. */
  readonly #holds: Hold = (size, more) => {
    const { maxBody, bodyLimit } = this.#context;
    return size <= Math.min(maxBody, bodyLimit) && bodiesInFlight.hold(this.#outgoing, more);
  };

  async #end(response: ProxyResponse): Promise<ExchangeRecord> {
    const told = this.#context.adapt?.(response) ?? response;
    await this.#write(told);
    return this.#record(told);
  }

  #refused(problem: Problem): ProxyResponse {
    this.#failure = problem.message;
    return { ...this.#context.errors.ofProblem(problem), isOwn: true };
  }

  async #respond(collected: Collected): Promise<ProxyResponse> {
    try {
      return collected.complete
        ? await this.#validated(collected.bytes)
        : await this.#streamed(collected.bytes);
    } catch (error) {
      return this.#failed(error);
    }
  }

  /** What the request got wrong is worth telling even where the upstream is down. */
  async #forwardOrFail(body: Uint8Array): Promise<ProxyResponse> {
    try {
      return await this.#forward(body);
    } catch (error) {
      return this.#failed(error);
    }
  }

  async #validated(body: Uint8Array): Promise<ProxyResponse> {
    this.#requestBody = body;
    const { validator, refuses } = this.#context;
    const { method = 'GET', url: target = '/', headers } = this.#incoming;
    // What browsers ask before the request proper is no operation of any document.
    const isPreflight = method === 'OPTIONS' && 'access-control-request-method' in headers;
    if (isPreflight) return await this.#forwardOrFail(body);
    const request = { method, target, headers: this.#headers, body };
    if (refuses) {
      const judgement = await validator.judge(request);
      this.#judgement = judgement;
      if (judgement.refusal !== undefined) return this.#refusal(judgement, judgement.refusal);
    }
    const response = await this.#forwardOrFail(body);
    // The service is not to blame for an answer of the proxy's own.
    const isOwn = response.isOwn === true;
    if (!refuses || !isOwn)
      this.#judgement = validator.judge(request, isOwn ? undefined : response);
    const judgement = await this.#inTime(this.#judgement);
    if (judgement === undefined) return response;
    this.#judgement = judgement;
    const { findings, refusal } = judgement;
    if (refuses && refusal !== undefined) return this.#refusal(judgement, refusal);
    return withFindings(response, findings);
  }

  /** `undefined` where the answer need not wait for it any longer. */
  async #inTime(judgement: Judgement | Promise<Judgement>): Promise<Judgement | undefined> {
    const { validator, deadline, refuses } = this.#context;
    if (!(judgement instanceof Promise) || refuses || validator.isFull) return await judgement;
    return validator.isPrompt(deadline) ? await within(deadline, judgement) : undefined;
  }

  #refusal({ findings, operation }: Judgement, status: number): ProxyResponse {
    const violations = [...findings.request, ...findings.response].filter(isViolation);
    const message = violations.map((violation) => violation.message).join('; ');
    const answer = this.#context.errors.refuse({ status, message, operation });
    return withFindings(answer, findings);
  }

  #streamed(head: Uint8Array): Promise<ProxyResponse> {
    this.#note = `the request body is larger than ${this.#context.maxBody} bytes and was not validated`;
    return this.#forward(this.#limited(wholeStream(head, this.#incoming)));
  }

  async *#limited(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const { bodyLimit } = this.#context;
    let length = 0;
    for await (const chunk of source) {
      length += chunk.length;
      if (length > bodyLimit) {
        this.#problem = tooLarge(bodyLimit);
        throw new Error(this.#problem.message);
      }
      yield chunk;
    }
  }

  async #forward(body: Uint8Array | AsyncIterable<Uint8Array>): Promise<ProxyResponse> {
    // It may have left while its request was judged: nobody could give up what is sent now.
    if (this.#isGone) throw new UpstreamError('it was given up', 502);
    const { method = 'GET', url: target = '/', socket } = this.#incoming;
    const protocol = (socket as TLSSocket).encrypted ? 'https' : 'http';
    const { upstream, maxBody } = this.#context;
    const client = { address: socket.remoteAddress, protocol } as const;
    const headers = requestHeaders(this.#headers, client, upstream.host);
    headers.push(...this.#length(body));
    this.#answer = await upstream.send(
      { method, target, headers, body, onGone: (giveUp) => (this.#giveUp = giveUp) },
      this.#holds,
    );
    const { message, collected } = this.#answer;
    if (!collected.complete) {
      this.#note ??= `the response body is larger than ${maxBody} bytes, or a stream of events, and was not validated`;
    }
    return {
      status: message.statusCode ?? 502,
      headers: endToEnd(headerPairs(message.rawHeaders)),
      body: collected.complete ? collected.bytes : undefined,
    };
  }

  get #hasBody(): boolean {
    const { headers } = this.#incoming;
    return 'content-length' in headers || 'transfer-encoding' in headers;
  }

  /** Framing of the forwarded body; a streamed one without a length is sent chunked. */
  #length(body: Uint8Array | AsyncIterable<Uint8Array>): [string, string][] {
    if (!(body instanceof Uint8Array)) {
      const length = this.#incoming.headers['content-length'];
      return length === undefined
        ? [['Transfer-Encoding', 'chunked']]
        : [['Content-Length', length]];
    }
    // Without a length Node would send an empty body chunked, except for these.
    const needsNone = BODILESS.has(this.#incoming.method ?? 'GET');
    return this.#hasBody || !needsNone ? [['Content-Length', String(body.length)]] : [];
  }

  #failed(error: unknown): ProxyResponse {
    if (this.#problem !== undefined) return this.#refused(this.#problem);
    const isUpstream = error instanceof UpstreamError;
    const reason = errorMessage(error);
    this.#failedBy = this.#isGone ? 'client' : isUpstream ? 'upstream' : 'proxy';
    this.#failure = this.#isGone
      ? 'the client went away before the response'
      : isUpstream
        ? reason
        : `the proxy failed: ${reason}`;
    const status = isUpstream ? error.status : 500;
    const { upstream, errors } = this.#context;
    const { host } = upstream;
    const message = isUpstream
      ? `The upstream ${host} gave no answer: ${reason}`
      : 'The proxy failed';
    const answer = errors.answer({
      status,
      message,
      operation: errors.operationOf(this.#incoming),
    });
    return { ...answer, isOwn: true };
  }

  async #write(response: ProxyResponse): Promise<void> {
    const outgoing = this.#outgoing;
    // Nobody is there any more.
    if (outgoing.destroyed || this.#isGone) return;
    if (!this.#incoming.complete && response.body !== undefined) {
      const headers = response.headers.filter(([name]) => name.toLowerCase() !== 'content-length');
      answerEarly(outgoing, response.status, headers.flat(), response.body);
      return;
    }
    const headers = this.#framed(response);
    // The upstream's own Date is passed on.
    outgoing.sendDate = !headers.some(([name]) => name.toLowerCase() === 'date');
    outgoing.writeHead(response.status, this.#statusText(response.status), headers.flat());
    if (response.body !== undefined) {
      endWith(outgoing, response.body);
      return;
    }
    try {
      // The head of an event stream must not wait for its first event.
      outgoing.flushHeaders();
      await pipeline(this.#answer!.stream(), outgoing);
    } catch (error) {
      this.#failedBy = this.#isGone || isPrematureClose(error) ? 'client' : 'upstream';
      this.#failure = `the response broke off: ${errorMessage(error)}`;
      outgoing.destroy();
    }
  }

  #framed(response: ProxyResponse): [string, string][] {
    const headers = response.headers.map(([name, value]): [string, string] => [name, value]);
    const hasOwnLength =
      response.body === undefined ||
      this.#incoming.method === 'HEAD' ||
      response.status === 204 ||
      response.status === 304;
    if (hasOwnLength) return headers;
    const others = headers.filter(([name]) => name.toLowerCase() !== 'content-length');
    return [...others, ['Content-Length', String(response.body?.length ?? 0)]];
  }

  #statusText(status: number): string | undefined {
    const { message } = this.#answer ?? {};
    if (message?.statusCode !== status) return undefined;
    const text = message.statusMessage ?? '';
    // Node refuses what its own parser has let through.
    return /^[\t\x20-\x7e\x80-\xff]*$/.test(text) ? text : undefined;
  }

  async #record(response: ProxyResponse): Promise<ExchangeRecord> {
    const { method = 'GET', url: target = '/' } = this.#incoming;
    const { status, headers } = response;
    const sent = this.#hasBody ? recordedBody(this.#requestBody, this.#headers) : NO_BODY;
    const received = recordedBody(response.body, headers);
    const durationMs = performance.now() - this.#start;
    const { findings, operation, unjudged } = await this.#judgement;
    if (unjudged !== undefined) this.#note ??= `it was not validated: ${unjudged}`;
    return {
      startedAt: this.#startedAt,
      durationMs,
      request: {
        method,
        target,
        url: this.#context.upstream.url(target),
        headers: this.#headers,
        ...(sent instanceof Promise ? await sent : sent),
      },
      response: {
        status,
        statusText: this.#statusText(status) ?? '',
        headers,
        ...(received instanceof Promise ? await received : received),
      },
      operation,
      findings,
      note: this.#note,
      failure: this.#failure,
      failedBy: this.#failedBy ?? (response.isOwn === true ? 'proxy' : undefined),
    };
  }
}

/** Of the client's end of a pipeline: what the upstream breaks off has another code. */
function isPrematureClose(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
}
