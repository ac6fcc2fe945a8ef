/** The mock: a pure function from request to response, and thin adapters over it. Browser-safe. */
import { bytesOfBody } from '../http/body-text.ts';
import { LongText } from '../openapi/json/long-text.ts';
import { type Operation, operations } from '../model/operation.ts';
import { brokenness, whyNothingToServe } from '../model/quarantine.ts';
import type { OpenApiDocument, QuarantinedOperation } from '../openapi/document.ts';
import { corsHeaders, isPreflight, preflightResponse } from './cors.ts';
import { bulkCreationOf, itemsSent } from '../model/resources/bulk.ts';
import { type Enactment, enactedOnChange, enactedOnItems } from './enactment.ts';
import {
  type LongResponse,
  type MockRequest,
  type MockResponse,
  type Problem,
  targetOf,
} from '../http/message.ts';
import { type OperationParts, OperationResponder, UNAUTHORISED } from './operation-responder.ts';
import { type ActionOptions, resourceActions } from './resource-actions.ts';
import type { ResourceStore } from './resource-store.ts';
import { type Route, createRouter } from '../model/routes.ts';
import { resourceFamilies } from '../model/resources/resources.ts';
import { StateError } from './state-error.ts';
import { errorMessage } from '../openapi/error-message.ts';

/** Options of {@link createResponder}. */
export interface ResponderOptions
  extends Pick<OperationParts, 'document' | 'token' | 'maxResources'>, ActionOptions {
  /** Where created resources are kept. */
  readonly store: ResourceStore;
  /** Changes of behaviour by operation id. Default: none, which is the `documented` profile. */
  readonly enactments?: ReadonlyMap<string, readonly Enactment[]> | undefined;
}

/** Answers requests from the document, the store and the profile. */
export interface Responder {
  /** Answers one request; never throws for anything that a client can send. */
  respond(request: MockRequest): MockResponse;
  /** The same; a long list is written while it is read. */
  begin(request: MockRequest): LongResponse;
  /**
   * The response to a problem that the transport has found, such as an unknown content coding.
   *
   * @param request What it was found in, if it could be read that far.
   */
  refuse(problem: Problem, request?: MockRequest): MockResponse;
  /** Whether the document has the path. */
  knows(path: string): boolean;
}

/** Those of an operation; of what creates several, or changes one, what creates one has for that, too. */
function enactmentsOf(
  operation: Operation,
  { document, enactments }: ResponderOptions,
): readonly Enactment[] {
  const ofOperation = enactments?.get(operation.id) ?? [];
  const family = resourceFamilies(document).get(operation.path);
  if (family !== undefined && ['PUT', 'PATCH'].includes(operation.method)) {
    const statuses = operation.responses.map(({ status }) => status);
    const ofCreation = (enactments?.get(family.create.id) ?? []).map((enactment) =>
      enactedOnChange(enactment, family, statuses),
    );
    return [...ofOperation, ...ofCreation];
  }
  const bulk = bulkCreationOf(document, operation);
  if (bulk === undefined) return ofOperation;
  const each = enactments?.get(bulk.create.id) ?? [];
  return [
    ...ofOperation,
    ...each.map((enactment) => enactedOnItems(enactment, (body) => itemsSent(bulk, body))),
  ];
}

/** @throws {StateError} where the document has no operation. */
export function createResponder(options: ResponderOptions): Responder {
  const { document } = options;
  const actions = resourceActions(document, options.store, options);
  // By path: the document's order must not decide how an unknown path is answered.
  const responders = operations(document)
    .toSorted((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)))
    .map((operation) =>
      whenAsked(operation, () => {
        const ofOperation = enactmentsOf(operation, options);
        return new OperationResponder({ ...options, actions, operation, enactments: ofOperation });
      }),
    );
  const [first] = responders;
  if (first === undefined) throw nothingToServe(document);
  const quarantined = (document.quarantined ?? []).map((entry) =>
    quarantinedResponder(
      entry,
      responders.find(({ operation }) => operation.path === entry.path) ?? first,
    ),
  );
  const route = createRouter<Answerer>(
    [...responders, ...quarantined],
    ({ operation }) => operation,
  );

  const everyMethod = [...new Set(responders.map(({ operation }) => operation.method))].join(', ');

  const answer = (request: MockRequest): LongResponse => {
    const found = route(targetOf(request));
    const allow = found?.allow ?? everyMethod;
    // Also for an unknown path, so that the page gets to read the 404 itself.
    if (isPreflight(request)) return preflightResponse(request, allow);
    if (found === undefined) {
      if (request.method === 'OPTIONS' && request.path === '*') return optionsResponse(allow);
      const path = /^(.+)\/$/.exec(request.path)?.[1];
      const meant = path === undefined ? undefined : route(path)?.byMethod.get(request.method);
      const answered = meant && besideSlash(meant, atPath(request, path!));
      return answered ?? unknownPath(first, request);
    }
    const responder = found.byMethod.get(request.method) ?? found.byMethod.get('*');
    if (responder !== undefined) return guarded(responder, request);
    if (request.method === 'OPTIONS') return optionsResponse(allow);
    const get = request.method === 'HEAD' ? found.byMethod.get('GET') : undefined;
    // HEAD is GET without content (RFC 9110, 9.3.2).
    if (get !== undefined) return withoutBody(guarded(get, request));
    const [sibling = first] = found.byMethod.values();
    return unknownMethod(sibling, request, found);
  };

  const begin = (request: MockRequest): LongResponse => withCors(answer(request), request);
  return {
    begin,
    respond: (request) => {
      const response = begin(request);
      const { body } = response;
      return { ...response, body: body instanceof LongText ? body.toString() : body };
    },
    refuse: (problem, request) => {
      if (request === undefined) return first.refuse(problem);
      const responder = route(targetOf(request))?.byMethod.get(request.method) ?? first;
      return withCors(responder.refuse(problem), request);
    },
    knows: (path) => route(path) !== undefined,
  };
}

