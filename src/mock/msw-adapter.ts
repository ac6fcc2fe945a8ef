import { type HttpHandler, HttpResponse, http } from 'msw/http';
import type { OpenApiDocument } from '../openapi/document.ts';
import { operations } from '../openapi/operation.ts';
import type { Responder } from './responder.ts';

/** Options of {@link handlersFor}. */
export interface HandlerOptions {
  /**
   * Only requests to this address are answered, such as `https://store.example/api`. Default: the
   * document's paths at any address.
   */
  readonly baseUrl?: string | undefined;
}

/** msw handlers over a responder: one for each path of the document, for every method. */
export function handlersFor(
  document: OpenApiDocument,
  responder: Responder,
  options: HandlerOptions = {},
): HttpHandler[] {
  // Without the star, a path never matches in Node.
  const base = options.baseUrl?.replace(/\/+$/, '') ?? '*';
  const paths = new Set(operations(document).map(({ path }) => path));
  return [...paths].map((path) =>
    http.all(base + path.replaceAll(/\{([^}]*)\}/g, ':$1'), async ({ request }) =>
      respond(responder, request, path),
    ),
  );
}

async function respond(
  responder: Responder,
  request: Request,
  template: string,
): Promise<HttpResponse<string | null>> {
  const hidden = hiddenHeaders(request);
  // An address may have a path of its own in front of the document's.
  const { pathname, search } = new URL(request.url);
  const segments = template.split('/').length - 1;
  const path = `/${pathname.split('/').slice(-segments).join('/')}`;
  const response = responder.respond({
    method: request.method,
    path,
    query: search.slice(1),
    header: (name) => request.headers.get(name) ?? hidden[name],
    body: new Uint8Array(await request.arrayBuffer()),
  });
  const hasBody = response.status !== 204 && request.method !== 'HEAD';
  return new HttpResponse(hasBody ? response.body : null, {
    status: response.status,
    headers: response.headers,
  });
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
