/** Lists of what lies below each other, as categories with a parent do. */
import { textOf } from '../../openapi/json/stringify-json.ts';
import { valueOf } from '../../model/lists/item-properties.ts';
import { type ListModel, listOf } from '../../model/lists/lists.ts';
import { breachOf } from './breach.ts';
import { together, valueFor } from './field-values.ts';
import { isOfAll, sentFor } from './list-items.ts';
import { type Walk, isListed, parametersWith, walkUntil } from './list-walk.ts';
import type { Cast, Resource, Scene, Stage } from './oracle.ts';
import { type OwnKind, createPair, naming, ownKinds } from './own-kind.ts';

/** A list of a kind has what lies below others of the kind, and a filter by that has what lies just below. */
export function* treeListScenes(cast: Cast): Iterable<Scene> {
  for (const own of ownKinds(cast)) {
    const list = own.kind.list && listOf(cast.document, own.kind.list);
    if (list === undefined) continue;
    const play = (stage: Stage): Promise<void> => playTree(stage, own, list);
    const { operation } = list;
    yield { operation, isAlone: true, title: 'has what lies below others', requests: 6, play };
  }
}

async function playTree(stage: Stage, own: OwnKind, list: ListModel): Promise<void> {
  const { kind, name } = own;
  const [root, child] = await createPair(stage, own);
  const below = await stage.create(kind, naming(stage, own, kind.create, child.identity));
  const keeps = ({ view }: Resource, { identity }: Resource): boolean =>
    textOf(valueOf({ path: [name] }, view) ?? null) === textOf(identity);
  // Where it is not kept, that is another fault.
  if (!keeps(child, root) || !keeps(below, child)) return;
  await lookFor(stage, own, list, [child, below]);
  await playFilter(stage, own, list, [root, child, below]);
}

/** A list may be of what lies below nothing, unless it is said to be of all. */
async function lookFor(
  stage: Stage,
  { name }: OwnKind,
  list: ListModel,
  wanted: readonly [Resource, ...Resource[]],
): Promise<void> {
  const parameters = parametersWith(list, wanted[0].view);
  if (parameters === undefined) return;
  const lacks = (walk: Walk): boolean => wanted.some((resource) => !isListed(walk, resource));
  const given = stage.besides(wanted[0]);
  const seen = await walkUntil(stage, list, { given, parameters }, (walk) => !lacks(walk));
  if (!seen.isComplete || !lacks(seen)) return;
  stage.report(seen.pages.at(-1)!, {
    severity: isOfAll(stage, list) ? 'violation' : 'warning',
    message: `what has a ${name} is not listed`,
    received: `${seen.items.length} items, without it`,
    documented: 'the list of what is there',
  });
}

async function playFilter(
  stage: Stage,
  { name }: OwnKind,
  list: ListModel,
  [root, child, below]: readonly [Resource, Resource, Resource],
): Promise<void> {
  const filter = list.filters.find(
    ({ operator, property }) => operator === '=' && property.path.join('.') === name,
  );
  const value = filter && sentFor(filter, root.identity);
  if (filter === undefined || value === undefined) return;
  const given = stage.besides(child);
  const parameters = together(parametersWith(list, child.view), valueFor(filter.field, value));
  const isFine = (walk: Walk): boolean => isListed(walk, child);
  const seen = await walkUntil(stage, list, { given, parameters }, isFine);
  const isTooMuch = [root, below].some((resource) => isListed(seen, resource));
  if (!isTooMuch && (isListed(seen, child) || !seen.isComplete)) return;
  stage.report(seen.pages.at(-1) ?? stage.end(), {
    ...breachOf(list, filter.field),
    message: isTooMuch
      ? `${filter.field.name} doesn't leave out what has another ${name}`
      : `${filter.field.name} leaves out what has the wanted ${name}`,
    received: `${seen.items.length} items for ${textOf(value)}`,
    documented: `what has the ${name} that is asked for`,
  });
}
