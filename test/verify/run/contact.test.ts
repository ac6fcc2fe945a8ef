import { expect, it } from 'vitest';
import { verify } from '../../../src/index.ts';
import type { RunResult } from '../../../src/verify/run/event.ts';
import { loadDocument } from '../../../src/model/load-document.ts';
import { thingsDocument } from '../../setup/things-document.ts';
import { type TestServer, serve } from '../../serve/http-helpers.ts';

/** A server that answers everything so, and counts. */
async function always(
  status: number,
  headers: (path: string) => Record<string, string> = () => ({}),
): Promise<TestServer & { readonly count: () => number }> {
  let count = 0;
  const server = await serve((incoming, outgoing) => {
    count += 1;
    outgoing.writeHead(status, headers(incoming.url ?? '/')).end();
  });
  return { ...server, count: () => count };
}

const run = (baseUrl: string, proxyEnv = {}): Promise<RunResult> =>
  verify({ document: thingsDocument, baseUrl, proxyEnv, maxCases: 20 }).result;

it.each([502, 503, 504])('a gateway that answers %i to everything is no server', async (status) => {
  await using gateway = await always(status);
  const { stopped, counts, findings } = await run(gateway.url);
  expect(stopped).toEqual({
    reason: 'unreachable',
    message: `${gateway.url} answers every request with ${status}, as a gateway does without a server behind it`,
  });
  expect({ sent: gateway.count(), told: counts.exchanges, findings }).toEqual({
    sent: 2,
    told: 0,
    findings: [],
  });
});

it('a base_url that has moved is no server, and the new one is said', async () => {
  await using old = await always(308, (path) => ({ location: `https://new.example/v2${path}` }));
  const { stopped } = await run(old.url);
  expect(stopped?.message).toBe(`${old.url} redirects to https://new.example/v2`);
  expect(old.count()).toBe(1);
});

it('one that redirects everything to a page is none, either', async () => {
  await using old = await always(302, (path) => ({ location: `/login?secret=1&next=${path}` }));
  const { stopped } = await run(`${old.url}/api`);
  expect(stopped).toEqual({
    reason: 'unreachable',
    message: `${old.url}/api redirects every request to ${old.url}/login`,
  });
});

it.each([
  ['/api/v1', 'http://localhost:3000/api/v1/', true],
  ['/api/v1', '{HOST}/api/v1', true],
  ['/other', '/api/v1', false],
])(
  'a base_url without the path of the servers of the document is said: %s, %s',
  async (at, url, isSaid) => {
    const text = `{"openapi":"3.0.3","servers":[{"url":"${url}"}],"paths":{"/things":{"post":{"responses":{"201":{"description":"it"}}},"get":{"responses":{"200":{"description":"it"}}}}}}`;
    await using server = await serve((incoming, outgoing) => {
      outgoing.writeHead(incoming.url === `${at}/things` ? 200 : 404).end();
    });
    const document = loadDocument(text, 'servers.json');
    const { stopped } = await verify({ document, baseUrl: server.url, maxCases: 20 }).result;
    const base = server.url;
    const message = `${base} answers 404 where ${base}/api/v1 answers, as the document's servers say: add /api/v1 to base_url`;
    expect(stopped).toEqual(isSaid ? { reason: 'unreachable', message } : undefined);
    const below = await verify({ document, baseUrl: `${base}${at}`, maxCases: 20 }).result;
    expect(below.stopped).toBeUndefined();
  },
);

it('a slash too few is a matter of the operation', async () => {
  await using server = await serve((incoming, outgoing) => {
    const isThings = incoming.url === '/things';
    outgoing.writeHead(isThings ? 307 : 404, isThings ? { location: '/things/' } : {}).end();
  });
  const { stopped, findings } = await run(server.url);
  expect(stopped).toBeUndefined();
  expect(findings.map(({ check }) => check)).toContain('redirect');
});

it.each(['http', 'https'])('a proxy for %s that is not there is named', async (scheme) => {
  const proxyEnv = { HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9' };
  const { stopped } = await run(`${scheme}://store.test`, proxyEnv);
  expect(stopped?.reason).toBe('unreachable');
  expect(stopped?.message).toMatch(
    /^https?:\/\/store\.test can't be reached: .*, through the proxy 127\.0\.0\.1:9 of HTTPS?_PROXY$/,
  );
});

it('a proxy that refuses to connect is named', async () => {
  await using proxy = await serve(() => {});
  const { stopped } = await run('https://store.test', { https_proxy: proxy.url });
  expect(stopped?.message).toContain(`through the proxy ${new URL(proxy.url).host}`);
});
