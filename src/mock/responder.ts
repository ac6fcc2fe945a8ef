/** The mock: a pure function from request to response, and thin adapters over it. Browser-safe. */
import type { OpenApiDocument } from '../openapi/document.ts';
import { operations } from '../openapi/operation.ts';
import { corsHeaders, isPreflight, preflightResponse } from './cors.ts';
import type { Enactment } from './enactment.ts';
import type { MockRequest, MockResponse, Problem } from './message.ts';
import { OperationResponder } from './operation-responder.ts';
import type { ResourceStore } from './resource-store.ts';
import { createRouter } from './router.ts';

/** Options of {@link createResponder}. */
export interface ResponderOptions {
  readonly document: OpenApiDocument;
  /** Where created resources are kept. */
  readonly store: ResourceStore;
  /** Changes of behaviour by operation id. Default: none, which is the `documented` profile. */
  readonly enactments?: ReadonlyMap<string, readonly Enactment[]> | undefined;
  /** The one valid token. Default: any but `invalid-token`. */
  readonly token?: string | undefined;
  /** How many resources the store takes before creates are refused. Default: no limit. */
  readonly maxResources?: number | undefined;
}

/** Answers requests from the document, the store and the profile. */
export interface Responder {
  /** Answers one request; never throws for anything that a client can send. */
  respond(request: MockRequest): MockResponse;
  /** The response to a problem that the transport has found, such as an unknown content coding. */
  refuse(problem: Problem): MockResponse;
  /** Whether the document has the path. */
  knows(path: string): boolean;
}

/** @throws {Error} where the document has no operation. */
export function createResponder(options: ResponderOptions): Responder {
  const { document, enactments } = options;
  const responders = operations(document).map(
    (operation) =>
      new OperationResponder({
        ...options,
        operation,
        enactments: enactments?.get(operation.id) ?? [],
      }),
  );
  const [first] = responders;
  if (first === undefined) throw new Error('Failed to make a mock: the document has no operation.');
  const route = createRouter(responders);

  const answer = (request: MockRequest): MockResponse => {
    const found = route(request.path);
    if (found === undefined) return unknownPath(first, request);
    if (isPreflight(request)) return preflightResponse(request, found.allow);
    const responder = found.byMethod.get(request.method);
    if (responder !== undefined) return responder.respond(request);
    const [sibling = first] = found.byMethod.values();
    return unknownMethod(sibling, request, found.allow);
  };

  return {
    respond: (request) => {
      const response = answer(request);
      const origin = request.header('origin');
      if (origin === undefined) return response;
      return { ...response, headers: { ...response.headers, ...corsHeaders(origin) } };
    },
    refuse: (problem) => first.refuse(problem),
    knows: (path) => route(path) !== undefined,
  };
}

function unknownPath(responder: OperationResponder, request: MockRequest): MockResponse {
  const message = `there is no path ${JSON.stringify(request.path.slice(0, 200))}`;
  return refuseOrAnswer(responder, { kind: 'path-unknown', message });
}

function unknownMethod(
  responder: OperationResponder,
  request: MockRequest,
  allow: string,
): MockResponse {
  const message = `${request.path} has no method ${request.method}, it has ${allow}`;
  const response = refuseOrAnswer(responder, { kind: 'method-unknown', message });
  // Due to every 405 (RFC 9110, 15.5.6).
  return response.status === 405
    ? { ...response, headers: { ...response.headers, allow } }
    : response;
}

/** A profile can say that a server answers here: with nothing that anyone could know. */
function refuseOrAnswer(responder: OperationResponder, problem: Problem): MockResponse {
  if (responder.answerTo(problem) !== 'accepted') return responder.refuse(problem);
  return { status: 200, headers: { 'content-type': 'application/json' }, body: '[]' };
}
