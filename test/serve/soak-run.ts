import { Agent, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { heapAfterCollection } from './heap.ts';
import { JSON_HEADERS } from './http-helpers.ts';
import { serveThings } from './serve-things.ts';
import { thingsDocument } from '../setup/things-document.ts';
import { startProxy } from './proxy/start-proxy.ts';

/** What came of a soak. */
export interface SoakResult {
  readonly sent: number;
  /** By status; 0 for clients that went away themselves. */
  readonly answers: Readonly<Record<number, number>>;
  /** Bytes of heap after collection, once warm and at the end. */
  readonly heap: readonly [before: number, after: number];
}

interface SoakRequest {
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly leaves?: boolean;
}

const thing = (id: number): string => `{"id":${id},"name":"Ficus ${id}"}`;

/** One of each kind, in turns. */
const kinds: readonly ((id: number) => SoakRequest)[] = [
  (id) => ({ body: thing(id) }),
  (id) => ({ body: `{"id":9007199254740${String(id).padStart(6, '0')},"name":"x"}` }),
  (id) => ({ body: `{"id":"${id}","name":null}` }),
  (id) => ({ body: `{"id":${id},` }),
  (id) => ({ body: gzipSync(thing(id)), headers: { 'content-encoding': 'gzip' } }),
  (id) => ({ body: thing(id), headers: { 'content-encoding': 'gzip' } }),
  (id) => ({ body: thing(id), headers: { authorization: '' } }),
  (id) => ({ body: thing(id), headers: { 'content-type': `text/x-${id}` } }),
  (id) => ({ body: thing(id), path: `/none/${id}?a=${id}` }),
  () => ({ body: '' }),
  (id) => ({ body: `${'['.repeat(id % 5000)}${']'.repeat(id % 5000)}` }),
  (id) => ({ body: `{"id":${id},"name":"${'x'.repeat(id % 50_000)}"}` }),
  (id) => ({ body: thing(id), leaves: id % 7 === 0 }),
];

/** Sends mixed requests through proxy and mock, both with Prism; resolves when all are answered. */
export async function soak(requests: number, concurrency = 16): Promise<SoakResult> {
  await using mock = await serveThings({}, { prism: true });
  await mock.ready;
  const target = new URL(mock.url);
  await using proxy = await startProxy({ document: thingsDocument, target, port: 0 });
  let records = 0;
  proxy.events.on('exchange', () => {
    records += 1;
  });
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const answers: Record<number, number> = {};
  let next = 0;
  const work = async (end: number): Promise<void> => {
    while (next < end) {
      next += 1;
      const status = await sendOne(proxy.url, kinds[next % kinds.length]!(next), agent);
      answers[status] = (answers[status] ?? 0) + 1;
      // What the store keeps is no leak.
      if (next % 500 === 0) mock.reset();
    }
  };
  const all = (end: number): Promise<void[]> =>
    Promise.all(Array.from({ length: concurrency }, () => work(end)));
  await all(Math.ceil(requests / 4));
  mock.reset();
  const before = heapAfterCollection();
  await all(requests);
  mock.reset();
  const after = heapAfterCollection();
  agent.destroy();
  if (records > next) throw new Error(`${records} exchanges were told, ${next} were sent.`);
  return { sent: next, answers, heap: [before, after] };
}

function sendOne(url: string, one: SoakRequest, agent: Agent): Promise<number> {
  const { body, path = '/things', leaves = false } = one;
  const headers = Object.fromEntries(
    Object.entries({ ...JSON_HEADERS, ...one.headers }).filter(([, value]) => value !== ''),
  );
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}${path}`, {
      method: 'POST',
      agent,
      headers,
      // A lost answer must not hang the soak.
      timeout: 20_000,
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('An answer was lost.')));
    outgoing.on('error', (error) => (leaves ? resolve(0) : reject(error)));
    outgoing.on('response', (message) => {
      message.resume().on('end', () => resolve(message.statusCode ?? 0));
    });
    outgoing.end(body);
    if (leaves) setTimeout(() => outgoing.destroy(), 1);
  });
}
