import type { Problem } from '../../mock/message.ts';
import type { PrismFinding } from '../prism/finding.ts';
import type { ServerRequest } from '../read-request.ts';

/** A request as it is kept: by reference, and without its body where that is too large. */
export type KeptRequest = Pick<ServerRequest, 'method' | 'target' | 'path' | 'rawHeaders'> & {
  readonly rawBody?: Uint8Array | undefined;
  /** Content codings undone. */
  readonly body?: Uint8Array | undefined;
};

/** An answer as it is kept. Status 0 stands for a dropped connection. */
export interface KeptResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>> | readonly (readonly [string, string])[];
  readonly body?: string | Uint8Array | undefined;
}

/** An exchange of the mock as it is kept, secrets included: nobody may see it unmasked. */
export interface KeptExchange {
  readonly request: KeptRequest;
  readonly response: KeptResponse;
  /** By the process's clock (`performance.now()`). */
  readonly start: number;
  readonly durationMs: number;
  /** Bytes of the bodies as they were; -1 where they were not counted. */
  readonly requestSize: number;
  readonly responseSize: number;
  readonly problem: Problem | undefined;
  readonly findings: readonly PrismFinding[] | undefined;
  /** Id of the fault that acted on it. */
  readonly fault: number | undefined;
}

/** Bytes of a body that are kept; of a larger one only the size is. */
export const MAX_BODY: number = 64 * 1024;

/** What an exchange weighs besides its bodies: an estimate of headers and objects. */
const BASE_WEIGHT = 1024;

/** What is known of an exchange once it has been answered. */
export type FinishedExchange = Omit<KeptExchange, 'request' | 'requestSize' | 'responseSize'> & {
  readonly request: ServerRequest;
};

/** The exchange without bodies that are too large. */
export function keptExchange(exchange: FinishedExchange): KeptExchange {
  const { request, response } = exchange;
  const requestSize = request.rawBody.length;
  const responseSize = response.body?.length ?? 0;
  return {
    ...exchange,
    request: request.body.length > MAX_BODY ? withoutBody(request) : request,
    response: responseSize > MAX_BODY ? { ...response, body: undefined } : response,
    requestSize,
    responseSize,
  };
}

/** Bytes that an exchange keeps alive, given its bodies. */
export function weighed(...bodies: readonly (string | Uint8Array | undefined)[]): number {
  return bodies.reduce((sum, body) => sum + (body?.length ?? 0), BASE_WEIGHT);
}

function withoutBody({ method, target, path, rawHeaders }: ServerRequest): KeptRequest {
  return { method, target, path, rawHeaders };
}
