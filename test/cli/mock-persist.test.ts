import { appendFile, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMockServer } from '../../mocks/server.ts';
import type { ListeningProcess } from '../setup/listening-process.ts';
import { startProcess } from './mock-process.ts';

let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'persist-'));
  file = join(folder, 'plants.jsonl');
  await writeFile(join(folder, 'seed.yaml'), '- { id: 1, name: Seeded }\n');
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

function start(...words: string[]): Promise<ListeningProcess> {
  const seed = join(folder, 'seed.yaml');
  return startProcess(['--persist', file, '--seed', seed, '--profile', 'typical', ...words]);
}

async function create(url: string, id: bigint): Promise<number> {
  const headers = { authorization: 'Bearer s3cret', 'content-type': 'application/json' };
  const body = `{"id":${id},"name":"Fern"}`;
  return (await fetch(`${url}/plants`, { method: 'POST', headers, body })).status;
}

describe('mock --persist', () => {
  it('goes on after a restart where it was, and seeds a new file only', async () => {
    const first = await start();
    expect(await create(first.url, 2n ** 63n - 1n)).toBe(200);
    expect(await first.end('SIGTERM')).toBe(0);
    await using second = await start();
    expect(await create(second.url, 2n ** 63n - 1n)).toBe(409);
    expect(await create(second.url, 2n ** 63n - 2n)).toBe(200);
    expect(await create(second.url, 1n)).toBe(409);
    expect((await readFile(file, 'utf8')).match(/Seeded/g)).toHaveLength(1);
    expect(await readFile(file, 'utf8')).not.toContain('s3cret');
    expect(second.stderr()).toBe('');
  });

  it('refuses a file that another process uses, and takes it once that one was killed', async () => {
    const first = await start();
    await expect(start()).rejects.toThrow(
      new RegExp(`ended with 2: .*Failed to keep .* the process ${first.child.pid} uses it`),
    );
    await first.end('SIGKILL');
    await using second = await start();
    expect(second.stderr()).toBe('');
  });

  it('says where a file is damaged, and what it made of it', async () => {
    await appendFile(file, '{"add":{"id":5,"na');
    await using mock = await start();
    expect(mock.stderr()).toMatch(/is damaged\. 3 stored resources could be used; .*\.damaged-/);
    expect(mock.stderr()).toContain(`${file}:5 the line is not JSON`);
    expect((await readdir(folder)).some((name) => name.includes('.damaged-'))).toBe(true);
  });

  it('lets go of the file where the server could not start', async () => {
    await using busy = await createMockServer();
    await expect(start('--port', String(busy.port))).rejects.toThrow(/port \d+ is in use/);
    await using mock = await start();
    expect(mock.url).toMatch(/^http/);
  });
});

describe('createMockServer with persist', () => {
  it('keeps what is created and reset, and warns of damage', async () => {
    const persist = join(folder, 'own.jsonl');
    await using server = await createMockServer({ persist });
    server.store.seed([{ id: 4n, name: 'Moss' }]);
    await server.close();
    const warnings: string[] = [];
    await appendFile(persist, 'x\n');
    const options = { persist, onWarning: (message: string) => warnings.push(message) };
    await using next = await createMockServer(options);
    expect(next.store.list()).toEqual([{ id: 4, name: 'Moss' }]);
    expect(warnings).toHaveLength(1);
    await expect(createMockServer({ persist })).rejects.toThrow('uses it');
    next.reset();
    await next.close();
    await using last = await createMockServer({ persist });
    expect(last.store.size).toBe(0);
  });

  it('warns of lines that were written by hand and that no request could have stored', async () => {
    const persist = join(folder, 'hand.jsonl');
    const first = await createMockServer({ persist });
    await create(first.url, 0n);
    await create(first.url, 9_007_199_254_740_993n);
    await first.close();
    const lines = [
      '{"add":{"id":5,"name":"good"}}',
      '{"add":{"id":0,"name":"twice"}}',
      '{"add":{"id":"bad","name":"x"}}',
      '{"seed":[{"id":6,"name":"a"},{"id":9007199254740993,"name":"b"}]}',
      '{"add":{"id":0,"name":"mended"}}',
      '{"at":7,"put":{"id":8,"name":"mended"}}',
    ];
    await appendFile(persist, `${lines.join('\n')}\n`);
    const warnings: string[] = [];
    const onWarning = (message: string): void => void warnings.push(message);
    await using next = await createMockServer({ persist, onWarning });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]!.split('\n')).toEqual([
      expect.stringMatching(/^The store file .*hand\.jsonl has lines written by hand that/),
      `  ${persist}:5 id 0 is there more than once`,
      `  ${persist}:6 id must be an int64, got the string "bad"`,
      `  ${persist}:7 id 9007199254740993 is there more than once`,
    ]);
    expect(next.store.size).toBe(8);
  });

  it('keeps the default sandbox only', async () => {
    const persist = join(folder, 'sandboxes.jsonl');
    await using server = await createMockServer({ persist, scenario: 'busy' });
    server.sandbox('other').plants.seed([{ id: 5000, name: 'Elsewhere' }]);
    server.plants.seed([{ id: 5001, name: 'Here' }]);
    const text = await readFile(persist, 'utf8');
    expect(text).toContain('Here');
    expect(text).not.toContain('Elsewhere');
    expect(text.split('\n')).toHaveLength(1 + 1001 + 1);
  });

  it('acknowledges nothing that it can not keep, and says why', async () => {
    const persist = join(folder, 'removed.jsonl');
    await using server = await createMockServer({ persist });
    await rm(persist);
    const told: string[] = [];
    server.events.on('failure', (message) => told.push(message));
    expect(await create(server.url, 1n)).toBe(500);
    expect(told).toEqual([
      expect.stringContaining(`Failed to keep the store in ${persist}: it was`),
    ]);
    const recorded = await (await fetch(`${server.url}/_kit/requests`)).text();
    expect(recorded).toContain('the mock failed to answer createPlant');
    expect(recorded).not.toContain(folder);
    const seeded = await fetch(`${server.url}/_kit/resources`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"resources":[{"id":2,"name":"Fern"}]}',
    });
    expect(seeded.status).toBe(500);
    const { error } = (await seeded.json()) as { error: { code: string; message: string } };
    expect(error.code).toBe('store-not-kept');
    expect(error.message).toMatch(/^Failed to keep .* removed .* Start the server again\.$/);
    expect(error.message).not.toContain(folder);
    expect(server.store.size).toBe(0);
  });
});
