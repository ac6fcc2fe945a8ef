import type { RequestHandler } from 'msw';
import type { MockResponse } from '../mock/message.ts';
import type { ServerRequest } from './read-request.ts';

/** An answer of a user's handler: bytes, since it may be anything. */
export interface HandlerResponse {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
}

/**
 * Asks the user's msw handlers; `undefined` where none of them answers. msw is imported at the
 * first call: a server without such handlers starts without it.
 *
 * @throws what a handler throws.
 */
export async function askHandlers(
  handlers: readonly RequestHandler[],
  request: ServerRequest,
  origin: string,
): Promise<HandlerResponse | undefined> {
  const { getResponse } = await import('msw/utils/get-response');
  const response = await getResponse([...handlers], toFetchRequest(request, origin));
  if (response === undefined) return undefined;
  return {
    status: response.status,
    headers: [...response.headers],
    body: new Uint8Array(await response.arrayBuffer()),
  };
}

function toFetchRequest(request: ServerRequest, origin: string): Request {
  const headers = new Headers();
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    headers.append(request.rawHeaders[i]!, request.rawHeaders[i + 1]!);
  }
  const takesBody = request.method !== 'GET' && request.method !== 'HEAD';
  const body = takesBody && request.rawBody.length > 0 ? Uint8Array.from(request.rawBody) : null;
  return new Request(new URL(request.target, origin), { method: request.method, headers, body });
}

/** An answer of the responder in the same form, framed as it is without handlers. */
export function toHandlerResponse({ status, headers, body }: MockResponse): HandlerResponse {
  const bytes = new TextEncoder().encode(body);
  const length: [string, string][] = status === 204 ? [] : [['content-length', `${bytes.length}`]];
  return { status, headers: [...Object.entries(headers), ...length], body: bytes };
}
