import { ResourceInspector } from '../src/mock/resource-inspector.ts';
import type { MemoryStore } from '../src/mock/resource-store.ts';
import { demandCreation } from '../src/model/resources/creation-rules.ts';
import { hasCollections } from '../src/model/resources/creation.ts';
import type { OpenApiDocument } from '../src/openapi/document.ts';
import type { JsonObject } from '../src/openapi/json/json-value.ts';

/** As many as tell what a file is about. */
const LOOKED_AT = 100;
const NAMED = 5;

type Kept = Pick<MemoryStore<object>, 'size' | 'sizes' | 'list'>;

/**
 * What to tell people of a store file whose resources the document doesn't create, so that another
 * one has; `undefined` where nothing speaks for that.
 */
export function foreignContent(
  document: OpenApiDocument,
  store: Kept,
  file: string,
): string | undefined {
  const strange = [...store.sizes()]
    .filter(([path, size]) => size > 0 && 'message' in demandCreation(document, path))
    .map(([path]) => path);
  const more = strange.length > NAMED ? [`${strange.length - NAMED} more`] : [];
  const cause =
    strange.length > 0
      ? `it holds ${[...strange.slice(0, NAMED), ...more].join(', ')}, where this document creates nothing`
      : ownProblem(document, store);
  return cause === undefined
    ? undefined
    : `The store file ${file} may be of another document: ${cause}. What it holds is kept beside what is created now. Give each document a file of its own.`;
}

function ownProblem(document: OpenApiDocument, store: Kept): string | undefined {
  if (store.size === 0) return undefined;
  if (hasCollections(document))
    return `it holds resources that are in no collection, ${store.size} of them`;
  return new ResourceInspector({ document }).problem(
    store.list(0, LOOKED_AT) as readonly JsonObject[],
  );
}
