import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, type Server, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plantStore } from '../../mocks/command.ts';
import { type Serving, run, serve } from './run-main.ts';

const bin = join(import.meta.dirname, '../../bin/plant-store.js');
const msw = import.meta.resolve('msw/http');

let folder: string;
let busy: Server;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mock-'));
  const document = await readFile(plantStore.document, 'utf8');
  const files = {
    'other.yaml': document.replaceAll('/plants:', '/trees:').replaceAll('createPlant', 'plantTree'),
    'broken.yaml': document.replace(
      "'#/components/schemas/NewPlant'",
      "'#/components/schemas/New'",
    ),
    'seed.yaml':
      '- id: 9223372036854775807\n  name: Seeded\n- { id: 2, name: Ivy, tag: climber }\n',
    'seed.json': '[{"id": 9223372036854775807, "name": "Seeded"}]',
    'bad-seed.yaml': '- id: 1\n  name: Fern\n- id: x\n  name: Ivy\n',
    'twice.yaml': '- { id: 1, name: Fern }\n- { id: 1, name: Ivy }\n',
    'map.yaml': 'id: 1\n',
    'handlers.mjs': `import { HttpResponse, http } from ${JSON.stringify(msw)};
export const handlers = [http.get('/extra', () => HttpResponse.text('mine'))];\n`,
    'default.mjs': `import { HttpResponse, http } from ${JSON.stringify(msw)};
export default [http.get('*/extra', () => HttpResponse.text('default'))];\n`,
    'common.cjs': `const { HttpResponse, http } = require(${JSON.stringify(fileURLToPath(msw))});
module.exports = { handlers: [http.get('/extra', () => HttpResponse.text('common'))] };\n`,
    'throws.mjs': `import { http } from ${JSON.stringify(msw)};
export default [http.get('*/extra', () => { throw new Error('oh no'); })];\n`,
    'no-list.mjs': 'export const handlers = 7;\n',
    'syntax.mjs': 'export const = 7;\n',
    'profile.yaml': 'profile: 1\nanswers:\n  createPlant:\n    used-id: refused 409\n',
    'typo.yaml': 'profile: 1\nanswers:\n  createPlant:\n    usd-id: accepted\n',
  };
  await Promise.all(
    Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)),
  );
  busy = createServer();
  busy.listen(0, '127.0.0.1');
  await once(busy, 'listening');
});

afterAll(async () => {
  busy.close();
  await rm(folder, { recursive: true });
});

/** Starts the command and waits until it listens. */
async function start(words: readonly string[]): Promise<Serving> {
  return await serve(['mock', '--port', '0', ...words], { cwd: folder });
}

function create(url: string, body: string, token = 't'): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return fetch(`${url}/plants`, { method: 'POST', headers, body });
}

