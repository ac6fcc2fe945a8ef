import type { RequestHandler } from 'msw';
import { corsHeaders } from '../mock/cors.ts';
import type { WireResponse } from '../http/exchange.ts';
import type { MockResponse } from '../http/message.ts';
import type { ServerRequest } from './read-request.ts';

/** An answer of a user's handler: bytes, since it may be anything. */
export interface HandlerResponse extends WireResponse {
  readonly body: Uint8Array;
}

/** Fetch has no request with these methods (Fetch Standard, 2.2.1). */
const UNASKED: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK']);

/**
 * Asks the user's msw handlers; `undefined` where none of them answers, or one says
 * `passthrough()`: the real server is this one. msw is imported at the first call: a server
 * without such handlers starts without it. Requests that the transport has found wrong aren't
 * shown to them: their bodies were not kept.
 *
 * @param origin What handlers' relative paths, such as `/things`, are relative to.
 * @throws what a handler throws.
 */
export async function askHandlers(
  handlers: readonly RequestHandler[],
  request: ServerRequest,
  origin: string,
): Promise<HandlerResponse | undefined> {
  if (request.problem !== undefined || UNASKED.has(request.method)) return undefined;
  const [{ getResponse }, { isPassthroughResponse }] = await Promise.all([
    import('msw/utils/get-response'),
    import('msw/utils/passthrough'),
  ]);
  const fetched = toFetchRequest(request, origin);
  const response = await getResponse([...handlers], fetched, { baseUrl: origin });
  if (response === undefined || isPassthroughResponse(response)) return undefined;
  return {
    status: response.status,
    headers: responseHeaders(response, request.header('origin')),
    body: new Uint8Array(await response.arrayBuffer()),
  };
}

/** Those of the handler, and what a page needs to read them unless the handler says it itself. */
function responseHeaders(response: Response, origin: string | undefined): [string, string][] {
  // No trailers are sent, and Node throws where they are named beside a length.
  const headers = [...response.headers].filter(([name]) => name !== 'trailer');
  if (origin === undefined || response.headers.has('access-control-allow-origin')) return headers;
  const names = headers.map(([name]) => name);
  const missing = Object.entries(corsHeaders(origin, names)).filter(([name]) => name !== 'vary');
  return [...headers, ...missing, ['vary', 'origin']];
}

function toFetchRequest(request: ServerRequest, origin: string): Request {
  const { method, target, rawHeaders, body } = request;
  const headers = new Headers();
  for (let i = 0; i < rawHeaders.length; i += 2) headers.append(rawHeaders[i]!, rawHeaders[i + 1]!);
  // A handler reads what the client meant: the body with its content codings undone.
  headers.delete('content-encoding');
  headers.delete('content-length');
  const takesBody = method !== 'GET' && method !== 'HEAD' && body.length > 0;
  // Joined, not resolved: `//other` is a path here, `*` none at all.
  const url = origin + (target.startsWith('/') ? target : '/');
  return new Request(url, { method, headers, body: takesBody ? Uint8Array.from(body) : null });
}

/** An answer of the responder in the same form, framed as it is without handlers. */
export function toHandlerResponse({ status, headers, body }: MockResponse): HandlerResponse {
  const bytes = Buffer.from(body);
  const isBare = status === 204 || status === 304 || 'content-length' in headers;
  const length: [string, string][] = isBare ? [] : [['content-length', `${bytes.length}`]];
  return { status, headers: [...Object.entries(headers), ...length], body: bytes };
}
