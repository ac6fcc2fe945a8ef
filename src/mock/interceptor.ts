import { addressTest, isPartOfPage, pageOrigin, sandboxBeside } from './addresses.ts';
import type { Faults } from './faults.ts';
import { type Answered, answerWeb } from './web-response.ts';
import type { MockRequest, MockResponse } from '../http/message.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { type Operation, operations } from '../model/operation.ts';
import { type RouteBelow, createRouter, routesBelow } from '../model/routes.ts';

/** What answers a request, and how. */
export interface Served {
  readonly respond: (request: MockRequest) => MockResponse;
  /** Milliseconds before each answer. Default 0. */
  readonly latency?: number | undefined;
  /** Answers that go wrong on purpose. Default: none. */
  readonly faults?: Faults | undefined;
  /** Is told of each answer. Default: nobody is. */
  readonly answered?: ((answered: Answered) => void) | undefined;
}

/** A mock that stands between a page or process and its network. */
export interface Interceptor {
  /** Whether a request is for the API. */
  isFor(request: Request): boolean;
  /**
   * Answers a request for the API. A dropped connection is `Response.error()`.
   *
   * @param Answer The class of the answer. Default: the web's own.
   */
  answer(request: Request, Answer?: typeof Response): Promise<Response>;
}

/**
 * Answers requests for all paths of the document, of every method.
 *
 * @param serve Chooses what answers a request.
 * @param baseUrl Only requests to this address are answered, such as `https://store.example/api`. Default:
 *   as {@link addressTest} has it.
 */
export function createInterceptor(
  document: OpenApiDocument,
  serve: (request: MockRequest) => Served,
  baseUrl?: string,
): Interceptor {
  const find = finder(document, baseUrl);
  return {
    isFor: (request) => find(request) !== undefined,
    answer: async (request, Answer) => {
      const { path = '', route } = find(request) ?? {};
      const operation = route?.byMethod.get(request.method)?.id;
      const asked = await toMockRequest(request, path);
      const served = serve(asked);
      const start = performance.now();
      const answer = await answerWeb({ ...served, document, asked, operation }, Answer);
      served.answered?.({ request, asked, operation, start, ...answer });
      const { detail } = answer.outcome.problem ?? {};
      // There is no log, and what the page gets doesn't say it.
      // oxlint-disable-next-line no-console
      if (detail !== undefined) console.error(`Failed to answer a request: ${detail}`);
      return answer.response;
    },
  };
}

type Found = Pick<Operation, 'id' | 'method' | 'path'> & Partial<Pick<Operation, 'responses'>>;

/** Finds what of the document a request is for. */
function finder(
  document: OpenApiDocument,
  baseUrl: string | undefined,
): (request: Request) => RouteBelow<Found> | undefined {
  const { quarantined = [] } = document;
  const router = createRouter([...operations(document), ...quarantined], (operation) => operation);
  const isAddress = addressTest(document, baseUrl);
  return (request) => {
    const { method } = request;
    const { origin, pathname, search } = new URL(request.url);
    const [sandbox = ''] = IN_SANDBOX.exec(pathname) ?? [];
    const found = [...routesBelow(router, pathname.slice(sandbox.length) + search)].filter(
      ({ basePath }) => isAddress(origin + basePath),
    );
    const best = found.find(({ route }) => route.byMethod.has(method)) ?? found[0];
    const operation = best?.route.byMethod.get(method);
    return operation && isPartOfPage(request, operation) ? undefined : best;
  };
}

/** In front of the paths of a sandbox, as over HTTP. */
const IN_SANDBOX = /^\/(?:@|%40)[^/]*/;

/** The sandbox that a request is for, as over HTTP. */
export function sandboxNameOf({
  base = '',
  header,
}: Pick<MockRequest, 'base' | 'header'>): string | undefined {
  return /\/(?:@|%40)([^/]*)/.exec(base)?.[1] ?? sandboxBeside(header);
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
  const origin = pageOrigin();
  if (origin === undefined || url.startsWith(`${origin}/`)) return {};
  return method === 'OPTIONS' ? { origin, 'access-control-request-method': '*' } : { origin };
}
