import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProxyServer } from '../../../src/serve/proxy/proxy-server.ts';
import { startProxy } from '../../serve/proxy/start-proxy.ts';
import { JSON_HEADERS, type Sent, type TestServer } from '../../serve/http-helpers.ts';
import { serveResponder } from '../../serve/serve-responder.ts';
import { thingsDocument, thingsFile } from '../../setup/things-document.ts';
import { type StockPair, startStockPair, verdictOfMock, verdictOfProxy } from './compare.ts';
import { type TableRequest, deviations, requestTable } from './request-table.ts';

let upstream: TestServer;
let gateway: ProxyServer;
let stock: StockPair;

beforeAll(async () => {
  upstream = await serveResponder(thingsDocument);
  const target = new URL(upstream.url);
  gateway = await startProxy({ document: thingsDocument, target, port: 0 });
  stock = await startStockPair(thingsFile, upstream.url);
}, 60_000);

afterAll(async () => {
  await Promise.all([stock, gateway].map((pair) => pair[Symbol.asyncDispose]()));
  await upstream[Symbol.asyncDispose]();
});

/** What both of stock Prism say. */
function stockVerdicts(sent: Sent, timeout?: number): Promise<(boolean | undefined)[]> {
  return Promise.all([
    verdictOfProxy(stock.proxy.url, sent, timeout),
    verdictOfMock(stock.mock.url, sent, timeout),
  ]);
}

/** The table's request; an empty value leaves a header out. */
function toSent({ body, headers }: TableRequest): Sent {
  const all = Object.entries({ ...JSON_HEADERS, ...headers }).filter(([, value]) => value !== '');
  return { headers: Object.fromEntries(all), ...(body === undefined ? {} : { body }) };
}

describe('the gateway and stock Prism', () => {
  it.each(requestTable)('say the same of $name', async (request) => {
    const sent = toSent(request);
    const breaks = !request.valid;
    expect(await verdictOfProxy(gateway.url, sent)).toBe(breaks);
    expect(await stockVerdicts(sent)).toEqual([breaks, breaks]);
  });
});

describe('the listed deviations', () => {
  it.each(deviations)('$name: the gateway is right', async (request) => {
    expect(await verdictOfProxy(gateway.url, toSent(request))).toBe(!request.valid);
  });

  it.each(deviations.filter(({ stock }) => stock === 'wrong'))(
    '$name: stock Prism is still wrong',
    async (request) => {
      expect(await stockVerdicts(toSent(request))).toEqual([request.valid, request.valid]);
    },
  );

  it.each(deviations.filter(({ stock }) => stock === 'hangs').slice(0, 1))(
    '$name: stock Prism still never answers',
    async (request) => {
      expect(await stockVerdicts(toSent(request), 1000)).toEqual([undefined, undefined]);
    },
  );
});
