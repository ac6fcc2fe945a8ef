import type { OpenApiDocument } from '../../../openapi/document.ts';
import type { Operation } from '../../../model/operation.ts';
import type { ResourceFamily } from '../../../model/resources/resource-family.ts';
import { effectiveSchema } from '../../../openapi/schema/effective-schema.ts';
import type { CaseTemplate, Need, NeedStep } from '../case.ts';

/** How the parameters of an operation's path get their values. */
export interface PathSource {
  /** Requests that create what the path names; absent where it names nothing. */
  readonly needs?: Need | undefined;
  /** Parameters of which nothing tells an existing value. */
  readonly unknown: readonly string[];
  /** Those that have an example: it may name what is there. */
  readonly exemplary: readonly string[];
}

/**
 * Finds out how an operation's path can be filled in: by creating what it names, or by values that
 * the document lists.
 *
 * @param createWith A plain valid request of an operation, if one can be made up.
 */
export function pathSource(
  document: OpenApiDocument,
  operation: Operation,
  families: Iterable<ResourceFamily>,
  createWith: (create: Operation, needs: Need | undefined) => CaseTemplate | undefined,
): PathSource {
  const steps: NeedStep[] = [];
  for (const family of ancestors(operation.path, families)) {
    const before = steps.length === 0 ? undefined : { steps: [...steps] };
    const template = createWith(family.create, before);
    if (template !== undefined) steps.push({ template, creates: family });
  }
  const created = new Set(steps.map(({ creates }) => creates?.parameter));
  const left = operation.parameters.filter(
    ({ in: place, name, schemaPointer }) =>
      place === 'path' && !created.has(name) && !isListed(document, schemaPointer),
  );
  const needs = steps.length === 0 ? undefined : { key: operation.id, steps };
  const named = (hasExample: boolean): string[] =>
    left.filter(({ example }) => (example !== undefined) === hasExample).map(({ name }) => name);
  return { needs, unknown: named(false), exemplary: named(true) };
}

/** The families whose item the path names or goes through, the outermost first. */
function ancestors(path: string, families: Iterable<ResourceFamily>): ResourceFamily[] {
  return [...families]
    .filter(({ item, identity }) => {
      return identity !== undefined && (path === item || path.startsWith(`${item}/`));
    })
    .toSorted((a, b) => a.item.length - b.item.length);
}

/** Every value of a list is one that is there. */
function isListed({ root }: OpenApiDocument, schemaPointer: string | undefined): boolean {
  return schemaPointer !== undefined && effectiveSchema(root, [schemaPointer]).values !== undefined;
}
