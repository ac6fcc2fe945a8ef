import {
  Agent,
  type IncomingMessage,
  type RequestOptions,
  request as httpRequest,
} from 'node:http';
import {
  Agent as TlsAgent,
  type RequestOptions as SecureRequestOptions,
  request as httpsRequest,
} from 'node:https';
import { type Readable, pipeline } from 'node:stream';
import { type WireRequest, type HeaderList, headerValue } from '../../http/exchange.ts';
import { isUntrustedCertificate, trustedBeside } from '../../http/certificates.ts';
import { DEFAULT_PROXY_TIMEOUT } from '../limits.ts';
import { endWith } from '../write-response.ts';

type TlsOptions = Pick<SecureRequestOptions, 'ca' | 'rejectUnauthorized'>;

/** Why the upstream gave no complete response, and what the client is told instead. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly status: 502 | 504;

  constructor(message: string, status: 502 | 504) {
    super(message);
    this.status = status;
  }
}

/** Options of {@link Upstream}. */
export interface UpstreamOptions {
  /** Milliseconds without a byte after which the upstream counts as hanging. Default 30,000. */
  readonly timeout?: number | undefined;
  /** Certificates that are trusted besides the system's, in PEM. */
  readonly ca?: string | undefined;
  /** Takes any certificate of the service. Default false. */
  readonly insecure?: boolean | undefined;
}

/** A request to the upstream; its target is path and query below base_url. */
interface UpstreamRequest extends Omit<WireRequest, 'body'> {
  /** All bytes, or a source of them where the body is too large to be held. */
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
  /** Given a function to call when the client goes away. An AbortSignal costs more than all else. */
  readonly onGone: (giveUp: () => void) => void;
}

/** A response of which at least the start has arrived. */
export interface UpstreamAnswer {
  readonly message: IncomingMessage;
  readonly collected: Collected;
  /** The whole body: what was collected and what is still to come. */
  stream(): AsyncIterable<Uint8Array>;
}

/** Node ends an idle connection itself after 5 s; one that is reused later could just be closing. */
const IDLE_CONNECTION_MS = 4000;

const IDEMPOTENT: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PUT',
  'DELETE',
]);

/** The real service behind the proxy. */
export class Upstream {
  /** For the Host header. */
  readonly host: string;
  readonly #base: URL;
  readonly #agent: Agent;
  readonly #timeout: number;
  readonly #tls: TlsOptions;

