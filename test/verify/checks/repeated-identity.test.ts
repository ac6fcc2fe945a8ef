import { describe, expect, it } from 'vitest';
import type { RelativeRequest } from '../../../src/http/exchange.ts';
import type { JudgedExchange } from '../../../src/verify/cases/case.ts';
import { repeatedIdentity } from '../../../src/verify/checks/repeated-identity.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import { operations } from '../../../src/model/operation.ts';
import { context, exchange } from './exchanges.ts';

const order = { properties: { id: {}, ref: {}, total: {} } };
const media = { content: { 'application/json': { schema: order } } };
const document = documentFromValue({
  paths: {
    '/orders': { post: { requestBody: media, responses: { 201: media, 200: media } } },
    '/orders/{orderId}': { get: { responses: { 200: media } }, delete: {} },
  },
});
const [create, , remove] = operations(document);

interface Sent {
  readonly sent: JsonObject;
  readonly id: number | string | null;
  readonly status?: number;
  readonly request?: Partial<RelativeRequest>;
  readonly url?: string;
  readonly returned?: JsonObject;
}

/** One after another. */
function created(all: readonly Sent[]): JudgedExchange[] {
  return all.map(({ sent, id, status = 201, request, url, returned = sent }, sequence) => {
    const body = JSON.stringify({ ...returned, id });
    const judged = exchange({ operation: create!, sequence: sequence * 10, sent, status, body });
    return {
      ...judged,
      request: { ...judged.request, url: url ?? judged.request.url },
      case: {
        ...judged.case,
        id: `case-${sequence}`,
        request: { ...judged.case.request, ...request },
      },
    };
  });
}

function say(exchanges: readonly JudgedExchange[]): string[] {
  return [repeatedIdentity.checkRun(exchanges, { ...context, document })]
    .flat()
    .map(
      (observation) =>
        `${observation.rule} ${observation.severity} ${observation.message}: ${observation.received} @ ${observation.pointer}`,
    );
}

const first: Sent = { sent: { ref: 'A', total: 1 }, id: 8 };
const second: Sent = { sent: { ref: 'A', total: 2 }, id: 8 };
const third: Sent = { sent: { ref: 'A', total: 3 }, id: 10 };

function disturbance(
  startedAt: number,
  parts: { status?: number; method?: string } = {},
): JudgedExchange {
  const { status = 204, method = 'DELETE' } = parts;
  const judged = exchange({ operation: remove!, startedAt, status, body: '' });
  return { ...judged, case: { ...judged.case, request: { ...judged.case.request, method } } };
}

describe('a made identity that comes twice', () => {
  it('is told with what it was given to before', () => {
    const [judged, two, other] = created([first, second, third]);
    expect(say([judged!, two!, other!])).toEqual([
      'R4 violation id is that of another resource, which was created before: id: 8, as in the answer to case-0 @ /paths/~1orders/post/responses/201',
    ]);
    expect(say([judged!, disturbance(5, { method: 'GET' }), two!, other!])).toHaveLength(1);
    expect(say([judged!, disturbance(5, { status: 404 }), two!, other!])).toHaveLength(1);
    expect(say([judged!, two!, other!, disturbance(50)])).toHaveLength(1);
  });

  it.each<[why: string, all: readonly Sent[]]>([
    ['each has its own', [first, { ...second, id: 9 }, third]],
    ['the same was sent twice', [first, first, third]],
    ['the first comes back again', [first, { ...second, returned: first.sent }, third]],
    ['all of one reference have one', [first, second, { sent: { ref: 'B', total: 3 }, id: 10 }]],
    [
      'a reference is spelled otherwise',
      [first, { sent: { ref: ' a', total: 2 }, id: 8 }, { ...third, sent: { ref: 'B', total: 3 } }],
    ],
    ['nothing else was created', [first, second]],
    ['nothing says that it was created', [first, { ...second, status: 200 }, third]],
    ['the client chose it', [first, { ...second, sent: { ...second.sent, id: 8 } }, third]],
    ['it is null', [{ ...first, id: null }, { ...second, id: null }, third]],
    [
      'another query was sent',
      [first, { ...second, url: 'http://store.test/things?shop=2' }, third],
    ],
    ['another server was asked', [first, { ...second, url: 'http://other.test/things' }, third]],
    [
      'another client asks',
      [first, { ...second, request: { headers: [['X-Tenant', 'b']] } }, third],
    ],
    [
      'it may be repeated',
      [first, second, third].map((sent) => ({
        ...sent,
        request: { headers: [['Idempotency-Key', '1']] },
      })),
    ],
  ])('is none where %s', (_why, all) => {
    expect(say(created(all))).toEqual([]);
  });

  it('may be given again once something was changed', () => {
    const [judged, two, other] = created([first, second, third]);
    expect(say([judged!, disturbance(5), two!, other!])).toEqual([]);
    expect(say([judged!, two!, disturbance(15), other!])).toEqual([]);
    expect(say([judged!, two!, disturbance(10), other!])).toEqual([]);
  });

  it('may be what only looks like one', () => {
    const properties = { customerId: {}, ref: {}, total: {} };
    const json = { content: { 'application/json': { schema: { properties } } } };
    const other = documentFromValue({
      paths: {
        '/events': { post: { requestBody: json, responses: { 201: json } } },
        '/events/{customerId}': { get: { responses: { 200: json } } },
      },
    });
    const operation = operations(other)[0]!;
    const exchanges = [first, second, third].map(({ sent, id }, sequence) =>
      exchange({
        operation,
        sequence: sequence * 10,
        sent,
        status: 201,
        body: JSON.stringify({ ...sent, customerId: id }),
      }),
    );
    expect([repeatedIdentity.checkRun(exchanges, { ...context, document: other })].flat()).toEqual(
      [],
    );
  });
});
