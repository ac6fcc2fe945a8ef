/** Lists beside those of collections: of what refers to what their path names, and of anything. */
import { isUndoing } from '../../model/resources/action-states.ts';
import { type JsonValue, getProperty, isJsonNumber } from '../../openapi/json/json-value.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { showJson, textOf } from '../../openapi/json/stringify-json.ts';
import { type ItemProperty, itemProperties, valueOf } from '../../model/lists/item-properties.ts';
import { type ListModel, listOf } from '../../model/lists/lists.ts';
import { type RelatedList, relatedListOf } from '../../model/lists/related-lists.ts';
import { resourceSchema } from '../../model/resources/envelopes-in.ts';
import { type Operation, operations } from '../../model/operation.ts';
import { isPathBelow, nounOf } from '../../model/resources/names.ts';
import { NOTHING_GIVEN } from '../cases/case.ts';
import { showProperty } from './compared.ts';
import { type Count, countOf, reportCount } from './list-totals.ts';
import { type OwnKind, createPair, naming, ownKinds, takingIn } from './own-kind.ts';
import { reportLength, shortLimit } from './list-pages.ts';
import { type Walk, isListed, walk, walkUntil } from './list-walk.ts';
import { asking, valueFor } from './field-values.ts';
import { isSeen, look, see } from './look.ts';
import type { Cast, Resource, ResourceOperations, Scene, Stage } from './oracle.ts';
import { listedKinds } from './resource-operations.ts';

/** Of lists that are of no collection. */
export function* relatedScenes({ document, resources }: Cast): Iterable<Scene> {
  const listing = new Set(listedKinds(document, resources).map(({ list }) => list));
  for (const operation of operations(document)) {
    const list = listing.has(operation) ? undefined : listOf(document, operation);
    if (list === undefined) continue;
    const relation = relationOf(document, list, resources);
    if (relation !== undefined) {
      const own = ownKinds({ document, resources: [relation.kind] })[0];
      const isOwn = relation.named === relation.kind && own !== undefined;
      const play = (stage: Stage): Promise<void> =>
        isOwn ? playChildren(stage, relation, own) : playRelated(stage, relation);
      yield { operation, isAlone: true, title: 'has what refers to it', requests: 6, play };
      if (relation.named !== undefined && relation.kind.remove && relation.kind.read) {
        const gone = (stage: Stage): Promise<void> => playGone(stage, relation);
        const title = 'has nothing that was deleted';
        yield { operation, isAlone: true, title, requests: 6, play: gone };
      }
      for (const mover of moversOf(document, relation)) {
        const title = `has what ${mover.id} makes refer to it`;
        const move = (stage: Stage): Promise<void> => playMoved(stage, relation, mover);
        yield { operation, isAlone: true, title, requests: 8, play: move };
      }
    } else if (saysLimit(list)) {
      const play = (stage: Stage): Promise<void> => playLimit(stage, list);
      yield { operation, title: 'is no longer than its limit', requests: 1, play };
    }
  }
}

/** Whether a parameter is surely for the length of pages: `size` may be that of anything. */
function saysLimit({ paging, next, linkHeader }: ListModel): boolean {
  const { limit, offset, page, cursor } = paging ?? {};
  const isPaged =
    [offset, page, cursor, next].some((field) => field !== undefined) || linkHeader !== undefined;
  return limit !== undefined && (isPaged || /limit|per_?page|page_?size/i.test(limit.name));
}

/** A list of those of a kind that refer to what the path names. */
interface Relation extends RelatedList {
  readonly kind: ResourceOperations;
  /** The kind of what the path names; `undefined` where the document creates none. */
  readonly named: ResourceOperations | undefined;
}

function relationOf(
  document: OpenApiDocument,
  { operation }: ListModel,
  resources: readonly ResourceOperations[],
): Relation | undefined {
  const related = relatedListOf(document, operation);
  const kind = resources.find(({ family }) => family === related?.family);
  if (related === undefined || kind === undefined) return undefined;
  const named = resources.find(
    ({ family }) => family.item !== undefined && isPathBelow(operation.path, family.item),
  );
  return { ...related, kind, named };
}

