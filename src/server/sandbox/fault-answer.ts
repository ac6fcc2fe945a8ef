import { corsHeaders } from '../../mock/cors.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import type { ErrorAnswers } from '../proxy/error-answer.ts';
import type { ServerRequest } from '../read-request.ts';
import type { HandlerResponse } from '../user-handlers.ts';
import type { Fault } from './faults.ts';

/** Status 0 stands for a network error. */
export const DROPPED: HandlerResponse = { status: 0, headers: [], body: new Uint8Array() };

/** What a fault of the kind `answer` answers. */
export function faultAnswer(
  { status = 500, headers = {}, body }: Fault,
  request: ServerRequest,
  errors: ErrorAnswers,
): HandlerResponse {
  const message = 'this answer was asked for: a fault of the mock';
  const operation = `${request.method} ${request.path}`;
  const isError = status >= 400;
  const given = typeof body === 'string' ? body : body === undefined ? '' : stringifyJson(body);
  const bytes =
    body === undefined && isError
      ? (errors.answer({ status, message, operation }).body ?? new Uint8Array())
      : new TextEncoder().encode(given);
  const origin = request.header('origin');
  const all: Record<string, string> = {
    ...(bytes.length > 0 && { 'content-type': 'application/json' }),
    ...(origin !== undefined && corsHeaders(origin)),
    ...inLowercase(headers),
    ...(status !== 204 && status !== 304 && { 'content-length': `${bytes.length}` }),
  };
  return { status, headers: Object.entries(all), body: bytes };
}

function inLowercase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
