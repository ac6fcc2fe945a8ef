/** A resource as oracles look at it: out of its envelope, its properties beside each other. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import {
  type JsonObject,
  type JsonValue,
  isJsonObject,
  objectOf,
} from '../../openapi/json/json-value.ts';
import {
  type Members,
  changedFlat,
  flat,
  flatPath,
  flatSchema,
  hasFields,
} from '../../model/json-api.ts';
import type { Operation } from '../../model/operation.ts';
import { type Envelope, closed, opened } from '../../model/resources/envelope.ts';
import { envelopesOf, resourceSchema } from '../../model/resources/envelopes-in.ts';
import type { Given, JudgedExchange } from '../cases/case.ts';
import type { ResourceOperations } from './resource-operations.ts';

/** What a scene has created, or found. */
export interface Resource {
  readonly kind: ResourceOperations;
  /** What requests about it need. */
  readonly given: Given;
  /** The value by which its path names it. */
  readonly identity: JsonValue;
  /** As it was answered last, out of its envelope. */
  readonly view: JsonObject;
  /** The answer that it stands in. */
  readonly exchange: JudgedExchange;
}

type Kind = Pick<ResourceOperations, 'family'>;

/** The resource in a body, or in an item of a list; `undefined` where there is none. */
export function viewIn(
  { family }: Kind,
  value: JsonValue,
  envelope: Envelope = family.envelope,
): JsonObject | undefined {
  const resource = opened(value, envelope) ?? (isJsonObject(value) ? value : undefined);
  return resource && hasFields(family.envelope) ? flat(resource) : resource;
}

/** The resource in what was sent; `undefined` where there is none. */
export function sentIn(
  document: OpenApiDocument,
  kind: Kind,
  { case: { operation, request } }: JudgedExchange,
): JsonObject | undefined {
  const { taken } = envelopesOf(document, operation, kind.family);
  return viewIn(kind, request.value ?? null, taken);
}

/** Where a place in a body of an operation is in {@link viewIn}. */
export function placeIn(
  document: OpenApiDocument,
  { family }: Kind,
  operation: Operation,
  path: readonly string[],
): readonly string[] {
  const rest = path.slice(envelopesOf(document, operation, family).taken.length);
  return hasFields(family.envelope) ? flatPath(rest) : rest;
}

/** What an operation says of the properties of the resource, in what it takes or tells. */
export function membersOf(
  document: OpenApiDocument,
  { family }: Kind,
  operation: Operation,
  side: 'taken' | 'told',
): Members {
  const schema = resourceSchema(document, family, operation, side);
  return hasFields(family.envelope) ? flatSchema(schema) : schema;
}

/** A body of an operation with the resource in it changed; as it is where it has none. */
export function withChanged(
  document: OpenApiDocument,
  { family }: Kind,
  operation: Operation,
  { body, change }: { body: JsonObject; change: (resource: JsonObject) => JsonObject },
): JsonObject {
  const { taken } = envelopesOf(document, operation, family);
  const resource = opened(body, taken);
  if (resource === undefined) return body;
  if (!hasFields(family.envelope)) return closed(change(resource), taken, body);
  const schemas = [
    resourceSchema(document, family, operation, 'taken'),
    resourceSchema(document, family, family.create, 'told'),
  ];
  return closed(changedFlat(resource, schemas, change), taken, body);
}

/** Whether the request of one names what an earlier one has created, though no path says by what. */
export function isAgain(
  { kind, identity, exchange }: Resource,
  earlier: readonly Resource[],
): boolean {
  const sent = Object.values(objectOf(exchange.case.request.value));
  // Numbers are the same by chance, too.
  if (typeof identity !== 'string' || !sent.includes(identity)) return false;
  const others = earlier.filter((other) => other.exchange !== exchange && other.kind === kind);
  return others.some((other) => other.identity === identity);
}
