/** Believable resources of a collection: as the document shows them, else made up. */
import { listedItem } from '../model/lists/lists.ts';
import { bodyMediaType } from '../model/media-type.ts';
import { type Operation, successResponse, operationAt } from '../model/operation.ts';
import { opened, schemaIn } from '../model/resources/envelope.ts';
import { literalPath, nounOf } from '../model/resources/names.ts';
import { envelopesOf } from '../model/resources/envelopes-in.ts';
import { type ResourceFamily } from '../model/resources/resources.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../openapi/json/json-value.ts';
import { isValidFor } from '../openapi/schema/compile-schema.ts';
import { type EffectiveSchema } from '../openapi/schema/effective-schema.ts';
import { parentReferrer } from './path-referrer.ts';
import { believableValues } from '../model/believable/believable-values.ts';
import { requestShape, successShape } from '../model/body-shapes.ts';

/** The examples of an operation's success. */
export function shownBy(operation: Operation): JsonValue[] {
  const media = bodyMediaType(successResponse(operation)?.content);
  return Object.values(media?.examples ?? {});
}

/** What the examples of reading one have, or those of its creation. */
function itemExamples(document: OpenApiDocument, family: ResourceFamily): JsonObject[] {
  const operation = readerOf(document, family);
  const { told } = envelopesOf(document, operation, family);
  const schema = responseSchemaOf(document, family);
  return shownBy(operation).flatMap((example) => {
    const resource = opened(example, told);
    return resource && schema && isValidFor(resource, schema, 'response') ? [resource] : [];
  });
}

function readerOf(document: OpenApiDocument, family: ResourceFamily): Operation {
  return operationAt(document, 'GET', family.item) ?? family.create;
}

/** What creates one takes, without its envelope. */
export function requestSchemaOf(
  document: OpenApiDocument,
  family: ResourceFamily,
): EffectiveSchema | undefined {
  const { create } = family;
  const whole = requestShape(document, create);
  return schemaIn(whole, envelopesOf(document, create, family).taken);
}

/** What is told of one: where it is read, else where it is created. */
export function responseSchemaOf(
  document: OpenApiDocument,
  family: ResourceFamily,
): EffectiveSchema | undefined {
  const operation = readerOf(document, family);
  const whole = successShape(document, operation);
  return schemaIn(whole, envelopesOf(document, operation, family).told);
}

/** Makes the one of a number, from 0, in the collection at a path. */
export type ResourceMaker = (n: number, path: string) => JsonObject;

/** Makes resources, each as it would be once it was created. */
export function resourceMaker(
  document: OpenApiDocument,
  family: ResourceFamily,
  now: number,
): ResourceMaker {
  const [taken, told] = [requestSchemaOf(document, family), responseSchemaOf(document, family)];
  const noun = nounOf(literalPath(family.collection));
  const { identity = '' } = family;
  const [example] = itemExamples(document, family);
  const takenValue = taken && believableValues(taken, 'request', { noun, now });
  const toldValue = told && believableValues(told, 'response', { noun, now });
  const listed = listedItem(document, family.collection);
  const listedValue = listed && believableValues(listed, 'response', { noun, now });
  const refer = parentReferrer(family, told);
  return (n, path) => {
    // What an answer tells is seen; of a request, or a list, there is what that may not have.
    const parts = [takenValue?.(n), listedValue?.(n), toldValue?.(n)];
    const shown = n === 0 ? [...parts, example] : [example, ...parts];
    const resource: JsonObject = Object.assign({}, ...shown.filter(isJsonObject)) as JsonObject;
    // What people are called by stays; numbers are counted.
    const isSpoken = /(?:name|login|slug|email|handle)$/i.test(identity);
    if (!isSpoken) delete resource[identity];
    return refer(resource, path);
  };
}
