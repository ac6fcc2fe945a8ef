import type { Problem } from '../../mock/message.ts';
import type { PrismFinding } from '../prism/finding.ts';
import type { ServerRequest } from '../read-request.ts';

/** An answer as it is recorded. Status 0 stands for a dropped connection. */
export interface KeptResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>> | readonly (readonly [string, string])[];
  readonly body?: string | Uint8Array | undefined;
}

/** What is known of an exchange once it has been answered. */
export interface FinishedExchange {
  readonly request: ServerRequest;
  readonly response: KeptResponse;
  /** By the process's clock (`performance.now()`). */
  readonly start: number;
  readonly durationMs: number;
  readonly problem: Problem | undefined;
  readonly findings: readonly PrismFinding[] | undefined;
  /** Id of the fault that acted on it. */
  readonly fault: number | undefined;
}

/**
 * An exchange of the mock as it is kept, secrets included: nobody may see it unmasked. Flat, and
 * without the request's buffers: what outlives its request is dear to the garbage collector.
 */
export interface KeptExchange extends Omit<FinishedExchange, 'request' | 'response'> {
  readonly method: string;
  readonly target: string;
  /** Names and values in turns. */
  readonly requestHeaders: readonly string[];
  /** One character a byte, content codings undone; `undefined` where it was too large. */
  readonly requestBody: string | undefined;
  /** Bytes as they were sent. */
  readonly requestSize: number;
  readonly status: number;
  readonly responseHeaders: KeptResponse['headers'];
  readonly responseBody: KeptResponse['body'];
  /** Bytes of a body that was too large to be kept. */
  readonly responseSize: number | undefined;
}

/** Bytes of a body that are kept; of a larger one only the size is. */
export const MAX_BODY: number = 64 * 1024;

/** What an exchange weighs besides its bodies: an estimate of headers and objects. */
const BASE_WEIGHT = 1024;

/** The exchange without what need not be kept. */
export function keptExchange(exchange: FinishedExchange): KeptExchange {
  const { request, response } = exchange;
  const { body } = response;
  const isLarge = body !== undefined && body.length > MAX_BODY;
  return {
    method: request.method,
    target: request.target,
    requestHeaders: request.rawHeaders,
    requestBody: request.body.length > MAX_BODY ? undefined : latin1(request.body),
    requestSize: request.rawBody.length,
    status: response.status,
    responseHeaders: response.headers,
    responseBody: isLarge ? undefined : body,
    responseSize: isLarge ? Buffer.byteLength(body) : undefined,
    start: exchange.start,
    durationMs: exchange.durationMs,
    problem: exchange.problem,
    findings: exchange.findings,
    fault: exchange.fault,
  };
}

/** Bytes that two bodies keep alive, with what belongs to them. */
export function weightOf(
  request: { readonly length: number } | undefined,
  response: { readonly length: number } | undefined,
): number {
  return BASE_WEIGHT + (request?.length ?? 0) + (response?.length ?? 0);
}

function latin1(bytes: Uint8Array): string {
  if (bytes.length === 0) return '';
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}
