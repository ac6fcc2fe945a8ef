import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMockServer } from '../../mocks/server.ts';
import { PlantStore } from '../../mocks/plant-store.ts';
import { main, run } from './run-main.ts';
import { startProcess } from './mock-process.ts';

const plants = [1, 2, 3].map((id) => ({ id, name: 'Fern' }));

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bound-'));
  await mkdir(join(folder, 'scenarios'));
  const files = {
    'three.json': JSON.stringify(plants),
    'scenarios/many.yaml':
      'scenario: 1\ndescription: Three.\nmany: { count: 3, resource: { name: Fern } }\n',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
});
afterAll(() => rm(folder, { recursive: true }));

interface Answer {
  readonly status: number;
  readonly type: string | null;
  readonly body: unknown;
}

async function send(method: string, url: string, content?: unknown): Promise<Answer> {
  const headers = { authorization: 'Bearer t', 'content-type': 'application/json' };
  const body = content === undefined ? null : JSON.stringify(content);
  const response = await fetch(url, { method, headers, body });
  const text = await response.text();
  const type = response.headers.get('content-type');
  return { status: response.status, type, body: text === '' ? undefined : JSON.parse(text) };
}

const create = (url: string, id: number): Promise<Answer> =>
  send('POST', `${url}/plants`, { id, name: 'Fern' });

/** The refusal in the document's Error shape. */
const full = (bound: number): Answer => ({
  status: 400,
  type: 'application/json',
  body: { error: 5001, message: `the store is full, it takes ${bound}` },
});

async function idsAt(url: string): Promise<number[]> {
  const { body } = await send('GET', `${url}/_kit/resources`);
  return (body as { resources: { id: number }[] }).resources.map(({ id }) => id);
}

describe('mock --max-plants', () => {
  it.each([[['--max-plants', '2']], [['--max-plants=2']], [['--max-plants']]])(
    '%j says what it is called now',
    async (words) => {
      const { code, stderr } = await run(['mock', '--port', '0', ...words]);
      expect(stderr).toBe('Failed to use --max-plants: it was renamed. Write --max-resources.\n');
      expect(code).toBe(2);
    },
  );
});

describe('mock --max-resources 2', () => {
  it('refuses creates beyond it in every sandbox, and what was stored stays', async () => {
    const scenarios = join(folder, 'scenarios');
    await using mock = await startProcess(['--max-resources', '2', '--scenarios', scenarios]);
    for (const url of [mock.url, `${mock.url}/@a`]) {
      for (const id of [8, 9]) expect((await create(url, id)).status).toBe(200);
      expect(await create(url, 10)).toEqual(full(2));
      expect(await idsAt(url)).toEqual([8, 9]);
    }
    const ways: [string, string, unknown, number][] = [
      ['POST', 'resources', { resources: plants.slice(0, 1) }, 3],
      ['PUT', 'snapshot', { resources: plants }, 3],
      ['PUT', 'scenario', { scenario: 'many' }, 3],
      ['PUT', 'scenario', { scenario: 'busy' }, 1000],
    ];
    for (const [method, path, content, count] of ways) {
      const { status, body } = await send(method, `${mock.url}/_kit/${path}`, content);
      const message = expect.stringContaining(`would be ${count} and the store takes 2`) as string;
      expect(body).toEqual({ error: { code: 'store-full', message } });
      expect(status).toBe(400);
      expect(await idsAt(mock.url)).toEqual([8, 9]);
    }
    const { status } = await send('PUT', `${mock.url}/_kit/snapshot`, {
      resources: plants.slice(0, 2),
    });
    expect(status).toBe(204);
    expect(await idsAt(mock.url)).toEqual([1, 2]);
  });

  it('keeps what a file holds beyond it, and takes no more', async () => {
    const file = join(folder, 'plants.jsonl');
    await using before = await createMockServer({ persist: file, seed: plants });
    await before.close();
    for (let start = 0; start < 2; start += 1) {
      await using mock = await startProcess(['--max-resources', '2', '--persist', file]);
      expect(await idsAt(mock.url)).toEqual([1, 2, 3]);
      expect(await create(mock.url, 4)).toEqual(full(2));
      expect(await idsAt(mock.url)).toEqual([1, 2, 3]);
      expect(mock.stderr()).toBe('');
    }
  });

  it.each([
    [['--seed', 'three.json']],
    [['--scenario', 'scenarios/many.yaml']],
    [['--scenario', 'busy']],
  ])('does not begin with more: %j', async (words) => {
    let stderr = '';
    const code = await main(['mock', '--port', '0', '--max-resources', '2', ...words], {
      stdout: { write: () => {} },
      stderr: { write: (text) => (stderr += text) },
      env: {},
      cwd: folder,
      signal: AbortSignal.timeout(10_000),
    });
    expect(stderr).toMatch(
      /^Failed to seed resources: there would be (3|1000) and the store takes 2\./,
    );
    expect(code).toBe(2);
  });
});

describe('createMockServer', () => {
  it('takes a million plants where nobody says otherwise', async () => {
    class Counted extends PlantStore {
      count = 999_999;
      override get total(): number {
        return this.count;
      }
    }
    const store = new Counted();
    await using server = await createMockServer({ store });
    expect((await create(server.url, 1)).status).toBe(200);
    store.count = 1_000_000;
    expect(await create(server.url, 2)).toEqual(full(1_000_000));
  });

  it('takes no larger seed in a reload either, and changes nothing then', async () => {
    await using server = await createMockServer({ maxResources: 2, seed: plants.slice(0, 1) });
    expect(() => server.reload({ seed: plants, profile: 'typical' })).toThrow('the store takes 2');
    expect(server.profile.name).toBe('documented');
    server.reset();
    expect(server.plants.list()).toHaveLength(1);
  });
});
