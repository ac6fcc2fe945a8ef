import { type Exchange, type ReceivedResponse, headerValue } from '../../http/exchange.ts';
import { looseText } from '../../http/body-text.ts';

/** How much of a body stands in a finding. */
const MAX_CHARACTERS = 160;

/** A response in one line: `400 {"error":400,"message":"…"}`. */
export function showResponse(response: ReceivedResponse): string {
  return `${response.status} ${showBody(response)}`;
}

/** What an exchange came to: `200 OK`, `timeout: no answer within 5 s`. */
export function showOutcome({ outcome }: Pick<Exchange, 'outcome'>): string {
  if (outcome.kind === 'failure') return `${outcome.failure.kind}: ${outcome.failure.message}`;
  return `${outcome.response.status} ${outcome.response.statusText}`.trim();
}

/** A response with its media type: `200 text/html <html>…`. */
export function showTyped(response: ReceivedResponse): string {
  const type = headerValue(response.headers, 'content-type');
  const words = type === undefined ? 'without Content-Type' : printable(type);
  return `${response.status} ${words} ${showBody(response)}`;
}

function showBody({ body }: ReceivedResponse): string {
  if (body.length === 0) return '(empty body)';
  const start = looseText(body.subarray(0, MAX_CHARACTERS * 4));
  const text = printable(start);
  const characters = Array.from(text);
  const isCut = characters.length > MAX_CHARACTERS || body.length > MAX_CHARACTERS * 4;
  return isCut ? `${characters.slice(0, MAX_CHARACTERS).join('')}… (${body.length} bytes)` : text;
}

/** Text that a terminal can't act upon: what controls or hides becomes U+FFFD or a space. */
export function printable(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\p{Cc}|\p{Cf}|\p{Cs}/gu, '\u{FFFD}')
    .trim();
}
