import { type HttpHandler, HttpResponse, http } from 'msw/http';
import type { OpenApiDocument } from '../openapi/document.ts';
import { type Operation, operations } from '../model/operation.ts';
import { type RouteBelow, routerOf, routesBelow } from '../model/routes.ts';
import { isPreflight } from './cors.ts';
import { faultAnswer } from './fault-answer.ts';
import { type Faults, MAX_WAIT } from './faults.ts';
import type { MockRequest, MockResponse } from '../http/message.ts';
import type { Responder } from './responder.ts';
import { pause } from '../http/pause.ts';

/** Options of {@link handlersFor}. */
export interface HandlerOptions {
  /**
   * Only requests to this address are answered, such as `https://store.example/api`. Default: the
   * document's paths at any address.
   */
  readonly baseUrl?: string | undefined;
  /** Milliseconds before each answer. Default 0. */
  readonly latency?: number | undefined;
  /** Answers that go wrong on purpose. Default: none. */
  readonly faults?: Faults | undefined;
}

/** msw handlers over a responder: one for all paths of the document, for every method. */
export function handlersFor(
  document: OpenApiDocument,
  responder: Responder,
  options: HandlerOptions = {},
): HttpHandler[] {
  const find = finder(document, options.baseUrl);
  return [
    http.all<{ path: string }>(
      ({ request }) => {
        const path = find(request)?.path;
        return { matches: path !== undefined, params: { path: path ?? '' } };
      },
      async ({ request, params: { path } }) => {
        const operation = find(request)?.route.byMethod.get(request.method)?.id;
        const asked = await toMockRequest(request, path);
        return respond({ document, responder, options, asked, operation });
      },
    ),
  ];
}

/** Finds what of the document a request is for. */
function finder(
  document: OpenApiDocument,
  baseUrl: string | undefined,
): (request: Request) => RouteBelow<Operation> | undefined {
  const router = routerOf(operations(document));
  const base = basePattern(baseUrl);
  return ({ url, method }) => {
    const { origin, pathname } = new URL(url);
    const found = [...routesBelow(router, pathname)].filter(({ basePath }) => {
      return base?.test(origin + basePath) !== false;
    });
    return found.find(({ route }) => route.byMethod.has(method)) ?? found[0];
  };
}

/** A base may be relative to the page, and have stars in it, as msw's paths. */
function basePattern(baseUrl: string | undefined): RegExp | undefined {
  if (baseUrl === undefined) return undefined;
  const { location } = globalThis as { location?: Location };
  const base = baseUrl.replace(/^\/(?!\/)/, `${location?.origin ?? '*'}/`).replace(/\/+$/, '');
  const parts = base
    .split('*')
    .map((text) => text.replaceAll(/[$()+.?[\\\]^{|}]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`);
}

/** Milliseconds between the first half of a body and its end. */
const CUT_MS = 20;

interface Visit {
  readonly document: OpenApiDocument;
  readonly responder: Responder;
  readonly options: HandlerOptions;
  readonly asked: MockRequest;
  /** Id of the operation, if the request is for one. */
  readonly operation: string | undefined;
}

async function respond(visit: Visit): Promise<Response> {
  const { document, responder, asked, operation } = visit;
  const { latency = 0, faults } = visit.options;
  const fault = isPreflight(asked) ? undefined : faults?.take(operation);
  const wait = Math.min(latency + (fault?.latency ?? 0), MAX_WAIT);
  if (wait > 0) await pause(wait);
  if (fault?.kind === 'drop') return HttpResponse.error();
  const response =
    fault?.kind === 'answer'
      ? faultAnswer(fault, asked, document, operation)
      : responder.respond(asked);
  const { detail } = response.problem ?? {};
  // There is no log, and what the page gets doesn't say it.
  // oxlint-disable-next-line no-console
  if (detail !== undefined) console.error(`Failed to answer a request: ${detail}`);
  const isCut = fault?.kind === 'truncate' && response.body.length > 1 && asked.method !== 'HEAD';
  return isCut ? toTruncated(response) : toResponse(response, asked.method);
}

function toResponse({ status, headers, body }: MockResponse, method: string): Response {
  // "Null body statuses" (Fetch Standard, 2.2.3).
  const hasBody = ![204, 205, 304].includes(status) && method !== 'HEAD';
  return new HttpResponse(hasBody ? body : null, { status, headers });
}

/** Announces the whole body; half of it comes, then a network error. */
function toTruncated({ status, headers, body }: MockResponse): Response {
  const bytes = new TextEncoder().encode(body);
  const half = new ReadableStream({
    start: (controller) => controller.enqueue(bytes.subarray(0, bytes.length >> 1)),
    pull: async (controller) => {
      // At once, msw in Node would end the connection before status and first half have arrived.
      await pause(CUT_MS);
      controller.error(new TypeError('the body was cut: a fault of the mock'));
    },
  });
  const all = { ...headers, 'content-length': `${bytes.length}` };
  return new HttpResponse(half, { status, headers: all });
}

async function toMockRequest(request: Request, path: string): Promise<MockRequest> {
  const hidden = hiddenHeaders(request);
  return {
    method: request.method,
    path,
    query: new URL(request.url).search.slice(1),
    header: (name) => request.headers.get(name) ?? hidden[name],
    body: new Uint8Array(await request.arrayBuffer()),
  };
}

/**
 * What a page's requests carry and no code in it can read: "forbidden request-headers" (Fetch
 * Standard, 2.2.2). Pages made up in Node, such as happy-dom's, hide them too, and then insist on
 * the answer to a preflight that nobody could tell from any other OPTIONS.
 */
function hiddenHeaders({ method, url }: Request): Readonly<Record<string, string>> {
  const { location } = globalThis as { location?: Location };
  const isForeign = location?.protocol.startsWith('http') && !url.startsWith(`${location.origin}/`);
  if (location === undefined || isForeign !== true) return {};
  const { origin } = location;
  return method === 'OPTIONS' ? { origin, 'access-control-request-method': '*' } : { origin };
}
