import type { OpenApiDocument } from '../../openapi/document.ts';
import type { JsonValue } from '../../openapi/json/json-value.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import { type Operation, operations } from '../../openapi/operation.ts';

/**
 * A curl line that creates something, from the document's own example; `undefined` where the
 * document has none.
 *
 * @param credential What to send as the bearer token: a word, or a shell variable.
 */
export function curlExample(
  document: OpenApiDocument,
  baseUrl: string,
  credential: string,
): string | undefined {
  for (const operation of operations(document)) {
    const media = operation.requestBody?.content[0];
    const [example] = Object.values(media?.examples ?? {});
    if (media === undefined || example === undefined) continue;
    return [
      `curl -i -X ${operation.method} ${baseUrl}${operation.path}`,
      ...authorization(operation, credential),
      `-H 'Content-Type: ${media.name}'`,
      `-d ${quote(example)}`,
    ].join(' ');
  }
  return undefined;
}

function authorization(operation: Operation, credential: string): string[] {
  const usesBearer = operation.security.some((schemes) =>
    schemes.some(({ scheme }) => scheme === 'bearer'),
  );
  // Double quotes, so that the shell fills in a variable.
  return usesBearer ? [`-H "Authorization: Bearer ${credential}"`] : [];
}

function quote(value: JsonValue): string {
  return `'${stringifyJson(value).replaceAll("'", String.raw`'\''`)}'`;
}
