import type { Keep, Masker, Span } from '../model/secrets/masker.ts';
import type { ReceivedResponse, SentRequest } from './exchange.ts';
import { percentDecoded } from '../openapi/percent.ts';

/**
 * A response without the secrets that its server repeats, in its headers or its body.
 *
 * @param own The request that it answers: a text or number that it sent and gets back stays, since a
 *   secret such as `abc` is in many a text by chance.
 */
export function scrubResponse(
  response: ReceivedResponse,
  masker: Pick<Masker, 'bytes' | 'text'>,
  own?: SentRequest,
): ReceivedResponse {
  const body = masker.bytes(response.body, own && ((answer) => returnedBy(own, answer)));
  // Of a compressed body, only the decoded one shows the secret, so that the other has to go.
  const rawBody = body === response.body ? response.rawBody : body;
  return {
    ...response,
    statusText: masker.text(response.statusText),
    headers: response.headers.map(([name, value]) => [name, masker.text(value)]),
    rawBody,
    body,
    ...(response.decodingError !== undefined && {
      decodingError: masker.text(response.decodingError),
    }),
  };
}

/** A text or number of JSON (RFC 8259, 6 and 7), wherever it stands. */
const VALUE = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;

/**
 * Whether a part of an answer is in a text or number that its request sent, however it is escaped.
 *
 * @param answer Its bytes as Latin-1. It is asked about parts in their order.
 */
function returnedBy(request: SentRequest, answer: string): Keep {
  const sent = valuesOf(request);
  const returned: Span[] = [...answer.matchAll(VALUE)]
    .filter(([value]) => sent.has(plain(value)))
    .map(({ 0: value, index }) => ({ start: index, end: index + value.length }));
  let next = 0;
  return ({ start, end }) => {
    // Both come in their order, so that a long answer is gone through once.
    while (next < returned.length && returned[next]!.end <= start) next += 1;
    const span = returned[next];
    return span !== undefined && span.start <= start && end <= span.end;
  };
}

function valuesOf({ url, body = new Uint8Array() }: SentRequest): ReadonlySet<string> {
  const values = Buffer.from(body).toString('latin1').match(VALUE) ?? [];
  const texts = [...values.map(plain), ...url.split(/[/?&=]/).map(percentDecoded)];
  // Blanks at its ends are what a server may take off a text.
  return new Set(texts.flatMap((text) => [text, text.trim()]));
}

/** A text without its quotes and escapes; a number as it is written. */
function plain(value: string): string {
  if (!value.startsWith('"')) return value;
  const text = Buffer.from(value, 'latin1').toString('utf8');
  try {
    return JSON.parse(text) as string;
  } catch {
    return text.slice(1, -1);
  }
}
