import type { MockRequest, MockResponse } from '../http/message.ts';

/** What a browser must see on every answer (Fetch Standard, 3.2.3), credentials included. */
export function corsHeaders(origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers':
      'allow, sl-violations, ratelimit, ratelimit-policy, retry-after',
    vary: 'origin',
  };
}

/** A CORS preflight (Fetch Standard, 3.2.2), as opposed to an OPTIONS of the client's own. */
export function isPreflight(request: MockRequest): boolean {
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
