import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { HttpResponse, http } from 'msw/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MockServer, createMockServer } from '../../../mocks/server.ts';
import type { ServerExchange } from '../../../src/serve/answerer.ts';
import { caseCorpus } from '../../serve/case-corpus.ts';
import { JSON_HEADERS, type Received, type Sent, send, until } from '../../serve/http-helpers.ts';
import { deviations, requestTable } from './request-table.ts';

let plain: MockServer;
let guarded: MockServer;
beforeAll(async () => {
  // No answer of these tests is to be late, however busy the machine.
  const prism = { prism: true, prismDeadline: 20_000 };
  [plain, guarded] = await Promise.all([createMockServer(), createMockServer(prism)]);
  await guarded.ready;
});
afterAll(async () => {
  await Promise.all([plain.close(), guarded.close()]);
});

/** What the client sees, but for the connection, the moment and Prism's header. */
function seen({ status, headers, body }: Received): unknown {
  const others = new Set(['date', 'connection', 'keep-alive', 'sl-violations']);
  const kept = Object.entries(headers).filter(([name]) => !others.has(name));
  return { status, headers: Object.fromEntries(kept), body: body.toString('latin1') };
}

const deep = (open: string, close: string): string =>
  `${open.repeat(100_000)}${close.repeat(100_000)}`;
const PLANT = '{"id":9007199254740993,"name":"ä 🌱"}';
const json = { ...JSON_HEADERS };

const unusual: readonly (Sent & { readonly name: string })[] = [
  { name: 'gzip', body: gzipSync(PLANT), headers: { ...json, 'content-encoding': 'gzip' } },
  {
    name: 'deflate',
    body: deflateSync(PLANT),
    headers: { ...json, 'content-encoding': 'deflate' },
  },
  { name: 'br', body: brotliCompressSync(PLANT), headers: { ...json, 'content-encoding': 'br' } },
  { name: 'broken gzip', body: PLANT, headers: { ...json, 'content-encoding': 'gzip' } },
  { name: 'an unknown coding', body: PLANT, headers: { ...json, 'content-encoding': 'pigeon' } },
  { name: 'bytes that are not UTF-8', body: new Uint8Array([0x7b, 0xff, 0x7d]) },
  { name: 'a byte order mark', body: `\u{feff}${PLANT}` },
  { name: '100,000 arrays', body: deep('[', ']') },
  { name: '100,000 open arrays', body: '['.repeat(100_000) },
  { name: '100,000 objects', body: `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}` },
  { name: '9 MiB', body: `{"id":77,"name":"${'x'.repeat(9 * 1024 * 1024)}"}` },
  { name: 'more than the limit', body: `{"id":78,"name":"${'x'.repeat(11 * 1024 * 1024)}"}` },
  { name: 'another path', path: '/none', body: PLANT },
  { name: 'another method', method: 'PUT', body: PLANT },
  { name: 'a HEAD', method: 'HEAD' },
  {
    name: 'a preflight',
    method: 'OPTIONS',
    headers: { origin: 'http://a', 'access-control-request-method': 'POST' },
  },
];

