import type { ReceivedResponse, SentRequest } from './exchange.ts';
import { maskSecrets, spelledSecrets } from '../model/secrets/spelled-secrets.ts';
import { returnedValues } from './returned-values.ts';

/**
 * Bytes in which every secret is replaced; the very same bytes where there is none.
 *
 * @param own The request that they answer: a text or number that it sent and gets back stays, since a
 *   secret such as `abc` is in many a text by chance.
 */
export function scrubBytes(
  bytes: Uint8Array,
  secrets: readonly string[],
  replacement: string,
  own?: SentRequest,
): Uint8Array {
  if (secrets.length === 0) return bytes;
  // Latin-1 maps every byte to one character and back.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const pattern = spelledSecrets(text, secrets);
  if (pattern === undefined) return bytes;
  const returned = own === undefined ? [] : returnedValues(text, own);
  let next = 0;
  const clean = text.replace(pattern, (match, start: number) => {
    const end = start + match.length;
    // Both come in their order, so that a long answer is gone through once.
    while (next < returned.length && returned[next]!.end < end) next += 1;
    const span = returned[next];
    return span !== undefined && span.start <= start ? match : replacement;
  });
  return clean === text ? bytes : Uint8Array.from(Buffer.from(clean, 'latin1'));
}

/** A response without the secrets that its server repeats, in its headers or its body. */
export function scrubResponse(
  response: ReceivedResponse,
  secrets: readonly string[],
  replacement: string,
  own?: SentRequest,
): ReceivedResponse {
  const clean = (text: string): string => maskSecrets(text, secrets, replacement);
  const body = scrubBytes(response.body, secrets, replacement, own);
  // Of a compressed body, only the decoded one shows the secret, so that the other has to go.
  const rawBody = body === response.body ? response.rawBody : body;
  return {
    ...response,
    statusText: clean(response.statusText),
    headers: response.headers.map(([name, value]) => [name, clean(value)]),
    rawBody,
    body,
  };
}
