import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMock } from '../../../src/index.ts';
import type { MockServer } from '../../../src/serve/mock.ts';
import { thingsDocument } from '../../setup/things-document.ts';
import { foreignRefusal, strangerRefusal } from '../../../src/serve/control/guard.ts';
import type { ServerRequest } from '../../../src/serve/read-request.ts';
import { send } from '../http-helpers.ts';
import { control, errorCode } from './control-client.ts';

let server: MockServer;

beforeAll(async () => {
  server = await createMock({ document: thingsDocument }).listen();
});
afterAll(() => server.close());

const seed = { resources: [{ id: 1, name: 'Fern' }] };
const json = { 'content-type': 'application/json' };

describe('the Host', () => {
  it.each(['127.0.0.1', 'localhost', 'LOCALHOST', 'shop.localhost', '[::1]', '127.8.9.1'])(
    'may be %s',
    async (name) => {
      const host = `${name}:${server.port}`;
      expect((await control(server.url, 'GET', '/health', undefined, { host })).status).toBe(200);
    },
  );

  it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.1', ''])(
    'may not be "%s", which a page could have made to mean this machine',
    async (name) => {
      const host = `${name}:${server.port}`;
      const answer = await control(server.url, 'POST', '/resources', seed, { ...json, host });
      expect([answer.status, errorCode(answer)]).toEqual([403, 'foreign-host']);
      expect(server.store.size).toBe(0);
    },
  );

  it('may be the address that the server was told to listen on', () => {
    const request = (host: string): ServerRequest =>
      ({ header: (name: string) => (name === 'host' ? host : undefined) }) as ServerRequest;
    expect(foreignRefusal(request('192.168.1.9:4010'), '192.168.1.9')).toBeUndefined();
    expect(foreignRefusal(request('[fe80::1]:4010'), 'fe80::1')).toBeUndefined();
    const refusal = foreignRefusal(request('192.168.1.9:4010'), '0.0.0.0');
    expect(refusal?.message).toMatch(/only for this machine/);
  });

  it('is that of the target where this is a whole address, whatever stands beside it', async () => {
    const { host } = new URL(server.url);
    const path = `http://evil.example/_kit/health`;
    const answer = await send(server.url, { method: 'GET', path, headers: { host } });
    expect(answer.status).toBe(403);
    const request = {
      method: 'GET',
      path: `${server.url}/_kit/health`,
      headers: { host: 'a.test' },
    };
    expect((await send(server.url, request)).status).toBe(200);
  });

  it('is free for the mock itself', async () => {
    const answer = await send(server.url, {
      path: '/things',
      headers: { ...json, host: 'store.example' },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.toString()).toContain('Authorization is missing');
  });
});

describe('the origin', () => {
  it.each<[string, Record<string, string>]>([
    ['another site', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['a file or a sandboxed frame', { origin: 'null' }],
    ['an image on another site', { 'sec-fetch-site': 'cross-site' }],
    ['a script on another port', { 'sec-fetch-site': 'same-site' }],
  ])('may not be %s', async (_, headers) => {
    const answer = await control(server.url, 'GET', '/requests', undefined, headers);
    expect([answer.status, errorCode(answer)]).toEqual([403, 'foreign-origin']);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-'))).toEqual([]);
  });

  it("may be the server's own", async () => {
    const headers = { origin: server.url, 'sec-fetch-site': 'same-origin', ...json };
    expect((await control(server.url, 'POST', '/resources', seed, headers)).status).toBe(200);
    server.reset();
  });
});

describe('a body', () => {
  it.each([undefined, 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])(
    'of the type %s, which a form could send, is refused',
    async (type) => {
      const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
      const answer = await control(server.url, 'POST', '/resources', seed, headers);
      expect([answer.status, errorCode(answer)]).toEqual([415, 'media-type']);
    },
  );

  it('may have parameters in its type', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    expect((await control(server.url, 'PUT', '/settings', { latency: 0 }, headers)).status).toBe(
      200,
    );
  });
});

describe('a request to the proxy', () => {
  const refusal = (
    headers: Readonly<Record<string, string>>,
    host = '127.0.0.1',
    allowed: readonly string[] = [],
  ): string | undefined =>
    strangerRefusal({ header: (name) => headers[name] }, host, allowed)?.code;

  it.each<[string, Record<string, string>, string?, string[]?]>([
    ['of a program', { host: 'localhost:4010' }],
    ['of an old program, without a Host', {}],
    ['of its own page', { host: '127.0.0.1:4010', origin: 'http://127.0.0.1:4010' }],
    ['of a page of this machine', { host: 'localhost:4010', origin: 'http://localhost:5173' }],
    ['of an image of this machine', { host: 'localhost:4010', 'sec-fetch-site': 'same-site' }],
    ['to the address that it listens on', { host: '192.168.1.9:1' }, '192.168.1.9'],
    ['to a container', { host: 'proxy:4010' }, '0.0.0.0'],
    ['to an address of the machine', { host: '192.168.1.9' }, '0.0.0.0'],
    ['to an address of version 6', { host: '[fe80::1]:4010' }, '::'],
    [
      'of a page that is allowed',
      { host: 'localhost', origin: 'https://app.test' },
      '127.0.0.1',
      ['https://app.test'],
    ],
    ['to a name that is allowed', { host: 'proxy.test:4010' }, '0.0.0.0', ['http://proxy.test']],
    ['of any page, where all are', { host: 'a.test', origin: 'null' }, '127.0.0.1', ['*']],
  ])('%s is passed on', (_, headers, host, allowed) => {
    expect(refusal(headers, host, allowed)).toBeUndefined();
  });

  it.each<[string, Record<string, string>, string, string[]]>([
    ['foreign-host', { host: 'evil.example' }, '127.0.0.1', []],
    ['foreign-host', { host: 'proxy:4010' }, '127.0.0.1', []],
    ['foreign-host', { host: 'evil.example' }, '0.0.0.0', []],
    ['foreign-origin', { host: 'localhost', origin: 'https://evil.example' }, '127.0.0.1', []],
    ['foreign-origin', { host: 'localhost', origin: 'null' }, '127.0.0.1', []],
    [
      'foreign-origin',
      { host: 'localhost', origin: 'http://localhost.evil.example' },
      '127.0.0.1',
      ['https://app.test'],
    ],
    ['foreign-origin', { host: 'localhost', 'sec-fetch-site': 'cross-site' }, '127.0.0.1', []],
    ['foreign-origin', { host: 'a', 'sec-fetch-site': 'same-site' }, '0.0.0.0', []],
  ])('is refused: %s, %j', (code, headers, host, allowed) => {
    expect(refusal(headers, host, allowed)).toBe(code);
  });
});
