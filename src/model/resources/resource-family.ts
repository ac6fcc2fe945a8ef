import type { OpenApiDocument } from '../../openapi/document.ts';
import { type Operation, operations } from '../operation.ts';
import { type EffectiveSchema, effectiveSchema } from '../../openapi/schema/effective-schema.ts';

/** The operations of one kind of resource, as their paths tell: `/things` and `/things/{id}`. */
export interface ResourceFamily {
  /** Path template of the collection. */
  readonly collection: string;
  /** POST on the collection. */
  readonly create: Operation;
  /** Path template of one resource. */
  readonly item: string;
  /** The path parameter that tells one from another. */
  readonly parameter: string;
  /** The property that holds its value, such as `id`; `undefined` where none is found. */
  readonly identity: string | undefined;
}

const ITEM = /^(.*)\/\{([^{}/]+)\}$/;

const known = new WeakMap<object, ReadonlyMap<string, ResourceFamily>>();

/** The families of a document, by the path template of their item; found once a document. */
export function resourceFamilies(document: OpenApiDocument): ReadonlyMap<string, ResourceFamily> {
  const found = known.get(document.root) ?? findFamilies(document);
  known.set(document.root, found);
  return found;
}

/** The family of what an operation creates, or puts in a collection; `undefined` where no path leads to one of it. */
export function familyCreatedBy(
  document: OpenApiDocument,
  { path }: Operation,
): ResourceFamily | undefined {
  return [...resourceFamilies(document).values()].find(({ collection }) => collection === path);
}

/** The properties by which the document tells one of what an operation creates, or puts, from another. */
export function identitiesIn(document: OpenApiDocument, operation: Operation): string[] {
  const family =
    familyCreatedBy(document, operation) ?? resourceFamilies(document).get(operation.path);
  const named = bodySchemas(document, operation).flatMap(({ properties, required }) =>
    [...properties].flatMap(([name, { types }]) => {
      const isNamedSo = name === 'id' || (required.has(name) && /(?:Id|_id)$/.test(name));
      return isNamedSo && types.includes('integer') ? [name] : [];
    }),
  );
  const own = family?.identity === undefined ? named : named.filter((name) => name === 'id');
  return [...new Set([family?.identity ?? [], own].flat())];
}

/** Of a body, or of the items of one that is a list; each of its alternatives. */
function bodySchemas({ root }: OpenApiDocument, { requestBody }: Operation): EffectiveSchema[] {
  return (requestBody?.content ?? [])
    .map(({ schemaPointer }) => effectiveSchema(root, schemaPointer))
    .flatMap((schema) => [schema, ...(schema.items === undefined ? [] : [schema.items])])
    .flatMap((one) => Array.from({ length: one.branches }, (_, i) => one.inBranch(i)));
}

/** What a request does to stored resources: nothing, it adds one, or it changes or removes what is there. */
export type Effect = 'reads' | 'creates' | 'changes';

/**
 * What an operation does to stored resources, as its method and path tell (RFC 9110, 9.3). A POST on
 * one resource, or below it where nothing is listed or found again, is an action: it changes that one.
 */
export function effectOf(document: OpenApiDocument, { method, path }: Operation): Effect {
  if (['PUT', 'PATCH', 'DELETE'].includes(method)) return 'changes';
  if (method !== 'POST') return 'reads';
  if (!path.includes('{')) return 'creates';
  if (ITEM.test(path)) return 'changes';
  const isCollection = operations(document).some((other) => {
    return other.method === 'GET' ? other.path === path : ITEM.exec(other.path)?.[1] === path;
  });
  return isCollection ? 'creates' : 'changes';
}

function findFamilies(document: OpenApiDocument): Map<string, ResourceFamily> {
  const all = operations(document);
  const families = new Map<string, ResourceFamily>();
  for (const { path: item } of all) {
    const [, collection, parameter] = ITEM.exec(item) ?? [];
    const create = all.find(({ path, method }) => path === collection && method === 'POST');
    if (collection === undefined || parameter === undefined || create === undefined) continue;
    const own = all.filter(({ path }) => path === item);
    const identity = identityOf(document, [create, ...own], parameter);
    families.set(item, { collection, create, item, parameter, identity });
  }
  return families;
}

/** Named like the parameter, else `id`, in what the operations answer or take. */
function identityOf(
  document: OpenApiDocument,
  own: readonly Operation[],
  parameter: string,
): string | undefined {
  const answered = own.flatMap(({ responses }) =>
    responses.filter(({ status }) => /^2|^default$/i.test(status)),
  );
  const bodies = [...answered, ...own.flatMap(({ requestBody }) => requestBody ?? [])];
  const pointers = bodies.flatMap(({ content }) => content[0]?.schemaPointer ?? []);
  const wanted = [plain(parameter), plain(parameter.replace(/(?:id|Id|ID)$/, '')), 'id'];
  const named = pointers.map((pointer) => [
    ...effectiveSchema(document.root, pointer).properties.keys(),
  ]);
  for (const word of wanted) {
    const found = named.flat().find((name) => plain(name) === word);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `thing_id` and `thingId` are the same name. */
function plain(name: string): string {
  return name.replaceAll(/[^a-z\d]/gi, '').toLowerCase();
}
