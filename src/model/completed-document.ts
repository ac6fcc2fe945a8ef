/**
 * What a document leaves out of its answers, said by what it takes, so that a mock has something to tell. Pages do
 * without: their document leaves out nothing.
 */
import { type OpenApiDocument, rootOf } from '../openapi/document.ts';
import {
  type JsonObject,
  type JsonValue,
  isJsonObject,
  objectOf,
  setProperty,
} from '../openapi/json/json-value.ts';
import { onceFor } from '../openapi/once.ts';
import { effectiveSchema } from '../openapi/schema/effective-schema.ts';
import { childPointer, fromPointer, localReference, valueAt } from '../openapi/pointer.ts';
import { isAnswerDescribed, requestShape } from './body-shapes.ts';
import { jsonMediaType } from './media-type.ts';
import {
  type Operation,
  type ResponseObject,
  hasNoContent,
  operationAt,
  operations,
  parameterNamed,
  successResponse,
} from './operation.ts';
import { withValue } from './requests/slots.ts';
import { type Named, barePath, certainNames, nounOf, plainName } from './resources/names.ts';
import { creating, familyCreatedBy, resourceFamilies } from './resources/resources.ts';

/**
 * The document with the answers that it doesn't describe: what is read, and what no answer has a schema of, is
 * what requests about it have, with what paths name it by.
 *
 * @returns The document itself where nothing is to be added.
 */
export const completedDocument: (document: OpenApiDocument) => OpenApiDocument = onceFor(
  (document) => {
    const root = completedRoot(document);
    return root === document.root ? document : { ...document, root };
  },
);

const completedRoot = onceFor((document: OpenApiDocument): JsonObject => {
  const found = [...creating(document), ...puts(document)].flatMap((operation) =>
    answersAbout(document, operation),
  );
  const root = found.reduce<JsonValue>(
    (whole, { pointer, value }) => withValue(whole, fromPointer(pointer), value),
    document.root,
  );
  return isJsonObject(root) ? root : document.root;
}, rootOf);

/** What clients put where nothing is posted. */
function puts(document: OpenApiDocument): Operation[] {
  const posted = resourceFamilies(document);
  return operations(document).filter(({ method, path }) => {
    const isPosted = posted.has(path) || operationAt(document, 'POST', path) !== undefined;
    return method === 'PUT' && !isPosted;
  });
}

interface Addition {
  /** JSON Pointer to what is replaced. */
  readonly pointer: string;
  readonly value: JsonObject;
}

/** Answers about what an operation makes; none where one of them is described, or nothing reads it. */
function answersAbout(document: OpenApiDocument, make: Operation): Addition[] {
  const isPosted = make.method === 'POST';
  const family = isPosted ? familyCreatedBy(document, make) : undefined;
  const list = isPosted ? operationAt(document, 'GET', make.path) : undefined;
  // There is one at `/session`, whoever posts it.
  if (family === undefined && list !== undefined && isOfOne(make.path)) return [];
  const item = isPosted ? family?.item : make.path;
  const onItem = ['GET', 'PUT', 'PATCH'].flatMap(
    (method) => operationAt(document, method, item) ?? [],
  );
  const about = [make, ...onItem.filter((operation) => operation !== make)];
  const all = list === undefined ? about : [...about, list];
  const isRead = all.some(({ method }) => method === 'GET');
  if (!isRead || all.some((operation) => isAnswerDescribed(document, operation))) return [];
  const { parameter: name = 'id' } = family ?? {};
  const isOfMany = list !== undefined || family !== undefined;
  const named = isOfMany ? { name, collection: make.path } : undefined;
  const schema = schemaTaken(document, about, named);
  if (schema === undefined) return [];
  return all.flatMap((operation) =>
    described(document, operation, operation === list ? { type: 'array', items: schema } : schema),
  );
}

/** Whether the last word of a path is for one thing. */
function isOfOne(path: string): boolean {
  return plainName(barePath(path).split('/').at(-1) ?? '') === nounOf(path);
}

/**
 * What requests have, but files.
 *
 * @param named What paths call one of several: it has that, too. Default: there is only one.
 */
function schemaTaken(
  document: OpenApiDocument,
  about: readonly Operation[],
  named: Named | undefined,
): (JsonObject & { readonly type: 'object' }) | undefined {
  const properties: JsonObject = {};
  const shapes = about.map((operation) => requestShape(document, operation));
  for (const [name, { places, format }] of shapes.flatMap((shape) => [...shape.properties])) {
    const allOf = places.map((place) => ({ $ref: localReference(place) }));
    const isNew = !Object.hasOwn(properties, name) && format !== 'binary';
    if (isNew) setProperty(properties, name, { allOf });
  }
  const names = Object.keys(properties);
  if (names.length === 0) return undefined;
  const identity = named === undefined ? {} : identityBeside(names, about, named);
  const required = [...(shapes[0]?.required ?? [])].filter((name) => names.includes(name));
  return {
    type: 'object',
    properties: { ...identity, ...properties },
    required: [...Object.keys(identity), ...required],
  };
}

/** What paths name one by, with its schema; nothing where a property has that already. */
function identityBeside(
  properties: readonly string[],
  about: readonly Operation[],
  named: Named,
): JsonObject {
  const words = certainNames(named);
  if (properties.some((name) => words.includes(plainName(name)))) return {};
  const { name } = named;
  return { [plainName(name).endsWith('id') ? 'id' : name]: identitySchema(about, name) };
}

function identitySchema(about: readonly Operation[], name: string): JsonObject {
  const [pointer] = about.flatMap(
    (operation) => parameterNamed(operation, 'path', name)?.schemaPointer ?? [],
  );
  return pointer === undefined ? { type: 'integer' } : { $ref: localReference(pointer) };
}

/** The success of an operation with a schema; nothing where it has no body, or one of another type. */
function described(
  { root }: OpenApiDocument,
  operation: Operation,
  schema: JsonObject & { readonly type: 'array' | 'object' },
): Addition[] {
  const response = successResponse(operation);
  if (response === undefined || hasOtherBody(operation, response)) return [];
  const { name, schemaPointer } = jsonMediaType(response.content) ?? { name: 'application/json' };
  if (!effectiveSchema(root, schemaPointer).types.includes(schema.type)) return [];
  const written = valueAt(root, response.pointer);
  const content = { [name]: { schema } };
  const value = { ...objectOf(written), content };
  return [{ pointer: childPointer(operation.pointer, 'responses', response.status), value }];
}

/** Whether it has no body, or one of another type than JSON. */
function hasOtherBody({ method }: Operation, { status, content }: ResponseObject): boolean {
  const isOther = content.length > 0 && jsonMediaType(content) === undefined;
  return isOther || hasNoContent(method, status);
}
