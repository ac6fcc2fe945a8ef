import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { asciiJson } from '../../ascii-json.ts';
import type { FrontFacts } from '../fronts.ts';
import { fail, jsonOf } from './expect-answer.ts';
import { type FuzzRequest, TOKEN } from './fuzz-request.ts';
import { plainRequest } from './wire-shape.ts';

/** Asks for a fault, then for what it acts on. */
export interface FaultAttack {
  readonly requests: readonly FuzzRequest[];
  /** Whether the connection itself is what goes wrong. */
  readonly breaks: boolean;
}

const CONTROL = ['Host: 127.0.0.1', 'Content-Type: application/json'];
const SERVICE = ['Host: h', `Authorization: Bearer ${TOKEN}`, 'Content-Type: application/json'];

const resources = fc
  .uniqueArray(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), { maxLength: 8 })
  .map((ids) => ids.map((id) => ({ id, name: `n${id}` })));

/** Puts resources into a sandbox, and reads them again. */
export const roundTrip: fc.Arbitrary<readonly FuzzRequest[]> = fc
  .record({ resources, seeds: fc.boolean() })
  .map(({ resources: all, seeds }) => {
    const list = all.map(({ id, name }) => `{"id":${id},"name":"${name}"}`).join(',');
    const [method, path] = seeds ? ['POST', 'resources'] : ['PUT', 'snapshot'];
    const body = `{"resources":[${list}]}`;
    return [
      {
        kind: 'control: round trip',
        method,
        bytes: plainRequest(method, `/@trip/_kit/${path}`, CONTROL, body),
        statuses: [seeds ? 200 : 204],
        inspect: () => {},
      },
      {
        kind: 'control: round trip',
        method: 'GET',
        bytes: plainRequest('GET', '/@trip/_kit/resources?limit=10000', CONTROL),
        statuses: [200],
        inspect: (answer) => {
          const { resources: found } = jsonOf(answer) as { resources: Record<string, unknown>[] };
          const exact = found.map(({ id, ...rest }) => ({ id: BigInt(id as number), ...rest }));
          if (!isDeepStrictEqual(exact, all)) fail('Not what was put there', answer);
        },
      },
    ];
  });

const fault = fc.record({
  kind: fc.constantFrom('answer', 'answer', 'latency', 'drop', 'truncate'),
  times: fc.constantFrom(1, null),
  latency: fc.nat(2),
  status: fc.constantFrom(
    200,
    201,
    204,
    205,
    206,
    226,
    299,
    301,
    304,
    400,
    416,
    426,
    500,
    511,
    599,
  ),
  headers: fc.dictionary(
    fc.constantFrom(
      'Content-Type',
      'Content-Encoding',
      'Date',
      'Trailer',
      'Upgrade',
      'Keep-Alive',
      'Set-Cookie',
      '__proto__',
      'constructor',
      'sl-violations',
      'Server',
      'TE',
      'Proxy-Connection',
      'X-A',
    ),
    fc.constantFrom('', 'x', 'gzip', 'text/plain', '\xe4', 'a\tb', 'x'.repeat(1000)),
    { maxKeys: 3 },
  ),
  body: fc.option(fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constant('x'.repeat(20_000))), {
    nil: undefined,
  }),
});

/** Asks for faults of every kind in a sandbox, then creates there. */
export function faultAttacks({ isProxy }: FrontFacts): fc.Arbitrary<FaultAttack> {
  return fc
    .record({ fault, ids: fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 3 }) })
    .map(({ fault, ids }) => {
      const { kind, status, times } = fault;
      const cut = kind === 'drop' || kind === 'truncate';
      const acted = kind === 'answer' ? [status] : kind === 'latency' || !cut ? [200] : [200, 502];
      const asked: FuzzRequest = {
        kind: 'control: fault',
        method: 'POST',
        bytes: plainRequest('POST', '/@fault/_kit/faults', CONTROL, asciiJson(fault)),
        // A header that would break the message is refused.
        statuses: [201, 400],
        inspect: () => {},
      };
      const creates = ids.map((id, i): FuzzRequest => ({
        kind: 'create: fault',
        method: 'POST',
        bytes: plainRequest('POST', '/@fault/things', SERVICE, `{"id":${id},"name":"a"}`),
        statuses: times === 1 && i > 0 ? [200] : [...acted, 200],
        inspect: () => {},
      }));
      return { requests: [asked, ...creates], breaks: cut && !isProxy };
    });
}
