import type { MockRequest, MockResponse } from '../http/message.ts';

/**
 * What a browser must see on every answer (Fetch Standard, 3.2.3), credentials included.
 *
 * @param names Headers that the page gets to read, besides those that any answer can have.
 */
export function corsHeaders(origin: string, names: readonly string[] = []): Record<string, string> {
  const exposed = [...ALWAYS_EXPOSED, ...names.filter((name) => !ALWAYS_SEEN.test(name))];
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': [...new Set(exposed)].join(', '),
    vary: 'origin',
  };
}

const ALWAYS_EXPOSED = ['allow', 'sl-violations', 'ratelimit', 'ratelimit-policy', 'retry-after'];

/** "CORS-safelisted response-header names", and what speaks of CORS itself (Fetch Standard, 2.2.2). */
const ALWAYS_SEEN =
  /^(?:cache-control|content-language|content-length|content-type|expires|last-modified|pragma|vary|access-control-.*)$/;

/** A CORS preflight (Fetch Standard, 3.2.2), as opposed to an OPTIONS of the client's own. */
export function isPreflight(request: Pick<MockRequest, 'method' | 'header'>): boolean {
  return (
    request.method === 'OPTIONS' && request.header('access-control-request-method') !== undefined
  );
}

/** Allows what the path has and whatever headers the browser names. */
export function preflightResponse(request: MockRequest, allow: string): MockResponse {
  const headers: Record<string, string> = {
    'access-control-allow-methods': allow,
    'access-control-allow-headers':
      request.header('access-control-request-headers') ?? 'authorization, content-type',
    'access-control-max-age': '600',
  };
  // A page of another network asks for this too before it may reach this machine.
  if (request.header('access-control-request-private-network') === 'true') {
    headers['access-control-allow-private-network'] = 'true';
  }
  return { status: 204, headers, body: '' };
}
