/** What an answer is about, where that is not the resource that was sent. */
import { type JsonValue, getProperty } from '../../openapi/json/json-value.ts';
import { shareSchema } from '../../openapi/schema/effective-schema.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { bodySchema } from '../../model/media-type.ts';
import { type Operation, successResponse } from '../../model/operation.ts';
import { envelopesIn } from '../../model/resources/envelopes-in.ts';
import { actedOn, familyCreatedBy, resourceFamilies } from '../../model/resources/resources.ts';
import type { JudgedExchange } from '../cases/case.ts';
import type { CheckContext } from './check.ts';
import { type NamedProperty, propertiesOf } from './differences.ts';
import { isQueryPath } from '../../model/resources/names.ts';
import { saidOf } from '../../model/words.ts';
import { type OfOperation, ofOperation } from '../../model/of-operation.ts';

/**
 * Whether what an action answers is the resource's text of a name that the action has for another one: what an
 * appointment is for, and why it is cancelled, may both be a `reason`.
 *
 * @param asked What the action takes.
 * @param is What it answers.
 */
export function isOfActed(
  asked: NamedProperty | undefined,
  is: JsonValue | undefined,
  { case: { operation, given } }: JudgedExchange,
  { document }: CheckContext,
): boolean {
  if (asked === undefined || asked.schema.values !== undefined || typeof is !== 'string') {
    return false;
  }
  const { create } = actedOn(document, operation, resourceFamilies(document).values()) ?? {};
  const pointer = bodySchema(create?.requestBody);
  if (create === undefined || pointer === undefined) return false;
  const { taken } = envelopesIn(document, create);
  const created = propertiesOf(document, pointer, taken).get(asked.name);
  const isOther = created !== undefined && !shareSchema(created.schema, asked.schema);
  return isOther && getProperty(given?.around, asked.name) === is;
}

/** What an operation says that creates a resource only if there is none. */
const EXISTING = /\breturn(?:s|ed|ing)? (?:\w+ ){0,3}existing\b/i;

/** Whether a creation is but accepted, and the answer tells of what is done for it (RFC 9110, 15.3.3): that has no name for what is created. */
function isTask(document: OpenApiDocument, operation: Operation): boolean {
  const success = successResponse(operation);
  const { identity } = familyCreatedBy(document, operation) ?? {};
  if (success?.status !== '202' || identity === undefined) return false;
  const { told } = envelopesIn(document, operation);
  return !propertiesOf(document, bodySchema(success) ?? '', told).has(identity);
}

/**
 * Whether the answer is about something else than what was sent: the body asks for something, the operation deletes,
 * or it may return what is there already, or what is done for the request.
 */
export const isOfOther: OfOperation<boolean> = ofOperation((document, operation) => {
  const { method, path } = operation;
  if (!/^(?:POST|PUT|PATCH)$/.test(method) || isQueryPath(path)) return true;
  if (isTask(document, operation)) return true;
  return EXISTING.test(saidOf(document, operation));
});
