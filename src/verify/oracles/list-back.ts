/** Going back through a list: what an answer tells for the page before leads to that page. */
import { type JsonValue, isJsonNumber } from '../../openapi/json/json-value.ts';
import { identityIn, identityOfItems } from '../../model/lists/item-identity.ts';
import type { QueryField } from '../../model/lists/query-field.ts';
import type { ListModel } from '../../model/lists/lists.ts';
import { type JudgedExchange, acceptanceOf } from '../cases/case.ts';
import { breachOf } from './breach.ts';
import { together, valueFor } from './field-values.ts';
import { namesOf } from './list-items.ts';
import { shortLimit } from './list-pages.ts';
import { alikeIn, isRefusal, itemsIn, readAt, request, walk } from './list-walk.ts';
import type { Resource, ResourceOperations, Scene, Stage } from './oracle.ts';

/** So many are made, and so many pages are read. */
const MADE = 3;

/** What asks for the page before another one. */
interface Way {
  readonly field: QueryField;
  /** What it is sent; `undefined` where the page doesn't tell. */
  readonly cursorIn: (page: JudgedExchange) => JsonValue | undefined;
}

/** One scene, where answers tell a cursor for the page before, or it is the identity of the first item. */
export function* backScenes(kind: ResourceOperations, list: ListModel): Iterable<Scene> {
  const { operation, paging } = list;
  const way = wayBack(list);
  if (way === undefined || paging?.limit === undefined) return;
  const play = (stage: Stage): Promise<void> => playBack(stage, kind, list, way);
  yield { operation, isAlone: true, title: 'leads back to the page before', requests: 8, play };
}

function wayBack(list: ListModel): Way | undefined {
  const { previous, paging } = list;
  if (previous !== undefined) {
    const { path, field } = previous;
    return { field, cursorIn: (page) => readAt(acceptanceOf(page), path) };
  }
  const identity = paging?.isByIdentity === true ? identityOfItems(list) : undefined;
  if (identity === undefined || paging?.back === undefined) return undefined;
  const { name, description = '' } = paging.back;
  if (!/ending_?before|before_?id/i.test(name) && !/\bids?\b/i.test(description)) return undefined;
  return {
    field: paging.back,
    cursorIn: (page) => {
      const [first] = itemsIn(list, page) ?? [];
      return first === undefined ? undefined : identityIn(first, identity);
    },
  };
}

/** A page that another one leads back to, and is not the one before it. */
interface Astray {
  readonly page: JudgedExchange;
  readonly received: string;
}

async function playBack(
  stage: Stage,
  kind: ResourceOperations,
  list: ListModel,
  { field, cursorIn }: Way,
): Promise<void> {
  const first = await stage.create(kind);
  const given = stage.besides(first);
  const made: [Resource, ...Resource[]] = [first];
  while (made.length < MADE) made.push(await stage.create(kind, { given }));
  const { parameters } = alikeIn(list, made) ?? stage.end();
  const limit = shortLimit(list, 1);
  const namesAt = (page: JudgedExchange): string[] => namesOf(itemsIn(list, page) ?? [], kind);
  const look = async (): Promise<Astray | undefined> => {
    const { pages } = await walk(stage, list, { given, parameters, limit, most: MADE });
    for (const [i, from] of pages.entries()) {
      const cursor = cursorIn(from);
      const isTold = (typeof cursor === 'string' && cursor !== '') || isJsonNumber(cursor);
      const before = pages[i - 1];
      if (before === undefined || !isTold || namesAt(from).length === 0) continue;
      const limited = valueFor(list.paging?.limit, limit);
      const asked = together(parameters, limited, valueFor(field, cursor));
      const page = await request(stage, list, given, { parameters: asked });
      if (isRefusal(page)) return { page, received: 'a refusal' };
      if (acceptanceOf(page) === undefined) return undefined;
      const [names, wanted] = [namesAt(page), namesAt(before)];
      // The nearest may come first.
      if ([names, names.toReversed()].some((order) => order.join('\n') === wanted.join('\n')))
        continue;
      return { page, received: `${names.length} items, of ${limit}: ${names.join(', ')}` };
    }
    return undefined;
  };
  const seen = await stage.patience.look(list.operation, look, (wrong) => wrong === undefined);
  if (seen === undefined) return;
  stage.report(seen.page, {
    ...breachOf(list, field),
    message: `${field.name} leads to another page than the one before`,
    received: seen.received,
    documented: 'the items in front of the page whose answer told it',
  });
}
