/** Following what an answer says of where something is. */
import { getProperty } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import type { RequestParts } from '../../http/compose-request.ts';
import { operations } from '../../model/operation.ts';
import { matchOperation } from '../../model/routes.ts';
import { type JudgedExchange, acceptanceOf } from '../cases/case.ts';
import { showTyped } from '../checks/show.ts';
import type { Resource } from './resource-view.ts';
import type { Stage } from './stage.ts';
import { isAnswered, responseOf } from '../../http/exchange.ts';

/** Path and query below base_url (RFC 3986, 5); `undefined` where it leads elsewhere. */
export function targetOf(
  location: string,
  { request, case: sent }: JudgedExchange,
): string | undefined {
  const base = new URL(request.url.slice(0, request.url.lastIndexOf(sent.request.target)));
  if (!URL.canParse(location, request.url)) return undefined;
  const { origin, pathname, search } = new URL(location, request.url);
  const above = base.pathname.replace(/\/$/, '');
  const isBelow = origin === base.origin && pathname.startsWith(`${above}/`);
  return isBelow ? pathname.slice(above.length) + search : undefined;
}

/** Sends a GET for exactly this path, as the operation that the document has there. */
export async function follow(
  stage: Stage,
  { kind, given }: Resource,
  target: string,
): Promise<JudgedExchange> {
  const [path = ''] = target.split('?', 1);
  const { operation } = matchOperation(operations(stage.document), 'GET', path, '') ?? {};
  const validity = { kind: 'open', reason: 'a Location names it', strictlyValid: false } as const;
  const change = (parts: RequestParts): RequestParts => ({ ...parts, target: () => target });
  const request = { given, validity, change };
  const template = stage.template(operation ?? kind.read!, request) ?? stage.end();
  // Of a path that the document hasn't, it promises nothing.
  return stage.deliver({ ...template, outsideOperation: operation === undefined });
}

/** Whether an answer is about a resource; `undefined` where it doesn't tell. */
export function isOf(
  stage: Stage,
  { kind, identity }: Resource,
  exchange: JudgedExchange,
): boolean | undefined {
  if (isAnswered(exchange, 400, 404, 405, 410)) return false;
  if (acceptanceOf(exchange) === undefined || exchange.case.operation !== kind.read)
    return undefined;
  const view = stage.view(kind, exchange);
  const readIdentity = view && getProperty(view, kind.family.identity ?? '');
  return readIdentity === undefined ? undefined : textOf(readIdentity) === textOf(identity);
}

/** What an answer is, in few words. */
export function showAnswer(exchange: JudgedExchange): string {
  const response = responseOf(exchange);
  return response ? showTyped(response) : 'no answer';
}
