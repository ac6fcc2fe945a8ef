import type { Case } from '../cases/case.ts';
import { type RelativeRequest, headerValue } from '../../http/exchange.ts';
import type { Validity } from '../../model/validity.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import { isIntegerValue, isJsonNumber, isJsonObject } from '../../openapi/json/json-value.ts';
import type { JsonValue } from '../../openapi/json/json-value.ts';
import { showJson } from '../../openapi/json/stringify-json.ts';
import { jsonOf } from './json-of.ts';
import { matchOperation } from '../../model/routes.ts';
import type { EntryContext } from './entry-context.ts';
import type { ReadRequest } from './read-request.ts';
import { recordedValidity } from './recorded-validity.ts';

/** A case for a request of which only the recording is known. */
export function foreignCase({ sent }: ReadRequest, context: EntryContext): Case | undefined {
  const { method, url, headers, body } = sent;
  const { pathname, search, searchParams } = new URL(url);
  const basePath =
    context.baseUrl === undefined
      ? undefined
      : new URL(context.baseUrl).pathname.replace(/\/$/, '');
  const match = matchOperation(context.operations, method, pathname, basePath);
  if (!match) return undefined;
  const { operation, pathParameters } = match;
  const value = jsonOf(body);
  const request: RelativeRequest = {
    method,
    target: pathname + search,
    headers,
    body,
    value,
    withCredential: headerValue(headers, 'authorization') !== undefined,
  };
  const source = { headers, query: searchParams, pathParameters };
  return {
    id: `recorded/${context.index + 1}`,
    title: `entry ${context.index + 1} of the recording`,
    operation,
    validity: recordedValidity(context.document, operation, request, source),
    request,
    ...(isRepeated(operation.id, value, context.identities) && { fixedIdentity: true }),
  };
}

/** Whether an earlier request of the recording had the same integers: it may be the same thing. */
function isRepeated(
  operation: string,
  value: JsonValue | undefined,
  identities: Set<string>,
): boolean {
  if (!isJsonObject(value)) return false;
  const integers = Object.entries(value).filter(([, own]) => {
    return isJsonNumber(own) && isIntegerValue(own);
  });
  if (integers.length === 0) return false;
  const key = `${operation} ${showJson(Object.fromEntries(integers), 10_000)}`;
  const isKnown = identities.has(key);
  identities.add(key);
  return isKnown;
}

/**
 * A refusal of a valid request proves nothing here: that an identity was in use, or a thing was
 * not there, is what the server knew and no recording shows.
 */
export function judgedByOutcome(known: Case, outcome: JudgedExchange['outcome']): Case {
  const status = outcome.kind === 'response' ? outcome.response.status : 0;
  if (known.validity.kind !== 'valid' || status < 400 || status >= 500) return known;
  const reason = 'a recording does not show what the server knew, such as an identity in use';
  const validity: Validity = { kind: 'open', reason, otherwiseValid: true };
  return { ...known, validity, fixedIdentity: true };
}
