import type { OpenApiDocument } from '../../../openapi/document.ts';
import { type JsonValue, isJsonObject } from '../../../openapi/json/json-value.ts';
import type { Operation } from '../../../model/operation.ts';
import { type BodyBase, createBodyBase } from '../../../model/requests/body-base.ts';
import { referencesOf, resourceFamilies } from '../../../model/resources/resources.ts';
import { createdIdentity } from '../../../model/resources/identity.ts';
import { sendable } from './body-candidates.ts';

/**
 * Of each media type that a body can be made up in, the most usual first. What the path says, what
 * names something else, and what the user gives is not fresh in them.
 *
 * @param given Values of properties.
 */
export function bodyBases(
  document: OpenApiDocument,
  operation: Operation,
  given: Readonly<Record<string, JsonValue>>,
): BodyBase[] {
  const created = createdIdentity(document, operation);
  const inPath = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name);
  const names = [
    resourceFamilies(document).get(operation.path)?.identity,
    ...inPath,
    ...referencesOf(document, operation).map(({ name }) => name),
  ];
  return sendable(operation.requestBody?.content).flatMap((mediaType) => {
    const base = createBodyBase(document, mediaType, created, [...names, ...Object.keys(given)]);
    if (base === undefined || !isJsonObject(base.value)) return base ?? [];
    const { value } = base;
    const own = Object.entries(given).filter(([name]) => Object.hasOwn(value, name));
    return { ...base, value: { ...value, ...Object.fromEntries(own) } };
  });
}
