/** How many items a list says that it has. */
import { isJsonNumber } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { type ReceivedResponse, headerValue } from '../../http/exchange.ts';
import type { ListModel } from '../../model/lists/lists.ts';
import { acceptanceOf } from '../cases/case.ts';
import { type Walk, readAt } from './list-walk.ts';
import type { Stage } from './oracle.ts';

/** A total that is not how many items there are. */
export function reportTotal(
  stage: Stage,
  list: ListModel,
  { items, pages, isComplete }: Walk,
  severity: 'violation' | 'warning' = 'violation',
): void {
  const last = pages.at(-1);
  if (!isComplete || last === undefined) return;
  const told = pages.flatMap((page) => totalsIn(list, acceptanceOf(page)));
  for (const [name, totals] of Map.groupBy(told, (entry) => entry.name)) {
    const numbers = totals.map(({ total }) => Number(total));
    // While pages are read, others may create something, or delete it.
    const isWithin = items.length >= Math.min(...numbers) && items.length <= Math.max(...numbers);
    if (isWithin) continue;
    stage.report(last, {
      severity,
      message: `${name} is not the number of items on all pages`,
      received: `${totals.at(-1)!.total}, with ${items.length} items on all pages`,
      documented: 'how many items there are',
    });
  }
}

/** What an answer says of how many items there are on all pages, and where. */
function totalsIn(
  { total, totalHeader }: ListModel,
  response: ReceivedResponse | undefined,
): { readonly name: string; readonly total: string }[] {
  const { path = [] } = total ?? {};
  const told = total && readAt(response, path);
  const header = headerValue(response?.headers ?? [], totalHeader ?? '');
  return [
    ...(isJsonNumber(told) ? [{ name: path.join('.'), total: textOf(told) }] : []),
    ...(totalHeader && header && /^\d+$/.test(header)
      ? [{ name: totalHeader, total: header }]
      : []),
  ];
}
