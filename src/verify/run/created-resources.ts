import { type Case, type JudgedExchange, acceptanceOf } from '../cases/case.ts';
import { type JsonValue, isJsonNumber, isJsonObject } from '../../openapi/json/json-value.ts';
import { parseJson } from '../../openapi/json/parse-json.ts';
import { showJson } from '../../openapi/json/stringify-json.ts';
import type { CreatedResource } from './event.ts';

/** Texts are cut to so many characters; the marker comes early. */
const MAX_TEXT = 120;

/** Whether a request of this kind leaves something behind where it succeeds (RFC 9110, 9.3). */
export function canCreate({ request }: Case): boolean {
  return request.method === 'POST' || request.method === 'PUT';
}

/** What the exchanges have created: what was accepted, and what may have been for want of an answer. */
export function createdResources(exchanges: readonly JudgedExchange[]): CreatedResource[] {
  return exchanges.flatMap((exchange) => {
    const { outcome } = exchange;
    if (!canCreate(exchange.case)) return [];
    if (outcome.kind === 'response') {
      const { status } = acceptanceOf(exchange) ?? {};
      return status === undefined ? [] : [toResource(exchange.case, status)];
    }
    const isUnsent = ['refused', 'dns', 'tls'].includes(outcome.failure.kind);
    return isUnsent ? [] : unansweredResources([exchange.case]);
  });
}

/** What requests without an answer may have created. */
export function unansweredResources(sent: readonly Case[]): CreatedResource[] {
  return sent
    .filter((one) => canCreate(one) && one.validity.kind !== 'invalid')
    .map((one) => toResource(one));
}

/** What a request creates; `status` is absent where no answer came. */
function toResource(sent: Case, status?: number): CreatedResource {
  const value = bodyOf(sent);
  const members = isJsonObject(value) ? Object.entries(value) : [];
  const values = members.flatMap(([name, own]) => {
    if (typeof own === 'string') return [[name, cut(own)] as const];
    return isJsonNumber(own) ? [[name, showJson(own)] as const] : [];
  });
  return {
    operation: sent.operation.id,
    case: sent.id,
    ...(status === undefined ? {} : { status }),
    values: Object.fromEntries(values),
  };
}

/** What a case's body says; `undefined` where it isn't JSON. */
export function bodyOf({ request }: Case): JsonValue | undefined {
  if (request.value !== undefined || request.body === undefined) return request.value;
  const parsed = parseJson(new TextDecoder().decode(request.body));
  return parsed.ok ? parsed.value : undefined;
}

function cut(text: string): string {
  const characters = Array.from(text);
  return characters.length > MAX_TEXT ? `${characters.slice(0, MAX_TEXT).join('')}…` : text;
}
