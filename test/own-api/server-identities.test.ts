import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MockServer, createMockServer } from '../../mocks/server.ts';
import { createMock } from '../../src/index.ts';
import type { JsonObject } from '../../src/openapi/json/json-value.ts';
import { parseJson } from '../../src/openapi/json/parse-json.ts';
import { stringifyJson } from '../../src/openapi/json/stringify-json.ts';
import { loadDocument } from '../../src/model/load-document.ts';
import { verify } from '../cli/run-verify.ts';
import { control } from '../serve/control/control-client.ts';
import { send } from '../serve/http-helpers.ts';

const spec = 'test/own-api/lending.openapi.yaml';
const document = loadDocument(readFileSync(spec, 'utf8'), spec);
const book: JsonObject = { title: 'Emma', genre: 'novel' };
const loan: JsonObject = { reader: 'Ann', due: '2027-01-01' };

let folder: string;
let server: MockServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'identities-'));
  server = await createMockServer({ document });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => server.reset());

function uuid(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}

async function ask(
  method: string,
  path: string,
  body?: JsonObject,
  base = server.url,
): Promise<{ status: number; body: JsonObject }> {
  const headers = { 'content-type': 'application/json', 'x-api-key': 'k' };
  const sent = body === undefined ? {} : { body: stringifyJson(body) };
  const answer = await send(base, { method, path, headers, ...sent });
  const parsed = parseJson(answer.body.toString() || '{}');
  return { status: answer.status, body: (parsed.ok ? parsed.value : {}) as JsonObject };
}

async function create(path = '/books', body = book, base = server.url): Promise<unknown> {
  const answer = await ask('POST', path, body, base);
  expect(answer.status).toBe(201);
  return answer.body['id'];
}

async function remove(n: number, base = server.url): Promise<void> {
  expect((await ask('DELETE', `/books/${uuid(n)}`, undefined, base)).status).toBe(204);
}

describe('an identity that the mock has made', () => {
  it('is given to nothing else after a deletion', async () => {
    expect([await create(), await create(), await create()]).toEqual([1, 2, 3].map(uuid));
    await remove(3);
    expect(await create()).toBe(uuid(4));
    for (const n of [1, 2, 4]) await remove(n);
    expect(await create()).toBe(uuid(5));
  });

  it('is none that a deleted seed had', async () => {
    server.collection('/books').seed([
      { ...book, id: uuid(7) },
      { ...book, id: uuid(2) },
    ]);
    await remove(7);
    expect(await create()).toBe(uuid(8));
    server.collection('/books').seed([{ ...book, id: uuid(10) }]);
    await remove(10);
    expect(await create()).toBe(uuid(11));
  });

  it('counts from the start again once everything is forgotten', async () => {
    await create();
    server.collection('/books').clear();
    expect(await create()).toBe(uuid(1));
    server.reset();
    expect(await create()).toBe(uuid(1));
  });

  it('comes after all that a store file knows', async () => {
    const persist = join(folder, 'books.jsonl');
    const first = await createMockServer({ document, persist });
    for (let n = 0; n < 4; n += 1) await create('/books', book, first.url);
    for (const n of [2, 3]) await remove(n, first.url);
    await first.close();
    await using second = await createMockServer({ document, persist });
    expect(await create('/books', book, second.url)).toBe(uuid(5));
  });

  it('starts at the minimum of its schema', async () => {
    await create();
    const loans = `/books/${uuid(1)}/loans`;
    expect([await create(loans, loan), await create(loans, loan)]).toEqual([1, 2]);
  });

  it('stays within reach of its format whatever else is stored', async () => {
    const id = '00000000-0000-4000-8000-999999999999';
    server.collection('/books').seed([{ ...book, id }]);
    expect(await create()).toBe(uuid(1));
  });
});

it.each(['1', '2'])('lets a run that deletes as it goes pass, seed %s', async (seed) => {
  const args = ['--spec', spec, '--credential', 'apiKey=$KEY', '--seed', seed];
  const { stdout, code } = await verify([server.url, ...args], { env: { KEY: 'k' } });
  expect(stdout).toContain('PASS');
  expect(code).toBe(0);
});