/** Of two with children, each lists its own, and not theirs. */
async function playChildren(stage: Stage, relation: Relation, own: OwnKind): Promise<void> {
  const { list, parameter, property } = relation;
  const [first, child] = await createPair(stage, own);
  await createPair(stage, own);
  // Where it is not kept, that is another fault.
  if (namedBy(property, child.view) !== textOf(first.identity)) return;
  await stage.create(own.kind, naming(stage, own, own.kind.create, child.identity));
  const given = { ...NOTHING_GIVEN, parameters: { [parameter]: first.identity } };
  const seen = await walkUntil(stage, list, { given, most: 4 }, (walk) => isListed(walk, child));
  if (reportStray(stage, relation, seen, first.identity)) return;
  if (isListed(seen, child) || !seen.isComplete) return;
  const place = property.path.join('.');
  stage.report(seen.pages.at(-1)!, {
    // A list may leave some out.
    severity: 'warning',
    message: `the list lacks what has the ${place} that its path names`,
    received: showJson([...seen.items], 120),
    documented: `what has the ${place} that the path names`,
  });
}

/** What names the wanted one, as a text. */
function namedBy(property: ItemProperty, value: JsonValue): string {
  return textOf(valueOf(property, value) ?? null);
}

/** Whether something is listed that refers to another one, or to none. */
function reportStray(
  stage: Stage,
  { property, kind, named }: Relation,
  { items, pages }: Walk,
  value: JsonValue,
): boolean {
  const wrong = items.find((item) => {
    const listed = valueOf(property, item);
    const isOpen = listed === undefined || (listed === null && named !== kind);
    return !isOpen && textOf(listed) !== textOf(value);
  });
  if (wrong === undefined) return false;
  const place = property.path.join('.');
  stage.report(pages.at(-1)!, {
    message: `the list has what has another ${place} than its path names`,
    received: `an item with ${place}: ${showJson(valueOf(property, wrong) ?? null)}, for ${textOf(value)}`,
    documented: `what refers to the ${named ? nounOf(named.family.collection) : 'resource'} that the path names`,
  });
  return true;
}

/** What makes a listed resource refer to another one: a change, a replacement, an action such as a move. */
function moversOf(document: OpenApiDocument, { kind, named, property }: Relation): Operation[] {
  const [name = '', ...rest] = property.path;
  const { replace, change, actions } = kind;
  if (named === undefined || rest.length > 0 || !isSeen(kind)) return [];
  return takingIn(document, kind, name, [replace, change, ...actions]);
}

/** One that refers to another one, and a way to look for it in the list of one. */
async function createListed(
  stage: Stage,
  { list, kind, parameter, property }: Relation,
  owner: Resource,
): Promise<{
  readonly created: Resource;
  /** What the other one counts. */
  readonly count: Count | undefined;
  /** The list of one, where it is not as wanted even a moment later. */
  readonly wrongAt: (named: Resource, isWanted: boolean) => Promise<Walk | undefined>;
}> {
  const request = naming(stage, { kind, name: property.path[0]! }, kind.create, owner.identity);
  const created = await stage.create(kind, request);
  const wrongAt = async (named: Resource, isWanted: boolean): Promise<Walk | undefined> => {
    const given = { ...NOTHING_GIVEN, parameters: { [parameter]: named.identity } };
    const isFine = (walk: Walk): boolean => isListed(walk, created) === isWanted;
    const seen = await walkUntil(stage, list, { given }, isFine);
    return isFine(seen) || !seen.isComplete ? undefined : seen;
  };
  if ((await wrongAt(owner, true)) !== undefined) return stage.end();
  return { created, wrongAt, count: await countOf(stage, owner, list, 1) };
}

