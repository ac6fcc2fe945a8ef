/** Links that answers have: `_links` of HAL, `links` of JSON:API, and the header (RFC 8288). */
import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonObject,
  objectOf,
} from '../../openapi/json/json-value.ts';
import { headerValue, isAnswered } from '../../http/exchange.ts';
import { type ListModel, listOf } from '../../model/lists/lists.ts';
import { type Operation, operations } from '../../model/operation.ts';
import { isJustBelow, plainName } from '../../model/resources/names.ts';
import { matchOperation, pathTemplate } from '../../model/routes.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { percentDecoded } from '../../openapi/percent.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { type Given, type JudgedExchange, acceptanceOf } from '../cases/case.ts';
import { jsonIn } from '../checks/json-response.ts';
import { printable } from '../checks/show.ts';
import { schemasOf } from './compared.ts';
import { follow, isOf, showAnswer, targetOf } from './following.ts';
import { itemOf, namesOf } from './list-items.ts';
import { itemsIn, pageAt, parametersWith, request, walk } from './list-walk.ts';
import type { Cast, Resource, ResourceOperations, Scene, Stage } from './oracle.ts';
import { naming, ownKinds } from './own-kind.ts';

/** Where HAL has links, and JSON:API. */
const LINKS = ['_links', 'links'];

/** Where a resource says that it and others are. */
export function* answerLinkScenes(
  kind: ResourceOperations,
  { document, resources }: Cast,
): Iterable<Scene> {
  const { told } = schemasOf(document, kind);
  if (!LINKS.some((name) => told.has(name))) return;
  const operation = kind.read!;
  const see = (stage: Stage): Promise<void> => playSelf(stage, kind);
  yield { operation, title: 'leads to itself', requests: 3, play: see };
  const list = kind.list && listOf(document, kind.list);
  if (list !== undefined) {
    const find = (stage: Stage): Promise<void> => playListed(stage, kind, list);
    yield { operation: list.operation, title: 'leads to its items', requests: 4, play: find };
  }
  const reads = new Set(resources.map(({ read }) => read));
  const go = (stage: Stage): Promise<void> => playOthers(stage, kind, reads);
  yield { operation, title: 'leads to others', requests: 5, play: go };
}

/** A resource says by `self` where it is (draft-kelly-json-hal, 4.1.1; JSON:API 1.1, 7.6). */
async function playSelf(stage: Stage, kind: ResourceOperations): Promise<void> {
  const { resource } = await createBelow(stage, kind);
  const { exchange, view } = resource;
  const self = linksIn(view).get('self');
  const target = self === undefined ? undefined : targetOf(self, exchange);
  // What leads elsewhere may be another way to the same server.
  if (self === undefined || target === undefined) return;
  const found = await follow(stage, resource, target);
  if (isOf(stage, resource, found) !== false) return;
  const isThere = acceptanceOf(found) !== undefined;
  stage.report(exchange, {
    message: isThere ? 'self leads to another resource' : 'self leads to nothing',
    received: `self: ${printable(self)}, where GET gets ${showAnswer(found)}`,
    documented: 'the resource that has the link',
  });
}

/** An item of a list says by `self` where it is, as the resource that is read alone does. */
async function playListed(stage: Stage, kind: ResourceOperations, list: ListModel): Promise<void> {
  const resource = await stage.read(await stage.create(kind));
  const parameters = parametersWith(list, resource.view) ?? stage.end();
  const { items, pages } = await walk(stage, list, {
    given: stage.besides(resource),
    parameters,
    wanted: resource,
  });
  const [item, page] = [itemOf(resource, items) ?? null, pages.at(-1)];
  const self = isJsonObject(item) ? linksIn(item).get('self') : undefined;
  const target = self === undefined || page === undefined ? undefined : targetOf(self, page);
  if (self === undefined || page === undefined || target === undefined) return;
  const alone = linksIn(resource.view).get('self');
  if (alone !== undefined && targetOf(alone, resource.exchange) === target) return;
  const found = await follow(stage, resource, target);
  const isList = acceptanceOf(found) !== undefined && found.case.operation === list.operation;
  if (!isList && isOf(stage, resource, found) !== false) return;
  stage.report(page, {
    message: `self of an item leads to ${acceptanceOf(found) ? 'something else' : 'nothing'}`,
    received: `self: ${printable(self)}, where GET gets ${showAnswer(found)}`,
    documented: 'the resource that has the link',
  });
}

/** One as it is read, and what it names as its parent, where a kind has such a reference. */
async function createBelow(
  stage: Stage,
  kind: ResourceOperations,
): Promise<{ readonly resource: Resource; readonly parent: Resource | undefined }> {
  const above = await stage.create(kind);
  const own = ownKinds({ document: stage.document, resources: [kind] })[0];
  const below = own && (await stage.make(kind, naming(stage, own, kind.create, above.identity)));
  const resource = await stage.read(below ?? above);
  const isNamed =
    own && textOf(getProperty(resource.view, own.name) ?? null) === textOf(above.identity);
  return { resource, parent: isNamed ? above : undefined };
}

/** So many links of a resource are followed. */
const FOLLOWED = 6;

