/** What answers show where nothing is stored: the document's example, else what is made up. */
import type { OpenApiDocument } from '../openapi/document.ts';
import { type JsonValue, isJsonObject } from '../openapi/json/json-value.ts';
import { stringifyJson } from '../openapi/json/stringify-json.ts';
import { isValidFor } from '../openapi/schema/compile-schema.ts';
import { type EffectiveSchema, effectiveSchema } from '../openapi/schema/effective-schema.ts';
import { fitter } from '../openapi/schema/fit-value.ts';
import { otherSideRemover } from '../openapi/schema/other-side.ts';
import { sampleValue } from '../openapi/schema/sample-value.ts';
import type { ListModel } from '../model/lists/lists.ts';
import { jsonMediaType } from '../model/media-type.ts';
import {
  type MediaType,
  type Operation,
  successResponse,
  pathParameters,
} from '../model/operation.ts';
import { literalPath, nounOf } from '../model/resources/names.ts';
import { atMost } from '../model/believable/at-most.ts';
import { believableValues } from '../model/believable/believable-values.ts';
import { believer } from '../model/believable/believer.ts';
import { requestSchemas } from './one-sided.ts';
import { pathReferrer } from './path-referrer.ts';
import type { ResourceCall } from './resource-action.ts';

/** A stand-in that tells of what the path names, where it stays valid with that. */
export function standInAt(
  { root }: OpenApiDocument,
  operation: Operation,
  { schemaPointer }: MediaType,
  standIn: JsonValue,
): (parameters: ResourceCall['parameters']) => string {
  const text = stringifyJson(standIn);
  const isNamed = pathParameters(operation).length > 0;
  if (!isNamed || schemaPointer === undefined || !isJsonObject(standIn)) return () => text;
  const refer = pathReferrer(operation);
  const schema = effectiveSchema(root, schemaPointer);
  return (parameters) => {
    const told = refer(standIn, parameters);
    return isValidFor(told, schema, 'response') ? stringifyJson(told) : text;
  };
}

/**
 * The items that a list shows where nothing is stored; `undefined` where its answer is no JSON.
 *
 * @param count How many there are at the least, where they are objects. Default: as many as a sample has.
 */
export function standInItems(
  document: OpenApiDocument,
  { operation, path, item }: ListModel,
  count: number = 0,
): readonly JsonValue[] | undefined {
  const media = jsonMediaType(successResponse(operation)?.content);
  if (media === undefined) return undefined;
  const noun = nounIn(operation);
  let items: JsonValue | undefined = standInFor(
    document,
    media,
    requestSchemas(document, operation),
    noun,
  );
  for (const key of path) items = isJsonObject(items) ? items[key] : undefined;
  if (!Array.isArray(items) || item.properties.size === 0) return isList(items);
  const { length } = items;
  const make = believableValues(item, 'response', { noun });
  const more = atMost(count - length, (i) => make(length + i));
  return [...items, ...more];
}

function isList(value: JsonValue | undefined): readonly JsonValue[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/** What an operation is about. */
export function nounIn({ path }: Operation): string {
  return nounOf(literalPath(path));
}

/** The document's first valid example, else a sample of its schema. */
export function standInFor(
  { root }: OpenApiDocument,
  { examples, schemaPointer }: MediaType,
  requests: readonly EffectiveSchema[],
  noun?: string,
): JsonValue {
  const given = Object.values(examples);
  if (schemaPointer === undefined) return given[0] ?? {};
  const schema = effectiveSchema(root, schemaPointer);
  const hide = otherSideRemover([schema, ...requests], 'response');
  const isValid = (value: JsonValue): boolean => isValidFor(value, schema, 'response');
  const example = given.map((value) => hide(value)).find(isValid);
  if (example !== undefined) return example;
  const sample = sampleValue(schema, { side: 'response', believer: believer({ noun }) });
  return fitter(schema, 'response', sample)(hide(sample));
}
