import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CypressGlobals, setupSandboxes } from '../../src/face/cypress.ts';
import { type SandboxClient, sandboxFixtures } from '../../src/face/playwright.ts';
import { bearer } from '../../src/http/bearer.ts';
import { type MockServer, createMock, loadDocument } from '../../src/index.ts';

const DOCUMENT = `
openapi: 3.1.0
info: { title: Rooms, version: '1' }
components:
  schemas:
    Room: { type: object, required: [id, name], properties: { id: { type: integer, format: int64 }, name: { type: string } } }
    NewRoom: { type: object, required: [name], properties: { id: { type: integer, format: int64 }, name: { type: string } } }
paths:
  /rooms:
    get: { responses: { 200: { description: '', content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Room' } } } } } } }
    post:
      operationId: create
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewRoom' } } } }
      responses: { 201: { description: '', content: { application/json: { schema: { $ref: '#/components/schemas/Room' } } } } }
  /rooms/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer, format: int64 } }]
      responses: { 200: { description: '', content: { application/json: { schema: { $ref: '#/components/schemas/Room' } } } } }
`;

/** With 500, it takes some seconds. */
const MANY = 100;

const controlToken = 'only-for-the-tests';

const APP = 'http://app.test:3000';

let server: MockServer;

beforeAll(async () => {
  const document = await loadDocument({ text: DOCUMENT, file: 'rooms.yaml' });
  server = await createMock({ document }).listen({ controlToken });
});
afterAll(() => server.close());
beforeEach(() => server.reset());

/** A page whose requests go through a context of Playwright. */
class Page {
  #isMeant: (url: URL) => boolean = () => false;
  #handler: ((route: never) => Promise<void>) | undefined;

  readonly context = {
    route: (isMeant: (url: URL) => boolean, handler: (route: never) => Promise<void>) => {
      this.#isMeant = isMeant;
      this.#handler = handler;
      return Promise.resolve();
    },
    unrouteAll: () => Promise.resolve(),
  };

  async headersTo(address: string): Promise<Record<string, string>> {
    let headers: Record<string, string> = { 'content-type': 'application/json' };
    const route = {
      request: () => ({ headers: () => headers }),
      fallback: (changed: { headers: Record<string, string> }) => {
        ({ headers } = changed);
        return Promise.resolve();
      },
    };
    if (this.#isMeant(new URL(address))) await this.#handler?.(route as never);
    return headers;
  }
}

/** Runs one test of Playwright with the fixture. */
async function withFixture(
  test: (mock: SandboxClient, page: Page) => Promise<void>,
): Promise<void> {
  const page = new Page();
  const [fixture] = sandboxFixtures({ mock: server.url, controlToken }).mock;
  await fixture({ context: page.context, baseURL: APP }, (mock) => test(mock, page));
}

async function names(headers: Record<string, string>): Promise<string[]> {
  const response = await fetch(`${server.url}/rooms`, { headers });
  return ((await response.json()) as { name: string }[]).map(({ name }) => name);
}

describe('the fixture of Playwright', () => {
  it('keeps tests apart that run at a time, and leaves nothing behind', async () => {
    const runTest = (i: number): Promise<void> =>
      withFixture(async (mock, page) => {
        const rooms = mock.collection<{ id: number; name: string }>('/rooms');
        await rooms.seed([{ id: 7, name: `seeded ${i}` }]);
        const headers = await page.headersTo(`${server.url}/rooms`);
        const body = JSON.stringify({ name: `made ${i}` });
        await fetch(`${server.url}/rooms`, { method: 'POST', headers, body });
        expect(await names(headers)).toEqual([`seeded ${i}`, `made ${i}`]);
        expect((await rooms.list()).map(({ name }) => name)).toEqual([`seeded ${i}`, `made ${i}`]);
        expect(await mock.requests({ operation: 'create' })).toHaveLength(1);
      });
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < MANY) {
        next += 1;
        await runTest(next);
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    const response = await fetch(`${server.url}/_kit/sandboxes`, { headers: bearer(controlToken) });
    const { sandboxes } = (await response.json()) as { sandboxes: object[] };
    expect(sandboxes).toHaveLength(1);
    expect(server.requests()).toEqual([]);
    expect(server.collection('/rooms').size).toBe(0);
  });

  it('tells mock and app of the sandbox, and no other host', async () => {
    await withFixture(async (mock, page) => {
      const told = mock.headers;
      expect(await page.headersTo(`${server.url}/rooms`)).toMatchObject(told);
      expect(await page.headersTo(`${APP}/page`)).toMatchObject(told);
      expect(await page.headersTo(`${server.url}/rooms`)).not.toHaveProperty('authorization');
      for (const other of ['http://app.test:3001/', 'https://fonts.example/a.css']) {
        expect(await page.headersTo(other)).not.toHaveProperty('x-sandbox');
      }
    });
  });

  it('does what tests do with a mock, with exact integers', async () => {
    await withFixture(async (mock) => {
      const rooms = mock.collection<{ id: number | bigint; name: string }>('/rooms');
      await rooms.seed([{ id: 9007199254740993n, name: 'Large' }]);
      expect(await rooms.list()).toEqual([{ id: 9007199254740993n, name: 'Large' }]);
      await mock.failNext({ status: 503 });
      expect((await fetch(`${mock.url}/rooms`)).status).toBe(503);
      expect(await mock.requests({ status: 503 })).toHaveLength(1);
      await rooms.clear();
      expect(await rooms.list()).toEqual([]);
      await mock.scenario('slow');
      await mock.reset();
      expect(await mock.requests()).toEqual([]);
      await expect(mock.collection('/none').list()).rejects.toThrow('/none');
      await expect(rooms.seed([{ id: 1.5, name: 'Half' }])).rejects.toThrow('id');
    });
  });
});

type Hook = () => void;

/** Cypress, as far as it is needed: what is asked for is asked at once, and over HTTP. */
class FakeCypress {
  readonly hooks: Record<'before' | 'after', Hook[]> = { before: [], after: [] };
  readonly commands = new Map<string, (...given: never[]) => unknown>();
  readonly intercepts: { url: RegExp; handler: (request: never) => void }[] = [];
  last: Promise<unknown> = Promise.resolve();

