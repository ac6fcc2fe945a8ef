import { type HttpHandler, HttpResponse, http } from 'msw/http';
import type { OpenApiDocument } from '../openapi/document.ts';
import { type Operation, operations } from '../model/operation.ts';
import { type RouteBelow, createRouter, routesBelow } from '../model/routes.ts';
import type { Faults } from './faults.ts';
import type { MockRequest, MockResponse } from '../http/message.ts';
import type { Responder } from './responder.ts';
import { type Answered, answerWeb } from './web-response.ts';

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
  /** Is told of each answer. Default: nobody is. */
  readonly answered?: ((answered: Answered) => void) | undefined;
}

/** msw handlers over a responder: one for all paths of the document, for every method. */
export function handlersFor(
  document: OpenApiDocument,
  responder: Pick<Responder, 'respond'>,
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
        const respond = (one: MockRequest): MockResponse => responder.respond(one);
        const start = performance.now();
        const visit = { ...options, document, asked, operation, respond };
        const answer = await answerWeb(visit, HttpResponse);
        options.answered?.({ request, asked, start, ...answer });
        const { detail } = answer.outcome.problem ?? {};
        // There is no log, and what the page gets doesn't say it.
        // oxlint-disable-next-line no-console
        if (detail !== undefined) console.error(`Failed to answer a request: ${detail}`);
        return answer.response;
      },
    ),
  ];
}

/** Finds what of the document a request is for. */
function finder(
  document: OpenApiDocument,
  baseUrl: string | undefined,
): (request: Request) => RouteBelow<Pick<Operation, 'id' | 'method' | 'path'>> | undefined {
  const { quarantined = [] } = document;
  const router = createRouter([...operations(document), ...quarantined], (operation) => operation);
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

async function toMockRequest(request: Request, path: string): Promise<MockRequest> {
  const hidden = hiddenHeaders(request);
  const { origin, pathname, search } = new URL(request.url);
  return {
    method: request.method,
    path,
    query: search.slice(1),
    base: origin + pathname.slice(0, pathname.length - path.length),
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
