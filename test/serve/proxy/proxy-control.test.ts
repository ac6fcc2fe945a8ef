import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProxyServer } from '../../../src/serve/proxy/proxy-server.ts';
import { startProxy } from './start-proxy.ts';
import { control, createThing, errorCode, errorMessage } from '../control/control-client.ts';
import { readEvents } from '../control/event-client.ts';
import { type TestServer, send, serve, until } from '../http-helpers.ts';
import { thingsDocument } from '../../setup/things-document.ts';

const seen: string[] = [];
let upstream: TestServer;
let proxy: ProxyServer;

beforeAll(async () => {
  upstream = await serve((incoming, outgoing) => {
    seen.push(incoming.url ?? '');
    incoming.resume().on('end', () => {
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{"nam":"Lamp"}');
    });
  });
  proxy = await startProxy({
    document: thingsDocument,
    target: new URL(upstream.url),
    port: 0,
    version: '1.2.3',
  });
});
afterAll(async () => {
  await proxy.close();
  await upstream[Symbol.asyncDispose]();
});

describe('the control API of a proxy', () => {
  it('says what it is in front of', async () => {
    const { body } = await control(proxy.url, 'GET', '/health');
    expect(body).toMatchObject({ mode: 'proxy', version: '1.2.3', target: `${upstream.url}/` });
    const { body: document } = await control(proxy.url, 'GET', '/document');
    expect(document['text']).toBe(thingsDocument.text);
  });

  it('has what passed, with what Prism says, without the token', async () => {
    await using events = await readEvents(`${proxy.url}/_kit/events`);
    await events.next();
    expect((await createThing(proxy.url, 9_223_372_036_854_775_807n)).status).toBe(200);
    const exchange = await events.next();
    const answer = await control(proxy.url, 'GET', '/requests');
    expect(answer.body).toMatchObject({
      requests: [
        {
          seq: 1,
          sandbox: 'default',
          status: 200,
          operation: 'createThing',
          request: { body: '{"id":9223372036854775807,"name":"Lamp"}' },
          response: { body: '{"nam":"Lamp"}' },
          findings: [{ severity: 'Error', location: ['response', 'body'] }],
        },
      ],
      last: 1,
    });
    expect(answer.text).toContain('Bearer ***');
    expect(answer.text).not.toContain('secret-token');
    expect(exchange?.id).toBe('1');
    await control(proxy.url, 'DELETE', '/requests');
    expect(await events.next()).toMatchObject({ event: 'requests' });
    expect((await control(proxy.url, 'GET', '/requests')).body['requests']).toEqual([]);
  });

  it('answers where the request line has the whole address', async () => {
    const before = seen.length;
    const answer = await send(proxy.url, {
      method: 'GET',
      path: `${proxy.url}/_kit/health`,
      headers: { host: new URL(proxy.url).host },
    });
    expect(JSON.parse(answer.body.toString())).toMatchObject({ mode: 'proxy' });
    expect(seen.slice(before)).toEqual([]);
  });

  it.each(['/@default/_kit/reset', '/%40a/_kit'])(
    'does not pass %s on for a foreign page: the mock behind it would take it for its own',
    async (path) => {
      const before = seen.length;
      for (const headers of [{ host: 'evil.example' }, { host: 'a', origin: 'http://a' }]) {
        const answer = await send(proxy.url, { method: 'GET', path, headers });
        expect(answer.status).toBe(403);
        expect(JSON.parse(answer.body.toString())).toMatchObject({
          error: { code: 'foreign-host' },
        });
      }
      expect(seen.slice(before)).toEqual([]);
      const host = new URL(proxy.url).host;
      const received = await send(proxy.url, { method: 'GET', path, headers: { host } });
      expect(received.status).toBe(200);
      expect(seen.slice(before)).toHaveLength(1);
    },
  );

  it.each([
    ['/things', { host: 'evil.example' }],
    ['/things', { origin: 'https://evil.example' }],
    ['http://evil.example/things', {}],
  ])('passes on no %s with %j, which a page of the web could have sent', async (path, given) => {
    const before = seen.length;
    const headers = { host: new URL(proxy.url).host, ...given };
    const answer = await send(proxy.url, { method: 'GET', path, headers });
    expect(answer.status).toBe(403);
    expect(seen.slice(before)).toEqual([]);
  });

  it.each([
    ['GET', '/resources'],
    ['GET', '/snapshot'],
    ['POST', '/reset'],
    ['GET', '/profile'],
    ['GET', '/faults'],
    ['GET', '/settings'],
    ['GET', '/scenarios'],
    ['GET', '/sandboxes'],
  ])('has no %s %s, and says why', async (method, path) => {
    const answer = await control(proxy.url, method, path);
    expect([answer.status, errorCode(answer)]).toEqual([404, 'no-store']);
    expect(errorMessage(answer)).toContain('A proxy has no');
  });

  it('is guarded as that of the mock is', async () => {
    const answer = await control(proxy.url, 'GET', '/requests', undefined, {
      host: 'evil.example',
    });
    expect([answer.status, errorCode(answer)]).toEqual([403, 'foreign-host']);
  });

  it('never reaches the server behind, but for what only looks like it', async () => {
    await fetch(`${proxy.url}/_kitchen`);
    await until(() => (seen.includes('/_kitchen') ? true : undefined));
    expect(seen.filter((url) => url.startsWith('/_kit/'))).toEqual([]);
  });

  it('keeps no proxy from closing at once', async () => {
    const target = new URL(upstream.url);
    const closing = await startProxy({ document: thingsDocument, target, port: 0 });
    await using events = await readEvents(`${closing.url}/_kit/events`);
    await events.next();
    await closing.close();
    expect(await events.next()).toBeUndefined();
  });

  it('can be left out', async () => {
    const options = { document: thingsDocument, target: new URL(upstream.url), port: 0 };
    await using without = await startProxy({ ...options, control: false });
    await (await fetch(`${without.url}/_kit/health`)).arrayBuffer();
    expect(seen).toContain('/_kit/health');
  });
});
