import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import { SandboxClient } from '../../../src/serve/control/sandbox-client.ts';
import { send } from '../http-helpers.ts';
import { serveThings } from '../serve-things.ts';
import { startProxy } from '../proxy/start-proxy.ts';
import { thingsDocument } from '../../setup/things-document.ts';
import { control, createThing, errorCode, errorMessage } from './control-client.ts';
import { readEvents } from './event-client.ts';

const TOKEN = 'correct-horse-battery';
const JSON_TYPE = { 'content-type': 'application/json' };
const SIGNED = { ...JSON_TYPE, authorization: `Bearer ${TOKEN}` };
const seed = { resources: [{ id: 1, name: 'Fern' }] };

/** Where a test reaches a server that listens on all addresses. */
function local({ port }: MockServer): string {
  return `http://127.0.0.1:${port}`;
}

describe('beyond this machine, without a token', () => {
  let server: MockServer;
  let url: string;
  beforeAll(async () => {
    server = await serveThings({}, { host: '0.0.0.0' });
    url = local(server);
  });
  afterAll(() => server.close());

  it.each(['127.0.0.1', 'localhost', 'mock.example', '0.0.0.0'])(
    'the control API is closed for the Host %s, and says how to open it',
    async (name) => {
      const headers = { ...SIGNED, host: `${name}:${server.port}` };
      for (const [method, path] of [
        ['GET', '/requests'],
        ['POST', '/resources'],
        ['GET', '/'],
        ['GET', '/page.json'],
        ['GET', '/openapi.json'],
        ['GET', '/nothing'],
      ] as const) {
        const answer = await control(
          url,
          method,
          path,
          method === 'POST' ? seed : undefined,
          headers,
        );
        expect([answer.status, errorCode(answer)]).toEqual([403, 'control-closed']);
        expect(errorMessage(answer)).toContain('--control-token');
      }
      expect(server.store.size).toBe(0);
    },
  );

  it('is closed in every sandbox', async () => {
    expect((await control(`${url}/@one`, 'GET', '/resources')).status).toBe(403);
  });

  it('answers probes, whatever Host they name, and tells them little', async () => {
    const headers = { host: 'mock.example' };
    const answer = await control(url, 'GET', '/health', undefined, headers);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ status: 'ok', mode: 'mock', version: expect.any(String) });
  });

  it('takes no larger body than the mock does', async () => {
    await using small = await serveThings({}, { host: '0.0.0.0', bodyLimit: 100 });
    const body = JSON.stringify({ resources: [{ id: 1, name: 'x'.repeat(200) }] });
    const answer = await control(local(small), 'POST', '/resources', body, SIGNED);
    expect([answer.status, errorCode(answer)]).toEqual([403, 'control-closed']);
  });

  it('is open to the process itself', () => {
    expect(() => server.collection('/things').seed([{ id: 7, name: 'Moss' }])).not.toThrow();
    server.reset();
  });
});

