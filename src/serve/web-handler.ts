import { type Answered, answerWeb } from '../mock/web-response.ts';
import { DEFAULT_BODY_LIMIT } from './limits.ts';
import { belowServer, placeOf, withTarget } from './place.ts';
import { utf8Text } from '../http/body-text.ts';
import { headerMap } from '../http/exchange.ts';
import { type MockRequest, type MockResponse, type Problem, targetOf } from '../http/message.ts';
import { type ServerRequest, decodeLate } from './read-request.ts';
import { rawExchange } from './exchange-record.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import { type Sandboxes, demandUnshared } from './sandbox/sandboxes.ts';

/**
 * Answers a request of the web's own kind as the server answers it over HTTP, but for the control API and
 * what stands in front of the mock.
 */
export async function answerWebRequest(sandboxes: Sandboxes, request: Request): Promise<Response> {
  const start = performance.now();
  const arrived = await readWebRequest(request);
  const place = placeOf(arrived);
  const { document } = sandboxes.service;
  const inside = place === undefined ? arrived : withTarget(arrived, place.target);
  const asked = belowServer(document, inside);
  const found = place === undefined ? sandboxes.default : sandboxes.at(place.sandbox);
  const isSandbox = !('kind' in found);
  if (isSandbox) demandUnshared(found);
  const sandbox = isSandbox ? found : sandboxes.default;
  const problem = isSandbox ? asked.problem : found;
  const { latency, faults } = sandbox;
  const answer = await answerWeb({
    document,
    asked,
    operation: sandbox.operationOf(asked)?.id,
    respond: () => respondIn(sandbox, asked, problem),
    ...(isSandbox && { latency, faults }),
  });
  if (isSandbox) {
    sandbox.record(rawExchange(asked, { ...answer.outcome, fault: answer.fault?.id }, start));
  }
  return answer.response;
}

/** What a sandbox answers: what was recorded, if that is a text, else as the responder does. */
export function respondIn(
  sandbox: Sandbox,
  asked: ServerRequest,
  problem: Problem | undefined,
): MockResponse {
  const { responder } = sandbox;
  if (problem !== undefined) return responder.refuse(problem, asked);
  const recorded = sandbox.replayed(asked);
  const body = recorded && utf8Text(recorded.body);
  if (recorded === undefined || body === undefined) return responder.respond(asked);
  return { status: recorded.status, headers: headerMap(recorded.headers), body };
}

/** Keeps what the msw handlers of a sandbox have answered. */
export function recordAnswered(sandbox: Sandbox, answered: Answered): void {
  const { request, asked, outcome, fault, start } = answered;
  const received = asReceived(asked, [...request.headers].flat());
  sandbox.record(rawExchange(received, { ...outcome, fault: fault?.id }, start));
}

/** A request of msw as the server has them. */
export function asReceived(asked: MockRequest, rawHeaders: readonly string[] = []): ServerRequest {
  const { method, path, query = '', base, body } = asked;
  const target = targetOf(asked);
  const header = (name: string): string | undefined => asked.header(name);
  return { method, path, query, base, target, rawHeaders, rawBody: body, body, header };
}

async function readWebRequest(request: Request): Promise<ServerRequest> {
  const { method, headers } = request;
  const { origin: base, pathname: path, search } = new URL(request.url);
  const rawBody = new Uint8Array(await request.arrayBuffer());
  const coding = headers.get('content-encoding');
  const decoded =
    coding === null || rawBody.length === 0
      ? { body: rawBody }
      : await decodeLate(rawBody, coding, DEFAULT_BODY_LIMIT, request.signal);
  return {
    method,
    path,
    query: search.slice(1),
    base,
    target: path + search,
    rawHeaders: [...headers].flat(),
    rawBody,
    header: (name) => headers.get(name) ?? undefined,
    ...decoded,
  };
}
