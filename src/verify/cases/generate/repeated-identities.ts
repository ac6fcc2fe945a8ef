/** What a body and the path call alike: the resource's own identity, and what it is below. */
import type { OpenApiDocument } from '../../../openapi/document.ts';
import { type JsonValue, isJsonObject, propertyAt } from '../../../openapi/json/json-value.ts';
import { equalJson } from '../../../openapi/schema/equal-json.ts';
import { type Operation, pathParameters } from '../../../model/operation.ts';
import type { FreshValues } from '../../../model/requests/fresh-values.ts';
import { withValue } from '../../../model/requests/slots.ts';
import { opened } from '../../../model/resources/envelope.ts';
import { envelopesIn, envelopesOf } from '../../../model/resources/envelopes-in.ts';
import { plainName } from '../../../model/resources/names.ts';
import type { ResourceFamily } from '../../../model/resources/resources.ts';
import { likewise } from './likewise.ts';

/** A property of a body that says what the path says. */
export interface RepeatedIdentity {
  /** Keys that lead to it. */
  readonly path: readonly string[];
  readonly parameter: string;
  /** What a plain body has there. */
  readonly usual: JsonValue | undefined;
}

/**
 * Those of an operation: `folderId` in the path and in the body, and the identity of what it is about.
 *
 * @param item What its path leads to; `undefined` where that is no resource.
 * @param value A plain body.
 */
export function repeatedIn(
  document: OpenApiDocument,
  operation: Operation,
  item: ResourceFamily | undefined,
  value: JsonValue,
): RepeatedIdentity[] {
  const { taken } = item
    ? envelopesOf(document, operation, item)
    : envelopesIn(document, operation);
  const keys = Object.keys(opened(value, taken) ?? {});
  const { identity, parameter } = item ?? {};
  return pathParameters(operation).flatMap(({ name }) => {
    const plain = plainName(name);
    const alike =
      name === parameter
        ? [identity].filter((key) => key !== undefined)
        : keys.filter((key) => plain !== 'id' && plainName(key) === plain);
    return alike.map((key) => {
      const path = [...taken, key];
      return { path, parameter: name, usual: propertyAt(value, path) };
    });
  });
}

/**
 * The body with what the path names.
 *
 * @param isDrawn Whether nobody has chosen its values: what a candidate changes on purpose stays as it is.
 */
export function withRepeated(
  value: JsonValue | undefined,
  { given = {} }: FreshValues,
  repeated: readonly RepeatedIdentity[] | undefined,
  isDrawn: boolean,
): JsonValue | undefined {
  return (repeated ?? []).reduce<JsonValue | undefined>((body, identity) => {
    const { path, parameter, usual } = identity;
    const id = given[parameter];
    if (id === undefined || usual === undefined || body === undefined) return body;
    if (propertyAt(body, path) === undefined) return body;
    const isOnPurpose = !isDrawn && namesAnother(body, [identity]);
    return isOnPurpose ? body : withValue(body, path, likewise(usual, id));
  }, value);
}

/** Whether a body says of what it is about another thing than the path. */
export function namesAnother(
  value: JsonValue | undefined,
  repeated: readonly RepeatedIdentity[] = [],
): boolean {
  if (!isJsonObject(value)) return false;
  return repeated.some(({ path, usual }) => {
    const current = propertyAt(value, path);
    return usual !== undefined && current !== undefined && !equalJson(current, usual);
  });
}
