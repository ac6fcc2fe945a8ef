import type { ReceivedResponse } from '../checks/exchange.ts';

/** A secret as servers spell it: plain, or as JSON, HTML, an address or base64 has it. */
function spellings(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const html = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  return [
    ...new Set([
      secret,
      json,
      json.replaceAll('/', String.raw`\/`),
      html,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
    ]),
  ];
}

/** Bytes in which every secret is replaced; the very same bytes where there is none. */
export function scrubBytes(
  bytes: Uint8Array,
  secrets: readonly string[],
  replacement: string,
): Uint8Array {
  const found = secrets
    .filter((secret) => secret !== '')
    .flatMap(spellings)
    .filter((spelling) => includes(bytes, spelling));
  if (found.length === 0) return bytes;
  // Latin-1 maps every byte to one character and back.
  const text = found.reduce(
    (one, secret) => one.replaceAll(latin1(secret), () => replacement),
    Buffer.from(bytes).toString('latin1'),
  );
  return Uint8Array.from(Buffer.from(text, 'latin1'));
}

/** A response without the secrets that its server repeats, in its headers or its body. */
export function scrubResponse(
  response: ReceivedResponse,
  secrets: readonly string[],
  replacement: string,
): ReceivedResponse {
  const clean = (text: string): string =>
    secrets.flatMap(spellings).reduce((one, part) => one.replaceAll(part, () => replacement), text);
  const body = scrubBytes(response.body, secrets, replacement);
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

function includes(bytes: Uint8Array, secret: string): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(secret, 'utf8');
}

function latin1(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