/** What is just created leads to lists and resources that are there; what there is one of may be missing yet. */
async function playOthers(
  stage: Stage,
  kind: ResourceOperations,
  reads: ReadonlySet<Operation | undefined>,
): Promise<void> {
  const { resource, parent } = await createBelow(stage, kind);
  const { exchange, view } = resource;
  const { told } = schemasOf(stage.document, kind);
  for (const [name, href] of [...linksIn(view)].slice(0, FOLLOWED)) {
    const target = targetOf(href, exchange);
    const [path = ''] = target?.split('?', 1) ?? [];
    const { operation } = matchOperation(operations(stage.document), 'GET', path, '') ?? {};
    const isKnown = operation && (reads.has(operation) || listOf(stage.document, operation));
    if (name === 'self' || target === undefined || !isKnown) continue;
    const found = await follow(stage, resource, target);
    const isGone = isAnswered(found, 404, 410);
    const isUp = parent !== undefined && /^(?:up|parent)$/.test(name);
    const isWrong = isUp
      ? operation === kind.read && isOf(stage, parent, found) === false
      : isOfAnother(resource, operation, { name, path });
    if (!isGone && isWrong) {
      stage.report(exchange, {
        message: isUp
          ? `${name} leads to another parent`
          : `${name} leads to what another resource has`,
        received: `${name}: ${printable(href)}`,
        documented: `the ${name} of the resource that has the link`,
      });
    }
    if (!isGone) continue;
    stage.report(exchange, {
      severity: LINKS.some((key) => isNamed(told.get(key), name)) ? 'violation' : 'warning',
      message: `${name} leads to nothing`,
      received: `${name}: ${printable(href)}, where GET gets ${showAnswer(found)}`,
      documented: 'what the resource says to be there',
    });
  }
}

/** Whether a link with the name of what lies just below a resource leads below another one of its kind. */
function isOfAnother(
  { kind: { family }, identity }: Resource,
  { path: template }: Operation,
  { name, path }: { readonly name: string; readonly path: string },
): boolean {
  const isBelow = family.item !== undefined && isJustBelow(template, family.item);
  const isNamed = plainName(template.split('/').at(-1)!) === plainName(name);
  const named = pathTemplate(template).parts(path)?.get(family.parameter);
  return isBelow && isNamed && named !== undefined && percentDecoded(named) !== textOf(identity);
}

/** Whether the document has a link of this name, and not just any. */
function isNamed(schema: EffectiveSchema | undefined, name: string): boolean {
  return schema?.properties.has(name) === true;
}

/** The addresses in an object's links, by their names: as they are, or in objects. */
function linksIn(view: JsonObject): Map<string, string> {
  const all = LINKS.flatMap((name) => {
    const links = getProperty(view, name) ?? null;
    return Object.entries(objectOf(links));
  });
  return new Map(
    all.flatMap(([name, link]: [string, JsonValue]) => {
      const isTemplate = isJsonObject(link) && getProperty(link, 'templated') === true;
      const href = isJsonObject(link) ? getProperty(link, 'href') : link;
      const isAddress = typeof href === 'string' && /^(?:https?:|\.{0,2}\/)/.test(href);
      return isAddress && !isTemplate ? [[name, href] as const] : [];
    }),
  );
}

/** Where a page says that others are: in its body, else in its header. */
function pageLinksIn(exchange: JudgedExchange): Map<string, string> {
  const response = acceptanceOf(exchange);
  const body = jsonIn(response) ?? null;
  const inBody = isJsonObject(body) ? linksIn(body) : [];
  const header = headerValue(response?.headers ?? [], 'link') ?? '';
  const inHeader = header
    .matchAll(/<([^<>]*)>[^<>]*;\s*rel="?(\w+)/gi)
    .map(([, url = '', name = '']) => [name, url] as const);
  return new Map([...inHeader, ...inBody]);
}

/** Pages, and how they are asked for. */
interface Pages {
  readonly given: Given;
  readonly kind: ResourceOperations;
  readonly pages: readonly JudgedExchange[];
  readonly isComplete: boolean;
}

/** The second page leads back to the first, and the first one to the last. */
export async function followPages(
  stage: Stage,
  list: ListModel,
  { given, kind, pages, isComplete }: Pages,
): Promise<void> {
  const namesAt = (page: JudgedExchange): string[] => namesOf(itemsIn(list, page) ?? [], kind);
  const [first, second] = pages;
  const last = pages.findLast((page) => namesAt(page).length > 0);
  if (first === undefined || second === undefined || last === undefined) return;
  // What comes before a place may be another number of items, and so may what comes last.
  const wanted = [
    { name: 'first', from: second, to: first, at: 0 },
    { name: 'prev', from: second, to: first, at: -1 },
    { name: 'last', from: first, to: last, at: -1 },
  ];
  for (const { name, from, to, at } of wanted) {
    const href = pageLinksIn(from).get(name);
    if (href === undefined || (name === 'last' && !isComplete)) continue;
    const page = await request(stage, list, given, pageAt(href, from));
    const isThere = acceptanceOf(page) !== undefined;
    const expected = namesAt(to).at(at)!;
    const isMet = namesAt(page).at(at) === expected;
    // Others may have come behind it since.
    if (isThere && (isMet || (name === 'last' && namesAt(page).includes(expected)))) continue;
    if (!isThere && !isAnswered(page, 400, 404, 410, 422)) continue;
    const isSaid =
      list.linkHeader !== undefined ||
      LINKS.some((key) => isNamed(list.answer.properties.get(key), name));
    stage.report(page, {
      ...(!isSaid && { severity: 'warning' }),
      message: isThere ? `${name} leads to another page` : `${name} leads to nothing`,
      received: `${name}: ${printable(href)}, where GET gets ${showAnswer(page)}`,
      documented: `the ${name === 'last' ? 'last' : 'first'} page (RFC 8288, 3.3)`,
    });
  }
}