  constructor(base: URL, options: UpstreamOptions = {}) {
    this.#base = base;
    this.host = base.host;
    this.#timeout = options.timeout ?? DEFAULT_PROXY_TIMEOUT;
    this.#tls = {
      rejectUnauthorized: options.insecure !== true,
      ...(options.ca === undefined ? {} : { ca: trustedBeside(options.ca) }),
    };
    const agentOptions = { keepAlive: true, timeout: IDLE_CONNECTION_MS };
    this.#agent = this.#isTls ? new TlsAgent(agentOptions) : new Agent(agentOptions);
  }

  get #isTls(): boolean {
    return this.#base.protocol === 'https:';
  }

  /** Absolute URL of a target; a path in base_url is kept. */
  url(target: string): string {
    return `${this.#base.origin}${this.#path(target)}`;
  }

  #path(target: string): string {
    const prefix = this.#base.pathname.replace(/\/$/, '');
    if (target.startsWith('/')) return prefix + target;
    // Absolute form (RFC 9112, 3.2.2): clients that take us for a forward proxy.
    const url = URL.parse(target);
    return url === null ? target : prefix + url.pathname + url.search;
  }

  /**
   * Sends a request and reads as much of the response as is held.
   *
   * @throws {UpstreamError} where no usable response comes.
   */
  async send(request: UpstreamRequest, holds: Hold): Promise<UpstreamAnswer> {
    try {
      return await this.#sendOnce(request, holds);
    } catch (error) {
      // The upstream closed an idle connection just then: nothing was answered, so ask again.
      const retry = error instanceof StaleConnection && isRepeatable(request);
      if (retry) return this.#sendOnce(request, holds);
      throw error;
    }
  }

  #sendOnce(request: UpstreamRequest, holds: Hold): Promise<UpstreamAnswer> {
    return new Promise((resolve, reject) => {
      let over = false;
      const outgoing = (this.#isTls ? httpsRequest : httpRequest)(this.#options(request));
      const timer = setTimeout(() => {
        outgoing.destroy(
          new UpstreamError(`the upstream sent nothing for ${this.#timeout} ms`, 504),
        );
      }, this.#timeout);
      const touch = (): void => {
        // A refresh would start a timer again that was cleared.
        if (!over) timer.refresh();
      };
      const answer = (message: IncomingMessage, collected: Collected): void => {
        resolve({
          message,
          collected,
          stream: () => wholeStream(collected.bytes, message, touch),
        });
      };
      request.onGone(() => outgoing.destroy(new UpstreamError('it was given up', 502)));
      outgoing.once('close', () => {
        over = true;
        clearTimeout(timer);
      });
      outgoing.on('error', (error) => reject(explain(error, outgoing.reusedSocket)));
      // The proxy passes on no wish for one.
      outgoing.once('upgrade', (_message, socket) => {
        socket.destroy();
        reject(new UpstreamError('it changed to another protocol, unasked', 502));
      });
      outgoing.once('response', (message) => {
        touch();
        if (isEventStream(message)) {
          // It may be silent for long, and its first bytes must not wait for the last.
          over = true;
          clearTimeout(timer);
          answer(message, { bytes: new Uint8Array(), complete: false });
          return;
        }
        collect(message, holds, touch).then(
          (collected) => answer(message, collected),
          (error: Error) => reject(explain(outgoing.errored ?? error, false)),
        );
      });
      if (request.body instanceof Uint8Array) endWith(outgoing, request.body);
      // Errors arrive at `outgoing`.
      else pipeline(touched(request.body, touch), outgoing, () => {});
    });
  }

  #options(request: UpstreamRequest): RequestOptions & TlsOptions {
    return {
      agent: this.#agent,
      protocol: this.#base.protocol,
      hostname: this.#base.hostname.replace(/^\[|\]$/g, ''),
      port: this.#base.port,
      method: request.method,
      path: this.#path(request.target),
      headers: request.headers.flat(),
      setHost: false,
      ...(this.#isTls ? this.#tls : {}),
    };
  }

  close(): void {
    this.#agent.destroy();
  }
}

class StaleConnection extends UpstreamError {}

function isRepeatable(request: UpstreamRequest): boolean {
  return request.body instanceof Uint8Array && IDEMPOTENT.has(request.method);
}

/** Its body doesn't end: it must be passed on as it comes. */
function isEventStream(message: IncomingMessage): boolean {
  return /^\s*text\/event-stream/i.test(message.headers['content-type'] ?? '');
}

async function* touched(
  source: AsyncIterable<Uint8Array>,
  touch: () => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    touch();
    yield chunk;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the upstream closed the connection before the end of its response',
  EPIPE: 'the upstream closed the connection before the end of the request',
  ENOTFOUND: 'its name is unknown',
  EAI_AGAIN: 'its name could not be looked up',
  ETIMEDOUT: 'the connection could not be made in time',
  EHOSTUNREACH: 'there is no route to it',
};

const DISTRUST =
  'its certificate is not trusted; --ca of the proxy names one that is, --insecure takes any';

function explain(error: Error & { readonly code?: string }, reused: boolean): UpstreamError {
  if (error instanceof UpstreamError) return error;
  const code = error.code ?? '';
  const distrust = isUntrustedCertificate(code) ? DISTRUST : undefined;
  const reason = distrust ?? REASONS[code] ?? (error.message || code);
  const message = code.startsWith('HPE_') ? `its response is not HTTP: ${reason}` : reason;
  return new (code === 'ECONNRESET' && reused ? StaleConnection : UpstreamError)(message, 502);
}

