import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type LoadedDocument,
  type MockServer,
  createMock,
  listenTogether,
  loadDocument,
} from '../../src/index.ts';
import { thingsDocument } from '../setup/things-document.ts';
import { control, errorCode, errorMessage } from './control/control-client.ts';
import { startProxy } from './proxy/start-proxy.ts';
import { serveThings } from './serve-things.ts';

let document: LoadedDocument;

const item = {
  type: 'object',
  required: ['name'],
  properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } },
};
const json = { 'application/json': { schema: item } };

beforeAll(async () => {
  const location = { Location: { schema: { type: 'string', format: 'uri' } } };
  const created = { description: 'd', headers: location, content: json };
  const root = {
    openapi: '3.1.0',
    info: { title: 't', version: '1' },
    paths: {
      '/notes': {
        post: {
          operationId: 'createNote',
          requestBody: { content: json },
          responses: { 201: created },
        },
      },
      '/notes/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { operationId: 'getNote', responses: { 200: { description: 'd', content: json } } },
      },
    },
  };
  document = await loadDocument({ text: JSON.stringify(root), file: 'notes.json' });
});

async function locationOf(url: string, headers: Record<string, string>): Promise<string | null> {
  const response = await fetch(`${url}/notes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"name":"a"}',
  });
  await response.text();
  expect(response.status).toBe(201);
  return response.headers.get('location');
}

const FORWARDED = { 'x-forwarded-host': 'api.example', 'x-forwarded-proto': 'https' };

describe('behind a balancer that is believed', () => {
  let url: string;
  let server: MockServer;
  beforeAll(async () => {
    server = await createMock({ document }).listen({ trustProxy: true });
    url = server.url;
  });
  afterAll(() => server.close());

  it.each<[string, Record<string, string>, string]>([
    ['X-Forwarded-Host and -Proto', FORWARDED, 'https://api.example'],
    [
      'a host with a port, in capitals',
      { ...FORWARDED, 'x-forwarded-host': 'API.example:8443' },
      'https://api.example:8443',
    ],
    ['only a scheme', { 'x-forwarded-proto': 'https' }, 'https://127.0.0.1:PORT'],
    [
      'what the first of several has said',
      { 'x-forwarded-host': 'a.example, b.internal', 'x-forwarded-proto': 'https, http' },
      'https://a.example',
    ],
    ['Forwarded', { forwarded: 'for=192.0.2.1;host=a.example;proto=https' }, 'https://a.example'],
    [
      'Forwarded with quotes, in any case and of several',
      { forwarded: 'For="[2001:db8::1]:1, x"; Proto=HTTPS; Host="a.example:8443", host=b.example' },
      'https://a.example:8443',
    ],
    [
      'an address of version 6',
      { 'x-forwarded-host': '[2001:db8::1]:80' },
      'http://[2001:db8::1]:80',
    ],
    ['both', { ...FORWARDED, forwarded: 'host=c.example;proto=http' }, 'https://api.example'],
    ['what is no host', { 'x-forwarded-host': 'a.example/x?y@z' }, 'http://127.0.0.1:PORT'],
    ['what is no scheme', { 'x-forwarded-proto': 'javascript' }, 'http://127.0.0.1:PORT'],
    ['nothing', {}, 'http://127.0.0.1:PORT'],
  ])('links lead where the client has asked: %s', async (_, headers, expected) => {
    const base = expected.replace('PORT', new URL(url).port);
    expect(await locationOf(url, headers)).toMatch(
      new RegExp(`^${RegExp.escape(base)}/notes/\\d+$`),
    );
    expect(await locationOf(`${url}/@one`, headers)).toContain(`${base}/@one/notes/`);
  });

  it('the control API is closed without a token, also where it listens on 127.0.0.1', async () => {
    const answer = await control(url, 'GET', '/requests');
    expect([answer.status, errorCode(answer)]).toEqual([403, 'control-closed']);
    expect(errorMessage(answer)).toContain('it is behind a proxy');
    expect((await control(url, 'GET', '/ready')).status).toBe(200);
  });
});

it('several documents have their own name in the links, too', async () => {
  const mock = createMock({ document });
  await using servers = await listenTogether({ mine: mock }, { trustProxy: true });
  const location = await locationOf(`${servers.url}/mine`, FORWARDED);
  expect(location).toContain('https://api.example/mine/notes/');
});

describe('a server that was not told to', () => {
  it('ignores what is said: anybody could have said it', async () => {
    await using server = await createMock({ document }).listen();
    const forwarded = { ...FORWARDED, forwarded: 'host=a.example;proto=https' };
    expect(await locationOf(server.url, forwarded)).toContain(`${server.url}/notes/`);
    const host = { host: 'evil.example', 'x-forwarded-host': '127.0.0.1' };
    expect((await control(server.url, 'GET', '/requests', undefined, host)).status).toBe(403);
  });
});

describe('a proxy', () => {
  it('goes by the host of its balancer only where it is believed', async () => {
    await using behind = await serveThings();
    const target = new URL(behind.url);
    const options = {
      document: thingsDocument,
      target,
      port: 0,
      allowOrigin: ['https://api.example'],
    };
    await using open = await startProxy(options);
    await using trusting = await startProxy({ ...options, trustProxy: true });
    const status = async (url: string, host: string): Promise<number> => {
      const headers = { 'x-forwarded-host': host };
      return (await fetch(`${url}/nothing`, { headers })).status;
    };
    expect(await status(trusting.url, 'api.example')).toBe(404);
    expect(await status(trusting.url, 'evil.example')).toBe(403);
    expect(await status(open.url, 'evil.example')).toBe(404);
  });
});
