/** What there is one of, and nobody has made: its path alone names it, as `/settings`. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import { listOf } from '../../model/lists/lists.ts';
import { type Operation, operationAt, operations } from '../../model/operation.ts';
import { dangerOf } from '../../model/resources/danger.ts';
import { commonEnvelopes } from '../../model/resources/envelopes-in.ts';
import type { ResourceOperations } from './resource-operations.ts';
import { membersOf } from './resource-view.ts';

/** Stands for a name in its path: it has none. */
const NAMELESS = '';

/** The kinds of which there is one from the start, in the document's order. */
export function solesIn(document: OpenApiDocument): ResourceOperations[] {
  const paths = new Set(operations(document).map(({ path }) => path));
  return [...paths].flatMap((item): ResourceOperations[] => {
    const at = (method: string): Operation | undefined => {
      const operation = item.includes('{') ? undefined : operationAt(document, method, item);
      return operation && dangerOf(document, operation)?.spreads !== true ? operation : undefined;
    };
    const [read, replace, change] = [at('GET'), at('PUT'), at('PATCH')];
    const create = replace ?? change;
    if (create === undefined || read === undefined || listOf(document, read)) return [];
    const envelope = commonEnvelopes(document, create, read)?.told;
    if (envelope === undefined) return [];
    const place = { parameter: NAMELESS, collection: item, item, identity: undefined };
    const family = { ...place, create, envelope };
    return [{ family, create, read, replace, change, actions: [], below: [] }];
  });
}

/** Whether there is one of a kind, and no other beside it. */
export function isSole({ family }: Pick<ResourceOperations, 'family'>): boolean {
  return family.parameter === NAMELESS;
}

/** Whether what is read of it tells all that clients write: only then it can be put back as it was. */
export function isTold(document: OpenApiDocument, kind: ResourceOperations): boolean {
  const told = membersOf(document, kind, kind.read!, 'told').properties;
  const writers = [kind.replace, kind.change].filter((operation) => operation !== undefined);
  const taken = writers.flatMap((writer) => [
    ...membersOf(document, kind, writer, 'taken').properties,
  ]);
  return taken.every(([name, { readOnly, writeOnly }]) => {
    const schema = told.get(name);
    return readOnly || (!writeOnly && schema !== undefined && !schema.writeOnly);
  });
}
