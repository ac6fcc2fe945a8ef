import type { OpenApiDocument } from '../../openapi/document.ts';
import { type Operation, operations } from '../../model/operation.ts';
import { type ResourceFamily, resourceFamilies } from '../../model/resources/resource-family.ts';

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
