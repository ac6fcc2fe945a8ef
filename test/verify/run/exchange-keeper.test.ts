import { expect, it } from 'vitest';
import { RawNumber } from '../../../src/openapi/json/json-value.ts';
import { parseJson } from '../../../src/openapi/json/parse-json.ts';
import type { JudgedExchange } from '../../../src/verify/cases/case.ts';
import { ExchangeKeeper } from '../../../src/verify/run/exchange-keeper.ts';
import { thingsDocument } from '../../setup/things-document.ts';
import { operations } from '../../../src/model/operation.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Of a request and an answer with these bodies. */
function exchangeOf(sent: string, received?: string, rawBody?: string): JudgedExchange {
  const [operation] = operations(thingsDocument);
  const read = parseJson(sent);
  const body = bytes(sent);
  const headers = [['Content-Type', 'application/json']] as const;
  const request = { method: 'POST', headers, body };
  const answer = bytes(received ?? '');
  return {
    case: {
      id: 'a',
      title: 'a',
      operation: operation!,
      validity: { kind: 'valid' },
      request: { ...request, target: '/things', value: read.ok ? read.value : undefined },
    },
    sequence: 0,
    connection: { id: 0, request: 0 },
    request: { ...request, url: 'http://localhost/things' },
    outcome:
      received === undefined
        ? { kind: 'failure', failure: { kind: 'reset', message: 'gone' } }
        : {
            kind: 'response',
            response: {
              status: 201,
              statusText: 'Created',
              headers: [
                ['Set-Cookie', 'a'],
                ['Set-Cookie', 'b'],
              ],
              body: answer,
              rawBody: rawBody === undefined ? answer : bytes(rawBody),
            },
          },
    startedAt: 1,
    durationMs: 2,
  };
}

/** Everything of it, with bytes of whatever class as lists. */
function told(exchange: JudgedExchange): unknown {
  const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;
  const plain = (value: unknown): unknown => {
    if (isBytes(value)) return [...value];
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null || value instanceof RawNumber) return value;
    // A class has its getters by its prototype.
    const inherited = Object.getOwnPropertyNames(Object.getPrototypeOf(value) as object);
    const keys = ['headers', 'body', 'rawBody', 'value'].filter((key) => inherited.includes(key));
    const entries = [...Object.keys(value), ...keys].map((key) => [
      key,
      plain(Reflect.get(value, key)),
    ]);
    return Object.fromEntries(entries) as unknown;
  };
  return plain(exchange);
}

it.each([
  ['a small body', '{"a":1}', '{"b":2}'],
  [
    'exact numbers',
    `{"a":90071992547409931,"b":1.10000000000000000001,"c":"${'x'.repeat(2000)}"}`,
    '{}',
  ],
  ['what is no JSON', `a=${'x'.repeat(2000)}`, 'b=2'],
  ['a coded body', '{}', '{"b":2}', 'coded'],
  ['no answer', '{}'],
])(
  'gives back what it was given, from a file, too: %s',
  (_what, ...bodies: [string, string?, string?]) => {
    const exchange = exchangeOf(...bodies);
    const keeper = new ExchangeKeeper(0).keep(exchange);
    expect(keeper).not.toBe(exchange);
    expect(told(keeper)).toEqual(told(exchange));
    expect(told({ ...keeper })).toEqual(told(exchange));
  },
);

it('keeps exchanges in memory as long as there are few', () => {
  const keeper = new ExchangeKeeper(10_000);
  const lengths = Array.from({ length: 5 }, () => exchangeOf('{}', '{}')).map((exchange) => {
    return keeper.keep(exchange) === exchange;
  });
  expect(lengths).toEqual([true, true, true, false, false]);
});
