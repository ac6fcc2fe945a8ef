import type { MockRequest, MockResponse } from './message.ts';

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
  return {
    status: 204,
    headers: {
      'access-control-allow-methods': allow,
      'access-control-allow-headers':
        request.header('access-control-request-headers') ?? 'authorization, content-type',
      'access-control-max-age': '600',
    },
    body: '',
  };
}
