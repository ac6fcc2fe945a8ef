import type { SentRequest } from '../../http/exchange.ts';
import type { EntryMask } from './entry-mask.ts';
import { decodeHarBody } from '../../http/har.ts';
import type { HarNode } from './har-log.ts';
import { readHeaders } from './read-headers.ts';
import { REDACTED } from '../../model/secrets/secret-places.ts';

/** A request as a recording has it. */
export interface ReadRequest {
  /** Without credentials. */
  readonly sent: SentRequest;
  /** A body was sent that the recording lacks, or holds with characters replaced. */
  readonly lacksBody: boolean;
}

/** @param isOwn Whether `verify` recorded it, and so has taken the credentials out already. */
export function readRequest(request: HarNode, mask: EntryMask, isOwn: boolean): ReadRequest {
  const { places, masker, replacement } = mask;
  const url = request.at('url');
  if (!URL.canParse(url.text())) url.fail('must be an absolute URL');
  const recorded = readHeaders(request);
  const postData = request.at('postData');
  const text = postData.at('text');
  const body = text.exists
    ? decodeHarBody(text.text(), postData.at('_encoding').textOr(''))
    : undefined;
  const isCutOff = !text.exists && request.at('bodySize').numberOr(0) > 0;
  // Browsers put U+FFFD where bytes weren't UTF-8: what was sent is lost.
  const isReplaced = text.textOr('').includes('\u{FFFD}') && !postData.at('_encoding').exists;
  return {
    sent: {
      method: request.at('method').text().toUpperCase(),
      // Of the origin, nothing can be left out.
      url: places
        .maskAddress(url.text(), REDACTED)
        .replace(/(?<=^[a-z]+:\/\/[^/?#]*)[/?#].*$/is, (rest) => masker.text(rest)),
      headers: isOwn
        ? recorded
        : places
            .maskHeaders(recorded, replacement, REDACTED)
            .map(([name, value]) => [name, masker.text(value)]),
      body: body && masker.bytes(body),
    },
    lacksBody: isCutOff || isReplaced,
  };
}
