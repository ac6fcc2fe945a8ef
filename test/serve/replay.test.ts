import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { harEnd, harEntry, harLine, harStart } from '../../src/http/har.ts';
import {
  type LoadedDocument,
  type Mock,
  type MockServer,
  createMock,
  loadDocument,
  loadRecording,
} from '../../src/index.ts';

const DOCUMENT = `
openapi: 3.1.0
info: { title: Rooms, version: '1' }
components:
  securitySchemes: { key: { type: apiKey, in: query, name: api_key } }
  schemas:
    Room: { type: object, properties: { id: { type: integer, format: int64 }, name: { type: string } } }
paths:
  /rooms:
    get:
      parameters: [{ name: q, in: query, schema: { type: string } }, { name: limit, in: query, schema: { type: integer } }]
      responses: { 200: { description: '', content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Room' } } } } } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Room' } } } }
      responses: { 201: { description: '', content: { application/json: { schema: { $ref: '#/components/schemas/Room' } } } } }
  /rooms/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, format: int64 } }]
    get: { responses: { 200: { description: '', content: { application/json: { schema: { $ref: '#/components/schemas/Room' } } } } } }
  /picture:
    get: { responses: { 200: { description: '', content: { image/png: {} } } } }
  /login:
    post:
      requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object } }, multipart/form-data: { schema: { type: object } } } }
      responses: { 200: { description: '', content: { text/plain: { schema: { type: string } } } } }
`;

interface Entry {
  readonly method?: string;
  readonly url: string;
  readonly type?: string;
  readonly sent?: string;
  readonly status?: number;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string | Uint8Array;
}

function entryOf({
  method = 'GET',
  url,
  type,
  sent,
  status = 200,
  headers = [],
  body = '',
}: Entry) {
  const bytes = Buffer.from(body);
  return harEntry({
    startedAt: new Date(0),
    durationMs: 1,
    request: {
      method,
      url,
      headers: type === undefined ? [] : [['Content-Type', type]],
      body: sent === undefined ? undefined : Buffer.from(sent),
      bodySize: sent?.length ?? 0,
    },
    response: { status, statusText: '', headers, body: bytes, bodySize: bytes.length },
  });
}

function harOf(entries: readonly Entry[]): string {
  const lines = entries.map((entry, i) => harLine(entryOf(entry), i === 0));
  return harStart({ name: 'test', version: '1' }) + lines.join('') + harEnd();
}

const API = 'https://api.example/v2';
const JSON_TYPE = ['Content-Type', 'application/json'] as const;
const PICTURE = Uint8Array.from([0x89, 0x50, 0xff, 0x00, 0xfe]);

const ENTRIES: readonly Entry[] = [
  { url: `${API}/rooms?q=a%20b&limit=2`, headers: [JSON_TYPE], body: '[{"id":9007199254740993}]' },
  { url: `${API}/rooms/7`, headers: [JSON_TYPE], body: '{"state":"building"}' },
  { url: `${API}/rooms/7`, headers: [JSON_TYPE], body: '{"state":"done"}' },
  {
    method: 'POST',
    url: `${API}/rooms`,
    type: 'application/json',
    sent: '{"id":9007199254740993,"name":"Red"}',
    status: 402,
    headers: [JSON_TYPE, ['Access-Control-Allow-Origin', 'https://app.example']],
    body: '{"pay":"first"}',
  },
  { url: `${API}/rooms/8?api_key=REDACTED`, headers: [JSON_TYPE], body: '{"state":"mine"}' },
  { url: `${API}/rooms/8?session=***&limit=1`, headers: [JSON_TYPE], body: '{"state":"hidden"}' },
  { url: `${API}/rooms/8?session=open`, headers: [JSON_TYPE], body: '{"state":"told"}' },
  { url: `${API}/picture`, headers: [['Content-Type', 'image/png']], body: PICTURE },
  {
    method: 'POST',
    url: `${API}/login`,
    type: 'application/x-www-form-urlencoded',
    sent: 'user=ann&token=REDACTED',
    body: 'welcome',
  },
  { url: `${API}/rooms/9`, status: 304 },
  { url: 'https://cdn.example/app.js', body: 'x' },
];

let document: LoadedDocument;
let mock: Mock;
let server: MockServer;

