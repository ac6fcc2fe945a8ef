import { type HeaderList, headerValue } from '../http/exchange.ts';
import type { JudgedExchange } from '../verify/judged-exchange.ts';
import { utf8Text } from '../http/body-text.ts';

/** A report is read by people: what is longer is cut, and the HAR has it whole. */
const MAX_BODY = 16_384;

/** SARIF 2.1.0, 3.46. */
export function webRequest({ request }: JudgedExchange): object {
  return {
    protocol: 'HTTP',
    version: '1.1',
    method: request.method,
    target: request.url,
    headers: headerBag(request.headers),
    ...(request.body && { body: content(request.body) }),
  };
}

/** SARIF 2.1.0, 3.47. */
export function webResponse({ outcome }: JudgedExchange): object {
  if (outcome.kind === 'failure') return { noResponseReceived: true };
  const { status, statusText, headers, body } = outcome.response;
  return {
    protocol: 'HTTP',
    version: '1.1',
    statusCode: status,
    reasonPhrase: statusText,
    headers: headerBag(headers),
    body: content(body),
  };
}

function headerBag(headers: HeaderList): Record<string, string> {
  return Object.fromEntries(headers.map(([name]) => [name, headerValue(headers, name) ?? '']));
}

function content(body: Uint8Array): object {
  const isCut = body.length > MAX_BODY;
  const shown = body.subarray(0, MAX_BODY);
  // A cut within a character would make text of what isn't, so a long body stays binary.
  const text = isCut ? undefined : utf8Text(shown);
  const part = text === undefined ? { binary: Buffer.from(shown).toString('base64') } : { text };
  return isCut ? { ...part, properties: { totalBytes: body.length } } : part;
}
