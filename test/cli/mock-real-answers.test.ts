import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { harEnd, harEntry, harLine, harStart } from '../../src/http/har.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { run, serve } from './run-main.ts';

const START = ['mock', '--no-prism', '--port', '0', '--har'];

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'har-'));
  await writeFile(join(folder, 'plants.har'), harOf('https://store.example/api/plants'));
  await writeFile(join(folder, 'other.har'), harOf('https://store.example/trees'));
  await writeFile(join(folder, 'none.har'), '[]');
});
afterAll(() => rm(folder, { recursive: true }));

function harOf(url: string): string {
  const entry = harEntry({
    startedAt: new Date(0),
    durationMs: 1,
    request: {
      method: 'POST',
      url,
      headers: [['Content-Type', 'application/json']],
      body: Buffer.from('{"id":1,"name":"Fern"}'),
      bodySize: 22,
    },
    response: {
      status: 418,
      statusText: '',
      headers: [],
      body: Buffer.from('no tea'),
      bodySize: 6,
    },
  });
  return harStart({ name: 'test', version: '1' }) + harLine(entry, true) + harEnd();
}

describe('mock --har', () => {
  it('answers what was recorded, and says how much that is', async () => {
    const mock = await serve([...START, 'plants.har'], { cwd: folder });
    const create = async (id: number): Promise<number> => {
      const headers = { authorization: 'Bearer t', 'content-type': 'application/json' };
      const body = JSON.stringify({ id, name: 'Fern' });
      return (await fetch(`${mock.url}/plants`, { method: 'POST', headers, body })).status;
    };
    expect([await create(1), await create(2)]).toEqual([418, 200]);
    expect((await mock.stop()).stderr).toBe('plants.har: 1 recorded answer.\n');
  });

  it.each([
    ['other.har', 'no request in it is for an operation of'],
    ['none.har', 'log'],
    ['missing.har', 'there is no such file'],
  ])('refuses %s', async (file, message) => {
    const { code, stderr } = await run([...START, file], { cwd: folder });
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});

describe('mock --upstream --real', () => {
  it('passes the paths on that are named, and says so', async () => {
    const upstream = createServer((_, outgoing) => outgoing.writeHead(218).end());
    upstream.listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const { port } = upstream.address() as AddressInfo;
    const words = ['--upstream', `http://127.0.0.1:${port}`, '--real', '/real/*'];
    const mock = await serve(['mock', '--no-prism', '--port', '0', ...words]);
    const real = await fetch(`${mock.url}/real/7`);
    const mocked = await fetch(`${mock.url}/mocked`);
    expect([real.status, mocked.status]).toEqual([218, 404]);
    const { stdout } = await mock.stop();
    expect(stdout).toContain(`/real/* is passed on to http://127.0.0.1:${port}`);
    expect(stdout).toMatch(/GET \/real\/7 218 .*\n {2}note {2}from http/);
    upstream.close();
  });

  it.each([
    [['--upstream', 'http://127.0.0.1:1'], '--real is missing'],
    [['--real', '/real/*'], '--upstream is missing'],
    [['--real', 'real/*', '--upstream', 'http://127.0.0.1:1'], 'begins with a slash'],
    [['--real', '/*', '--upstream', 'http://ann:pw@127.0.0.1:1'], 'it holds credentials'],
  ])('refuses %j', async (words, message) => {
    const { code, stderr } = await run(['mock', '--no-prism', '--port', '0', ...words]);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('pw@');
    expect(code).toBe(2);
  });
});
