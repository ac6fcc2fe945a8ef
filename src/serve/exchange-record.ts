import { type HeaderList, type RecordedExchange, headerValue } from '../http/exchange.ts';
import { isAscii } from '../http/latin1.ts';
import type { Problem } from '../http/message.ts';
import { LongText } from '../openapi/json/long-text.ts';
import type { ServerRequest } from './read-request.ts';
import type { ValidatorFinding, ValidatorFindings } from './validator.ts';

/** An exchange of the mock or the proxy, without secrets: what is logged, shown and reported. */
export interface ExchangeRecord extends RecordedExchange {
  readonly request: RecordedExchange['request'] & {
    /** Path and query as the client sent them. */
    readonly target: string;
  };
  /** `METHOD /path` of the document; `undefined` for a route that it doesn't have. */
  readonly operation: string | undefined;
  readonly findings: ValidatorFindings;
  /** Why something was not validated. */
  readonly note?: string | undefined;
  /** Why the upstream's answer didn't come, or didn't reach the client whole. */
  readonly failure?: string | undefined;
  /**
   * Who kept the upstream's whole answer from the client: the upstream, a client that left, or the
   * proxy, which answered itself. Nobody where it was passed on.
   */
  readonly failedBy?: 'upstream' | 'client' | 'proxy' | undefined;
}

/** How a request was answered. */
export interface Outcome {
  /** 0 stands for a dropped connection. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>> | HeaderList;
  readonly body?: string | Uint8Array | LongText | undefined;
  /** Why it was refused. */
  readonly problem?: Problem | undefined;
  /** What a validator says of request and response; absent where there is none. */
  readonly findings?: readonly ValidatorFinding[] | undefined;
  /** Why there are no findings. */
  readonly note?: string | undefined;
  /** Id of the fault that acted on it. */
  readonly fault?: number | undefined;
}

/**
 * An exchange of the mock as it is kept, secrets included: nobody may see it unmasked. Flat, and
 * without the request's buffers: what outlives its request is dear to the garbage collector.
 */
export interface RawExchange {
  readonly method: string;
  readonly target: string;
  /** As the request line has it. */
  readonly address: string;
  /** Names and values in turns. */
  readonly requestHeaders: readonly string[];
  /** One character a byte, content codings undone; `undefined` where it was too large. */
  readonly requestBody: string | undefined;
  /** Bytes as they were sent. */
  readonly requestSize: number;
  readonly status: number;
  readonly responseHeaders: Outcome['headers'];
  readonly responseBody: string | Uint8Array | undefined;
  /** Bytes of a body that was too large to be kept; -1 where they were not counted. */
  readonly responseSize: number | undefined;
  /** By the process's clock (`performance.now()`). */
  readonly start: number;
  readonly durationMs: number;
  readonly problem: Problem | undefined;
  /** Name of the callback or webhook that the mock has sent; `undefined` for what it was asked. */
  readonly callback: string | undefined;
  /** Can come late. */
  findings: readonly ValidatorFinding[] | undefined;
  note: string | undefined;
  readonly fault: number | undefined;
}

/** Bytes of a body that are kept; of a larger one only the size is. */
export const MAX_BODY: number = 64 * 1024;

/** What an exchange weighs besides its bodies: an estimate of headers and objects. */
const BASE_WEIGHT = 1024;

type KeptOfRequest = Pick<
  ServerRequest,
  'method' | 'target' | 'address' | 'rawHeaders' | 'body' | 'rawBody'
>;

/** What is kept of an exchange that ends now: the one object that a request costs beside its own. */
export function rawExchange(request: KeptOfRequest, outcome: Outcome, start: number): RawExchange {
  const isLong = outcome.body instanceof LongText;
  const body = outcome.body instanceof LongText ? undefined : outcome.body;
  const isLarge = body !== undefined && body.length > MAX_BODY;
  return {
    method: request.method,
    target: request.target,
    address: request.address ?? request.target,
    requestHeaders: request.rawHeaders,
    requestBody: request.body.length > MAX_BODY ? undefined : latin1(request.body),
    requestSize: request.rawBody.length,
    status: outcome.status,
    responseHeaders: outcome.headers,
    responseBody: isLarge ? undefined : body,
    responseSize: isLong ? -1 : isLarge ? Buffer.byteLength(body) : undefined,
    start,
    durationMs: performance.now() - start,
    problem: outcome.problem,
    findings: outcome.findings,
    note: outcome.note,
    fault: outcome.fault,
    callback: undefined,
  };
}

