/** Lists beside those of collections: of what refers to what their path names, and of anything. */
import { type JsonValue, isJsonNumber } from '../../openapi/json/json-value.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { showJson, textOf } from '../../openapi/json/stringify-json.ts';
import { itemProperties, valueOf } from '../../model/lists/item-properties.ts';
import { type ListModel, listOf } from '../../model/lists/lists.ts';
import { type RelatedList, relatedListOf } from '../../model/lists/related-lists.ts';
import { resourceSchema } from '../../model/resources/envelopes-in.ts';
import { operations } from '../../model/operation.ts';
import { isPathBelow, nounOf } from '../../model/resources/names.ts';
import { NOTHING_GIVEN } from '../cases/case.ts';
import { breachOf } from './breach.ts';
import { itemOf } from './list-items.ts';
import { type OwnKind, createPair, ownKinds } from './own-kind.ts';
import { reportLength, shortLimit } from './list-pages.ts';
import { walk } from './list-walk.ts';
import { together, valueFor } from './field-values.ts';
import type { Cast, Resource, ResourceOperations, Scene, Stage } from './oracle.ts';
import { listedKinds } from './resource-operations.ts';

/** Of lists that are of no collection. */
export function* relatedScenes({ document, resources }: Cast): Generator<Scene, void, undefined> {
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

/** Of two with children, each lists its own. */
async function playChildren(
  stage: Stage,
  { list, parameter, property }: Relation,
  own: OwnKind,
): Promise<void> {
  const [first, child] = await createPair(stage, own);
  const [second, other] = await createPair(stage, own);
  const parentOf = ({ view }: Resource): string => textOf(valueOf(property, view) ?? null);
  // Where it is not kept, that is another fault.
  if (parentOf(child) !== textOf(first.identity)) return;
  const given = { ...NOTHING_GIVEN, parameters: { [parameter]: first.identity } };
  const look = (): ReturnType<typeof walk> => walk(stage, list, { given, most: 4 });
  const has = (items: readonly JsonValue[], resource: Resource): boolean =>
    itemOf(resource, items) !== undefined;
  const { seen } = await stage.patience.look(list.operation, look, ({ items }) =>
    has(items, child),
  );
  const { items, pages, isComplete } = seen;
  const wrong = [first, second, other].some((resource) => has(items, resource));
  const page = pages.at(-1);
  if (page === undefined || (!wrong && (has(items, child) || !isComplete))) return;
  const place = property.path.join('.');
  stage.report(page, {
    ...breachOf(list),
    // A list may leave some out.
    ...(!wrong && { severity: 'warning' }),
    message: wrong
      ? `the list has what has another ${place} than its path names`
      : `the list lacks what has the ${place} that its path names`,
    received: showJson([...items], 120),
    documented: `what has the ${place} that the path names`,
  });
}

/** Whatever is named, what is listed refers to it. */
async function playRelated(stage: Stage, relation: Relation): Promise<void> {
  const { list, kind, parameter, property, named } = relation;
  const first = await stage.create(kind);
  await stage.create(kind, { given: stage.besides(first) });
  const values = await namesFor(stage, relation, first);
  for (const value of values) {
    const given = { ...NOTHING_GIVEN, parameters: { [parameter]: value } };
    const { items, pages } = await walk(stage, list, { given, most: 4 });
    const wrong = items.find((item) => {
      const listed = valueOf(property, item) ?? null;
      return listed !== null && textOf(listed) !== textOf(value);
    });
    if (wrong === undefined) continue;
    const place = property.path.join('.');
    return stage.report(pages.at(-1)!, {
      ...breachOf(list),
      message: `the list has what has another ${place} than its path names`,
      received: `an item with ${place}: ${showJson(valueOf(property, wrong) ?? null)}, for ${textOf(value)}`,
      documented: `what refers to the ${named ? nounOf(named.family.collection) : 'resource'} that the path names`,
    });
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
    change: (parts) => ({
      ...parts,
      parameters: together(parts.parameters, valueFor(list.paging?.limit, limit)),
    }),
  });
  reportLength(stage, list, [exchange], limit);
}
