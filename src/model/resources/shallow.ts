/** What is created below a parent and found without it: `POST /projects/{id}/tasks`, `GET /tasks/{id}`. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import { effectiveSchema, shareNamedSchema } from '../../openapi/schema/effective-schema.ts';
import { bodySchema } from '../media-type.ts';
import { type Operation, operations, successResponse } from '../operation.ts';
import { enveloped } from './envelope.ts';
import { literalPath, nounOf, pathAbove } from './names.ts';

/**
 * The only operation that creates below another resource what is found without it: it is called the same, nothing
 * is found below it, and both answers have one schema.
 */
export function shallowCreation(
  document: OpenApiDocument,
  creating: readonly Operation[],
  { item, parameter }: { readonly item: string; readonly parameter: string },
): Operation | undefined {
  const all = operations(document);
  const read = all.find(({ path, method }) => path === item && method === 'GET');
  const above = pathAbove(item);
  const around = namesIn(above);
  const found = creating.filter((one) => {
    const names = namesIn(one.path);
    const isBelow = names.length > 0 && !names.includes(parameter);
    const isCalledSo = isBelow && one.path.endsWith(above.slice(above.lastIndexOf('/')));
    const isAround = isCalledSo && around.every((name) => names.includes(name));
    return isAround && !all.some(({ path }) => path.startsWith(`${one.path}/{`));
  });
  const [create] = found;
  const isOne = found.length === 1 && read !== undefined && tellSame(document, create!, read);
  return isOne ? create : undefined;
}

function namesIn(path: string): string[] {
  return Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, name = '']) => name);
}

/** Whether the answers of two operations have one schema of the document, in envelopes or not. */
function tellSame({ root }: OpenApiDocument, ...both: readonly Operation[]): boolean {
  const [one, other] = both.map((operation) => {
    const answer = effectiveSchema(root, bodySchema(successResponse(operation)));
    const inside = enveloped(answer, new Set([nounOf(literalPath(operation.path))]));
    return inside.map(({ schema }) => schema);
  });
  return one!.some((schema) => other!.some((same) => shareNamedSchema(schema, same)));
}
