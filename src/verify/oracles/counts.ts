/** What a resource counts of one of its lists: `documentCount` beside `/folders/{id}/documents`. */
import { isJsonNumber } from '../../openapi/json/json-value.ts';
import type { ListModel } from '../../model/lists/lists.ts';
import { nounOf, plainName } from '../../model/resources/names.ts';
import { isSeen, see } from './look.ts';
import type { Resource, Stage } from './oracle.ts';

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
