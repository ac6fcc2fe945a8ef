/** Values that many a store can't hold, whatever they stand for: where several operations fail on one, it is one thing to mend. */
import { compareNumbers, toJsonNumber } from '../../openapi/json/exact-number.ts';
import { type JsonValue, isJsonNumber, objectOf } from '../../openapi/json/json-value.ts';
import { parseJson } from '../../openapi/json/parse-json.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { onceFor } from '../../openapi/once.ts';
import { pairOf, percentDecoded } from '../../openapi/percent.ts';
import { integerRange } from '../../openapi/schema/formats.ts';
import { jsonOf } from '../../http/body-text.ts';
import type { RelativeRequest } from '../../http/exchange.ts';
import { type JudgedExchange, acceptanceOf } from '../cases/case.ts';
import { jsonIn } from './json-response.ts';

const BEYOND_INT32 = 'an integer beyond 32 bits';

const USED = 'a value that another has';

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
  const repeatsValue = repeatedValues(exchanges);
  const keyOf = (exchange: JudgedExchange): string | undefined => {
    const status = statusOf(exchange);
    if (status === undefined) return undefined;
    const words = unstorableIn(exchange.case.request);
    if (words === undefined) return repeatsValue(exchange) ? `${status} on ${USED}` : undefined;
    return words !== BEYOND_INT32 || tellsAbsence ? `${status} on ${words}` : undefined;
  };
  const sharing = new Map(
    [...Map.groupBy(exchanges, keyOf)].map(([key, all]) => [
      key,
      new Set(all.map(({ case: { operation } }) => operation.id)).size,
    ]),
  );
  return (exchange) => {
    const key = keyOf(exchange);
    return (sharing.get(key) ?? 0) > 1 || key?.endsWith(USED) === true ? key : undefined;
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
  const values = [...inTarget, ...scalarsIn(request).map(({ value }) => value)];
  return UNSTORABLE.find(([, matches]) => values.some(matches))?.[0];
});

/** A value in a body, with the name of the property that it is of, or in a list of. */
interface Scalar {
  readonly name: string;
  readonly value: JsonValue;
}

/** By a list of what is left: bodies may be too deep for anything that calls itself. */
const scalarsIn = onceFor((request: RelativeRequest): Scalar[] => {
  const scalars: Scalar[] = [];
  const body = request.value ?? jsonOf(request.body);
  const left: Scalar[] = body === undefined ? [] : [{ name: '', value: body }];
  for (let scalar = left.pop(); scalar !== undefined; scalar = left.pop()) {
    const { name: holder, value } = scalar;
    if (typeof value !== 'object' || value === null || isJsonNumber(value)) scalars.push(scalar);
    else if (Array.isArray(value))
      for (const item of value) left.push({ name: holder, value: item });
    else for (const [name, member] of Object.entries(value)) left.push({ name, value: member });
  }
  return scalars;
});

/** So many resources with different texts make one look as if each had its own. */
const DIFFERENT = 4;

/** Tells whether a request says of one resource what another one has, where no two were taken with the same. */
function repeatedValues(
  exchanges: readonly JudgedExchange[],
): (exchange: JudgedExchange) => boolean {
  const owners = new Map<string, Map<string, JudgedExchange>>();
  const shared = new Set<string>();
  for (const exchange of exchanges) {
    if (exchange.case.operation.method !== 'POST' || acceptanceOf(exchange) === undefined) continue;
    for (const [name, text] of textsIn(exchange)) {
      const byText = owners.get(name) ?? new Map<string, JudgedExchange>();
      if (byText.has(text)) shared.add(name);
      owners.set(name, byText.set(text, exchange));
    }
  }
  return (exchange) => {
    const before = new Set<string>();
    return textsIn(exchange).some(([name, text]) => {
      const byText = owners.get(name);
      if (byText === undefined || byText.size < DIFFERENT || shared.has(name)) return false;
      const owner = byText.get(text);
      const isOwned = owner !== undefined && owner !== exchange && !isAbout(exchange, owner);
      const isTwice = before.has(`${name} ${text}`);
      before.add(`${name} ${text}`);
      return isTwice || isOwned;
    });
  };
}

/** The texts of a body, with their names. */
function textsIn({ case: { request } }: JudgedExchange): (readonly [name: string, text: string])[] {
  return scalarsIn(request).flatMap(({ name, value }) =>
    typeof value === 'string' && value !== '' ? [[name, value] as const] : [],
  );
}

/** Whether a path names what another request has created, as that was answered. */
function isAbout({ case: { request } }: JudgedExchange, creation: JudgedExchange): boolean {
  const told = Object.values(objectOf(jsonIn(acceptanceOf(creation)))).map(textOf);
  const [path = ''] = request.target.split('?', 1);
  return told.includes(percentDecoded(path.split('/').at(-1)!));
}
