import dns from 'node:dns';
import { createServer, request as httpRequest } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { RunResult } from '../../../src/verify/run/event.ts';
import type { TestServer } from '../../serve/http-helpers.ts';
import { type Difference, type Fields, startTrips, verifyTrips } from '../trips-server.ts';

type Balancer = (ports: readonly number[]) => ReturnType<typeof createTcpServer>;

/** Each connection goes to the next replica. */
const byConnection: Balancer = (ports) => {
  let count = 0;
  return createTcpServer((outer) => {
    const inner = connect(ports[count++ % ports.length]!, '127.0.0.1');
    outer.pipe(inner).pipe(outer);
    outer.on('error', () => inner.destroy());
    inner.on('error', () => outer.destroy());
  });
};

/** Each request goes to the next replica. */
const byRequest: Balancer = (ports) => {
  let count = 0;
  return createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const port = ports[count++ % ports.length]!;
    const inner = httpRequest({ port, host: '127.0.0.1', method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    inner.on('error', () => outgoing.destroy());
    incoming.pipe(inner);
  });
};

/** Verifies replicas behind a balancer. */
async function verifyBehind(
  balance: Balancer,
  replicas: readonly Difference[],
  options: object = { cleanUp: true },
): Promise<RunResult> {
  await using stack = new AsyncDisposableStack();
  const ports = await startAll(replicas, stack);
  const port = await listen(balance(ports), stack);
  return await verifyTrips(`http://127.0.0.1:${port}`, options);
}

/** Starts them; the ports of this machine that they have. */
async function startAll(
  replicas: readonly Difference[],
  stack: AsyncDisposableStack,
): Promise<number[]> {
  const servers: TestServer[] = [];
  for (const replica of replicas) servers.push(stack.use(await startTrips(replica)));
  return servers.map(({ url }) => Number(new URL(url).port));
}

async function listen(
  balancer: ReturnType<Balancer>,
  stack: AsyncDisposableStack,
  [host, wanted]: readonly [string, number] = ['127.0.0.1', 0],
): Promise<number> {
  await new Promise<void>((resolve) => balancer.listen(wanted, host, resolve));
  stack.defer(() => void balancer.close());
  return (balancer.address() as AddressInfo).port;
}

const name = (): string => crypto.randomUUID();

describe.concurrent('answers of replicas', () => {
  describe('that each keep their own', () => {
    it.each<[string, Balancer, Difference, RegExp]>([
      [
        'another connection',
        byConnection,
        { name },
        /^of 36 reads in a row, 18 found it and 18 did not$/,
      ],
      ['another request', byRequest, {}, /^of 36 reads in a row, 18 found it /],
    ])('are one cause, where %s goes to another one', async (_, balance, replica, received) => {
      const { causes, findings, stopped, verdict, created } = await verifyBehind(balance, [
        replica,
        replica,
      ]);
      expect(causes).toMatchObject([
        {
          check: 'replicas',
          rule: 'R9',
          impact: 'data',
          operations: ['getTrip'],
          message:
            'what was created is found in some reads and not in others: answers differ by replica',
          received: expect.stringMatching(received),
          remedy: expect.stringContaining('use one database'),
        },
      ]);
      expect(findings).toHaveLength(1);
      expect(causes[0]?.curl.split(' && ')).toHaveLength(3);
      expect(stopped).toMatchObject({ reason: 'replicas' });
      expect(verdict).toBe('fail');
      // On another replica, its path leads to something else.
      for (const { left } of created) expect(left).toMatch(/^the replicas differ/);
    });

    it('are one cause, where they are several addresses of one name', async () => {
      await using stack = new AsyncDisposableStack();
      const [first, other] = await startAll([{ name }, { name }], stack);
      const port = await listen(byConnection([first!]), stack);
      await listen(byConnection([other!]), stack, ['127.0.0.2', port]);
      const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
      const real = dns.lookup;
      const named = (_: string, __: object, callback: (...args: unknown[]) => void): void =>
        callback(null, addresses);
      Object.assign(dns, { lookup: named });
      syncBuiltinESMExports();
      stack.defer(() => {
        Object.assign(dns, { lookup: real });
        syncBuiltinESMExports();
      });
      const { causes } = await verifyTrips(`http://replicas.test:${port}`, { concurrency: 4 });
      expect(causes.map(({ check }) => check)).toEqual(['replicas']);
    });
  });

  describe('that are as they should be', () => {
    const checks = ({ findings }: RunResult): string[] => findings.map(({ check }) => check);

    it('that share what they store', async () => {
      const trips = new Map<string, Fields>();
      const result = await verifyBehind(byConnection, [{ trips }, { trips }, { trips }]);
      expect(result).toMatchObject({ causes: [], verdict: 'pass' });
    });

    it('that copy it from each other a moment later', async () => {
      const [difference, other] = copying(400);
      const result = await verifyBehind(byConnection, [difference, other]);
      expect(checks(result)).not.toContain('replicas');
      expect(result.stopped).toBeUndefined();
    });

    it('where nobody wants to know', async () => {
      const skip = { skip: ['oracle/replicas'] };
      const result = await verifyBehind(byConnection, [{ name }, { name }], skip);
      expect(checks(result)).not.toContain('replicas');
      expect(result.stopped).toBeUndefined();
    });

    it('where nothing is ever found again', async () => {
      const trips = new (class extends Map<string, Fields> {
        override set(): this {
          return this;
        }
      })();
      const result = await verifyBehind(byConnection, [{ trips, name }]);
      expect(checks(result)).not.toContain('replicas');
      expect(result.stopped).toBeUndefined();
      expect(result.verdict).toBe('fail');
    });
  });
});

/** Two stores, each of which has what the other was told, so many milliseconds later. */
function copying(ms: number): [Difference, Difference] {
  class Copied extends Map<string, Fields> {
    other: Map<string, Fields> | undefined;
    override set(key: string, trip: Fields): this {
      setTimeout(() => this.other && Map.prototype.set.call(this.other, key, trip), ms);
      return super.set(key, trip);
    }
  }
  const [copied, other] = [new Copied(), new Copied()];
  copied.other = other;
  other.other = copied;
  return [
    { trips: copied, name },
    { trips: other, name },
  ];
}
