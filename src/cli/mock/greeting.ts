import type { OpenApiDocument } from '../../openapi/document.ts';
import { type Operation, operations } from '../../model/operation.ts';
import { type ResourceFamily, resourceFamilies } from '../../model/resources/resources.ts';
import { composeRequest } from '../../http/compose-request.ts';
import { composeWire } from '../../http/compose-wire.ts';
import { shortCurl } from '../../http/curl.ts';
import { parseTarget } from '../../http/target.ts';
import { jsonMediaType } from '../../model/media-type.ts';

/** More would hide the rest of what is said at the start. */
const MAX_LINES = 40;

/** A line for each operation, with what the mock does where it doesn't just keep what is sent. */
export function operationLines(document: OpenApiDocument): string[] {
  const all = operations(document);
  const families = [...resourceFamilies(document).values()];
  const lines = all.slice(0, MAX_LINES).map((operation) => {
    const { method, path, id } = operation;
    const name = id === `${method} ${path}` ? '' : `  ${id}`;
    return `  ${method} ${path}${name}${note(operation, families)}`;
  });
  const more = all.length - lines.length;
  return more > 0 ? [...lines, `  … and ${more} more`] : lines;
}

function note({ method, path }: Operation, families: readonly ResourceFamily[]): string {
  if (method === 'POST') return '';
  const isKept = families.some(({ item, collection, identity }) => {
    return identity !== undefined && (path === item || (path === collection && method === 'GET'));
  });
  return isKept ? '' : '  (an example or a sample: no stored resource is known to it)';
}

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
