/** Whether it is the body for which a request is refused, and what of it. */
import { type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import type { JudgedExchange } from '../cases/case.ts';

/** Whether a request may be refused for what is in its body: not for who asks, or for what its path names. */
export function isAboutBody(exchange: JudgedExchange): boolean {
  const { outcome } = exchange;
  if (outcome.kind === 'failure') return outcome.failure.kind === 'timeout';
  const { status } = outcome.response;
  // Where the path names nothing, the body names what is not found.
  const isNamed = exchange.case.operation.path.includes('{');
  return status >= 500 || [400, 409, 422].includes(status) || (status === 404 && !isNamed);
}

/** Names of properties that a body has and the other hasn't. */
export function beyondBody(body: JsonValue | undefined, other: JsonValue | undefined): string[] {
  if (body === undefined || !isJsonObject(body)) return [];
  const known = other !== undefined && isJsonObject(other) ? other : {};
  return Object.keys(body).filter((name) => !Object.hasOwn(known, name));
}
