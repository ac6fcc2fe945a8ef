import { existsSync, readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { type Socket, connect } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { heapAfterCollection } from './heap.ts';
import { JSON_HEADERS } from './http-helpers.ts';
import { serveThings } from './serve-things.ts';
import { thingsDocument } from '../setup/things-document.ts';
import { startProxy } from './proxy/start-proxy.ts';

/** What the process takes at one moment, after collection. */
export interface SoakSample {
  /** Bytes of heap. */
  readonly heap: number;
  /** Bytes of memory, with buffers and code. */
  readonly memory: number;
  /** Open files and sockets; 0 where the system doesn't tell. */
  readonly descriptors: number;
  /** Milliseconds that the event loop was late, of a hundred times the worst but one. */
  readonly delay: number;
}

/** What came of a soak. */
export interface SoakResult {
  readonly sent: number;
  /** By status; 0 where the client went away itself, and where a fault has ended the connection. */
  readonly answers: Readonly<Record<number, number>>;
  /** One at the end of each part. */
  readonly samples: readonly SoakSample[];
}

/** How long a soak goes on: so many requests, or milliseconds. */
export type SoakLength = { readonly requests: number } | { readonly ms: number };

interface SoakRequest {
  /** Default: POST. */
  readonly method?: string;
  /** What it is for; default: the proxy. */
  readonly to?: 'mock';
  readonly body?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly leaves?: boolean;
}

const thing = (id: number): string => `{"id":${id},"name":"Ficus ${id}"}`;

/** Of so many sandboxes, half are dropped, others idle for too long, and some find no room. */
const sandboxOf = (turn: number): string => `soak-${turn % 5000}`;

const turnOf = (id: number): number => Math.floor(id / kinds.length);

const control = (method: string, path: string, body?: string): SoakRequest => ({
  method,
  to: 'mock',
  path: `/_kit${path}`,
  ...(body !== undefined && { body }),
});

const faults: readonly string[] = [
  '{"kind":"answer","status":500}',
  '{"kind":"latency","latency":30}',
  '{"kind":"drop"}',
  '{"kind":"truncate","status":400}',
];

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
  (id) => ({ body: thing(id), path: `/@${sandboxOf(turnOf(id))}/things` }),
  (id) => ({ body: thing(id), path: `/@${sandboxOf(turnOf(id))}/things`, to: 'mock' }),
  (id) => control('DELETE', `/sandboxes/${sandboxOf(turnOf(id) & ~1)}`),
  (id) => control('POST', '/faults', faults[id % faults.length]),
  (id) =>
    control('GET', `/${['resources?limit=10000', 'snapshot', 'requests', 'sandboxes'][id % 4]}`),
];

/** Samples that are taken. */
const PARTS = 8;

/** Milliseconds after which a sandbox goes. */
const IDLE_MS = 100;

/** A client that asks for events and reads none. */
function stalledStream(url: string): Socket {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {}).pause();
  socket.write(`GET /_kit/events HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  return socket;
}

/** Sends mixed requests through proxy and mock, both with Prism, beside clients that read nothing. */
export async function soak(length: SoakLength, concurrency = 16): Promise<SoakResult> {
  await using mock = await serveThings({ sandboxIdle: IDLE_MS, maxSandboxes: 3 }, { prism: true });
  await mock.ready;
  const target = new URL(mock.url);
  await using proxy = await startProxy({ document: thingsDocument, target, port: 0 });
  let records = 0;
  proxy.events.on('exchange', () => {
    records += 1;
  });
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const answers: Record<number, number> = {};
  const start = performance.now();
  let next = 0;
  const done = (): number =>
    'ms' in length ? (performance.now() - start) / length.ms : next / length.requests;
  const work = async (end: number): Promise<void> => {
    while (done() < end) {
      next += 1;
      const soakRequest = kinds[next % kinds.length]!(next);
      const status = await sendOne(
        soakRequest.to === 'mock' ? mock.url : proxy.url,
        soakRequest,
        agent,
      );
      answers[status] = (answers[status] ?? 0) + 1;
      // What the store keeps is no leak.
      if (next % 500 === 0) mock.reset();
    }
  };
  const delay = monitorEventLoopDelay();
  const samples: SoakSample[] = [];
  for (let part = 1; part <= PARTS; part += 1) {
    delay.reset();
    delay.enable();
    const stalled = [mock.url, proxy.url].map(stalledStream);
    await Promise.all(Array.from({ length: concurrency }, () => work(part / PARTS)));
    for (const socket of stalled) socket.destroy();
    delay.disable();
    mock.reset();
    // What idles goes with its time, and is no leak.
    await setTimeout(IDLE_MS * 2);
    samples.push({
      heap: heapAfterCollection(),
      memory: process.memoryUsage().rss,
      descriptors: existsSync(FILES) ? readdirSync(FILES).length : 0,
      delay: delay.percentile(99) / 1e6,
    });
  }
  agent.destroy();
  if (records > next) throw new Error(`${records} exchanges were told, ${next} were sent.`);
  return { sent: next, answers, samples };
}

const FILES = '/proc/self/fd';

function sendOne(url: string, soakRequest: SoakRequest, agent: Agent): Promise<number> {
  const { method = 'POST', body, path = '/things', leaves = false } = soakRequest;
  const headers = Object.fromEntries(
    Object.entries({ ...JSON_HEADERS, ...soakRequest.headers }).filter(([, value]) => value !== ''),
  );
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}${path}`, {
      method,
      agent,
      headers,
      // A lost answer must not hang the soak.
      timeout: 20_000,
    });
    outgoing.on('timeout', () => {
      reject(new Error(`The answer to ${method} ${path} was lost.`));
      outgoing.destroy();
    });
    // A client that goes away, or a fault, ends a connection.
    outgoing.on('error', () => resolve(0));
    outgoing.on('response', (message) => {
      message.on('error', () => resolve(0)).resume();
      message.on('end', () => resolve(message.statusCode ?? 0));
    });
    outgoing.end(body);
    if (leaves) void setTimeout(1).then(() => outgoing.destroy());
  });
}
