import { Wait } from './wait.ts';
import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction, Socket } from 'node:net';
import { setMaxListeners } from 'node:events';
import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  request as httpRequest,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { JudgedExchange } from '../cases/case.ts';
import {
  type HeaderList,
  type TransportFailure,
  type WireRequest,
  headerPairs,
  headerValue,
} from '../../http/exchange.ts';
import type { Target } from '../../http/target.ts';
import { decodeBody } from '../../http/content-coding.ts';
import { trustedBeside } from '../../http/certificates.ts';
import { classifyError } from './transport-errors.ts';

/** Options of {@link Transport}. */
export interface TransportOptions {
  readonly target: Target;
  /** Milliseconds until a request without a complete response is given up. */
  readonly timeoutMs: number;
  /** HTTP_PROXY, HTTPS_PROXY and NO_PROXY are read from it. Default: no proxy. */
  readonly proxyEnv?: Readonly<Record<string, string | undefined>> | undefined;
  /** PEM certificates to trust besides the system's. */
  readonly ca?: string | undefined;
  /** Takes any certificate. Default false. */
  readonly insecure?: boolean | undefined;
}

/** Bytes of headers: an answer may repeat a long query in several of them. */
export const MAX_HEADER: number = 256 * 1024;

/** What became of one request. */
export type Delivery = Pick<JudgedExchange, 'outcome' | 'connection' | 'durationMs'>;

/**
 * After a connection broke under a request, a connection rests this long before it is used again:
 * a server that closes without saying so has then done it, and what breaks later is its fault.
 */
const REST_MS = 15;

/** So many requests of a run go over connections that have rested; those after them over fresh ones. */
const RESTS = 100;

/** Sends requests byte for byte, over connections that are kept alive and used again. */
export class Transport {
  readonly #timeoutMs: number;
  readonly #isTls: boolean;
  readonly #base: RequestOptions;
  readonly #keeping: HttpAgent;
  readonly #single: HttpAgent;
  readonly #connections = new Connections();
  #rests = false;
  #restsLeft = RESTS;
  #underWay = 0;

  constructor(options: TransportOptions) {
    const { protocol, hostname, port } = options.target.url;
    this.#timeoutMs = options.timeoutMs;
    this.#isTls = protocol === 'https:';
    const lookup = addressesInTurn();
    this.#keeping = createAgent(options, this.#isTls, { keeps: true, lookup });
    this.#single = createAgent(options, this.#isTls, { keeps: false, lookup });
    this.#base = {
      protocol,
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (this.#isTls ? 443 : 80) : Number(port),
    };
  }

  /** @param signal Gives the request up; the outcome is a timeout. */
  async send(wire: WireRequest, signal: AbortSignal): Promise<Delivery> {
    this.#underWay += 1;
    try {
      return await this.#deliver(wire, signal);
    } finally {
      this.#underWay -= 1;
    }
  }

  /** Closes all connections. */
  close(): void {
    this.#keeping.destroy();
    this.#single.destroy();
  }