  readonly globals: CypressGlobals = {
    Cypress: {
      Commands: { add: (name, command) => this.commands.set(name, command) },
      config: () => APP,
    },
    cy: {
      intercept: ({ url }, handler) => this.intercepts.push({ url, handler }),
      request: ({ method, url, headers, body }) => {
        const init = { method, headers: { 'content-type': 'application/json', ...headers } };
        const asked = fetch(url, body ? { ...init, body: JSON.stringify(body) } : init);
        const answer = asked.then(async (response) => {
          const text = await response.text();
          if (!response.ok) throw new Error(`${url}: ${text}`);
          return { body: text === '' ? '' : (JSON.parse(text) as unknown) };
        });
        this.last = answer;
        return answer;
      },
    },
    beforeEach: (hook) => this.hooks.before.push(hook),
    afterEach: (hook) => this.hooks.after.push(hook),
  };

  headersTo(url: string): Record<string, string> {
    const headers: Record<string, string> = {};
    for (const intercept of this.intercepts)
      if (intercept.url.test(url)) intercept.handler({ headers } as never);
    return headers;
  }

  async run(name: string, ...given: unknown[]): Promise<unknown> {
    return await this.commands.get(name)!(...(given as never[]));
  }
}

describe('the commands of Cypress', () => {
  it('give each test a sandbox, and do with it what tests do', async () => {
    const cypress = new FakeCypress();
    setupSandboxes({ mock: server.url, controlToken }, cypress.globals);
    for (const i of [1, 2]) {
      cypress.intercepts.length = 0;
      for (const hook of cypress.hooks.before) hook();
      await cypress.run('seed', '/rooms', [{ name: `seeded ${i}` }]);
      const headers = cypress.headersTo(`${server.url}/rooms`);
      expect(cypress.headersTo(`${APP}/`)).toEqual(headers);
      expect(cypress.headersTo(`${APP}1/`)).toEqual({});
      expect(cypress.headersTo('https://other.test/')).toEqual({});
      expect(await names(headers)).toEqual([`seeded ${i}`]);
      await cypress.run('failNext', { status: 503 });
      expect((await fetch(`${server.url}/rooms`, { headers })).status).toBe(503);
      expect(await cypress.run('mockRequests', { status: 503 })).toHaveLength(1);
      expect(await cypress.run('mockRequests')).toHaveLength(2);
      for (const hook of cypress.hooks.after) hook();
      await cypress.last;
    }
    const response = await fetch(`${server.url}/_kit/sandboxes`, { headers: bearer(controlToken) });
    const { sandboxes } = (await response.json()) as { sandboxes: object[] };
    expect(sandboxes).toHaveLength(1);
  });
});
