import type { OpenApiDocument } from '../openapi/document.ts';
import { stringifyJson } from '../openapi/json/stringify-json.ts';
import { operations } from '../model/operation.ts';
import { corsHeaders } from './cors.ts';
import { errorBodyFor } from './error-body.ts';
import type { Fault } from './faults.ts';
import type { MockRequest, MockResponse } from '../http/message.ts';

/**
 * What a fault of the kind `answer` answers.
 *
 * @param operation Id of the request's operation, whose errors its default body looks like. Default:
 *   the document's first one.
 */
export function faultAnswer(
  { status = 500, headers = {}, body: given }: Fault,
  request: Pick<MockRequest, 'header'>,
  document: OpenApiDocument,
  operation?: string,
): MockResponse {
  const errorBody = given === undefined ? errorIn(document, status, operation) : undefined;
  const text = typeof given === 'string' ? given : stringifyJson(given ?? null);
  const { mediaType, body } = errorBody ?? { mediaType: 'application/json', body: text };
  const origin = request.header('origin');
  const told = inLowercase(headers);
  return {
    status,
    headers: {
      ...(body !== '' && { 'content-type': mediaType }),
      ...(origin !== undefined && corsHeaders(origin, Object.keys(told))),
      ...told,
    },
    body,
  };
}

function errorIn(
  document: OpenApiDocument,
  status: number,
  id: string | undefined,
): { readonly mediaType: string; readonly body: string } {
  const all = operations(document);
  const owner = all.find((operation) => operation.id === id) ?? all[0];
  if (status < 400 || owner === undefined) return { mediaType: '', body: '' };
  const message = 'this answer was asked for: a fault of the mock';
  const { mediaType, write } = errorBodyFor(document, owner, status);
  return { mediaType, body: write({ status, code: status, kind: 'gateway', message }) };
}

function inLowercase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
