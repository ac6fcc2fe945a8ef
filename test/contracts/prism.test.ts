import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plantStore } from '../../mocks/command.ts';
import { type MockServer, createMockServer } from '../../mocks/server.ts';
import type { ProxyServer } from '../../src/serve/proxy/proxy-server.ts';
import {
  type StockPair,
  seenIn,
  startStockPair,
  verdictOfMock,
  verdictOfProxy,
} from '../addons/prism/compare.ts';
import { serviceDocument } from '../mocks/service-document.ts';
import { type TestServer, send } from '../serve/http-helpers.ts';
import { startProxy } from '../serve/proxy/start-proxy.ts';
import { serveResponder } from '../serve/serve-responder.ts';
import { caseCorpus } from './case-corpus.ts';

const corpus = caseCorpus();

describe('the mock with Prism', () => {
  let plain: MockServer;
  let guarded: MockServer;
  beforeAll(async () => {
    // No answer is to be late, however busy the machine.
    const prism = { prism: true, prismDeadline: 20_000 };
    [plain, guarded] = await Promise.all([createMockServer(), createMockServer(prism)]);
    await guarded.ready;
  });
  afterAll(async () => {
    await Promise.all([plain.close(), guarded.close()]);
  });

  it.each(corpus)(
    'answers the case "$name" as it does without, byte for byte and soon',
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
});

describe('the gateway and stock Prism', () => {
  let upstream: TestServer;
  let gateway: ProxyServer;
  let stock: StockPair;
  beforeAll(async () => {
    const document = serviceDocument();
    upstream = await serveResponder(document);
    gateway = await startProxy({ document, target: new URL(upstream.url), port: 0 });
    stock = await startStockPair(plantStore.document, upstream.url);
  }, 60_000);
  afterAll(async () => {
    await Promise.all([stock, gateway].map((pair) => pair[Symbol.asyncDispose]()));
    await upstream[Symbol.asyncDispose]();
  });

  it.each(corpus.filter(({ deviation }) => deviation === undefined))(
    'say the same of the case "$name"',
    async ({ sent, validity }) => {
      const verdict = await verdictOfProxy(gateway.url, sent);
      expect(await verdictOfProxy(stock.proxy.url, sent)).toBe(verdict);
      expect(await verdictOfMock(stock.mock.url, sent)).toBe(verdict);
      if (validity !== 'open') expect(verdict).toBe(validity === 'invalid');
    },
  );

  it.each(corpus.filter(({ deviation }) => deviation !== undefined))(
    'say different things of the case "$name"; the gateway is right',
    async ({ sent, validity, deviation }) => {
      expect(await verdictOfProxy(gateway.url, sent)).toBe(validity === 'invalid');
      // Stock Prism never answers malformed JSON, which its own tests show once.
      if (deviation === 'int64') expect(await verdictOfProxy(stock.proxy.url, sent)).toBe(true);
    },
  );
});