beforeAll(async () => {
  document = await loadDocument({ text: DOCUMENT, file: 'rooms.yaml' });
  const recording = await loadRecording({ text: harOf(ENTRIES), file: 'a.har' }, document);
  mock = createMock({ document, recording });
  server = await mock.listen();
});
afterAll(() => server.close());
beforeEach(() => server.reset());

async function textAt(path: string, init?: RequestInit): Promise<string> {
  const response = await fetch(server.url + path, init);
  return `${response.status} ${await response.text()}`;
}

const post = (body: string, type = 'application/json'): RequestInit => {
  return { method: 'POST', headers: { 'content-type': type }, body };
};

describe('a recording', () => {
  it('has what is for operations of the document, with whole answers', async () => {
    const recording = await loadRecording({ text: harOf(ENTRIES), file: 'a.har' }, document);
    expect(recording).toMatchObject({ answers: 9, skipped: 2 });
  });

  it('answers by method, path and query, in whichever order the query is', async () => {
    const recorded = '200 [{"id":9007199254740993}]';
    expect(await textAt('/rooms?q=a%20b&limit=2')).toBe(recorded);
    expect(await textAt('/rooms?limit=2&q=a+b')).toBe(recorded);
    expect(await textAt('/rooms?limit=3&q=a+b')).not.toBe(recorded);
    expect(await textAt('/@one/rooms?limit=2&q=a+b')).toBe(recorded);
  });

  it('answers by what the body says, with exact integers', async () => {
    const same = '{ "name": "Red", "id": 9007199254740993 }';
    expect(await textAt('/rooms', post(same))).toBe('402 {"pay":"first"}');
    expect(await textAt('/rooms', post(same.replace('993', '992')))).toMatch(/^201 .*740992/);
    const form = 'application/x-www-form-urlencoded';
    expect(await textAt('/login', post('token=s3cret&user=ann', form))).toBe('200 welcome');
    expect(await textAt('/login', post('token=s3cret&user=bob', form))).not.toBe('200 welcome');
  });

  it('gives several answers to the same request in turns, in each sandbox, from the first after a reset', async () => {
    const states = async (path: string, count: number): Promise<string[]> => {
      const list: string[] = [];
      for (let i = 0; i < count; i += 1) list.push((await textAt(path)).slice(14, -2));
      return list;
    };
    expect(await states('/rooms/7', 3)).toEqual(['building', 'done', 'building']);
    expect(await states('/@two/rooms/7', 1)).toEqual(['building']);
    server.reset();
    expect(await states('/rooms/7', 2)).toEqual(['building', 'done']);
  });

  it('matches whatever secret the client has, since recordings hide them', async () => {
    expect(await textAt('/rooms/8?api_key=abc')).toBe('200 {"state":"mine"}');
    expect(await textAt('/rooms/8')).not.toContain('mine');
    expect(await textAt('/rooms/8?session=abc&limit=1')).toContain('hidden');
    expect(await textAt('/rooms/8?session=open')).toContain('told');
    expect(await textAt('/rooms/8?session=shut')).not.toContain('told');
  });

  it('leaves the rest to the model: other requests, what a 304 was for, and preferences', async () => {
    expect(await textAt('/rooms/9')).not.toMatch(/^304/);
    expect(await textAt('/nothing')).toMatch(/^404/);
    expect(await textAt('/rooms/7', { headers: { prefer: 'code=200' } })).not.toContain('state');
    server.failNext({ status: 503 });
    expect(await textAt('/rooms/7')).toMatch(/^503/);
  });

  it('lets the page of now read it, and keeps bytes', async () => {
    const headers = { origin: 'http://localhost:5173', 'content-type': 'application/json' };
    const body = '{"id":9007199254740993,"name":"Red"}';
    const paid = await fetch(`${server.url}/rooms`, { method: 'POST', headers, body });
    expect(paid.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
    const picture = await fetch(`${server.url}/picture`);
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(PICTURE);
  });

  it('is told of beside the request', async () => {
    await textAt('/rooms/8?api_key=abc');
    await textAt('/rooms/10');
    expect(server.requests().map(({ note }) => note)).toEqual(['as recorded', undefined]);
  });

  it('answers without a socket, too', async () => {
    mock.reset();
    const response = await mock.fetch(new Request('http://any.test/rooms/7'));
    expect(await response.json()).toEqual({ state: 'building' });
  });
});

it('says of what is no recording where it is wrong', async () => {
  const source = { text: '{"log":{"entries":[{}]}}', file: 'b.har' };
  await expect(loadRecording(source, document)).rejects.toThrow('b.har');
});
