import { type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import type { ReceivedResponse } from '../../http/exchange.ts';
import type { JudgedExchange } from '../judged-exchange.ts';

/**
 * A refusal without what differs from request to request: equal for refusals with one reason.
 * The texts and numbers that were sent are taken out, then all digits.
 */
export function normaliseRefusal(exchange: JudgedExchange, response: ReceivedResponse): string {
  let text = new TextDecoder().decode(response.body);
  const texts = sentTexts(exchange.case.request.value);
  // The longest first: one text can be part of another.
  for (const sent of texts.toSorted((a, b) => b.length - a.length)) {
    text = text.replaceAll(sent, '…');
  }
  return `${response.status} ${text.replaceAll(/-?\d+/g, '#')}`;
}

function sentTexts(value: JsonValue | undefined): string[] {
  if (!isJsonObject(value)) return [];
  return Object.values(value).flatMap((own) => {
    if (typeof own !== 'string' || own === '') return [];
    // As it stands in the body: plain, or as JSON spells it.
    return [own, JSON.stringify(own).slice(1, -1)];
  });
}