async function playGone(stage: Stage, relation: Relation): Promise<void> {
  const owner = await stage.create(relation.named!);
  const { created, wrongAt, count } = await createListed(stage, relation, owner);
  const { remove, actions } = relation.kind;
  const done = await stage.finish(remove!, { given: created.given });
  // Some keep what was deleted, and say so.
  if ((await look(stage, created)).view !== undefined) return;
  const seen = await wrongAt(owner, false);
  // What can be brought back may be counted.
  if (seen === undefined) return reportCount(stage, done, count, !actions.some(isUndoing));
  stage.report(seen.pages.at(-1)!, {
    message: 'what was deleted is still listed',
    received: 'the list has it',
    documented: 'the list of what is there',
  });
}

/** What refers to another one then is in the list of that one, and no more in the list where it was. */
async function playMoved(stage: Stage, relation: Relation, mover: Operation): Promise<void> {
  const { kind, named, property } = relation;
  const [from, to] = [await stage.create(named!), await stage.create(named!)];
  const { created, wrongAt, count } = await createListed(stage, relation, from);
  const request = naming(stage, { kind, name: property.path[0]! }, mover, to.identity);
  const done = await stage.finish(mover, { ...request, given: created.given });
  const { view } = await see(stage, created);
  if (namedBy(property, view) !== textOf(to.identity)) {
    const name = property.path[0]!;
    return stage.report(done, {
      message: `${name} is not read as it was sent`,
      received: showProperty(name, getProperty(view, name)),
      documented: showProperty(name, to.identity),
    });
  }
  await reportCount(stage, done, count);
  for (const [owner, isWanted] of [
    [from, false],
    [to, true],
  ] as const) {
    const seen = await wrongAt(owner, isWanted);
    if (seen === undefined) continue;
    const place = property.path.join('.');
    stage.report(seen.pages.at(-1)!, {
      message: isWanted
        ? `the list lacks what has the ${place} of its path since ${mover.id}`
        : `the list still has what has another ${place} since ${mover.id}`,
      received: showJson([...seen.items], 120),
      documented: `what has the ${place} that the path names`,
    });
  }
}

/** Whatever is named, what is listed refers to it. */
async function playRelated(stage: Stage, relation: Relation): Promise<void> {
  const { list, kind, parameter } = relation;
  const first = await stage.create(kind);
  await stage.create(kind, { given: stage.besides(first) });
  const values = await namesFor(stage, relation, first);
  for (const value of values) {
    const given = { ...NOTHING_GIVEN, parameters: { [parameter]: value } };
    const seen = await walk(stage, list, { given, most: 4 });
    if (reportStray(stage, relation, seen, value)) return;
  }
  const limit = shortLimit(list, 1);
  if (limit === undefined || values[0] === undefined) return;
  const given = { ...NOTHING_GIVEN, parameters: { [parameter]: values[0] } };
  const { pages } = await walk(stage, list, { given, limit, most: 2 });
  reportLength(stage, list, pages, limit);
}

/** What a resource refers to so, what it refers to otherwise, and what nothing refers to. */
async function namesFor(
  stage: Stage,
  { kind, property, named }: Relation,
  { view }: Resource,
): Promise<JsonValue[]> {
  const referred = valueOf(property, view);
  if (referred === undefined || referred === null) return [];
  const others = itemProperties(resourceSchema(stage.document, kind.family, kind.create, 'told'))
    .filter(({ schema: { pointers } }) =>
      pointers.some((pointer) => property.schema.pointers.includes(pointer)),
    )
    .filter(
      ({ path }) =>
        path[0] !== kind.family.identity && /(?:id|ref|key|code|slug)$/i.test(path.at(-1)!),
    )
    .flatMap((itemProperty) => valueOf(itemProperty, view) ?? [])
    .filter(
      (value) => (typeof value === 'string' || isJsonNumber(value)) && !equalJson(value, referred),
    );
  const unused = named && (await stage.create(named)).identity;
  return [referred, ...others, ...(unused === undefined ? [] : [unused])];
}

async function playLimit(stage: Stage, list: ListModel): Promise<void> {
  const limit = shortLimit(list, 1);
  const exchange = await stage.send(list.operation, {
    change: (parts) => asking(list, parts, valueFor(list.paging?.limit, limit)),
  });
  reportLength(stage, list, [exchange], limit);
}
