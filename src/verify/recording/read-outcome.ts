import type { HeaderList, TransportFailure } from '../../http/exchange.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import { scrubResponse } from '../../http/scrub.ts';
import type { EntryMask } from './entry-mask.ts';
import { decodeHarBody } from '../../http/har.ts';
import type { HarNode } from './har-log.ts';
import type { SkipReason } from './entry-context.ts';
import { readHeaders } from './read-headers.ts';
import { REDACTED } from '../../model/secrets/secret-places.ts';

/** What a browser or a proxy says of a request that the client ended itself. */
const ABORTED = /\bERR_ABORTED|BLOCKED|CANCEL|NS_BINDING_ABORTED|^client disconnected/i;

/** The network's errors as Chromium names them; of any other it isn't clear whose fault it is. */
const KINDS: readonly (readonly [RegExp, TransportFailure['kind']])[] = [
  [/TIMED_OUT|TIMEOUT/i, 'timeout'],
  [/NAME_NOT_RESOLVED|NAME_RESOLUTION/i, 'dns'],
  [/CERT|SSL|TLS/i, 'tls'],
  [/CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED/i, 'truncated'],
  [/(?:CONNECTION|NET)_RESET|EMPTY_RESPONSE|CONNECTION_CLOSED|SOCKET/i, 'reset'],
  [/CONNECTION_REFUSED|ADDRESS_UNREACHABLE/i, 'refused'],
  [/INVALID_HTTP|INVALID_RESPONSE|PROTOCOL_ERROR/i, 'malformed'],
];

/** These describe bytes of which another tool's recording has only what they decode to. */
const WIRE_HEADERS: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-length',
  'transfer-encoding',
]);

/** Why an entry can't be judged. */
type Unjudged = Extract<SkipReason, 'no-body' | 'aborted' | 'no-answer' | 'by-proxy'>;

/** The response of an entry, or why it can't be judged. */
export function readOutcome(
  entry: HarNode,
  { places, masker }: EntryMask,
  isOwn: boolean,
): JudgedExchange['outcome'] | Unjudged {
  const response = entry.at('response');
  const status = response.at('status').numberOr(0);
  const failed = failureThroughProxy(entry, status) ?? failure(response, status);
  if (failed !== undefined) return failed;
  const content = response.at('content');
  const text = content.at('text');
  const size = content.at('size').numberOr(0);
  if (!text.exists && (size > 0 || (size < 0 && status !== 204 && status !== 304)))
    return 'no-body';
  const body = decodeHarBody(text.textOr(''), content.at('encoding').textOr(''));
  const raw = response.at('_rawBody');
  const decodingError = response.at('_decodingError');
  const headers = places.maskHeaders(readHeaders(response), REDACTED);
  const received = {
    status,
    statusText: response.at('statusText').textOr(''),
    headers: isOwn ? headers : withoutWireHeaders(headers),
    rawBody: raw.exists ? decodeHarBody(raw.text(), 'base64') : body,
    body,
    ...(decodingError.exists && { decodingError: decodingError.text() }),
  };
  return { kind: 'response', response: scrubResponse(received, masker) };
}

function withoutWireHeaders(headers: HeaderList): HeaderList {
  return headers.filter(([name]) => !WIRE_HEADERS.has(name.toLowerCase()));
}

/** Of the kit's own proxy: who kept the server's answer from the client. */
function failureThroughProxy(
  entry: HarNode,
  status: number,
): JudgedExchange['outcome'] | Unjudged | undefined {
  const by = entry.at('_failedBy').textOr('');
  if (by === 'client') return 'aborted';
  if (by === 'proxy') return 'by-proxy';
  if (by !== 'upstream') return undefined;
  // 502 and 504 are the proxy's words for having got nothing.
  const kind = status === 504 ? 'timeout' : status === 502 ? 'other' : 'truncated';
  return { kind: 'failure', failure: { kind, message: entry.at('_error').textOr('no answer') } };
}

/** Why there is no whole response; `undefined` where there is one. */
function failure(
  response: HarNode,
  status: number,
): JudgedExchange['outcome'] | Unjudged | undefined {
  const own = response.at('_failure');
  const error = response.at('_error').textOr(response.at('_failureText').textOr(''));
  if (own.exists) {
    const recorded = own.object() as unknown as TransportFailure;
    return { kind: 'failure', failure: { ...recorded, message: own.at('message').text() } };
  }
  if (ABORTED.test(error)) return 'aborted';
  const kind = KINDS.find(([pattern]) => pattern.test(error))?.[1];
  if (kind === undefined) return status > 0 ? undefined : 'no-answer';
  return { kind: 'failure', failure: { kind, message: error } };
}
