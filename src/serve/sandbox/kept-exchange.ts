import type { Problem } from '../../http/message.ts';
import type { ValidatorFinding } from '../validator.ts';
import type { ServerRequest } from '../read-request.ts';

/** How a request was answered. */
export interface Outcome {
  /** 0 stands for a dropped connection. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>> | readonly (readonly [string, string])[];
  readonly body?: string | Uint8Array | undefined;
  /** Why it was refused. */
  readonly problem?: Problem | undefined;
  /** What Prism says of request and response; absent without a gateway. */
  readonly findings?: readonly ValidatorFinding[] | undefined;
  /** Id of the fault that acted on it. */
  readonly fault?: number | undefined;
}

/**
 * An exchange of the mock as it is kept, secrets included: nobody may see it unmasked. Flat, and
 * without the request's buffers: what outlives its request is dear to the garbage collector.
 */
export interface KeptExchange {
  readonly method: string;
  readonly target: string;
  /** Names and values in turns. */
  readonly requestHeaders: readonly string[];
  /** One character a byte, content codings undone; `undefined` where it was too large. */
  readonly requestBody: string | undefined;
  /** Bytes as they were sent. */
  readonly requestSize: number;
  readonly status: number;
  readonly responseHeaders: Outcome['headers'];
  readonly responseBody: Outcome['body'];
  /** Bytes of a body that was too large to be kept. */
  readonly responseSize: number | undefined;
  /** By the process's clock (`performance.now()`). */
  readonly start: number;
  readonly durationMs: number;
  readonly problem: Problem | undefined;
  readonly findings: readonly ValidatorFinding[] | undefined;
  readonly fault: number | undefined;
}

/** Bytes of a body that are kept; of a larger one only the size is. */
export const MAX_BODY: number = 64 * 1024;

/** What an exchange weighs besides its bodies: an estimate of headers and objects. */
const BASE_WEIGHT = 1024;

/** What is kept of an exchange that ends now: the one object that a request costs beside its own. */
export function keptExchange(
  request: ServerRequest,
  outcome: Outcome,
  start: number,
): KeptExchange {
  const { body } = outcome;
  const isLarge = body !== undefined && body.length > MAX_BODY;
  return {
    method: request.method,
    target: request.target,
    requestHeaders: request.rawHeaders,
    requestBody: request.body.length > MAX_BODY ? undefined : latin1(request.body),
    requestSize: request.rawBody.length,
    status: outcome.status,
    responseHeaders: outcome.headers,
    responseBody: isLarge ? undefined : body,
    responseSize: isLarge ? Buffer.byteLength(body) : undefined,
    start,
    durationMs: performance.now() - start,
    problem: outcome.problem,
    findings: outcome.findings,
    fault: outcome.fault,
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
  const buffer = Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return buffer.toString('latin1');
}