describe.each(['0.0.0.0', '127.0.0.1'])('with a token, on %s', (host) => {
  let server: MockServer;
  let url: string;
  beforeAll(async () => {
    server = await serveThings({}, { host, controlToken: TOKEN });
    url = local(server);
  });
  afterAll(() => server.close());

  it('the control API is open to who sends it, for any Host and from any page', async () => {
    const headers = { ...SIGNED, host: 'mock.example', origin: 'https://app.example' };
    const answer = await control(url, 'POST', '/resources', seed, headers);
    expect(answer.status).toBe(200);
    const health = await control(url, 'GET', '/health', undefined, headers);
    expect(health.body['title']).toBe('Things');
    server.reset();
  });

  it.each<[string, Record<string, string>, string]>([
    ['none', {}, 'token-missing'],
    ['another one', { authorization: 'Bearer correct-horse-batterx' }, 'token-wrong'],
    ['a longer one', { authorization: `Bearer ${TOKEN}x` }, 'token-wrong'],
    ['another scheme', { authorization: `Basic ${TOKEN}` }, 'token-missing'],
    ['a cookie', { cookie: `token=${TOKEN}` }, 'token-missing'],
  ])('and closed to who sends %s', async (_, headers, code) => {
    const answer = await control(url, 'POST', '/resources', seed, { ...JSON_TYPE, ...headers });
    expect([answer.status, errorCode(answer)]).toEqual([401, code]);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.text).not.toContain(TOKEN);
    expect(server.store.size).toBe(0);
  });

  it('has no place for it in an address', async () => {
    expect((await control(url, 'GET', `/requests?token=${TOKEN}`)).status).toBe(401);
  });

  it('takes the scheme in any case', async () => {
    const headers = { authorization: `bEARER  ${TOKEN}` };
    expect((await control(url, 'GET', '/requests', undefined, headers)).status).toBe(200);
  });

  it('shows the page, which can ask for it, and nothing that the page shows', async () => {
    for (const path of ['/_kit/', '/_kit/assets/serve/inspector/page/style.css']) {
      expect(
        (await send(url, { method: 'GET', path, headers: { host: 'a.example' } })).status,
      ).toBe(200);
    }
    expect((await control(url, 'GET', '/page.json')).status).toBe(401);
    expect((await control(url, 'GET', '/page/schemas/Thing')).status).toBe(401);
  });

  it('streams events to who sends it', async () => {
    expect((await fetch(`${url}/_kit/events`)).status).toBe(401);
    await using events = await readEvents(`${url}/_kit/events`, {
      authorization: `Bearer ${TOKEN}`,
    });
    expect((await events.next())?.event).toBe('hello');
  });

  it('is what a sandbox of a test sends', async () => {
    const sandbox = new SandboxClient(url, 'one', TOKEN);
    await sandbox.collection().seed([{ id: 5, name: 'Ivy' }]);
    expect(await sandbox.collection().list()).toHaveLength(1);
    await expect(new SandboxClient(url, 'one').reset()).rejects.toThrow(/only requests with its/);
  });

  it('is masked wherever a request to the mock repeats it', async () => {
    await createThing(`${url}/@masked`, 3, `Lamp ${TOKEN}`);
    await fetch(`${url}/@masked/things?q=${TOKEN}`);
    const shown: string[] = [];
    server.events.on('exchange', ({ target }) => shown.push(target));
    await fetch(`${url}/@masked/${TOKEN}`);
    for (const path of ['/requests', '/har']) {
      const { text } = await control(`${url}/@masked`, 'GET', path, undefined, SIGNED);
      shown.push(text);
    }
    expect(shown).toHaveLength(3);
    expect(shown.join('\n')).not.toContain(TOKEN);
  });
});

describe('a token', () => {
  it.each(['', 'short', 'with a blank in it', 'non-ascii-ä', 'line\nbreak-123'])(
    '%j is refused before anything listens, and not shown',
    async (controlToken) => {
      await expect(serveThings({}, { controlToken })).rejects.toThrow(
        'Failed to use the control token: it must have at least 8 characters',
      );
    },
  );
});

describe('a proxy', () => {
  it('lets only those in who have its token, also to the mock behind it', async () => {
    await using behind = await serveThings();
    const target = new URL(behind.url);
    const options = { document: thingsDocument, target, port: 0 };
    await using proxy = await startProxy({ ...options, controlToken: TOKEN });
    expect((await control(proxy.url, 'GET', '/requests')).status).toBe(401);
    expect((await control(proxy.url, 'GET', '/requests', undefined, SIGNED)).status).toBe(200);
    expect((await control(`${proxy.url}/@x`, 'GET', '/resources')).status).toBe(401);
    const passed = await control(`${proxy.url}/@x`, 'GET', '/resources', undefined, SIGNED);
    expect(passed.status).toBe(200);
    await fetch(`${proxy.url}/things/${TOKEN}`);
    const { text } = await control(proxy.url, 'GET', '/requests', undefined, SIGNED);
    expect(text).toContain('/things/');
    expect(text).not.toContain(TOKEN);
  });

  it('is closed beyond this machine without one', async () => {
    await using behind = await serveThings();
    const target = new URL(behind.url);
    const options = { document: thingsDocument, target, port: 0, host: '0.0.0.0' };
    await using proxy = await startProxy(options);
    const url = proxy.url.replace('0.0.0.0', '127.0.0.1');
    expect((await control(url, 'GET', '/requests')).status).toBe(403);
    expect((await control(`${url}/@x`, 'GET', '/resources')).status).toBe(403);
    expect((await control(url, 'GET', '/health')).body).not.toHaveProperty('target');
  });
});
