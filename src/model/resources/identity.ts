/** The identity of a resource: in requests, in paths, in answers and their Location. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { JsonObject, JsonValue } from '../../openapi/json/json-value.ts';
import { readings } from '../../openapi/json/stringify-json.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import { percentDecoded } from '../../openapi/percent.ts';
import { type EffectiveSchema, effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { bodySchema } from '../media-type.ts';
import { type Operation, operations, successResponse } from '../operation.ts';
import { pathTemplate } from '../routes.ts';
import type { Envelope } from './envelope.ts';
import { envelopesOf } from './envelopes-in.ts';
import { type ResourceFamily, familyCreatedBy, resourceFamilies } from './resources.ts';
import { tellsOfAbove } from './shallow.ts';
import { isPathWithin } from './names.ts';

/** The property of a request by which paths name what it creates. */
export interface CreatedIdentity {
  /** `undefined` where none is found. */
  readonly name: string | undefined;
  /** What is around it in the request. */
  readonly envelope: Envelope;
  /** What the paths say of it. */
  readonly inPaths: readonly EffectiveSchema[];
}

/** How a request of an operation identifies what it creates; `undefined` where no path names that. */
export function createdIdentity(
  document: OpenApiDocument,
  operation: Operation,
): CreatedIdentity | undefined {
  const family = familyCreatedBy(document, operation);
  if (family?.item === undefined) return undefined;
  const { taken: envelope } = envelopesOf(document, operation, family);
  // What is put into a cart is named as it is elsewhere.
  const name = tellsOfAbove(document, operation, family.collection) ? undefined : family.identity;
  return { name, envelope, inPaths: pathSchemas(document, family) };
}

/** What the paths to a resource, and those below it, say of its identity. */
export function pathSchemas(
  document: OpenApiDocument,
  { item, parameter }: { readonly [Key in 'item' | 'parameter']: string | undefined },
): EffectiveSchema[] {
  const pointers = operations(document)
    .filter(({ path }) => item !== undefined && isPathWithin(path, item))
    .flatMap(({ parameters }) => parameters)
    .filter(({ in: place, name }) => place === 'path' && name === parameter)
    .map(({ schemaPointer }) => schemaPointer);
  const schemas = [...new Set(pointers)].map((pointer) => effectiveSchema(document.root, pointer));
  // Where one takes few values, and another any, those few are words for several or for one's own: `~`, `me`.
  const open = schemas.filter(({ values }) => values === undefined);
  return open.length > 0 ? open : schemas;
}

/** Whether paths can name an identity, given what they say of it. */
export function nameableBy(inPaths: readonly EffectiveSchema[]): (identity: JsonValue) => boolean {
  return (identity) =>
    inPaths.every((path) =>
      readings(identity).some((reading) => isValidFor(reading, path, 'request')),
    );
}

/** The identity that `Location: https://host/base/things/7` ends with; `undefined` where it names none. */
export function identityInLocation(
  location: string | undefined,
  { item, parameter }: ResourceFamily,
): string | undefined {
  return item === undefined ? undefined : namesInLocation(location, item).get(parameter);
}

/** What the end of a location has where a path template has parameters; nothing where it doesn't match. */
export function namesInLocation(
  location: string | undefined,
  template: string,
): ReadonlyMap<string, string> {
  const isReadable = location !== undefined && URL.canParse(location, 'http://host');
  if (!isReadable) return new Map();
  const { pathname } = new URL(location, 'http://host');
  const path = `/${pathname
    .split('/')
    .slice(-(template.split('/').length - 1))
    .join('/')}`;
  const texts = pathTemplate(template).parts(path) ?? new Map<string, string>();
  return new Map([...texts].map(([name, text]) => [name, percentDecoded(text)]));
}

/** Shorter texts are the same by chance, too. */
const TELLING = 8;

/** Properties of an answer that have the identity of what it is about: the one that paths name it by, and aliases. */
export function namesOfIdentity(
  document: OpenApiDocument,
  { path }: Operation,
  answer: JsonObject,
): ReadonlySet<string> {
  const family = familyCreatedBy(document, { path }) ?? resourceFamilies(document).get(path);
  const identity = family?.identity === undefined ? undefined : answer[family.identity];
  if (typeof identity !== 'string' || identity.length < TELLING) return new Set();
  return new Set(Object.keys(answer).filter((name) => answer[name] === identity));
}

/**
 * The property by which the answer to a creation names what was created, though no path does: `id`,
 * else a required one named so that the request doesn't have.
 */
export function answeredIdentity(
  { root }: OpenApiDocument,
  operation: Operation,
): string | undefined {
  const answered = bodySchema(successResponse(operation));
  const { properties, required } = effectiveSchema(root, answered);
  if (properties.has('id')) return 'id';
  const sent = effectiveSchema(root, bodySchema(operation.requestBody)).properties;
  return [...properties.keys()].find(
    (name) => required.has(name) && /(?:Id|_id)$/.test(name) && !sent.has(name),
  );
}

/** Whether a text may be what a service names a resource by, besides its identity. */
export function isNaming(property: string, value: JsonValue): boolean {
  const isCalledSo = NAMING.test(property);
  return isCalledSo && typeof value === 'string' && value !== '';
}

const NAMING = /(?:^|[-_a-z])(?:slug|handle|permalink|sku|serial|code|key|number|ref|reference)$/i;
