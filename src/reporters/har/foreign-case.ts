import type { Case, CaseRequest } from '../../cases/case.ts';
import { headerValue } from '../../checks/exchange.ts';
import { jsonOf } from '../json-of.ts';
import { matchOperation } from './match-operation.ts';
import type { EntryContext } from './read-har.ts';
import type { ReadRequest } from './read-request.ts';
import { recordedValidity } from './recorded-validity.ts';

/** A case for a request of which only the recording is known. */
export function foreignCase({ sent }: ReadRequest, context: EntryContext): Case | undefined {
  const { method, url, headers, body } = sent;
  const { origin, pathname, search, searchParams } = new URL(url);
  const base = context.baseUrl === undefined ? undefined : new URL(context.baseUrl);
  if (base && base.origin !== origin) return undefined;
  const basePath = base?.pathname.replace(/\/$/, '');
  const match = matchOperation(context.operations, method, pathname, basePath);
  if (!match) return undefined;
  const { operation, pathParameters } = match;
  const request: CaseRequest = {
    method,
    target: pathname + search,
    headers,
    body,
    value: jsonOf(body),
    withCredential: headerValue(headers, 'authorization') !== undefined,
  };
  const source = { headers, query: searchParams, pathParameters };
  return {
    id: `recorded/${context.index + 1}`,
    title: `entry ${context.index + 1} of the recording`,
    operation,
    validity: recordedValidity(context.document, operation, request, source),
    request,
    // Nobody drew its values for this recording: an earlier request may have used them.
    fixedIdentity: true,
  };
}
