import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createFreshValues } from '../../../src/model/requests/fresh-values.ts';
import type { JudgedExchange } from '../../../src/verify/cases/case.ts';
import type { RunEvent, RunResult } from '../../../src/verify/run/event.ts';
import { run } from '../../../src/verify/run/run.ts';
import type { RunOptions } from '../../../src/verify/run/run-options.ts';
import { parseTarget } from '../../../src/http/target.ts';
import { thingsDocument, thingsFile } from '../../setup/things-document.ts';
import { type Arrival, type Change, startStore, thingCases as cases } from './things-store.ts';

function optionsFor(url: string, more: Partial<RunOptions> = {}): RunOptions {
  return {
    target: parseTarget(url),
    document: thingsDocument,
    documentName: thingsFile,
    cases,
    fresh: createFreshValues({ seed: 1, runId: 'test' }),
    seed: 1,
    credential: { token: 'top-secret', variable: 'STORE_TOKEN' },
    userAgent: 'test',
    ...more,
  };
}

async function collect(url: string, more: Partial<RunOptions> = {}): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of run(optionsFor(url, more))) events.push(event);
  return events;
}

function resultOf(events: readonly RunEvent[]): RunResult {
  const last = events.at(-1);
  if (last?.type !== 'end') throw new Error('the run has no end');
  return last.result;
}

function exchangesOf(events: readonly RunEvent[]): JudgedExchange[] {
  return events.flatMap((event) => (event.type === 'exchange' ? [event.exchange] : []));
}

async function runOn(change: Change, more?: Partial<RunOptions>): Promise<RunEvent[]> {
  await using store = await startStore(change);
  return await collect(store.url, more);
}

const plain: Change = (reply) => reply;

/** Never answers the requests that `when` chooses. */
function hangs(when: (arrival: Arrival) => boolean): Change {
  return (reply, arrival) => (when(arrival) ? undefined : reply);
}

it('starts with what it will send, and ends with the result', async () => {
  const events = await runOn(plain);
  expect(events[0]).toMatchObject({ type: 'start', document: thingsFile, seed: 1, cases: 200 });
  expect(resultOf(events)).toMatchObject({
    verdict: 'pass',
    counts: { exchanges: 200, violations: 0 },
  });
});

it('sends the same requests in the same order with the same seed', async () => {
  const sent = async (seed: number): Promise<string[]> => {
    const exchanges = exchangesOf(await runOn(plain, { seed, concurrency: 1, requests: 0 }));
    const inOrder = exchanges.toSorted((a, b) => a.sequence - b.sequence);
    return inOrder.map(
      ({ case: { id, request } }) => `${id} ${Buffer.from(request.body ?? []).toString()}`,
    );
  };
  const first = await sent(1);
  expect(await sent(1)).toEqual(first);
  expect(await sent(2)).not.toEqual(first);
  expect(first).toHaveLength(cases.length);
});

it('is over when its time is up, also while the cases of an operation are made up', async () => {
  const slow = {
    *[Symbol.iterator]() {
      for (let i = 0; i < 4000; i += 1) {
        for (const end = performance.now() + 2; performance.now() < end;);
        yield { ...cases[i % cases.length]!, operation: cases[0]!.operation };
      }
    },
  };
  const result = resultOf(await runOn(plain, { cases: slow, maxTime: 0.3 }));
  expect(result).toMatchObject({ verdict: 'inconclusive', stopped: { reason: 'max-time' } });
  expect(result.durationMs).toBeLessThan(3000);
});

it('uses connections again, some one after the other and some at a time', async () => {
  const connections = exchangesOf(await runOn(plain)).map(({ connection }) => connection);
  expect(Math.max(...connections.map(({ request }) => request))).toBeGreaterThan(20);
  expect(new Set(connections.map(({ id }) => id)).size).toBeGreaterThanOrEqual(16);
});

it('keeps a path of base_url', async () => {
  await using store = await startStore();
  const [first] = exchangesOf(await collect(`${store.url}/api/v1/`, { requests: 0 }));
  expect(first?.request.url).toBe(`${store.url}/api/v1/things`);
});

function textOf(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'bigint' ? `${member}` : member,
  );
}

it('never tells the token', async () => {
  const events = await runOn((reply, { headers: { authorization } }) =>
    reply.status === 200
      ? reply
      : { ...reply, status: 500, body: `{"error":1,"message":"seen: ${authorization}"}` },
  );
  expect(resultOf(events).findings[0]?.received).toContain('Bearer $STORE_TOKEN');
  // The bodies of exchanges are the server's, as they came.
  expect(textOf(resultOf(events))).not.toContain('top-secret');
  for (const { request } of exchangesOf(events)) {
    expect(textOf(request)).not.toContain('top-secret');
  }
});

it('says where in the document a finding belongs', async () => {
  const result = resultOf(await runOn((reply) => ({ ...reply, body: '{}' })));
  expect(result.findings[0]?.location?.file).toBe(thingsFile);
  expect(result.findings[0]?.location?.line).toBeGreaterThan(1);
});

