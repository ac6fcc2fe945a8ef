/** Values that many a store can't hold, whatever they stand for: where several operations fail on one, it is one thing to mend. */
import { compareNumbers, toJsonNumber } from '../../openapi/json/exact-number.ts';
import { type JsonValue, isJsonNumber } from '../../openapi/json/json-value.ts';
import { parseJson } from '../../openapi/json/parse-json.ts';
import { onceFor } from '../../openapi/once.ts';
import { pairOf, percentDecoded } from '../../openapi/percent.ts';
import { integerRange } from '../../openapi/schema/formats.ts';
import { jsonOf } from '../../http/body-text.ts';
import type { RelativeRequest } from '../../http/exchange.ts';
import type { JudgedExchange } from '../cases/case.ts';

const BEYOND_INT32 = 'an integer beyond 32 bits';

/** In words, the first of a request is what it is about. */
const UNSTORABLE: readonly (readonly [words: string, matches: (value: JsonValue) => boolean])[] = [
  ['NUL in a text', (value) => typeof value === 'string' && value.includes('\0')],
  ['half a surrogate pair', (value) => typeof value === 'string' && !value.isWellFormed()],
  ['an integer beyond 64 bits', beyond('int64')],
  [BEYOND_INT32, beyond('int32')],
];

function beyond(format: 'int32' | 'int64'): (value: JsonValue) => boolean {
  const { minimum, maximum } = integerRange(format)!;
  const [least, most] = [toJsonNumber(minimum), toJsonNumber(maximum)];
  return (value) =>
    isJsonNumber(value) && (compareNumbers(value, most) > 0 || compareNumbers(value, least) < 0);
}

/** Tells on which of these values a request fails, where other operations do so, too, with the same status. */
export function unstorableValues(
  exchanges: readonly JudgedExchange[],
  statusOf: (exchange: JudgedExchange) => number | undefined,
): (exchange: JudgedExchange) => string | undefined {
  // Such an id may just be nothing's: who answers that with a failure fails on that.
  const tellsAbsence = exchanges.some(
    (exchange) => isAbsence(exchange) && unstorableIn(exchange.case.request) === undefined,
  );
  const keyOf = (exchange: JudgedExchange): string | undefined => {
    const words = unstorableIn(exchange.case.request);
    const status = words && statusOf(exchange);
    const isMeant = status !== undefined && (words !== BEYOND_INT32 || tellsAbsence);
    return isMeant ? `${status} on ${words}` : undefined;
  };
  const sharing = new Map(
    [...Map.groupBy(exchanges, keyOf)].map(([key, all]) => [
      key,
      new Set(all.map(({ case: { operation } }) => operation.id)).size,
    ]),
  );
  return (exchange) => {
    const key = keyOf(exchange);
    return (sharing.get(key) ?? 0) > 1 ? key : undefined;
  };
}

/** Whether a path names nothing that is there, as the answer says. */
function isAbsence({ outcome, case: { operation } }: JudgedExchange): boolean {
  const isMissing = outcome.kind === 'response' && [404, 410].includes(outcome.response.status);
  return isMissing && operation.path.includes('{');
}

const unstorableIn = onceFor((request: RelativeRequest): string | undefined => {
  const [path = '', query = ''] = request.target.split(/\?(.*)/s, 2);
  const named = query.split('&').map((pair) => percentDecoded(pairOf(pair)[1] ?? ''));
  const inTarget = [...path.split('/').map(percentDecoded), ...named].flatMap((text) => {
    const number = parseJson(text);
    return [text, ...(number.ok && isJsonNumber(number.value) ? [number.value] : [])];
  });
  const body = request.value ?? jsonOf(request.body);
  const values = [...inTarget, ...(body === undefined ? [] : scalarsIn(body))];
  return UNSTORABLE.find(([, matches]) => values.some(matches))?.[0];
});

/** By a list of what is left: bodies may be too deep for anything that calls itself. */
function scalarsIn(whole: JsonValue): JsonValue[] {
  const scalars: JsonValue[] = [];
  const left = [whole];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value !== 'object' || value === null || isJsonNumber(value)) scalars.push(value);
    else for (const child of Object.values(value)) left.push(child);
  }
  return scalars;
}
