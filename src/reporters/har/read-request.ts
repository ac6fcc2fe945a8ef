import type { HeaderList, SentRequest } from '../../checks/exchange.ts';
import { scrubBytes } from '../../runner/scrub.ts';
import { decodeBody } from './har-body.ts';
import type { HarNode } from './har-log.ts';
import { redactHeaders, redactUrl, secretsIn } from './secrets.ts';

/** A request as a recording has it. */
export interface ReadRequest {
  /** Without credentials. */
  readonly sent: SentRequest;
  /** The credentials that were taken out, which the response may repeat. */
  readonly secrets: readonly string[];
  /** A body was sent that the recording lacks, or holds with characters replaced. */
  readonly lacksBody: boolean;
}

/** @param isOwn Whether the kit recorded it, and so has taken the credentials out already. */
export function readRequest(request: HarNode, tokenVariable: string, isOwn: boolean): ReadRequest {
  const url = request.at('url');
  if (!URL.canParse(url.text())) url.fail('must be an absolute URL');
  const recorded = readHeaders(request);
  const secrets = isOwn ? [] : secretsIn(recorded);
  const postData = request.at('postData');
  const text = postData.at('text');
  const body = text.exists
    ? decodeBody(text.text(), postData.at('_encoding').textOr(''))
    : undefined;
  const isCutOff = !text.exists && request.at('bodySize').numberOr(0) > 0;
  // Browsers put U+FFFD where bytes weren't UTF-8: what was sent is lost.
  const isReplaced = text.textOr('').includes('\u{FFFD}') && !postData.at('_encoding').exists;
  return {
    sent: {
      method: request.at('method').text().toUpperCase(),
      url: redactUrl(url.text()),
      headers: isOwn ? recorded : redactHeaders(recorded, undefined, `$${tokenVariable}`),
      body: body && scrubBytes(body, secrets, `$${tokenVariable}`),
    },
    secrets,
    lacksBody: isCutOff || isReplaced,
  };
}

/** Fields in order, without the pseudo-header fields of HTTP/2 (RFC 9113, 8.3). */
export function readHeaders(message: HarNode): HeaderList {
  const headers = message.at('headers');
  if (!headers.exists) return [];
  return headers
    .items()
    .map((field) => [field.at('name').text(), field.at('value').textOr('')] as const)
    .filter(([name]) => !name.startsWith(':'));
}
