/**
 * Three replicas behind HAProxy that share a real Redis, under load, while something breaks: a replica is killed, Redis
 * is killed and started again with its file, or answers nothing for a while. `npm run shared -- [--rounds 50]
 * [--pause 5000] [--clients 16]`. No acknowledged create may be lost, no identity given twice, and what was created
 * must be there through every other replica at once. The exit code is 1 where something of it doesn't hold.
 */
import { spawn } from 'node:child_process';

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readFlags } from '../../bench/lib/flags.ts';
import { type ListeningProcess, startListening } from '../setup/listening-process.ts';
import { freePort } from '../setup/free-port.ts';
import { programPath } from '../setup/program-path.ts';
import { redisPath, startRedis } from '../setup/redis-server.ts';

const { values } = readFlags(
  {
    options: {
      rounds: { type: 'string', default: '50' },
      pause: { type: 'string', default: '5000' },
      clients: { type: 'string', default: '16' },
    },
  },
  'npm run shared -- [--rounds N] [--pause MS] [--clients N]',
);
const ROUNDS = Number(values.rounds);
const PAUSE = Number(values.pause);
const CLIENTS = Number(values.clients);
const REPLICAS = 3;
const root = join(import.meta.dirname, '../..');

const redisProgram = redisPath();
const balancer = programPath(['haproxy'], 'the replicas behind a balancer');
if (redisProgram === undefined || balancer === undefined) process.exit(0);

await using redis = await startRedis(redisProgram, { keepsFile: true });
const ports = await Promise.all(Array.from({ length: REPLICAS }, freePort));
const replicas: ListeningProcess[] = await Promise.all(ports.map(startReplica));
const folder = mkdtempSync(join(tmpdir(), 'shared-'));
const front = await freePort();
const proxy = startBalancer(join(folder, 'haproxy.cfg'));
const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });

/** By identity: how often the server has said that it has created it. */
const acknowledged = new Map<number, number>();
const codes = new Map<string, number>();
const problems: string[] = [];
const counts = { created: 0, refused: 0, away: 0, broken: 0, missing: 0 };
const over = new AbortController();

try {
  await waitForBalancer();
  const clients = Array.from({ length: CLIENTS }, (_, i) => work(i));
  for (let round = 1; round <= ROUNDS; round += 1) {
    const before = { ...counts };
    await pause(300);
    const what = await breakSomething(round);
    await pause(300);
    const made = counts.created - before.created;
    process.stdout.write(
      `round ${round}: ${what}; ${made} created, ${counts.away - before.away} × 503\n`,
    );
    if (made === 0) problems.push(`round ${round}: nothing was created`);
  }
  over.abort();
  await Promise.all(clients);
  await findAll();
} finally {
  agent.destroy();
  proxy.kill('SIGKILL');
  for (const replica of replicas) await replica.end('SIGKILL');
  rmSync(folder, { recursive: true });
}

const twice = [...acknowledged].filter(([, times]) => times > 1).map(([id]) => id);
if (twice.length > 0) problems.push(`identities given twice: ${twice.slice(0, 5).join(', ')}`);
const shelves = [...codes].filter(([, times]) => times > 1);
if (shelves.length > 0)
  problems.push(
    `created twice: ${shelves
      .map(([code]) => code)
      .slice(0, 5)
      .join(', ')}`,
  );
process.stdout.write(
  `${JSON.stringify(counts)}, ${acknowledged.size} boxes, ${codes.size} shelves\n`,
);
for (const problem of problems.slice(0, 20)) process.stdout.write(`${problem}\n`);
const passed = ROUNDS - Math.min(ROUNDS, problems.length);
process.stdout.write(`${passed} rounds passed, ${problems.length} problems\n`);
process.exitCode = problems.length === 0 ? 0 : 1;

function startReplica(port: number): Promise<ListeningProcess> {
  const document = join(import.meta.dirname, 'boxes.openapi.yaml');
  const command = [join(root, 'bin/plant-store.js'), 'mock', '--spec', document, '--no-prism'];
  const place = ['--port', String(port), '--log', 'json', '--store', redis.url];
  return startListening([...command, ...place]);
}

