import type { OpenApiDocument } from '../../openapi/document.ts';
import type { JsonValue } from '../../openapi/json/json-value.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import { type Operation, isBearer, operations } from '../../model/operation.ts';

/**
 * A curl line that creates something, from the document's own example; `undefined` where the
 * document has none.
 *
 * @param credential What to send as the token, key or password: a word; or a shell variable, which
 *   holds the user of Basic, too.
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
    const { query, words } = credentials(operation, credential);
    const url = `${baseUrl}${operation.path}`;
    return [
      `curl -i -X ${operation.method}`,
      query.length === 0 ? url : `"${url}?${query.join('&')}"`,
      ...words,
      `-H 'Content-Type: ${media.name}'`,
      `-d ${quote(example)}`,
    ].join(' ');
  }
  return undefined;
}

/** What the first alternative of an operation's security asks for, in double quotes: see above. */
function credentials(
  { security }: Operation,
  credential: string,
): { readonly query: string[]; readonly words: string[] } {
  const schemes = security.find((alternative) => alternative.length > 0) ?? [];
  const keysIn = (place: string): string[] =>
    schemes
      .filter((scheme) => scheme.type === 'apiKey' && scheme.in === place)
      .map(({ parameterName = '' }) => parameterName);
  const words: string[] = [];
  if (schemes.some(isBearer)) words.push(`-H "Authorization: Bearer ${credential}"`);
  if (schemes.some(({ scheme }) => scheme === 'basic')) {
    words.push(`-u "${credential.startsWith('$') ? credential : `user:${credential}`}"`);
  }
  for (const name of keysIn('header')) words.push(`-H "${plain(name)}: ${credential}"`);
  const cookies = keysIn('cookie').map((name) => `${plain(name)}=${credential}`);
  if (cookies.length > 0) words.push(`-b "${cookies.join('; ')}"`);
  const query = keysIn('query').map((name) => `${encodeURIComponent(name)}=${credential}`);
  return { query, words };
}

/** Within double quotes, where a shell would read more into it. */
function plain(name: string): string {
  return name.replaceAll(/["$`\\]/g, String.raw`\$&`);
}

function quote(value: JsonValue): string {
  return `'${stringifyJson(value).replaceAll("'", String.raw`'\''`)}'`;
}
