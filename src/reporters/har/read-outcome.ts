import type { Exchange, HeaderList, TransportFailure } from '../../checks/exchange.ts';
import { scrubResponse } from '../../runner/scrub.ts';
import { decodeBody } from './har-body.ts';
import type { HarNode } from './har-log.ts';
import { readHeaders } from './read-request.ts';
import { redactHeaders } from './secrets.ts';

/** What a browser says of a request that it ended itself. */
const ABORTED = /ABORTED|BLOCKED|ERR_FAILED|CANCEL|CACHE_MISS|NS_BINDING/i;

/** The network's errors as Chromium names them. */
const KINDS: readonly (readonly [RegExp, TransportFailure['kind']])[] = [
  [/TIMED_OUT|TIMEOUT/i, 'timeout'],
  [/NAME_NOT_RESOLVED|NAME_RESOLUTION/i, 'dns'],
  [/CERT|SSL|TLS/i, 'tls'],
  [/CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED/i, 'truncated'],
  [/CONNECTION_RESET|EMPTY_RESPONSE|CONNECTION_CLOSED|SOCKET/i, 'reset'],
  [/CONNECTION_REFUSED|ADDRESS_UNREACHABLE|INTERNET_DISCONNECTED/i, 'refused'],
  [/INVALID_HTTP|INVALID_RESPONSE|PROTOCOL_ERROR/i, 'malformed'],
];

/** These describe bytes of which another tool's recording has only what they decode to. */
const WIRE_HEADERS: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-length',
  'transfer-encoding',
]);

/** The response of an entry, or why it can't be judged. */
export function readOutcome(
  response: HarNode,
  secrets: readonly string[],
  tokenVariable: string,
  isOwn: boolean,
): Exchange['outcome'] | 'no-body' | 'aborted' {
  const status = response.at('status').numberOr(0);
  if (status === 0) return failure(response);
  const content = response.at('content');
  const text = content.at('text');
  if (!text.exists && content.at('size').numberOr(0) > 0) return 'no-body';
  const body = decodeBody(text.textOr(''), content.at('encoding').textOr(''));
  const raw = response.at('_rawBody');
  const decodingError = response.at('_decodingError');
  const headers = redactHeaders(readHeaders(response));
  const received = {
    status,
    statusText: response.at('statusText').textOr(''),
    headers: isOwn ? headers : withoutWireHeaders(headers),
    rawBody: raw.exists ? decodeBody(raw.text(), 'base64') : body,
    body,
    ...(decodingError.exists && { decodingError: decodingError.text() }),
  };
  return { kind: 'response', response: scrubResponse(received, secrets, `$${tokenVariable}`) };
}

function withoutWireHeaders(headers: HeaderList): HeaderList {
  return headers.filter(([name]) => !WIRE_HEADERS.has(name.toLowerCase()));
}

function failure(response: HarNode): Exchange['outcome'] | 'aborted' {
  const own = response.at('_failure');
  const error = response.at('_error').textOr('');
  if (own.exists) {
    const recorded = own.object() as unknown as TransportFailure;
    return { kind: 'failure', failure: { ...recorded, message: own.at('message').text() } };
  }
  const kind = KINDS.find(([pattern]) => pattern.test(error))?.[1];
  if (kind === undefined || ABORTED.test(error)) return 'aborted';
  return { kind: 'failure', failure: { kind, message: error } };
}
