import type { OpenApiDocument } from '../../openapi/document.ts';
import { type EffectiveSchema, effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { bodySchema } from '../media-type.ts';
import { type Operation, hasResponse, successResponse } from '../operation.ts';
import { type Envelope, enveloped, schemaIn, soleEnvelope } from './envelope.ts';
import { nounsOf, pathAbove } from './names.ts';
import { type ResourceFamily, actedOn, familyCreatedBy, resourceFamilies } from './resources.ts';
import { type OfOperation, ofOperation } from '../of-operation.ts';

/** Where an operation has the resource that it is about: in what it takes, and in its success. */
export interface Envelopes {
  readonly taken: Envelope;
  readonly told: Envelope;
}

/** The envelopes of an operation on a collection, or on one of its resources. */
export function envelopesOf(
  { root }: OpenApiDocument,
  operation: Operation,
  { identity, envelope, parameter: name, collection, item, listed }: ResourceFamily,
): Envelopes {
  const [taken, told] = [operation.requestBody, successResponse(operation)].map((body) =>
    effectiveSchema(root, bodySchema(body)),
  );
  const above = item === undefined ? collection : pathAbove(item);
  const resource = { nouns: nounsOf({ name, collection: above }), listed };
  const found = enveloped(told!, resource).find(({ schema }) =>
    schema.properties.has(identity ?? ''),
  );
  const around = found?.envelope ?? envelope;
  const inside = schemaIn(told!, around)?.properties;
  // What tells of it need not declare its identity.
  const isTold = around.length > 0 && (inside?.size ?? 0) > 0;
  const isTaken = around.length > 0 && schemaIn(taken!, around) !== undefined;
  const sole = soleEnvelope(taken!, resource).filter((name) => inside?.has(name) !== true);
  return {
    taken: isTaken ? around : sole,
    told: isTold || found !== undefined ? around : soleEnvelope(told!, resource),
  };
}

/** A family as its creation tells it: reads may do without the envelope that this has. */
export function asCreated(document: OpenApiDocument, family: ResourceFamily): ResourceFamily {
  return { ...family, envelope: envelopesOf(document, family.create, family).told };
}

/**
 * The envelopes of whatever an operation is about: of one of a family, as its path or that of an action says,
 * else, where it creates or changes something, of what has most of the names that it takes.
 */
export const envelopesIn: OfOperation<Envelopes> = ofOperation(findEnvelopes);

function findEnvelopes(document: OpenApiDocument, operation: Operation): Envelopes {
  const { path, method } = operation;
  const families = resourceFamilies(document);
  const acted = actedOn(document, operation, families.values());
  const family = familyCreatedBy(document, operation) ?? families.get(path) ?? acted;
  if (family?.identity !== undefined) return envelopesOf(document, operation, family);
  const isMaking = method === 'POST' && hasResponse(operation, 201);
  if (!isMaking && method !== 'PUT' && method !== 'PATCH') return { taken: [], told: [] };
  return commonEnvelopes(document, operation, operation) ?? { taken: [], told: [] };
}

/** The resource of a family, else whatever an operation is about, in what it takes or tells. */
export function resourceSchema(
  document: OpenApiDocument,
  family: ResourceFamily | undefined,
  operation: Operation,
  side: 'taken' | 'told',
): EffectiveSchema {
  const body = side === 'taken' ? operation.requestBody : successResponse(operation);
  const whole = effectiveSchema(document.root, bodySchema(body));
  const envelopes = family
    ? envelopesOf(document, operation, family)
    : envelopesIn(document, operation);
  return schemaIn(whole, envelopes[side]) ?? whole;
}

/**
 * Where one operation takes, and another one tells, what they have in common: the innermost that is taken, and of
 * what is told that with most of its properties; `undefined` where there is nothing.
 */
export function commonEnvelopes(
  document: OpenApiDocument,
  { requestBody, path }: Operation,
  teller: Operation,
): Envelopes | undefined {
  const nouns = nounsOf({ name: '', collection: path });
  const [taken, told] = [requestBody, successResponse(teller)].map((body) =>
    enveloped(effectiveSchema(document.root, bodySchema(body)), { nouns }),
  );
  for (const { envelope, schema: inside } of taken!.toReversed()) {
    const shared = ({ schema }: { readonly schema: EffectiveSchema }): number =>
      [...schema.properties].filter(([name, property]) =>
        isOfType(property, inside.properties.get(name)),
      ).length;
    const most = told!.filter((other) => shared(other) > 0);
    const [found] = most.toSorted((a, b) => shared(b) - shared(a));
    if (found !== undefined) return { taken: envelope, told: found.envelope };
  }
  return undefined;
}

/** Whether a value may be of both schemas, as far as their types say. */
function isOfType({ types }: EffectiveSchema, other: EffectiveSchema | undefined): boolean {
  const kinds = [types, other?.types ?? []].map(
    (all) => new Set<string>(all.map((type) => (type === 'integer' ? 'number' : type))),
  );
  const isOpen = kinds.some(({ size }) => size === 0);
  return other !== undefined && (isOpen || !kinds[0]!.isDisjointFrom(kinds[1]!));
}
