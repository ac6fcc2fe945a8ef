import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type LoadedDocument,
  type MockServers,
  createMock,
  listenTogether,
  loadDocument,
} from '../../src/index.ts';

/** A document with one collection. */
async function collectionOf(path: string): Promise<LoadedDocument> {
  const schema = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
  const told = {
    ...schema,
    required: ['id', 'name'],
    properties: { id: { type: 'integer' }, ...schema.properties },
  };
  const json = (jsonSchema: object): object => ({ 'application/json': { schema: jsonSchema } });
  const paging = ['limit', 'offset'].map((name) => {
    return { name, in: 'query', schema: { type: 'integer' } };
  });
  const listed = {
    type: 'object',
    required: ['items', 'next'],
    properties: {
      items: { type: 'array', items: told },
      next: { type: ['string', 'null'], format: 'uri' },
    },
  };
  const location = { Location: { schema: { type: 'string', format: 'uri' } } };
  const root = {
    openapi: '3.1.0',
    info: { title: `The ${path}`, version: '1' },
    paths: {
      [path]: {
        get: { parameters: paging, responses: { 200: { description: '', content: json(listed) } } },
        post: {
          operationId: 'create',
          requestBody: { required: true, content: json(schema) },
          responses: { 201: { description: '', headers: location, content: json(told) } },
        },
      },
      [`${path}/{id}`]: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { responses: { 200: { description: '', content: json(told) } } },
      },
    },
  };
  return await loadDocument({ text: JSON.stringify(root), file: `${path.slice(1)}.json` });
}

let together: MockServers;

beforeAll(async () => {
  together = await listenTogether({
    members: createMock({ document: await collectionOf('/people') }),
    shop: createMock({ document: await collectionOf('/books') }),
  });
});
afterAll(() => together.close());

function create(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(together.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"name":"Ann"}',
  });
}

describe('several mocks behind one socket', () => {
  it('answer below their names, each what its own document has', async () => {
    expect((await create('/members/people')).status).toBe(201);
    expect((await create('/shop/books')).status).toBe(201);
    expect((await create('/shop/people')).status).toBe(404);
    const members = together.servers.get('members');
    expect(members?.url).toBe(`${together.url}/members`);
    expect(members?.collection('/people').size).toBe(1);
    expect(
      together.servers
        .get('shop')
        ?.requests()
        .map(({ target }) => target),
    ).toEqual(['/books', '/people']);
  });

  it('says in Location, and in what leads on in lists, where something is from outside', async () => {
    for (const base of ['/members', '/members/@one']) {
      const { headers } = await create(`${base}/people`);
      const location = headers.get('location') ?? '';
      expect(location.startsWith(`${together.url}${base}/people/`)).toBe(true);
      expect((await fetch(location)).status).toBe(200);
      await create(`${base}/people`);
      const page = await fetch(`${together.url}${base}/people?limit=1`);
      const { next } = (await page.json()) as { next: string };
      expect(next.startsWith(`${together.url}${base}/people?`)).toBe(true);
    }
  });

  it('have sandboxes, a control API and an inspector each', async () => {
    await create('/members/people', { 'x-sandbox': 'two' });
    const server = together.servers.get('members')!;
    expect(server.sandbox('two').collection('/people').size).toBe(1);
    expect(server.sandbox('two').url).toBe(`${together.url}/members/@two`);
    for (const [name, path] of [
      ['members', '/people'],
      ['shop', '/books'],
    ] as const) {
      const health = await fetch(`${together.url}/${name}/_kit/health`);
      expect(await health.json()).toMatchObject({ title: `The ${path}`, mode: 'mock' });
      const page = await fetch(`${together.url}/${name}/_kit`);
      expect(page.url).toBe(`${together.url}/${name}/_kit/`);
      expect(await page.text()).toContain('<html');
    }
  });

  it.each(['/', '/_kit/', '/other/people', '/memberships', '/@one/people'])(
    'says at %s where the documents are',
    async (path) => {
      const response = await fetch(together.url + path, { headers: { origin: 'http://a.test' } });
      expect(response.status).toBe(404);
      expect(response.headers.get('access-control-allow-origin')).toBe('http://a.test');
      expect(await response.text()).toContain('/members, /shop');
    },
  );

  it('log requests with the whole path', async () => {
    const targets: string[] = [];
    const server = together.servers.get('shop')!;
    server.events.on('exchange', ({ target }) => targets.push(target));
    await create('/shop/@three/books');
    await fetch(`${together.url}/shop`);
    expect(targets).toEqual(['/shop/@three/books', '/shop/']);
  });

  it('refuses a name that can be no path', async () => {
    const mock = createMock({ document: await collectionOf('/books') });
    await expect(listenTogether({ 'a/b': mock })).rejects.toThrow('"a/b"');
    await expect(listenTogether({ _kit: mock })).rejects.toThrow('"_kit"');
  });
});
