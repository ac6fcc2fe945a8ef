import { composeRequest } from '../../http/compose-request.ts';
import { composeWire } from '../../http/compose-wire.ts';
import { shortCurl } from '../../http/curl.ts';
import { parseTarget } from '../../http/target.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { operations } from '../../model/operation.ts';
import { jsonMediaType } from '../../model/media-type.ts';

/**
 * A curl line that creates something, from the document's own example; `undefined` where the
 * document has none.
 *
 * @param variable The shell variable that holds the token, key, or `user:password`. Default: there is
 *   none, since any credential will do.
 */
export function curlExample(
  document: OpenApiDocument,
  baseUrl: string,
  variable?: string,
): string | undefined {
  for (const operation of operations(document)) {
    const [value] = Object.values(jsonMediaType(operation.requestBody?.content)?.examples ?? {});
    if (value === undefined) continue;
    const { wire, sent } = composeWire(
      { operation, request: composeRequest(operation, { value }) },
      {
        target: parseTarget(baseUrl),
        credential: { token: 'anything', variable: variable ?? '' },
        userAgent: '',
      },
    );
    if (variable !== undefined) return shortCurl(sent, [variable]);
    return shortCurl({ ...sent, url: baseUrl + wire.target, headers: wire.headers });
  }
  return undefined;
}