describe('mock', () => {
  it('says what it serves, logs a line a request, and ends with 0', async () => {
    const mock = await start(['--no-prism']);
    await create(mock.url, '{"id":1,"name":"Fern"}', 's3cret');
    await create(mock.url, '{"id":1.5,"name":"Fern"}', 's3cret');
    expect(await mock.stop()).toMatchObject({ code: 0 });
    const [title, operation, inspector, , , ...log] = mock.stdout().split('\n');
    expect(inspector).toBe(`Inspector: ${mock.url}/_kit/`);
    expect(title).toBe(`plant-store mock on ${mock.url}`);
    expect(operation).toBe('  POST /plants  createPlant');
    expect(log[0]).toMatch(/^\d\d:\d\d:\d\d POST \/plants 200 \d+\.\d ms$/);
    expect(log[1]).toMatch(/POST \/plants 400 .* ms id must be an int64, got 1\.5$/);
    expect(mock.stdout() + mock.stderr()).not.toContain('s3cret');
    expect(mock.stderr()).toBe('');
  });

  it.each([[[]], [['--token', 's3cret']]])(
    'prints a curl line that works, with %j',
    async (words) => {
      const mock = await start(words);
      const line = /^ {2}(curl .*)$/m.exec(mock.stdout())?.[1] ?? '';
      expect(line).not.toContain('s3cret');
      const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', line], {
        env: { ...process.env, PLANT_STORE_TOKEN: 's3cret', NO_PROXY: '*' },
      });
      await mock.stop();
      expect(stdout).toMatch(
        /^HTTP\/1\.1 200 OK[\s\S]*\{"name":"Monstera deliciosa","tag":"climber"\}$/,
      );
    },
  );

  it('takes one token alone, if told so', async () => {
    const mock = await start(['--token', 's3cret', '--log', 'json']);
    const statuses = [
      (await create(mock.url, '{"id":1,"name":"a"}', 's3cret')).status,
      (await create(mock.url, '{"id":2,"name":"a"}', 'other')).status,
    ];
    await mock.stop();
    expect(statuses).toEqual([200, 400]);
    const lines = mock
      .stdout()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines).toMatchObject([
      { listening: mock.url },
      { method: 'POST', target: '/plants', status: 200 },
      { method: 'POST', target: '/plants', status: 400, problem: 'the bearer token is not valid' },
    ]);
    expect(mock.stdout()).not.toMatch(/s3cret|other/);
  });

  it('logs nothing where it is to be silent', async () => {
    const mock = await start(['--log', 'silent']);
    const before = mock.stdout();
    await create(mock.url, '{}');
    await mock.stop();
    expect(mock.stdout()).toBe(before);
  });

  it('masks secrets in a logged query', async () => {
    const mock = await start([]);
    await fetch(`${mock.url}/plants?access_token=s3cret&a=b`);
    await mock.stop();
    expect(mock.stdout()).toContain('GET /plants?access_token=***&a=b 405');
  });

  it.each(['seed.yaml', 'seed.json'])('begins with the plants of %s, ids exact', async (file) => {
    const mock = await start(['--seed', file]);
    const used = await create(mock.url, '{"id":9223372036854775807,"name":"a"}');
    const free = await create(mock.url, '{"id":9223372036854775806,"name":"a"}');
    await mock.stop();
    expect(await used.json()).toMatchObject({
      message: expect.stringContaining('already used') as string,
    });
    expect([used.status, free.status]).toEqual([400, 200]);
  });

  it.each([
    ['profile.yaml', 409],
    ['typical', 409],
    ['lenient', 200],
  ])('answers as the profile %s says', async (profile, status) => {
    const mock = await start(['--profile', profile]);
    await create(mock.url, '{"id":1,"name":"a"}');
    const second = await create(mock.url, '{"id":1,"name":"a"}');
    await mock.stop();
    expect(second.status).toBe(status);
  });

  it('serves another document', async () => {
    const mock = await start(['--spec', 'other.yaml']);
    const trees = await fetch(`${mock.url}/trees`, {
      method: 'POST',
      body: '{"id":1,"name":"Oak"}',
      headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
    });
    const plants = await create(mock.url, '{"id":1,"name":"Fern"}');
    await mock.stop();
    expect([await trees.text(), plants.status]).toEqual(['{"name":"Oak"}', 404]);
    expect(mock.stdout()).toContain('  POST /trees  plantTree');
  });

  it.each([
    ['handlers.mjs', 'mine'],
    ['default.mjs', 'default'],
  ])('asks the handlers of %s first', async (file, expected) => {
    const mock = await start(['--handlers', file]);
    const extra = await (await fetch(`${mock.url}/extra`)).text();
    const response = await create(mock.url, '{"id":1,"name":"a"}');
    await mock.stop();
    expect([extra, response.status]).toEqual([expected, 200]);
  });

  it('says on standard error that a handler threw', async () => {
    const mock = await start(['--no-prism', '--handlers', 'throws.mjs']);
    const { status } = await fetch(`${mock.url}/extra`);
    await mock.stop();
    expect(status).toBe(500);
    expect(mock.stderr()).toBe('Failed to run a handler: oh no. The request got a 500.\n');
  });

  it('warns where other machines can reach it', async () => {
    const mock = await start(['--host', '0.0.0.0']);
    await mock.stop();
    expect(mock.stderr()).toBe(
      'Warning: listening on 0.0.0.0, so that other machines can reach the mock.\n',
    );
  });

  it('answers what is under way for the time of --drain', async () => {
    const mock = await start(['--latency', '400', '--drain', '20000']);
    const answer = create(mock.url, '{"id":1,"name":"a"}');
    await setTimeout(100);
    expect(await mock.stop()).toMatchObject({ code: 0 });
    expect((await answer).status).toBe(200);
  });

  it('ends at once in the middle of a request with --drain 0', async () => {
    const mock = await start(['--latency', '600000', '--drain', '0']);
    const outcome = create(mock.url, '{"id":1,"name":"a"}').catch((error: unknown) => error);
    const socket = connect(Number(new URL(mock.url).port), '127.0.0.1');
    socket.write('POST /plants HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\n{');
    await once(socket, 'ready');
    socket.on('error', () => {});
    expect(await mock.stop()).toMatchObject({ code: 0 });
    expect(await outcome).toBeInstanceOf(Error);
    socket.destroy();
  });
});