function withCors<Body>(response: Begun<Body>, request: MockRequest): Begun<Body> {
  const origin = request.header('origin');
  if (origin === undefined) return response;
  const { headers } = response;
  return { ...response, headers: { ...headers, ...corsHeaders(origin, Object.keys(headers)) } };
}

/** What is told of a body that isn't sent: its length, where that is known (RFC 9110, 8.6). */
function withoutBody(response: LongResponse): MockResponse {
  const { body, headers } = response;
  if (body instanceof LongText) return { ...response, body: '' };
  const length = String(bytesOfBody(body).length);
  return { ...response, headers: { ...headers, 'content-length': length }, body: '' };
}

/** An answer with any kind of body. */
type Begun<Body> = Omit<MockResponse, 'body'> & { readonly body: Body };

/** Answers the requests of an operation, whether it can be used or not. */
interface Answerer extends Pick<
  OperationResponder,
  'respond' | 'refuse' | 'answerTo' | 'isUnauthorised'
> {
  readonly operation: Pick<Operation, 'id' | 'method' | 'path'>;
}

/** Made for the first request: most operations of a large document never get one. */
function whenAsked(operation: Operation, make: () => OperationResponder): Answerer {
  let made: OperationResponder | undefined;
  const responder = (): OperationResponder => (made ??= make());
  return {
    operation,
    respond: (request) => responder().respond(request),
    refuse: (problem, headers) => responder().refuse(problem, headers),
    answerTo: (problem) => responder().answerTo(problem),
    isUnauthorised: (request) => responder().isUnauthorised(request),
  };
}

/** @param other Whose error shape is used. */
function quarantinedResponder(operation: QuarantinedOperation, other: Answerer): Answerer {
  const { id, method, path } = operation;
  const name = method === '*' ? path : id;
  const message = `${name} is left out, since the document is broken there: ${brokenness(operation)}`;
  return {
    operation: { id, method, path },
    respond: () => other.refuse({ kind: 'operation-quarantined', message }),
    refuse: (problem) => other.refuse(problem),
    answerTo: (problem) => other.answerTo(problem),
    isUnauthorised: (request) => other.isUnauthorised(request),
  };
}

function nothingToServe(document: OpenApiDocument): StateError {
  const message = `Failed to make a mock: there is nothing to serve: ${whyNothingToServe(document)}. Add an operation, or fix the document.`;
  return new StateError('nothing-to-serve', message);
}

/** A store or an enactment that breaks must not take the server down; its words are for the log. */
function guarded(responder: Answerer, request: MockRequest): LongResponse {
  try {
    return responder.respond(request);
  } catch (error) {
    if (error instanceof StateError && error.code === 'store-full') {
      return responder.refuse({ kind: error.code, message: error.message });
    }
    const detail = errorMessage(error);
    const message = `the mock failed to answer ${responder.operation.id}`;
    return responder.refuse({ kind: 'failure', message, detail });
  }
}

/** RFC 9110, 9.3.7. */
function optionsResponse(allow: string): MockResponse {
  return { status: 204, headers: { allow }, body: '' };
}

function atPath(request: MockRequest, path: string): MockRequest {
  const { method, query, body } = request;
  return { method, path, query, header: (name) => request.header(name), body };
}

/** A path with a slash too much, where a profile says what becomes of it. */
function besideSlash(responder: Answerer, request: MockRequest): LongResponse | undefined {
  const problem: Problem = {
    kind: 'path-unknown',
    variant: 'slash',
    message: `there is no path "${request.path.slice(0, 200)}/"`,
  };
  const answer = responder.answerTo(problem);
  if (answer === 'accepted') return guarded(responder, request);
  if (answer >= 400) return responder.refuse(problem);
  return { status: answer, headers: { location: targetOf(request) }, body: '' };
}

function unknownPath(responder: Answerer, request: MockRequest): MockResponse {
  const message = `there is no path ${JSON.stringify(request.path.slice(0, 200))}`;
  const variant = variantOf(responder, request);
  return refuseOrAnswer(responder, { kind: 'path-unknown', variant, message });
}

function unknownMethod(
  responder: Answerer,
  request: MockRequest,
  { byMethod, allow }: Route<Answerer>,
): MockResponse {
  const methods = [...byMethod.keys()].join(', ');
  const message = `${request.path} has no method ${request.method}, it has ${methods}`;
  const variant = variantOf(responder, request);
  const response = refuseOrAnswer(responder, { kind: 'method-unknown', variant, message });
  // Due to every 405 (RFC 9110, 15.5.6).
  return response.status === 405
    ? { ...response, headers: { ...response.headers, allow } }
    : response;
}

function variantOf(responder: Answerer, request: MockRequest): string | undefined {
  return responder.isUnauthorised(request) ? UNAUTHORISED : undefined;
}

/** A profile can say that a server answers here: with nothing that anyone could know. */
function refuseOrAnswer(responder: Answerer, problem: Problem): MockResponse {
  if (responder.answerTo(problem) !== 'accepted') return responder.refuse(problem);
  return { status: 200, headers: { 'content-type': 'application/json' }, body: '[]' };
}
