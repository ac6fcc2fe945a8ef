/** How many items a list says that it has, or what it belongs to: documentCount beside /folders/{id}/documents. */
import { isJsonNumber } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { type ReceivedResponse, headerValue } from '../../http/exchange.ts';
import type { ListModel } from '../../model/lists/lists.ts';
import { acceptanceOf } from '../cases/case.ts';
import { type Walk, readAt } from './list-walk.ts';
import type { Stage, Resource } from './oracle.ts';
import { nounOf, plainName } from '../../model/resources/names.ts';
import { isSeen, see } from './look.ts';

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

/** A number that follows a list, as was seen when one was added. */
export interface Count {
  readonly name: string;
  readonly owner: Resource;
  readonly value: number;
}

/** How many a resource says are in its list; `undefined` where it says nothing, or not what the list has. */
export async function countOf(
  stage: Stage,
  owner: Resource,
  { operation }: ListModel,
  length: number,
): Promise<Count | undefined> {
  if (!isSeen(owner.kind)) return undefined;
  const noun = nounOf(operation.path);
  const { view } = await see(stage, owner);
  const found = Object.entries(view).find(([name, value]) => {
    const counted = /^(?:numberof|total)?(.+?)(?:count|total)?$/.exec(plainName(name))?.[1] ?? '';
    const isCount = counted !== plainName(name) && isJsonNumber(value);
    return isCount && counted.length > 2 && noun.startsWith(nounOf(counted));
  });
  const isFollowing = found !== undefined && found[1] === length;
  return isFollowing ? { name: found[0], owner, value: length } : undefined;
}

/** Tells where what was counted as one more stays counted when the list has one less. */
export async function reportCount(
  stage: Stage,
  done: Resource['exchange'],
  count: Count | undefined,
  isSure = true,
): Promise<void> {
  if (count === undefined) return;
  const { name, owner, value } = count;
  const { operation } = done.case;
  const isStale = ({ view }: Resource): boolean => view[name] === value;
  const go = (): Promise<Resource> => see(stage, owner);
  const seen = await stage.patience.look(operation, go, (found) => !isStale(found));
  if (!isStale(seen)) return;
  stage.report(done, {
    ...(!isSure && { severity: 'warning' }),
    message: `${name} counts what is no more in the list`,
    received: `${name}: ${value}, as before`,
    documented: `${name}: ${value - 1}, as the list has it`,
  });
}