describe('the mock with Prism', () => {
  const table = [...requestTable, ...deviations].map(({ name, body, headers }) => ({
    name,
    sent: { headers: { ...JSON_HEADERS, ...headers }, ...(body === undefined ? {} : { body }) },
  }));
  const odd = unusual.map(({ name, ...sent }) => ({ name, sent }));

  it.each<{ name: string; sent: Sent }>([...table, ...caseCorpus(), ...odd])(
    'answers "$name" as it does without, byte for byte and soon',
    async ({ sent }) => {
      plain.reset();
      guarded.reset();
      const without = await send(plain.url, sent);
      const start = performance.now();
      const through = await send(guarded.url, sent);
      expect(performance.now() - start).toBeLessThan(5000);
      expect(seen(through)).toEqual(seen(without));
      expect(guarded.store.list()).toEqual(plain.store.list());
    },
  );

  async function told(sent: Sent): Promise<{ header: unknown; exchange: ServerExchange }> {
    const exchanges: ServerExchange[] = [];
    guarded.events.on('exchange', (exchange) => exchanges.push(exchange));
    const { headers } = await send(guarded.url, { headers: JSON_HEADERS, ...sent });
    const exchange = await until(() => exchanges[0]);
    guarded.events.removeAllListeners('exchange');
    return { header: JSON.parse(String(headers['sl-violations'])), exchange };
  }

  it('tells findings in the header and to listeners', async () => {
    guarded.use(http.post('*/plants', () => HttpResponse.json({ name: 1 })));
    const { header, exchange } = await told({ body: '{"name":"a"}' });
    guarded.resetHandlers();
    expect(header).toMatchObject([
      { location: ['request', 'body'], code: 'required' },
      { location: ['response', 'body', 'name'], code: 'type' },
    ]);
    expect(exchange.findings).toEqual(header);
  });

  it.each<[string, Sent]>([
    ['a property that is missing', { body: '{"name":"a"}' }],
    ['a property of another type', { body: '{"id":"x","name":"a"}' }],
    ['two of them', { body: '{"id":1.5,"name":2}' }],
    ['a value beyond int64', { body: '{"id":9223372036854775808,"name":"a"}' }],
    ['a list', { body: '[]' }],
    ['null', { body: 'null' }],
    ['no JSON', { body: '{' }],
    ['no body', { body: '' }],
    ['another credential', { body: PLANT, headers: { ...JSON_HEADERS, authorization: 'Basic x' } }],
    ['another media type', { body: PLANT, headers: { ...JSON_HEADERS, 'content-type': 'a/b' } }],
    ['a coding that it is not in', { body: '{', headers: { ...json, 'content-encoding': 'gzip' } }],
    ['another path', { path: '/none', body: PLANT }],
    ['another method', { method: 'PUT', body: PLANT }],
  ])('tells listeners once what both have found: %s', async (_what, sent) => {
    const { header, exchange } = await told(sent);
    expect(header).not.toEqual([]);
    expect(exchange.problem).toBeDefined();
    expect(exchange.findings).toEqual([]);
  });

  it('tells listeners what Prism alone has found, beside what the mock refuses', async () => {
    const headers = { ...JSON_HEADERS, authorization: 'Basic x' };
    const { exchange } = await told({ body: '{"id":"x","name":"a"}', headers });
    expect(exchange.problem?.kind).toBe('credential-scheme');
    expect(exchange.findings).toMatchObject([{ location: ['request', 'body', 'id'] }]);
  });

  it("finds what a user's own handler answers wrongly", async () => {
    guarded.use(http.post('*/plants', () => HttpResponse.json({ name: 1 })));
    const answer = await send(guarded.url, { body: '{"id":5,"name":"a"}' });
    guarded.resetHandlers();
    expect(answer.body.toString()).toBe('{"name":1}');
    expect(String(answer.headers['sl-violations'])).toContain(
      '"location":["response","body","name"]',
    );
  });

  it('ends a connection that a handler wants ended', async () => {
    guarded.use(http.post('*/plants', () => HttpResponse.error()));
    const sent = send(guarded.url, { body: '{"id":5,"name":"a"}' });
    await expect(sent).rejects.toThrow('socket hang up');
    guarded.resetHandlers();
  });
});

describe('the command', () => {
  const run = promisify(execFile);
  const root = join(import.meta.dirname, '../../..');

  /** Packages that `mock` has loaded into its own thread, and whether an answer had findings. */
  async function loaded(...words: string[]): Promise<{ found: string[]; hasFindings: boolean }> {
    const script = `
      import { registerHooks } from 'node:module';
      const seen = new Set();
      registerHooks({ load: (url, context, next) => {
        seen.add(/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1] ?? 'own');
        return next(url, context);
      } });
      const { main } = await import(${JSON.stringify(join(root, 'src/cli/main.ts'))});
      const { plantStore } = await import(${JSON.stringify(join(root, 'mocks/command.ts'))});
      const end = new AbortController();
      let url;
      const stdout = { write: (text) => (url ??= JSON.parse(text).listening) };
      const words = ['mock', '--port', '0', '--log', 'json', ...${JSON.stringify(words)}];
      const stderr = { write: () => true };
      const io = { stdout, stderr, env: {}, cwd: '/', signal: end.signal };
      const running = main(words, io, plantStore);
      const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
      while (!url) await pause();
      const body = '{"id":1}';
      const ask = async () => (await fetch(url + '/plants', { method: 'POST', body })).headers;
      // The first answer doesn't wait for Prism.
      const first = (await ask()).has('sl-violations');
      let last = first;
      while (!last && !words.includes('--no-prism')) {
        await pause();
        last = (await ask()).has('sl-violations');
      }
      end.abort('SIGINT');
      await running;
      console.log(JSON.stringify([[...seen], first, last]));
      process.exit();`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script]);
    const [found, first, hasFindings] = JSON.parse(stdout.trim().split('\n').at(-1)!) as [
      string[],
      boolean,
      boolean,
    ];
    expect(first).toBe(false);
    return { found, hasFindings };
  }

  const ofPrism = (name: string): boolean => /stoplight|prism/.test(name);

  it('has Prism on by default, and in another thread', async () => {
    const { found, hasFindings } = await loaded('--prism-deadline', '20000');
    expect(found.filter(ofPrism)).toEqual([]);
    expect(hasFindings).toBe(true);
  });

  it('has nothing of Prism with --no-prism', async () => {
    const { found, hasFindings } = await loaded('--no-prism');
    expect(found.filter(ofPrism)).toEqual([]);
    expect(hasFindings).toBe(false);
  });
});
