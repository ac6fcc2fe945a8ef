/** What an answer says of where its page stands: how many there are, and whether it is the first or the last one. */
import { isJsonNumber } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import type { ListModel } from '../../model/lists/lists.ts';
import { acceptanceOf } from '../cases/case.ts';
import { type Walk, itemsIn, readAt } from './list-walk.ts';
import type { Stage } from './oracle.ts';

/** What pages say wrongly of where they stand. */
export function reportEnds(stage: Stage, list: ListModel, seen: Walk): void {
  reportCount(stage, list, seen);
  reportFirstAndLast(stage, list, seen);
  reportMore(stage, list, seen);
}

/** A page that says that it is the first or the last one, and isn't, or is the first and doesn't say so. */
function reportFirstAndLast(stage: Stage, list: ListModel, { pages }: Walk): void {
  const full = pages.filter((page) => itemsIn(list, page)?.length !== 0);
  for (const { role, path } of list.facts) {
    if (role !== 'first' && role !== 'last') continue;
    const wrong = full.find((page, i) => {
      const told = readAt(acceptanceOf(page), path);
      // Whether nothing comes after it, a server may not know.
      return role === 'first' ? told === i > 0 : told === true && i < full.length - 1;
    });
    if (wrong === undefined) continue;
    const told = readAt(acceptanceOf(wrong), path) === true;
    return stage.report(wrong, {
      message: `${path.join('.')} is ${told ? 'true of another page than' : 'false of'} the ${role}`,
      received: `${told}, on page ${full.indexOf(wrong) + 1} of ${full.length} with items`,
      documented: `whether it is the ${role} page`,
    });
  }
}

/** A number of pages that is not how many there are. */
function reportCount(stage: Stage, list: ListModel, { pages, isComplete }: Walk): void {
  const last = pages.at(-1);
  const fact = list.facts.find(({ role }) => role === 'pages');
  const isNumbered = list.paging?.page !== undefined && list.paging.firstPage === 1;
  if (!isComplete || last === undefined || fact === undefined || !isNumbered) return;
  const full = pages.filter((page) => itemsIn(list, page)?.length !== 0);
  const told = readAt(acceptanceOf(full.at(-1) ?? last), fact.path);
  if (!isJsonNumber(told) || full.length === 0 || textOf(told) === `${full.length}`) return;
  stage.report(last, {
    message: `${fact.path.join('.')} is not the number of pages`,
    received: `${textOf(told)}, with items on ${full.length} pages`,
    documented: 'how many pages there are',
  });
}

/** A page that says that more follows it, and nothing does. */
function reportMore(stage: Stage, list: ListModel, { pages }: Walk): void {
  const fact = list.facts.find(({ role }) => role === 'more');
  const wrong = pages.find((page, i) => {
    const next = pages[i + 1];
    const isMore = fact && readAt(acceptanceOf(page), fact.path) === true;
    return isMore && next !== undefined && itemsIn(list, next)?.length === 0;
  });
  if (fact === undefined || wrong === undefined) return;
  stage.report(wrong, {
    // A server may not know, unless it is said to.
    ...(fact.schema.keyword('description') === undefined && { severity: 'warning' }),
    message: `${fact.path.join('.')} is true of the last page`,
    received: 'true, and no items on the next page',
    documented: 'whether there are more',
  });
}

/** A limit with which the last of few pages lacks the fewest items to be full; `undefined` where it always lacks more. */
export function filling(
  list: ListModel,
  { items: { length }, isComplete }: Walk,
  most: { readonly pages: number; readonly lack: number },
): { readonly limit: number; readonly lack: number } | undefined {
  const { schema } = list.paging?.limit ?? {};
  if (!isComplete || length === 0 || schema === undefined) return undefined;
  const limits = Array.from({ length: MOST_ON_PAGE }, (_, i) => i + 1)
    .filter((limit) => limit >= length / most.pages && isValidFor(limit, schema, 'request'))
    .map((limit) => ({ limit, lack: (limit - (length % limit)) % limit }));
  return limits
    .toSorted((a, b) => a.lack - b.lack || b.limit - a.limit)
    .find(({ lack }) => lack <= most.lack);
}

/** So many items are asked for at the most. */
const MOST_ON_PAGE = 200;
