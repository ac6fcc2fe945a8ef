import { type Given } from '../cases/case.ts';
import { headerValue } from '../../http/exchange.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import { parseJson } from '../../openapi/json/parse-json.ts';
import type { ResourceFamily } from '../../model/resources/resources.ts';
import { pathTemplate } from '../../model/routes.ts';

/** Before any request: nothing is there. */
export const NOTHING_GIVEN: Given = { parameters: {}, resource: {} };

/** What a step has left; `undefined` where it didn't succeed. */
export function leftBy(
  { case: sent, outcome }: JudgedExchange,
  creates: ResourceFamily | undefined,
  before: Given,
): Given | undefined {
  if (outcome.kind !== 'response') return undefined;
  const { response } = outcome;
  if (response.status < 200 || response.status >= 300) return undefined;
  const parsed = parseJson(new TextDecoder().decode(response.body));
  const returned = parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
  const own = isJsonObject(sent.request.value) ? sent.request.value : {};
  if (creates === undefined) {
    // What a replacement doesn't have may be gone (RFC 9110, 9.3.4).
    const kept = sent.request.method === 'PUT' ? {} : before.resource;
    return { ...before, resource: { ...kept, ...own, ...returned } };
  }
  // Where others may have created it, too, nothing is known of it.
  const resource: JsonObject = sent.fixedIdentity === true ? {} : { ...own, ...returned };
  const id =
    creates.identity === undefined
      ? undefined
      : (returned[creates.identity] ?? own[creates.identity]);
  const value = id ?? idInLocation(headerValue(response.headers, 'location'), creates);
  if (value === undefined) return undefined;
  return { parameters: { ...before.parameters, [creates.parameter]: value }, resource };
}

/** The end of `Location: https://host/base/things/7`. */
function idInLocation(
  location: string | undefined,
  { item, parameter }: ResourceFamily,
): JsonValue | undefined {
  if (location === undefined || !URL.canParse(location, 'http://host')) return undefined;
  const { pathname } = new URL(location, 'http://host');
  const path = `/${pathname
    .split('/')
    .slice(-(item.split('/').length - 1))
    .join('/')}`;
  const text = pathTemplate(item).parts(path)?.get(parameter);
  return text && decodeURIComponent(text);
}