it('has nothing to say where nothing listens', async () => {
  const result = resultOf(await collect('http://127.0.0.1:1'));
  expect(result).toMatchObject({
    verdict: 'fail',
    stopped: { reason: 'unreachable' },
    counts: { exchanges: 0, violations: 0 },
  });
  expect(result.durationMs).toBeLessThan(1000);
});

it('has nothing to say of a name that nobody has', async () => {
  const result = resultOf(await collect('http://store.invalid', { timeoutMs: 4000 }));
  expect(result.stopped?.reason).toBe('unreachable');
});

it('stops where the server goes away, and blames it', async () => {
  await using store = await startStore();
  const events: RunEvent[] = [];
  for await (const event of run(optionsFor(store.url))) {
    events.push(event);
    if (events.length === 30) await store[Symbol.asyncDispose]();
  }
  const result = resultOf(events);
  expect(result.stopped).toMatchObject({ reason: 'unreachable' });
  expect(result.stopped?.message).toMatch(/^the server is gone after \d+ requests/);
  expect(result.findings[0]?.rule).toBe('R6');
});

it('stops at the first request that is never answered', async () => {
  const result = resultOf(
    await runOn(
      hangs(() => true),
      { timeoutMs: 400 },
    ),
  );
  expect(result.stopped?.reason).toBe('hanging');
  expect(result.counts.exchanges).toBe(1);
  expect(result.durationMs).toBeLessThan(1500);
});

it('does not wait for every request of a server that has stopped answering', async () => {
  const events = await runOn(
    hangs(({ count }) => count > 40),
    { timeoutMs: 2000 },
  );
  const result = resultOf(events);
  expect(result.stopped?.message).toMatch(/^the server hangs: \d+ requests without an answer/);
  expect(result.counts.exchanges).toBeLessThan(120);
  const [finding, ...others] = result.findings.filter(({ severity }) => severity === 'violation');
  expect(others).toEqual([]);
  expect(finding).toMatchObject({
    check: 'server-change',
    received: expect.stringMatching(/^no answer in \d{3,} ms$/),
  });
});

it('stops at a server that leaves many requests without an answer, and answers others', async () => {
  const store = hangs(({ onConnection }) => onConnection === 2);
  const { stopped, counts, findings } = resultOf(await runOn(store, { timeoutMs: 300 }));
  expect(stopped?.reason).toBe('hanging');
  expect(counts.exchanges).toBeLessThan(120);
  // What the run itself cut off has not waited long enough to be held against the server.
  expect(findings.map(({ message }) => message)).not.toContain('the server takes no connection');
  const waited = findings.flatMap(({ received }) => / in (\d+) ms/.exec(received)?.slice(1) ?? []);
  expect(waited.length).toBeGreaterThan(2);
  expect(Math.min(...waited.map(Number))).toBeGreaterThan(250);
});

it('goes on beside a request that is never answered', async () => {
  const events = await runOn(
    hangs(({ count }) => count === 10),
    { timeoutMs: 900 },
  );
  const { counts, stopped } = resultOf(events);
  expect({ ...counts, stopped }).toMatchObject({
    exchanges: 200,
    violations: 1,
    stopped: undefined,
  });
  const answered = events.filter(({ type }) => type === 'exchange');
  const hanging = answered.findIndex(
    (event) => event.type === 'exchange' && event.exchange.outcome.kind === 'failure',
  );
  expect(hanging).toBeGreaterThan(20);
});

it('ends with what was found so far when it is interrupted', async () => {
  await using store = await startStore((reply) =>
    reply.status === 200 ? { ...reply, status: 201 } : reply,
  );
  const controller = new AbortController();
  const events: RunEvent[] = [];
  for await (const event of run(optionsFor(store.url, { signal: controller.signal }))) {
    events.push(event);
    if (events.length === 20) controller.abort();
  }
  const { stopped, counts, findings } = resultOf(events);
  expect(stopped?.reason).toBe('interrupted');
  expect(counts.exchanges).toBeLessThan(200);
  expect(findings.filter(({ rule }) => rule === 'R6')).toEqual([]);
});

it('sends nothing more once nobody listens', async () => {
  await using store = await startStore();
  for await (const event of run(optionsFor(store.url))) if (event.type === 'exchange') break;
  const sent = store.count;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(store.count).toBe(sent);
  expect(sent).toBeLessThan(100);
});

it('gives up a body without end', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n');
    const flood = (): void => {
      while (!socket.destroyed && socket.write(Buffer.alloc(1_000_000, 97))) continue;
    };
    socket.on('drain', flood);
    flood();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const events = await collect(`http://127.0.0.1:${port}`, {
      cases: cases.slice(0, 1),
      requests: 0,
    });
    expect(resultOf(events).findings[0]?.received).toMatch(/larger than 16777216 bytes/);
  } finally {
    server.close();
  }
});

it('sends through a proxy', async () => {
  const seen: string[] = [];
  await using proxy = await startStore((reply, { target }) => {
    seen.push(target);
    return reply;
  });
  const proxyEnv = { HTTP_PROXY: proxy.url };
  const events = await collect('http://store.invalid', { requests: 0, proxyEnv });
  expect(resultOf(events).verdict).toBe('pass');
  expect(seen).toEqual(cases.map(() => 'http://store.invalid/things'));
});
