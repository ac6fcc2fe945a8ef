import type { Exchange } from '../http/exchange.ts';
import { type JsonObject, isJsonObject } from '../openapi/json/json-value.ts';
import { parseJson } from '../openapi/json/parse-json.ts';

/** `accepted` for a 2xx, `refused ‹status›` for a 4xx; else no answer. */
export function readAcceptance(exchange: Exchange | undefined): string | undefined {
  const status = statusOf(exchange);
  if (status === undefined) return undefined;
  if (status >= 200 && status < 300) return 'accepted';
  return status >= 400 && status < 500 ? `refused ${status}` : undefined;
}

/** The status of the response; `undefined` where there is none. */
export function statusOf(exchange: Exchange | undefined): number | undefined {
  return exchange?.outcome.kind === 'response' ? exchange.outcome.response.status : undefined;
}

/** The JSON object of a 2xx; `undefined` for anything else. */
export function acceptedBody(exchange: Exchange | undefined): JsonObject | undefined {
  if (exchange?.outcome.kind !== 'response' || readAcceptance(exchange) !== 'accepted') {
    return undefined;
  }
  const parsed = parseJson(new TextDecoder().decode(exchange.outcome.response.body));
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
}

/** `refused ‹status›` for a 4xx; else no answer. */
export function readRefusal(exchange: Exchange | undefined): string | undefined {
  const acceptance = readAcceptance(exchange);
  return acceptance === 'accepted' ? undefined : acceptance;
}
