import { type WireRequest, type WireResponse, headerMap } from '../../http/exchange.ts';
import type { PrismRequest, PrismResponse } from './load-prism.ts';
import { type BodyCopy, readBody } from './body-copy.ts';

/** A message in Prism's form, with what was read of its body. */
export interface PrismMessage<T> {
  readonly message: T;
  readonly body: BodyCopy;
  readonly contentType: string | undefined;
}

/**
 * The request as Prism is to see it.
 *
 * @param isOnlyType Whether a media type is the only one that the document has for a route.
 */
export async function toPrismRequest(
  request: WireRequest,
  isOnlyType: (route: string, mediaType: string) => boolean,
): Promise<PrismMessage<PrismRequest>> {
  const headers = headerMap(request.headers);
  const bytes = request.body ?? new Uint8Array();
  const read = readBody(bytes, headers);
  const body = read instanceof Promise ? await read : read;
  const contentType = headers['content-type'];
  const { path, query } = splitTarget(request.target);
  const seen = prismHeaders(headers, body, bytes.length);
  // Prism takes both types apart to compare them, unless there is no body to have a type; where
  // they are the same text it needn't.
  if (contentType !== undefined && isOnlyType(`${request.method} ${path}`, contentType)) {
    seen['content-length'] = '0';
  }
  const message: PrismRequest = {
    // Prism's type lists the methods it knows; it compares any other as a string.
    method: request.method.toLowerCase() as PrismRequest['method'],
    url: { path, query },
    headers: seen,
    body: prismBody(body),
  };
  return { message, body, contentType };
}

/** The response as Prism is to see it. */
export async function toPrismResponse(
  response: WireResponse,
): Promise<PrismMessage<PrismResponse>> {
  const headers = headerMap(response.headers);
  const bytes = response.body ?? new Uint8Array();
  const read = readBody(bytes, headers);
  const body = read instanceof Promise ? await read : read;
  const contentType = headers['content-type'];
  const message: PrismResponse = {
    statusCode: response.status,
    headers: prismHeaders(headers, body, bytes.length),
    body: prismBody(body),
  };
  return { message, body, contentType };
}

function prismBody(body: BodyCopy): unknown {
  if (body.kind === 'json') return body.rounded;
  if (body.kind === 'text') return body.text;
  // Anything that isn't "no body"; what Prism says of it is dropped.
  return body.kind === 'none' ? undefined : {};
}

/** Changes the map. */
function prismHeaders(
  seen: Record<string, string>,
  body: BodyCopy,
  length: number,
): Record<string, string> {
  // Prism looks at the media type only where a length says that there is a body; chunked has none.
  seen['content-length'] = body.kind === 'none' ? '0' : String(length);
  const contentType = seen['content-type'];
  if (contentType !== undefined) {
    if (contentType.trim() === '') delete seen['content-type'];
    else seen['content-type'] = readableContentType(contentType);
  }
  const { authorization } = seen;
  // An authentication scheme is case-insensitive (RFC 9110, 11.1); Prism wants "Bearer".
  if (authorization !== undefined) {
    seen['authorization'] = authorization.replace(/^bearer(?=\s)/i, 'Bearer');
  }
  return seen;
}

const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
const MEDIA_TYPE = new RegExp(`^\\s*(${TOKEN}/${TOKEN})\\s*(?:;|$)`);
const WELL_FORMED = new RegExp(
  `^${TOKEN}/${TOKEN}(?:[ \\t]*;[ \\t]*${TOKEN}=(?:${TOKEN}|"(?:[^"\\\\]|\\\\.)*"))*$`,
);

/** Prism throws at a Content-Type that it can't parse: it gets the nearest that it can. */
function readableContentType(value: string): string {
  if (WELL_FORMED.test(value)) return value;
  return MEDIA_TYPE.exec(value)?.[1] ?? 'application/octet-stream';
}

function splitTarget(target: string): { path: string; query: Record<string, string | string[]> } {
  // Nothing to decode, no dots to remove.
  if (/^(?:\/[\w-]+)+$/.test(target)) return { path: target, query: {} };
  let url: URL;
  try {
    // A target that starts with two slashes is still a path.
    url = target.startsWith('/') ? new URL(`http://gateway${target}`) : new URL(target);
  } catch {
    return { path: target, query: {} };
  }
  const query: Record<string, string | string[]> = {};
  for (const key of new Set(url.searchParams.keys())) {
    const values = url.searchParams.getAll(key);
    query[key] = values.length === 1 ? values[0]! : values;
  }
  return { path: url.pathname, query };
}
