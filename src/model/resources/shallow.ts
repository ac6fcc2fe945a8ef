/** What is created at one path and found at another: `POST /projects/{id}/tasks` or `POST /tasks/create`, `GET /tasks/{id}`. */
import { type OpenApiDocument, rootOf } from '../../openapi/document.ts';
import { onceFor } from '../../openapi/once.ts';
import { effectiveSchema, shareSchema } from '../../openapi/schema/effective-schema.ts';
import { bodySchema } from '../media-type.ts';
import { type Operation, operations, successResponse, operationAt } from '../operation.ts';
import { enveloped } from './envelope.ts';
import { barePath, endsInParameter, literalPath, nounOf, pathAbove } from './names.ts';

/**
 * The only operation that creates elsewhere what is found at a path: below another resource, where it is called the
 * same, beside it by a word (`POST /users/register`), or as the work that it has begun (202), as `POST /exports` is
 * followed at `GET /jobs/{id}`. Nothing is found below it, and both answers have one schema.
 */
export function shallowCreation(
  document: OpenApiDocument,
  creating: readonly Operation[],
  item: string,
): Operation | undefined {
  const all = operations(document);
  const read = operationAt(document, 'GET', item);
  const found = creating.filter(
    (operation) =>
      (isCalledLike(operation.path, item) ||
        isSaid(operation.path, item) ||
        (read && isBegun(document, operation, read))) &&
      !all.some(({ path }) => path.startsWith(`${barePath(operation.path)}/{`)),
  );
  const [create] = found;
  const isOne = found.length === 1 && read !== undefined && tellSame(document, create!, read);
  return isOne && !isOfSeveral(document, create!, item) ? create : undefined;
}

/** Whether what says that it creates something answers with what other collections have, too: it may be any of them. */
function isOfSeveral(document: OpenApiDocument, create: Operation, item: string): boolean {
  return operations(document).some((read) => {
    const { method, path } = read;
    const isOther =
      method === 'GET' && endsInParameter(path) && pathAbove(path) !== pathAbove(item);
    return isOther && isSaid(create.path, path) && tellSame(document, create, read);
  });
}

/** In a path, what says that something is created there. */
const CREATING = /^(?:[Cc]reate|[Aa]dd|[Ss]ubmit|[Ii]nsert|[Nn]ew)(?![a-z])/;

/** Wherever people do so, it creates a user. */
const REGISTERING = /^(?:[Rr]egister|[Ss]ign-?_?[Uu]p)(?![a-z])/;

/** Whether a path says in a word that it creates one of the resources: beside theirs, or as people register. */
function isSaid(path: string, item: string): boolean {
  const word = lastPart(path).slice(1);
  const isBeside = pathAbove(path) === pathAbove(item);
  const isAtTop = namesIn(path).length === 0 && namesIn(item).length === 1;
  return REGISTERING.test(word) ? isBeside || isAtTop : isBeside && CREATING.test(word);
}

/** Whether an operation answers with what tells how its work goes on; both are below nothing. */
function isBegun(document: OpenApiDocument, operation: Operation, read: Operation): boolean {
  const isLater = successResponse(operation)?.status === '202';
  const isAtTop = namesIn(operation.path).length === 0 && namesIn(read.path).length === 1;
  return isLater && isAtTop && tellSame(document, operation, read);
}

/** Whether what an operation answers is read at a path without its parent, as `GET /jobs/{id}` does. */
export function isReadElsewhere(document: OpenApiDocument, operation: Operation): boolean {
  const reads = readsOfOne(document).get(lastPart(operation.path)) ?? [];
  return reads.some(
    (read) => isCalledLike(operation.path, read.path) && tellSame(document, operation, read),
  );
}

/** What reads one of several, by what these are called; looked for once a document. */
const readsOfOne = onceFor((document: OpenApiDocument) => {
  const reads = operations(document).filter(
    ({ method, path }) => method === 'GET' && endsInParameter(path),
  );
  return Map.groupBy(reads, ({ path }) => lastPart(pathAbove(path)));
}, rootOf);

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/'));
}

/** Whether `/tasks/{task}` may be one of `/projects/{project}/tasks`. */
function isCalledLike(collection: string, item: string): boolean {
  const above = pathAbove(item);
  if (lastPart(collection) !== lastPart(above)) return false;
  const names = namesIn(collection);
  const isBelow = names.length > 0 && !names.includes(namesIn(item).at(-1)!);
  return isBelow && namesIn(above).every((name) => names.includes(name));
}

function namesIn(path: string): string[] {
  return Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, name = '']) => name);
}

/** Whether a POST to the path of one is about this one, as other methods there are: clients choose its name. */
export function isPostedItself(document: OpenApiDocument, path: string): boolean {
  const [create, ...others] = ['POST', 'GET', 'PUT', 'PATCH'].map((method) =>
    operationAt(document, method, path),
  );
  if (create === undefined || !endsInParameter(path)) return false;
  return others.some((other) => other && tellSame(document, create, other));
}

/** Whether the answers of two operations have one schema of the document, in envelopes or not. */
function tellSame({ root }: OpenApiDocument, ...both: readonly Operation[]): boolean {
  const nouns = new Set(both.map(({ path }) => nounOf(literalPath(path))));
  const [first, other] = both.map((operation) => {
    const answer = effectiveSchema(root, bodySchema(successResponse(operation)));
    const inside = enveloped(answer, { nouns });
    return inside.map(({ schema }) => schema);
  });
  return first!.some((schema) => other!.some((same) => shareSchema(schema, same)));
}

/** Whether a success tells of what a collection is in: the cart into which something is put. */
export function tellsOfAbove(
  document: OpenApiDocument,
  operation: Operation,
  collection: string,
): boolean {
  const read = operationAt(document, 'GET', pathAbove(collection));
  const [told, above] = [operation, read].map((asked) =>
    effectiveSchema(document.root, bodySchema(asked && successResponse(asked))),
  );
  return collection.includes('{') && told!.pointers.length > 0 && shareSchema(told!, above!);
}