  async #deliver(wire: WireRequest, signal: AbortSignal): Promise<Delivery> {
    const rested = this.#rests;
    // Of several requests at a time, none can know how long the connection it gets has rested.
    const isFresh = rested && (this.#underWay > 1 || this.#restsLeft === 0);
    const agent = isFresh ? this.#single : this.#keeping;
    if (rested && !isFresh) {
      this.#restsLeft -= 1;
      await pause(REST_MS);
    }
    const { method, target: path } = wire;
    // A flat list goes out in this order, with names as they are written.
    const headers = wire.headers.flat();
    const options = { ...this.#base, agent, method, path, headers, maxHeaderSize: MAX_HEADER };
    const request = (this.#isTls ? httpsRequest : httpRequest)(options);
    const connection = this.#connections.watch(request);
    const patience = { signal, timeoutMs: this.#timeoutMs };
    const { outcome, durationMs, wasUnusedReuse } = await new Promise<Received>((resolve) => {
      new Receiver(request, resolve, patience).start(wire.body);
    });
    const mayBeRace = !rested && wasUnusedReuse;
    if (!mayBeRace || outcome.kind === 'response') {
      return { outcome, durationMs, connection: connection() };
    }
    this.#rests = true;
    const failure = { ...outcome.failure, mayBeRace };
    return { outcome: { kind: 'failure', failure }, durationMs, connection: connection() };
  }
}

/** Ends after sockets were read: on a busy machine, a timer alone can be ahead of what they bring. */
async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  await new Promise((resolve) => setImmediate(resolve));
}

function createAgent(
  options: TransportOptions,
  isTls: boolean,
  { keeps, lookup }: { readonly keeps: boolean; readonly lookup: LookupFunction },
): HttpAgent {
  const { proxyEnv = {}, ca, insecure } = options;
  const hasProxy = Object.keys(proxyEnv).some((name) => /^https?_proxy$/i.test(name));
  const common = {
    keepAlive: true,
    maxFreeSockets: 256,
    lookup,
    ...(hasProxy ? { proxyEnv: { ...proxyEnv } } : {}),
  };
  const agent = isTls
    ? new HttpsAgent({
        ...common,
        ...(ca === undefined ? {} : { ca: trustedBeside(ca) }),
        rejectUnauthorized: insecure !== true,
      })
    : new HttpAgent(common);
  // Requests look the same, but no connection is used again.
  return keeps ? agent : Object.assign(agent, { keepSocketAlive: () => false });
}

/** Numbers connections, and the requests on each. */
class Connections {
  readonly #known = new WeakMap<Socket, { id: number; requests: number }>();
  #count = 0;

  /** @returns Where the request went, once that is known. */
  watch(request: ClientRequest): () => JudgedExchange['connection'] {
    let place: JudgedExchange['connection'] = { id: -1, request: 0 };
    request.once('socket', (socket) => {
      const known = this.#known.get(socket) ?? { id: this.#count++, requests: 0 };
      this.#known.set(socket, known);
      place = { id: known.id, request: known.requests++ };
    });
    return () => place;
  }
}

/** Bytes of a body, received or decoded; a server that sends without end is given up there. */
export const MAX_BODY: number = 16 * 1024 * 1024;

/** So long a stream of events is listened to once it has told one: it may go on for as long as anybody listens. */
const LISTENING_MS = 500;

/** What ends an event (HTML, 9.2.5). */
const EVENT_ENDS = ['\n\n', '\r\n\r\n', '\r\r'];

/** How long to wait. */
interface Patience {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** What came back, or why nothing did. */
interface Received {
  readonly outcome: JudgedExchange['outcome'];
  /** Milliseconds from the first byte sent to the last byte received. */
  readonly durationMs: number;
  /** It failed on a connection that was used before, without a byte of a response. */
  readonly wasUnusedReuse: boolean;
}

/** Sends a request's body and collects the response. */
class Receiver {
  readonly #request: ClientRequest;
  readonly #resolve: (received: Received) => void;
  readonly #patience: Patience;
  readonly #chunks: Uint8Array[] = [];
  readonly #giveUp = (): void => this.#timeout({ isCutOff: true });
  #bytes = 0;
  #startedAt = performance.now();
  /** When the last byte came. */
  #receivedAt: number | undefined;
  #wait: Wait | undefined;
  #socket: Socket | undefined;
  #bytesBefore = 0;
  #message: IncomingMessage | undefined;

  constructor(request: ClientRequest, resolve: (received: Received) => void, patience: Patience) {
    this.#request = request;
    this.#resolve = resolve;
    this.#patience = patience;
  }

  start(body: Uint8Array | undefined): void {
    const { timeoutMs, signal } = this.#patience;
    if (signal.aborted) queueMicrotask(this.#giveUp);
    this.#wait = new Wait(timeoutMs, () => this.#timeout({}));
    // One for each request under way: Node 22 would take so many for a leak.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', this.#giveUp, { once: true });
    this.#request.once('socket', (socket) => this.#begin(socket));
    this.#request.once('response', (message) => this.#listen(message));
    // Stays for good: a socket can fail again after the exchange is over.
    this.#request.on('error', (error) => this.#fail(error));
    this.#request.end(body);
  }

  #begin(socket: Socket): void {
    this.#socket = socket;
    this.#bytesBefore = socket.bytesRead;
    // The time to connect is the network's, not the server's, nor is that until a connection is free.
    const restart = (): void => {
      this.#startedAt = performance.now();
      this.#wait?.restart();
    };
    if (socket.connecting) socket.once('connect', restart);
    else restart();
  }

  #listen(message: IncomingMessage): void {
    this.#message = message;
    // With its headers, the answer to HEAD is whole (RFC 9110, 9.3.2); what comes behind them is none of it.
    if (this.#request.method === 'HEAD') return void this.#complete(message);
    if (isPlainEvents(message)) message.once('data', () => this.#listenOn(message));
    message.on('data', (chunk: Uint8Array) => {
      this.#bytes += chunk.length;
      if (this.#bytes <= MAX_BODY) this.#chunks.push(chunk);
      else this.#end({ kind: 'too-large', message: `the body is larger than ${MAX_BODY} bytes` });
    });
    message.on('error', (error) => this.#fail(error));
    message.once('end', () => void this.#complete(message));
    message.once('close', () => {
      if (!message.complete) this.#fail(new Error('closed before the end of the body'));
    });
  }

  /** Waits for more events, and then takes those that came for the answer. */
  #listenOn(message: IncomingMessage): void {
    this.#wait?.end();
    this.#wait = new Wait(Math.min(LISTENING_MS, this.#patience.timeoutMs), () => {
      const told = Buffer.concat(this.#chunks);
      const marks = EVENT_ENDS.filter((mark) => told.includes(mark));
      if (marks.length === 0) return this.#timeout({});
      const ends = marks.map((mark) => told.lastIndexOf(mark) + mark.length);
      this.#chunks.splice(0, Infinity, told.subarray(0, Math.max(...ends)));
      void this.#take(message);
      this.#request.destroy();
    });
  }

  async #complete(message: IncomingMessage): Promise<void> {
    const isHead = this.#request.method === 'HEAD';
    if (!message.complete && !isHead)
      return this.#fail(new Error('closed before the end of the body'));
    if (isHead) message.resume();
    await this.#take(message);
  }

  /** Takes what came for the whole answer. */
  async #take(message: IncomingMessage): Promise<void> {
    const isHead = this.#request.method === 'HEAD';
    this.#receivedAt = performance.now();
    const headers: HeaderList = headerPairs(message.rawHeaders);
    const rawBody = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    const coding = headerValue(headers, 'content-encoding');
    const decoded = await decodeBody(rawBody, isHead ? undefined : coding, MAX_BODY);
    const response = {
      status: message.statusCode ?? 0,
      statusText: message.statusMessage ?? '',
      headers,
      rawBody,
      ...(decoded.ok ? { body: decoded.body } : { body: rawBody, decodingError: decoded.message }),
    };
    this.#settle({ kind: 'response', response });
  }

  #timeout(why: Pick<TransportFailure, 'isCutOff'>): void {
    const waited = Math.round(performance.now() - this.#startedAt);
    const isConnected = this.#socket !== undefined && !this.#socket.connecting;
    const missing = isConnected ? (this.#message ? 'end' : 'answer') : 'connection';
    const kind = isConnected ? 'timeout' : 'refused';
    this.#end({ kind, message: `no ${missing} in ${waited} ms`, ...why });
  }

  #fail(error: Error): void {
    const failure = classifyError(error);
    // Once the headers are here, whatever happens cuts the body off.
    this.#end(this.#message ? { ...failure, kind: 'truncated' } : failure);
  }

  #end(failure: TransportFailure): void {
    // What goes wrong after the end, while the body is decoded, changes nothing.
    if (this.#receivedAt !== undefined) return;
    const status = this.#message?.statusCode;
    const partial = status === undefined ? {} : { partial: { status, bodyBytes: this.#bytes } };
    this.#settle({ kind: 'failure', failure: { ...failure, ...partial } });
    this.#request.destroy();
  }

  #settle(outcome: JudgedExchange['outcome']): void {
    this.#wait?.end();
    this.#patience.signal.removeEventListener('abort', this.#giveUp);
    const wasUnusedReuse =
      outcome.kind === 'failure' &&
      outcome.failure.kind === 'reset' &&
      this.#request.reusedSocket &&
      this.#socket?.bytesRead === this.#bytesBefore;
    const durationMs = (this.#receivedAt ?? performance.now()) - this.#startedAt;
    // A promise takes its first value only, so that a late error changes nothing.
    this.#resolve({ outcome, durationMs, wasUnusedReuse });
  }
}

/** Whether an answer is a stream of events, in no coding. */
function isPlainEvents({ headers }: IncomingMessage): boolean {
  const isEvents = /^\s*text\/event-stream\b/i.test(headers['content-type'] ?? '');
  return isEvents && headers['content-encoding'] === undefined;
}

/**
 * Looks up a host so that each connection goes to its next address: several addresses of one name are
 * replicas of one server. Another family than the first one's is for when that fails, as always: behind
 * the two addresses of `localhost` may be different servers.
 */
function addressesInTurn(): LookupFunction {
  let turn = 0;
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      const all = error ? [] : rotated(addresses, turn++);
      const [first] = all;
      if (options.all === true || first === undefined) callback(error, all);
      else callback(error, first.address, first.family);
    });
  };
}

function rotated(addresses: readonly LookupAddress[], turn: number): LookupAddress[] {
  const isFirst = ({ family }: LookupAddress): boolean => family === addresses[0]?.family;
  const preferred = addresses.filter(isFirst);
  const at = preferred.length === 0 ? 0 : turn % preferred.length;
  return [
    ...preferred.slice(at),
    ...preferred.slice(0, at),
    ...addresses.filter((address) => !isFirst(address)),
  ];
}
