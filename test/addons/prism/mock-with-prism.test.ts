import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { HttpResponse, http } from 'msw/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import { serveThings } from '../../serve/serve-things.ts';
import type { ServerExchange } from '../../../src/serve/server-events.ts';
import { JSON_HEADERS, type Sent, send, until } from '../../serve/http-helpers.ts';
import { seenIn } from './compare.ts';
import { deviations, requestTable } from './request-table.ts';

let plain: MockServer;
let guarded: MockServer;
beforeAll(async () => {
  // No answer of these tests is to be late, however busy the machine.
  const prism = { prism: true, prismDeadline: 20_000 };
  [plain, guarded] = await Promise.all([serveThings(), serveThings({}, prism)]);
  await guarded.ready;
});
afterAll(async () => {
  await Promise.all([plain.close(), guarded.close()]);
});

const deep = (open: string, close: string): string =>
  `${open.repeat(100_000)}${close.repeat(100_000)}`;
const THING = '{"id":9007199254740993,"name":"ä 🌱"}';
const json = { ...JSON_HEADERS };

const unusual: readonly (Sent & { readonly name: string })[] = [
  { name: 'gzip', body: gzipSync(THING), headers: { ...json, 'content-encoding': 'gzip' } },
  {
    name: 'deflate',
    body: deflateSync(THING),
    headers: { ...json, 'content-encoding': 'deflate' },
  },
  { name: 'br', body: brotliCompressSync(THING), headers: { ...json, 'content-encoding': 'br' } },
  { name: 'broken gzip', body: THING, headers: { ...json, 'content-encoding': 'gzip' } },
  { name: 'an unknown coding', body: THING, headers: { ...json, 'content-encoding': 'pigeon' } },
  { name: 'bytes that are not UTF-8', body: new Uint8Array([0x7b, 0xff, 0x7d]) },
  { name: 'a byte order mark', body: `\u{feff}${THING}` },
  { name: '100,000 arrays', body: deep('[', ']') },
  { name: '100,000 open arrays', body: '['.repeat(100_000) },
  { name: '100,000 objects', body: `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}` },
  { name: '9 MiB', body: `{"id":77,"name":"${'x'.repeat(9 * 1024 * 1024)}"}` },
  { name: 'more than the limit', body: `{"id":78,"name":"${'x'.repeat(11 * 1024 * 1024)}"}` },
  { name: 'another path', path: '/none', body: THING },
  { name: 'another method', method: 'PUT', body: THING },
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

  it.each<{ name: string; sent: Sent }>([...table, ...odd])(
    'answers "$name" as it does without, byte for byte and soon',
    async ({ sent }) => {
      plain.reset();
      guarded.reset();
      const without = await send(plain.url, sent);
      const start = performance.now();
      const through = await send(guarded.url, sent);
      expect(performance.now() - start).toBeLessThan(5000);
      expect(seenIn(through)).toEqual(seenIn(without));
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
    guarded.use(http.post('*/things', () => HttpResponse.json({ name: 1 })));
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
    ['another credential', { body: THING, headers: { ...JSON_HEADERS, authorization: 'Basic x' } }],
    ['another media type', { body: THING, headers: { ...JSON_HEADERS, 'content-type': 'a/b' } }],
    ['a coding that it is not in', { body: '{', headers: { ...json, 'content-encoding': 'gzip' } }],
    ['another path', { path: '/none', body: THING }],
    ['another method', { method: 'PUT', body: THING }],
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
    guarded.use(http.post('*/things', () => HttpResponse.json({ name: 1 })));
    const answer = await send(guarded.url, { body: '{"id":5,"name":"a"}' });
    guarded.resetHandlers();
    expect(answer.body.toString()).toBe('{"name":1}');
    expect(String(answer.headers['sl-violations'])).toContain(
      '"location":["response","body","name"]',
    );
  });

  it('ends a connection that a handler wants ended', async () => {
    guarded.use(http.post('*/things', () => HttpResponse.error()));
    const sent = send(guarded.url, { body: '{"id":5,"name":"a"}' });
    await expect(sent).rejects.toThrow('socket hang up');
    guarded.resetHandlers();
  });
});
