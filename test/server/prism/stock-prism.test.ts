import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PrismFinding } from '../../../src/server/prism/finding.ts';
import { type ProxyServer, createProxyServer } from '../../../src/server/proxy/proxy-server.ts';
import {
  JSON_HEADERS,
  type TestServer,
  send,
  serveResponder,
  serviceDocument,
} from '../http-helpers.ts';
import { type TableRequest, deviations, requestTable } from './request-table.ts';
import { type StockPrism, startStockPrism } from './stock-prism.ts';

let upstream: TestServer;
let gateway: ProxyServer;
let stockProxy: StockPrism;
let stockMock: StockPrism;

beforeAll(async () => {
  upstream = await serveResponder();
  gateway = await createProxyServer({
    document: serviceDocument(),
    target: new URL(upstream.url),
    port: 0,
  });
  [stockProxy, stockMock] = await Promise.all([
    startStockPrism('proxy', upstream.url),
    startStockPrism('mock'),
  ]);
}, 60_000);

afterAll(async () => {
  await Promise.all([stockProxy, stockMock, gateway].map((one) => one[Symbol.asyncDispose]()));
  await upstream[Symbol.asyncDispose]();
});

/**
 * Whether the request is said to break the document: by a finding, or by a refusal where it is the
 * stock mock that answers. `undefined` where no answer came.
 */
async function verdict(
  url: string,
  request: TableRequest,
  timeout = 10_000,
): Promise<boolean | undefined> {
  const headers: Record<string, string> = { ...JSON_HEADERS, ...request.headers };
  for (const [name, value] of Object.entries(headers)) if (value === '') delete headers[name];
  try {
    const { status, headers: received } = await send(url, {
      headers,
      ...(request.body === undefined ? {} : { body: request.body }),
      signal: AbortSignal.timeout(timeout),
    });
    const header = received['sl-violations'];
    const findings = header === undefined ? [] : (JSON.parse(String(header)) as PrismFinding[]);
    const isRefused = url === stockMock.url && status >= 400;
    return (
      isRefused ||
      findings.some(({ location, severity }) => location[0] === 'request' && severity === 'Error')
    );
  } catch {
    return undefined;
  }
}

describe('the gateway and stock Prism', () => {
  it.each(requestTable)('say the same of $name', async (request) => {
    const breaks = !request.valid;
    expect(await verdict(gateway.url, request), 'gateway').toBe(breaks);
    expect(await verdict(stockProxy.url, request), 'prism proxy').toBe(breaks);
    expect(await verdict(stockMock.url, request), 'prism mock').toBe(breaks);
  });
});

describe('the listed deviations', () => {
  it.each(deviations)('$name: the gateway is right', async (request) => {
    expect(await verdict(gateway.url, request)).toBe(!request.valid);
  });

  it.each(deviations.filter(({ stock }) => stock === 'wrong'))(
    '$name: stock Prism is still wrong',
    async (request) => {
      expect(await verdict(stockProxy.url, request), 'prism proxy').toBe(request.valid);
      expect(await verdict(stockMock.url, request), 'prism mock').toBe(request.valid);
    },
  );

  it.each(deviations.filter(({ stock }) => stock === 'hangs').slice(0, 1))(
    '$name: stock Prism still never answers',
    async (request) => {
      const both = [stockProxy, stockMock].map(({ url }) => verdict(url, request, 1000));
      expect(await Promise.all(both)).toEqual([undefined, undefined]);
    },
  );
});