function startBalancer(file: string): ReturnType<typeof spawn> {
  const servers = ports.map(
    (port, i) => `  server replica${i} 127.0.0.1:${port} check inter 200ms fall 1 rise 1`,
  );
  const lines = [
    'defaults',
    '  mode http',
    '  timeout connect 1s',
    '  timeout client 30s',
    '  timeout server 30s',
    'frontend all',
    `  bind 127.0.0.1:${front}`,
    '  default_backend replicas',
    'backend replicas',
    '  balance roundrobin',
    '  option httpchk',
    '  http-check send meth GET uri /_kit/health ver HTTP/1.1 hdr Host localhost',
    ...servers,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  return spawn(balancer!, ['-f', file], { stdio: 'ignore' });
}

async function waitForBalancer(): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const { status } = await call(front, 'GET', '/boxes?limit=1').catch(() => ({ status: 0 }));
    if (status === 200) return;
    await pause(100);
  }
  throw new Error('the balancer does not answer');
}

/** Creates until all is over; what was acknowledged is read through another replica. */
async function work(client: number): Promise<void> {
  for (let i = 0; !over.signal.aborted; i += 1) {
    if (i % 10 === 0) await createShelf(`shelf-${Math.floor(Date.now() / 50)}`);
    const { status, body } = await call(front, 'POST', '/boxes', { label: `${client}-${i}` }).catch(
      broken,
    );
    if (status === 503) await pause(20);
    if (status !== 201) {
      count(status);
      continue;
    }
    counts.created += 1;
    const { id } = JSON.parse(body) as { id: number };
    acknowledged.set(id, (acknowledged.get(id) ?? 0) + 1);
    await readBack(id, ports[(client + i) % REPLICAS]!);
  }
}

/** Through a replica that may be down, or cut off: then it says so, and tells nothing old. */
async function readBack(id: number, port: number): Promise<void> {
  const { status } = await call(port, 'GET', `/boxes/${id}`).catch(broken);
  if (status === 200 || status === 503 || status === 0) return;
  counts.missing += 1;
  problems.push(`GET /boxes/${id} right after its creation: ${status}`);
}

/** All clients try the same one: one of them has it. */
async function createShelf(code: string): Promise<void> {
  const { status } = await call(front, 'POST', '/shelves', { code, height: 1 }).catch(broken);
  if (status === 201) codes.set(code, (codes.get(code) ?? 0) + 1);
  else if (status !== 409) count(status);
}

function count(status: number): void {
  if (status === 503 || status === 502 || status === 504) counts.away += 1;
  else if (status === 0) counts.broken += 1;
  else {
    counts.refused += 1;
    problems.push(`a create got ${status}`);
  }
}

async function breakSomething(round: number): Promise<string> {
  const kind = round % 3;
  if (kind === 1) {
    const which = round % REPLICAS;
    await replicas[which]!.end('SIGKILL');
    replicas[which] = await startReplica(ports[which]!);
    return `replica ${which} was killed and started again`;
  }
  if (kind === 2) {
    await redis.stop('SIGKILL');
    await redis.start();
    return 'Redis was killed and started again';
  }
  redis.pause();
  await pause(PAUSE);
  redis.resume();
  return `Redis answered nothing for ${PAUSE} ms`;
}

async function findAll(): Promise<void> {
  await pause(1000);
  const stored = new Set<number>();
  for (let offset = 0; ; offset += 1000) {
    const { status, body } = await call(ports[0]!, 'GET', `/boxes?limit=1000&offset=${offset}`);
    if (status !== 200) throw new Error(`the list can't be read: ${status} ${body.slice(0, 200)}`);
    const page = JSON.parse(body) as { id: number }[];
    for (const { id } of page) {
      if (stored.has(id)) problems.push(`box ${id} is stored twice`);
      stored.add(id);
    }
    if (page.length === 0) break;
  }
  const lost = [...acknowledged.keys()].filter((id) => !stored.has(id));
  if (lost.length > 0)
    problems.push(`${lost.length} acknowledged creates are lost: ${lost.slice(0, 5).join(', ')}`);
  process.stdout.write(`${stored.size} boxes are stored\n`);
}

interface Reply {
  readonly status: number;
  readonly body: string;
}

function broken(): Reply {
  return { status: 0, body: '' };
}

function call(port: number, method: string, path: string, body?: object): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  const asked = request({ host: '127.0.0.1', port, method, path, headers, agent }, (response) => {
    void (async () => {
      let text = '';
      for await (const chunk of response) text += String(chunk);
      resolve({ status: response.statusCode ?? 0, body: text });
    })().catch(reject);
  });
  asked.setTimeout(20_000, () => asked.destroy(new Error('no answer')));
  asked.on('error', reject);
  asked.end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
}
