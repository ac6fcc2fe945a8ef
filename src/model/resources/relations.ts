/** What is put below a resource and is one of another kind, such as `PUT /tickets/{id}/labels/{labelId}`. */
import { type OpenApiDocument, rootOf } from '../../openapi/document.ts';
import { onceFor } from '../../openapi/once.ts';
import {
  type EffectiveSchema,
  effectiveSchema,
  shareSchema,
} from '../../openapi/schema/effective-schema.ts';
import { type ListModel, listOf } from '../lists/lists.ts';
import { bodySchema } from '../media-type.ts';
import { type Operation, operations, successResponse, operationAt } from '../operation.ts';
import { schemaIn } from './envelope.ts';
import { resourceSchema } from './envelopes-in.ts';
import { barePath, isReachable, nounOf, pathAbove, plainName } from './names.ts';
import { putFamilies } from './put-families.ts';
import { type ItemFamily, familyOfItem, resourceFamilies } from './resources.ts';

/** How a path relates a resource to another one. */
export interface Relation {
  /** Path template of what relates them. */
  readonly path: string;
  readonly family: ItemFamily;
  /** What the path names last. */
  readonly other: ItemFamily;
  /** The noun before it: `labels`. */
  readonly noun: string;
  /** What lists the others, where they have a list of their own: `GET /tickets/{id}/labels`. */
  readonly list: Operation | undefined;
}

/** `undefined` where an operation neither relates resources nor takes it back. */
export function relationOf(
  document: OpenApiDocument,
  { method, path }: Pick<Operation, 'method' | 'path'>,
): Relation | undefined {
  if (!['PUT', 'POST', 'DELETE'].includes(method)) return undefined;
  const [, item = '', , parameter] = /^(.*)\/([^/{}]+)\/\{([^{}/]+)\}\/?$/.exec(path) ?? [];
  const families = resourceFamilies(document);
  const family = familyOfItem(document, item);
  const above = pathAbove(path);
  const isNamed = (candidate: ItemFamily): boolean =>
    candidate.parameter === parameter && isReachable(candidate, path);
  // What clients name is often called by a common word: the noun before it tells.
  const isNamedByClients = (candidate: ItemFamily): boolean =>
    isNamed(candidate) && nounOf(candidate.collection) === nounOf(above);
  const put = putFamilies(document);
  const other = families.values().find(isNamed) ?? put.values().find(isNamedByClients);
  if (families.has(path) || family === undefined || other === undefined) return undefined;
  if (other.item === path) return undefined;
  const list = operations(document).find(
    (operation) => operation.method === 'GET' && barePath(operation.path) === above,
  );
  return { path, family, other, noun: nounOf(above), list };
}

/** What has to be there for one to be put under its name: a user, for a member of a team. */
export function namesakeOf(
  document: OpenApiDocument,
  { create }: Pick<ItemFamily, 'create'>,
): ItemFamily | undefined {
  const other = create.method === 'PUT' ? relationOf(document, create)?.other : undefined;
  return other?.identity === undefined ? undefined : other;
}

/** Whether an operation is about a relationship of what has a path template: `/articles/{id}/relationships/tags` (JSON:API 1.1, 9.2). */
export function isLinkage({ path }: Pick<Operation, 'path'>, item: string): boolean {
  return path.startsWith(item) && /^\/relationships\/[^/{}]+$/.test(path.slice(item.length));
}

/** Whether an operation only adds to a list, and others replace it as a whole: what is sent is not all it has then. */
export function addsToList(
  document: OpenApiDocument,
  { method, path }: Pick<Operation, 'method' | 'path'>,
): boolean {
  const isOfOne = method === 'POST' && path.includes('{');
  return isOfOne && ['PUT', 'PATCH'].some((other) => operationAt(document, other, path));
}

/** What relates resources at the path of an operation. */
export function relatingAt(
  document: OpenApiDocument,
  { path }: Pick<Operation, 'path'>,
): Operation | undefined {
  const found = operations(document).find(
    (operation) => /^P(?:UT|OST)$/.test(operation.method) && operation.path === path,
  );
  return found && relationOf(document, found) ? found : undefined;
}

/** Of the names of a resource's lists, the one that tells of the others: `labels`, `label_ids`. */
export function nameOfRelated({ noun }: Relation, names: Iterable<string>): string | undefined {
  const likely = new Set([noun, `${noun}s`, `${noun}es`, `${noun}ids`, `${noun.slice(0, -1)}ies`]);
  return [...names].find((name) => likely.has(plainName(name)));
}

/** The list of a resource that tells of the others, as reading it alone does. */
export function relatedList(
  document: OpenApiDocument,
  relation: Relation,
): { readonly name: string; readonly items: EffectiveSchema } | undefined {
  const { item, envelope } = relation.family;
  const read = operationAt(document, 'GET', item);
  const whole = effectiveSchema(document.root, bodySchema(read && successResponse(read)));
  const { properties } = schemaIn(whole, envelope) ?? whole;
  const lists = [...properties].filter(([, { items }]) => items !== undefined);
  const name = nameOfRelated(
    relation,
    lists.map(([list]) => list),
  );
  const items = name === undefined ? undefined : properties.get(name)?.items;
  return name === undefined || items === undefined ? undefined : { name, items };
}

/** What lists those that are related to one of the others: `GET /labels/{labelId}/tickets`. */
export function backList(
  document: OpenApiDocument,
  { family, other }: Relation,
): ListModel | undefined {
  const told = resourceSchema(document, family, family.create, 'told');
  return operations(document)
    .filter(({ path }) => {
      return pathAbove(path) === other.item && nounOf(path) === nounOf(family.collection);
    })
    .map((operation) => listOf(document, operation))
    .find((list) => list !== undefined && shareSchema(list.item, told));
}

/** The relation of which an operation is the {@link backList}; `undefined` where it is of none that is kept at paths of its own. */
export function relationListedBy(
  document: OpenApiDocument,
  operation: Operation,
): Relation | undefined {
  return operation.method === 'GET' ? listedRelations(document).get(operation.path) : undefined;
}

/** By the path of the list, of several the first; looked for once a document. */
const listedRelations = onceFor((document: OpenApiDocument): ReadonlyMap<string, Relation> => {
  const found = operations(document).flatMap((relate): [string, Relation][] => {
    const relation = relationOf(document, relate);
    if (relation === undefined) return [];
    // What is told of each pair is kept as well as a list.
    const isPaired = operationAt(document, 'GET', relate.path) !== undefined;
    if (!isPaired && !listsOthers(document, relation)) return [];
    const list = backList(document, relation);
    return list === undefined ? [] : [[list.operation.path, relation]];
  });
  return new Map(found.toReversed());
}, rootOf);

/** Whether the others have a list of their own, in which they stand as they are read alone. */
export function listsOthers(document: OpenApiDocument, { list, other }: Relation): boolean {
  const model = list && listOf(document, list);
  const told = resourceSchema(document, other, other.create, 'told');
  return model !== undefined && shareSchema(model.item, told);
}