describe('what the user got wrong ends with 2 and a clear word', () => {
  async function fail(words: readonly string[]): Promise<string> {
    const signal = AbortSignal.timeout(10_000);
    const { code, stderr } = await run(['mock', ...words], { cwd: folder, signal });
    expect(stderr).not.toMatch(/^\s+at |bug in the kit/m);
    expect(code).toBe(2);
    return stderr;
  }

  it.each<[string[], RegExp]>([
    [['--port', 'x'], /--port <port>' has a wrong value\. It must be an integer from 0 to 65535/],
    [['--port', '65536'], /from 0 to 65535/],
    [['--latency', '-1'], /'--latency <ms>' has a wrong value/],
    [
      ['--log', 'loud'],
      /'--log <format>' has a wrong value\. Allowed choices are pretty, json, silent/,
    ],
    [['--prot', '1'], /unknown option '--prot'\. Did you mean --port\? /],
    [['--token', ''], /^Failed to use the token: it is empty\. Leave --token out/m],
    [['--token', 'a b'], /^Failed to use the token: .*\. Give it without blanks\.$/m],
    [
      ['--host', '192.0.2.1', '--port', '0'],
      /^Failed to listen on 192\.0\.2\.1: this machine has no address/,
    ],
    [
      ['--spec', 'none.yaml'],
      /^Failed to read the document none\.yaml: there is no such file\. Check the path after --spec\.$/m,
    ],
    [
      ['--spec', 'http://127.0.0.1:1/x.yaml'],
      /^Failed to read the document: it is an address, and only files are taken here\. Save it, and name the file after --spec\.$/m,
    ],
    [['--spec', '.'], /^Failed to read the document \.: it is a folder\./],
    [['--spec', 'broken.yaml'], /broken\.yaml:\d+:\d+ unresolved-reference: [\s\S]*\^\n\s+help: /],
    [['--seed', 'none.yaml'], /^Failed to read the seed none\.yaml: there is no such file/],
    [
      ['--seed', 'bad-seed.yaml'],
      /bad-seed\.yaml:3:3 invalid-resource: .*id must be an int64, got the string "x"/,
    ],
    [['--seed', 'twice.yaml'], /twice\.yaml:2:5 repeated-identity: id 1 is there twice/],
    [['--seed', 'map.yaml'], /map\.yaml:1:1 not-a-list: a seed is a list/],
    [['--profile', 'typo.yaml'], /typo\.yaml:4:5 .*usd-id[\s\S]*used-id/],
    [
      ['--profile', 'typicl'],
      /^Failed to read the profile typicl: there is no profile and no file of this name\. Did you mean "typical"\?$/m,
    ],
    [
      ['--handlers', 'none.mjs'],
      /^Failed to load the handlers none\.mjs: there is no such file\. Check the path after --handlers\.$/m,
    ],
    [['--handlers', 'syntax.mjs'], /^Failed to load the handlers syntax\.mjs: /],
    [
      ['--handlers', 'no-list.mjs'],
      /it exports no list of msw handlers\. Write `export const handlers/,
    ],
  ])('%j', async (words, message) => {
    expect(await fail(words)).toMatch(message);
  });

  it('a port in use', async () => {
    const { port } = busy.address() as AddressInfo;
    expect(await fail(['--port', String(port)])).toBe(
      `Failed to listen on 127.0.0.1: port ${port} is in use. Stop what listens there, or take another with --port (0 for any).\n`,
    );
  });
});

describe('the real process', () => {
  function spawned(words: readonly string[]): { child: ChildProcess; text: () => string } {
    const child = spawn(process.execPath, [bin, 'mock', ...words], { cwd: folder });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
    return { child, text: () => text };
  }

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'ends with 0 on %s, also while it answers',
    async (signal) => {
      const { child, text } = spawned(['--port', '0', '--latency', '600000']);
      const ended = once(child, 'exit');
      while (!text().includes('curl')) await once(child.stdout!, 'data');
      const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(text()) ?? [];
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.on('error', () => {});
      socket.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
      await once(socket, 'ready');
      child.kill(signal);
      expect(await ended).toEqual([0, null]);
      socket.destroy();
    },
  );

  it('takes longer than a second to end only where --drain says so, and something is under way', async () => {
    const words = ['--no-prism', '--port', '0', '--latency', '1200', '--drain', '20000'];
    const { child, text } = spawned(words);
    const ended = once(child, 'exit');
    while (!text().includes('curl')) await once(child.stdout!, 'data');
    const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(text()) ?? [];
    const answer = fetch(`${url}/plants`);
    await setTimeout(100);
    child.kill();
    expect((await answer).status).toBe(405);
    expect(await ended).toEqual([0, null]);
  });

  it('asks the handlers of a CommonJS module, which only Node itself loads as it is', async () => {
    const { child, text } = spawned(['--port', '0', '--no-prism', '--handlers', 'common.cjs']);
    const ended = once(child, 'close');
    while (!text().includes('curl') && child.exitCode === null) await setTimeout(20);
    const [url = text()] = /http:\/\/127\.0\.0\.1:\d+/.exec(text()) ?? [];
    expect(await (await fetch(`${url}/extra`)).text()).toBe('common');
    child.kill();
    await ended;
  });

  it.each([
    [['--spec', 'broken.yaml'], /unresolved-reference/],
    [['--wrong'], /unknown option '--wrong'/],
  ])('%j ends with 2', async (words, message) => {
    const { child, text } = spawned(words);
    expect(await once(child, 'close')).toEqual([2, null]);
    expect(text()).toMatch(message);
  });

  it('ends with 2 where the port is in use', async () => {
    const { port } = busy.address() as AddressInfo;
    const { child, text } = spawned(['--port', String(port)]);
    expect(await once(child, 'close')).toEqual([2, null]);
    expect(text()).toMatch(/^Failed to listen on 127\.0\.0\.1: port \d+ is in use\./);
  });
});