describe('what has its identity from the server, where one operation creates', () => {
  const notesSpec = 'test/own-api/notes.openapi.yaml';
  const notes = loadDocument(readFileSync(notesSpec, 'utf8'), notesSpec);
  const text = (n: number): JsonObject => ({ id: n, text: 'Call Ann' });

  const seed: JsonObject[] = [{ text: 'Call Ann' }];

  async function seen(base: string, ids: readonly number[]): Promise<void> {
    const records = ids.map(text);
    const { headers: _, ...listed } = await send(base, { method: 'GET', path: '/notes' });
    expect(parseJson(listed.body.toString())).toMatchObject({ value: records });
    for (const record of records) {
      expect(await ask('GET', `/notes/${record['id'] as number}`, undefined, base)).toEqual({
        status: 200,
        body: record,
      });
    }
    const answer = await control(base, 'GET', '/resources');
    expect(answer.body).toMatchObject({ resources: records, total: ids.length });
  }

  it('may lose what a replacement does not have', async () => {
    await using mock = await createMockServer({ document: notes });
    const args = ['--spec', notesSpec, '--only', 'boundary/get-note/'];
    expect((await verify([mock.url, ...args], {})).stdout).toContain('0 violations, 0 warnings');
  });

  it('is seen by all that look at it, and counted on from', async () => {
    await using mock = await createMock({ document: notes, seed }).listen();
    await seen(mock.url, [100]);
    await create('/notes', { text: 'Call Ann' }, mock.url);
    const added = await control(mock.url, 'POST', '/resources', {
      resources: [{ text: 'Call Ann' }],
    });
    expect(added.status).toBe(200);
    await seen(mock.url, [100, 101, 102]);
    const snapshot = mock.snapshot();
    expect(snapshot.resources).toEqual([100, 101, 102].map(text));
    mock.reset();
    await seen(mock.url, [100]);
    mock.restore(snapshot);
    await seen(mock.url, [100, 101, 102]);
    mock.resources.seed(seed);
    expect(mock.sandbox('other').resources.list()).toEqual([text(100)]);
    await seen(mock.url, [100, 101, 102, 103]);
  });

  it('can be put back as what no request could create', async () => {
    await using mock = await createMock({ document: notes, seed }).listen();
    expect((await ask('PUT', '/notes/100', { done: true }, mock.url)).status).toBe(200);
    const snapshot = mock.snapshot();
    mock.reset();
    mock.restore(snapshot);
    expect(mock.resources.list()).toEqual([{ id: 100, done: true }]);
    expect(() => mock.resources.seed([...mock.resources.list()])).toThrow('text is required');
  });

  it('is in the store file', async () => {
    const persist = join(folder, 'notes.jsonl');
    const options = { document: notes, seed };
    const first = await createMock(options).listen({ persist });
    await create('/notes', { text: 'Call Ann' }, first.url);
    await first.close();
    await using second = await createMock(options).listen({ persist });
    await seen(second.url, [100, 101]);
    await create('/notes', { text: 'Call Ann' }, second.url);
    await seen(second.url, [100, 101, 102]);
    expect(second.snapshot().resources).toHaveLength(3);
  });
});

describe('what is created below a resource', () => {
  it('is refused where nothing has its identity, or has it any more', async () => {
    const unknown = await ask('POST', `/books/${uuid(1)}/loans`, loan);
    expect(unknown).toEqual({
      status: 404,
      body: { code: expect.any(String), message: `there is no bookId "${uuid(1)}"` },
    });
    await create();
    await create(`/books/${uuid(1)}/loans`, loan);
    await remove(1);
    expect((await ask('POST', `/books/${uuid(1)}/loans`, loan)).status).toBe(404);
  });

  it('goes with that', async () => {
    await create();
    await create();
    await create(`/books/${uuid(1)}/loans`, loan);
    await create(`/books/${uuid(2)}/loans`, loan);
    await remove(1);
    expect((await ask('GET', `/books/${uuid(1)}/loans/1`)).status).toBe(404);
    expect((await ask('GET', `/books/${uuid(2)}/loans/1`)).status).toBe(200);
    expect(server.collections.get(`/books/${uuid(1)}/loans`)).toBeUndefined();
  });

  it('is validated first', async () => {
    expect((await ask('POST', `/books/${uuid(1)}/loans`, {})).status).toBe(422);
  });

  it('can have no path of its own', async () => {
    expect((await ask('POST', `/books/${uuid(1)}/loans/1/returns`)).status).toBe(404);
    await create();
    await create(`/books/${uuid(1)}/loans`, loan);
    expect((await ask('POST', `/books/${uuid(1)}/loans/1/returns`)).status).toBe(204);
    expect((await ask('POST', `/books/${uuid(1)}/loans/2/returns`)).status).toBe(404);
  });
});