/** Whether a body of `size` bytes is held, of which `more` have just come. */
export type Hold = (size: number, more: number) => boolean;

/** The start of a stream, or all of it. */
export interface Collected {
  readonly bytes: Uint8Array;
  /** False where more is not held: the stream is paused there. */
  readonly complete: boolean;
}

/**
 * Reads a stream as far as it is held. What is beyond stays in the stream, for {@link wholeStream}.
 *
 * @param onChunk Called at every chunk, so that a timeout can tell slow from silent.
 * @throws {Error} where the stream is closed before its end.
 */
export function collect(
  stream: Readable,
  holds: Hold,
  onChunk: () => void = () => {},
): Promise<Collected> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    let isOver = false;
    const finish = (complete: boolean): void => {
      isOver = true;
      // Nothing more comes from a stream that has ended, but its close.
      if (!complete) stop();
      resolve({ bytes: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks), complete });
    };
    const onData = (chunk: Uint8Array): void => {
      onChunk();
      chunks.push(chunk);
      size += chunk.length;
      if (holds(size, chunk.length)) return;
      stream.pause();
      finish(false);
    };
    const onEnd = (): void => finish(true);
    const onError = (error: Error): void => {
      stop();
      reject(error);
    };
    const onClose = (): void => {
      if (!isOver) onError(new Error('closed before its end'));
    };
    const stop = (): void => {
      stream.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
    };
    stream.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
  });
}

/** What was collected, followed by the rest. */
export async function* wholeStream(
  head: Uint8Array,
  rest: Readable,
  onChunk: () => void = () => {},
): AsyncGenerator<Uint8Array> {
  yield head;
  // To destroy a request would take its answer away, too.
  yield* touched(rest.iterator({ destroyOnReturn: false }), onChunk);
}

/** Meant for the next hop only (RFC 9110, 7.6.1), or consumed by a proxy (11.7). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** What the proxy writes anew. */
const REPLACED: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'expect',
  'via',
  'x-forwarded-for',
]);

/** Without what is for one hop only: the fixed names, and those that Connection lists. */
export function endToEnd(headers: HeaderList): [string, string][] {
  const connection = headerValue(headers, 'connection');
  const listed = new Set(connection?.split(',').map((name) => name.trim().toLowerCase()));
  const forwarded: [string, string][] = [];
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    if (!HOP_BY_HOP.has(key) && !listed.has(key)) forwarded.push([name, value]);
  }
  return forwarded;
}

/** Who sent the request that is passed on. */
export interface Client {
  readonly address: string | undefined;
  readonly protocol: 'http' | 'https';
}

/**
 * The headers of the request to the upstream: end to end, with its own Host and what the
 * X-Forwarded-* headers tell it of the client. Says nothing of the body's length.
 */
export function requestHeaders(
  headers: HeaderList,
  client: Client,
  upstreamHost: string,
): [string, string][] {
  const forwarded = endToEnd(headers).filter(([name]) => !REPLACED.has(name.toLowerCase()));
  const append = (name: string, value: string): string => {
    const before = headerValue(headers, name);
    return before === undefined ? value : `${before}, ${value}`;
  };
  const added: [string, string][] = [
    ['Host', upstreamHost],
    // A gateway must tell (RFC 9110, 7.6.3).
    ['Via', append('via', '1.1 prism-gateway')],
  ];
  if (client.address !== undefined) {
    added.push(['X-Forwarded-For', append('x-forwarded-for', client.address)]);
  }
  // A proxy in front of this one knows better.
  if (headerValue(headers, 'x-forwarded-proto') === undefined) {
    added.push(['X-Forwarded-Proto', client.protocol]);
  }
  const host = headerValue(headers, 'host');
  if (headerValue(headers, 'x-forwarded-host') === undefined && host !== undefined) {
    added.push(['X-Forwarded-Host', host]);
  }
  return [...added, ...forwarded];
}
