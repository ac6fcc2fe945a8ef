/** What a mock answers itself, from its own state or one that it shares. */
import { isPreflight } from '../mock/cors.ts';
import type { Fault } from '../mock/faults.ts';

import type { LongResponse, MockResponse } from '../http/message.ts';
import { LongText } from '../openapi/json/long-text.ts';
import type { ServerRequest } from './read-request.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import { isTooMany } from './sandbox/too-many.ts';
import { StoreAwayError } from './shared/shared-store.ts';
import { type HandlerResponse, toHandlerResponse } from './user-handlers.ts';

/** A request that someone is asked about before it gets its answer. */
export interface AddressedRequest {
  readonly sandbox: Sandbox;
  readonly request: ServerRequest;
  readonly fault: Fault | undefined;
}

/** An answer before it is judged. */
export interface Answer {
  /** As it is judged; without the body where that is too long to be held. */
  readonly response: HandlerResponse;
  /** The same as the responder has it. Default: it is not the responder's. */
  readonly long?: LongResponse;
  /** Where it is from, if it is neither the responder's nor a handler's. */
  readonly note?: string;
}

/** Leads whoever came for nothing on, or gives the answer as it is. */
export type Lead = (
  response: LongResponse,
  sandbox: Sandbox,
  request: ServerRequest,
) => LongResponse;

/** What was recorded, else the mock's own answer. */
export function mockAnswer(
  { sandbox, request, fault }: AddressedRequest,
  lead: Lead,
): Answer | Promise<Answer> {
  const response = sandbox.replayed(request);
  if (response !== undefined) return { response, note: 'as recorded' };
  const answered = (long: LongResponse): Answer => {
    const isCut = fault?.kind === 'truncate';
    const held = long.body instanceof LongText && isCut ? long.body.toString() : long.body;
    const body = held instanceof LongText ? '' : held;
    return { response: toHandlerResponse({ ...long, body }), long };
  };
  const answer = sandbox.act(() => lead(respond(sandbox, request), sandbox, request), {
    isChange: !isSafe(request),
  });
  return answer instanceof Promise ? answer.then(answered) : answered(answer);
}

/** RFC 9110, 9.2.1. */
function isSafe({ method }: ServerRequest): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

/** What browsers ask before the request proper is not what someone wants to see fail. */
export function faultOf(sandbox: Sandbox, request: ServerRequest): Fault | undefined {
  return sandbox.faults.size > 0 && !isPreflight(request) ? sandbox.takeFault(request) : undefined;
}

/** The store that other processes have too can't be used now. */
export function stateRefusal(
  error: unknown,
  { responder }: Sandbox,
  request: ServerRequest,
): MockResponse | undefined {
  if (error instanceof StoreAwayError) {
    const refusal = responder.refuse({ kind: 'store-away', message: error.message }, request);
    return { ...refusal, headers: { ...refusal.headers, 'retry-after': '1' } };
  }
  return isTooMany(error)
    ? responder.refuse({ kind: error.code, message: error.message }, request)
    : undefined;
}

/** The responder's answer, where nothing stands between it and the request; `undefined` where something does. */
export function plainAnswer(
  sandbox: Sandbox,
  request: ServerRequest,
  lead: Lead,
): LongResponse | undefined | Promise<LongResponse | undefined> {
  const work = (): LongResponse | undefined =>
    sandbox.isPlain ? lead(respond(sandbox, request), sandbox, request) : undefined;
  return sandbox.isShared ? sandbox.act(work, { isChange: !isSafe(request) }) : work();
}

function respond({ responder }: Sandbox, request: ServerRequest): LongResponse {
  return request.problem ? responder.refuse(request.problem, request) : responder.begin(request);
}
