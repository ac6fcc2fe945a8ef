import type { OpenApiDocument } from '../../../openapi/document.ts';
import { onceFor } from '../../../openapi/once.ts';
import {
  type JsonValue,
  isJsonObject,
  objectOf,
  propertyAt,
} from '../../../openapi/json/json-value.ts';
import { type Operation, pathParameters } from '../../../model/operation.ts';
import {
  type BodyBase,
  baseReferring,
  createBodyBase,
  type Slot,
  samePath,
  withValue,
} from '../../../model/requests/body-base.ts';
import { hasFewIdentities as hasFew, freshText } from '../../../model/requests/fresh-identity.ts';
import { drawingShown } from './shown-texts.ts';
import { type BodyReference, bodyReferences } from '../../../model/resources/body-references.ts';
import { ownReference } from '../../../model/resources/own-references.ts';
import {
  familyCreatedBy,
  referencesOf,
  resourceFamilies,
} from '../../../model/resources/resources.ts';
import { saidOfUsed } from '../../../model/words.ts';
import { isValidFor } from '../../../openapi/schema/compile-schema.ts';
import { envelopesOf } from '../../../model/resources/envelopes-in.ts';
import { createdIdentity } from '../../../model/resources/identity.ts';
import { sendable } from './body-candidates.ts';
import type { SettleContext } from './candidate.ts';

/**
 * Of each media type that a body can be made up in, the most usual first. What the path says, what
 * names something else, and what the user gives is not fresh in them.
 *
 * @param given Values of properties.
 * @param another Where it could name another one of its own kind, and names none.
 */
function bodyBases(
  document: OpenApiDocument,
  operation: Operation,
  given: Readonly<Record<string, JsonValue>>,
  another: Place | undefined,
): BodyBase[] {
  const created = createdIdentity(document, operation);
  const inPath = pathParameters(operation).map(({ name }) => name);
  const names = [
    resourceFamilies(document).get(operation.path)?.identity,
    ...inPath,
    ...referencesOf(document, operation).map(({ name }) => name),
  ];
  return sendable(operation.requestBody?.content).flatMap((mediaType) => {
    const made = createBodyBase(document, mediaType, created, [...names, ...Object.keys(given)]);
    const referring = made && another ? referringToNone(made, another) : made;
    const properties = referring ? Object.keys(objectOf(referring.value)) : [];
    const used = new Set(saidOfUsed(document, operation, properties).keys());
    const base = referring && drawingShown(referring, used);
    if (base === undefined || !isJsonObject(base.value)) return base ?? [];
    const { value } = base;
    const members = Object.entries(given).filter(([name]) => Object.hasOwn(value, name));
    return { ...base, value: { ...value, ...Object.fromEntries(members) } };
  });
}

type Place = Pick<Slot, 'path' | 'schema'>;

/** Where a body names another one of the kind that it is of; `undefined` where it doesn't. */
function ownReferenceIn(document: OpenApiDocument, operation: Operation): Place | undefined {
  const family =
    familyCreatedBy(document, operation) ?? resourceFamilies(document).get(operation.path);
  const reference = family && ownReference(document, operation, family, 'taken');
  if (family === undefined || reference === undefined) return undefined;
  const path = [...envelopesOf(document, operation, family).taken, reference.name];
  return { path, schema: reference.schema };
}

/** Of a category, nothing tells that there is another one, which its `parentId` could name. */
function referringToNone(base: BodyBase, { path, schema }: Place): BodyBase {
  const none = isValidFor(null, schema, 'request') ? null : undefined;
  const without = (value: JsonValue): JsonValue =>
    propertyAt(value, path) === undefined ? value : withValue(value, path, none);
  return {
    ...base,
    value: without(base.value),
    lesser: base.lesser.map(without),
    slots: none === null ? base.slots : base.slots.filter((slot) => !samePath(slot.path, path)),
  };
}

/** Bases with what they refer to, of which nothing is fresh: it names what is there. */
export interface ReferringBases {
  readonly bases: readonly BodyBase[];
  readonly references: readonly BodyReference[];
  /** Where they could name another one of their own kind, and name none. Default: nowhere. */
  readonly refersToNone?: readonly string[] | undefined;
}

/** The {@link ReferringBases} of an operation; the user may give values of properties. */
export function referringBases(
  document: OpenApiDocument,
  operation: Operation,
  given: Readonly<Record<string, JsonValue>>,
): ReferringBases {
  const isPlain = Object.keys(given).length === 0;
  return isPlain ? plainBases(operation, document) : makeBases(document, operation, given);
}

const plainBases = onceFor((operation: Operation, document: OpenApiDocument): ReferringBases =>
  makeBases(document, operation, {}),
);

function makeBases(
  document: OpenApiDocument,
  operation: Operation,
  given: Readonly<Record<string, JsonValue>>,
): ReferringBases {
  const another = ownReferenceIn(document, operation);
  const bases = bodyBases(document, operation, given, another);
  const [base] = bases;
  if (base === undefined) return { bases, references: [] };
  // Of what the path says again, and what the user gives, nothing has to be made.
  const known = new Set([
    createdIdentity(document, operation)?.name,
    resourceFamilies(document).get(operation.path)?.identity,
    ...operation.parameters.map(({ name }) => name),
    ...Object.keys(given),
  ]);
  const own = ownPath(document, operation);
  const slots = base.slots.filter(
    ({ path }) => (path.length > 1 || !known.has(path[0])) && !samePath(path, own),
  );
  const references = bodyReferences(document, operation, slots);
  const paths = [...references.map(({ path }) => path), own];
  const referring = bases.map((candidate) => baseReferring(candidate, paths));
  return { bases: referring, references, refersToNone: another?.path };
}

/** Where a body says again what the path names; nowhere where the path names nothing. */
function ownPath(document: OpenApiDocument, operation: Operation): readonly string[] {
  const family = resourceFamilies(document).get(operation.path);
  if (family?.identity === undefined) return [];
  return [...envelopesOf(document, operation, family).taken, family.identity];
}

/** Paths of texts that others may not have, too. */
function uniquePaths(
  { slots }: BodyBase,
  references: readonly BodyReference[],
): (readonly string[])[] {
  return slots
    .filter(({ path, schema }) => freshText(path.at(-1)!, schema) !== undefined)
    .map(({ path }) => path)
    .filter((path) => !references.some((reference) => samePath(reference.path, path)));
}

/** Top-level properties of which no value is to be sent twice. */
function namesOnce({ identity, unique }: BodyBase): string[] {
  // An example of another kind may name what is there: it stays, and can be sent again.
  const always = unique.filter(({ path, fresh }) => path.length === 1 && fresh.isAlwaysDrawn);
  const ofBody = identity.filter(({ path }) => path.length === 1);
  return [...ofBody, ...always].map(({ path }) => path[0]!);
}

/** What candidates are held against, of the body. */
export function bodyContext({
  bases: [base],
  references,
  refersToNone,
}: ReferringBases): Pick<
  SettleContext,
  | 'identity'
  | 'unique'
  | 'hasFewIdentities'
  | 'hasFewTexts'
  | 'references'
  | 'refersToNone'
  | 'schema'
  | 'usual'
> {
  if (base === undefined) return { identity: [] };
  const { hasFewIdentities, schema, value: usual } = base;
  const unique = uniquePaths(base, references);
  const hasFewTexts = base.slots.some((slot) => unique.includes(slot.path) && hasFew(slot.schema));
  const identity = namesOnce(base);
  const fresh = { identity, unique, hasFewIdentities, hasFewTexts };
  return { ...fresh, references, refersToNone, schema, usual };
}
