/** How operations change what is stored. */
import type { OpenApiDocument } from '../openapi/document.ts';
import {
  type JsonObject,
  getProperty,
  isJsonObject,
  objectOf,
  setProperty,
} from '../openapi/json/json-value.ts';
import { isPartOf } from '../openapi/schema/compile-schema.ts';
import type { EffectiveSchema } from '../openapi/schema/effective-schema.ts';
import { hasFields } from '../model/json-api.ts';
import { type Operation, operationAt } from '../model/operation.ts';
import { statesAfter } from '../model/resources/action-states.ts';
import type { Envelope } from '../model/resources/envelope.ts';
import { resourceSchema } from '../model/resources/envelopes-in.ts';
import type { ResourceFamily } from '../model/resources/resources.ts';

/** How a method changes what is there; `undefined` is left of what is deleted. */
export type Change = (old: JsonObject, body: JsonObject) => JsonObject | undefined;

/** By method (RFC 9110, 9.3; RFC 5789): `undefined` is what is left of a deleted one. */
const CHANGES: Readonly<Record<string, Change>> = {
  GET: (old) => old,
  PUT: (_old, body) => body,
  DELETE: () => undefined,
};

/** What an action says of the resource is so then, as the action is called, or its request has it: `POST /tickets/{id}/assign`. */
export function actionChange(
  document: OpenApiDocument,
  operation: Operation,
  family: ResourceFamily,
): Change {
  const { properties: told } = resourceSchema(document, family, operation, 'told');
  const read = operationAt(document, 'GET', family.item) ?? operation;
  const shown = resourceSchema(document, family, read, 'told').properties;
  const properties = told.size === 0 ? shown : told;
  const states = statesAfter(document, operation, { properties: shown });
  return (old, body) => {
    const said = Object.entries(body).filter(([name, value]) => {
      const schema = properties.get(name);
      return schema !== undefined && isPartOf(value, schema, 'response');
    });
    const changed = [...said, ...states];
    return changed.length === 0 ? old : { ...old, ...Object.fromEntries(changed) };
  };
}

/**
 * `undefined` where the method tells nothing of it.
 *
 * @param envelope What is around the resource in the body. Default: nothing.
 * @param told What reading it tells: what is taken away is told as null where that is what it says.
 */
export function changeOf(
  { method, requestBody }: Operation,
  envelope: Envelope = [],
  told?: EffectiveSchema,
): Change | undefined {
  const isMerge = requestBody?.content.some(({ name }) => MERGE_PATCH.test(name)) === true;
  if (!isMerge && method !== 'PATCH') return CHANGES[method];
  const depth = isMerge ? Infinity : Number(hasFields(envelope));
  return (old, body) => merged(old, body, depth, told);
}

const MERGE_PATCH = /^application\/merge-patch\+json\b/;

/**
 * What is sent in objects is changed in these, to some depth.
 *
 * @param depth Infinite in a merge patch, where null takes away (RFC 7396, 2).
 */
function merged(
  old: JsonObject,
  patch: JsonObject,
  depth: number,
  told?: EffectiveSchema,
): JsonObject {
  const whole = { ...old };
  for (const [name, value] of Object.entries(patch)) {
    const before = getProperty(old, name);
    const isTold = told?.required.has(name) && told.properties.get(name)?.types.includes('null');
    if (value === null && depth === Infinity && !isTold) delete whole[name];
    else if (!isJsonObject(value) || depth === 0) setProperty(whole, name, value);
    else setProperty(whole, name, merged(objectOf(before), value, depth - 1));
  }
  return whole;
}