const NO_BYTES = new Uint8Array();

/** What a mock keeps of an exchange that was passed on; secrets are still in it. */
export function passedOn(record: ExchangeRecord, note: string): RawExchange {
  const { request, response, failure, findings } = record;
  const told = response.body;
  const isLarge = told !== undefined && told.length > MAX_BODY;
  const sent = request.bodySize === 0 ? NO_BYTES : request.body;
  return {
    method: request.method,
    target: request.target,
    address: request.target,
    requestHeaders: request.headers.flat(),
    requestBody: sent === undefined || sent.length > MAX_BODY ? undefined : latin1(sent),
    requestSize: request.bodySize,
    status: response.status,
    responseHeaders: response.headers,
    responseBody: isLarge ? undefined : told,
    responseSize: response.bodySize,
    start: record.startedAt.getTime() - performance.timeOrigin,
    durationMs: record.durationMs,
    problem: failure === undefined ? undefined : { kind: 'gateway', message: failure },
    findings: [...findings.request, ...findings.response],
    note: record.note === undefined ? note : `${note}; ${record.note}`,
    fault: undefined,
    callback: undefined,
  };
}

/** Names and values in turns. */
export function fieldsOf(headers: Outcome['headers']): string[] {
  if (Array.isArray(headers)) return (headers as HeaderList).flat();
  const fields: string[] = [];
  const values = headers as Readonly<Record<string, string>>;
  for (const name of Object.keys(values)) fields.push(name, values[name]!);
  return fields;
}

/** One character a byte. */
export function bytesAsText(body: string | Uint8Array | undefined): string | undefined {
  if (body instanceof Uint8Array) return latin1(body);
  return body === undefined || isAscii(body) ? body : latin1(Buffer.from(body));
}

/** Bytes that an exchange of the mock keeps alive. */
export function weightOf(exchange: RawExchange): number {
  const { target, requestHeaders, requestBody = '', responseBody = '', responseHeaders } = exchange;
  let weight = BASE_WEIGHT + target.length + requestBody.length;
  for (const text of requestHeaders) weight += text.length;
  // Many texts are made of the same ones in every answer; a handler of the user's may make others.
  if (Array.isArray(responseHeaders)) weight += headWeight(responseHeaders as HeaderList);
  return weight + (typeof responseBody === 'string' ? 2 : 1) * responseBody.length;
}

/** The same of an exchange of the proxy. */
export function recordWeight({ request, response }: ExchangeRecord): number {
  const bodies = (request.body?.length ?? 0) + (response.body?.length ?? 0);
  const heads = headWeight(request.headers) + headWeight(response.headers);
  return BASE_WEIGHT + 2 * request.target.length + heads + bodies;
}

function headWeight(headers: HeaderList): number {
  return headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
}

function latin1(bytes: Uint8Array): string {
  if (bytes.length === 0) return '';
  const buffer = Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return buffer.toString('latin1');
}

/** A body as it is recorded. */
type RecordedBody = Pick<ExchangeRecord['request'], 'body' | 'bodySize'>;

/** Of a message without one. */
export const NO_BODY: RecordedBody = { body: undefined, bodySize: 0 };

/** Unpacked, so that a secret in it can be found; at once where there is nothing to unpack. */
export function recordedBody(
  body: Uint8Array | undefined,
  headers: HeaderList,
): RecordedBody | Promise<RecordedBody> {
  const bodySize = body?.length ?? -1;
  const coding = headerValue(headers, 'content-encoding');
  if (body === undefined || body.length === 0 || coding === undefined) return { body, bodySize };
  return unpacked(body, coding);
}

async function unpacked(body: Uint8Array, coding: string): Promise<RecordedBody> {
  // Few bodies are packed: the server starts without the decoders.
  const { MAX_UNPACKED, decodeBody } = await import('../http/content-coding.ts');
  const decoded = await decodeBody(body, coding, MAX_UNPACKED);
  // What can't be unpacked can't be searched either, so it isn't recorded.
  return { body: decoded.ok ? decoded.body : undefined, bodySize: body.length };
}
