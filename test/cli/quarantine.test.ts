import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run, serve } from './run-main.ts';

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'quarantine-'));
  await write(
    'api.yaml',
    `${HEAD}paths:\n  /sound: { get: ${sound} }\n  /broken: { get: ${broken} }\n`,
  );
  await write('broken.yaml', `${HEAD}paths:\n  /broken: { get: ${broken} }\n`);
  await write('webhooks.yaml', `${HEAD}webhooks: { a: { post: { responses: {} } } }\n`);
  await write('sound.yaml', `${HEAD}paths:\n  /sound: { get: ${sound} }\n`);
});
afterAll(() => rm(cwd, { recursive: true }));

const HEAD = 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\n';
const sound =
  '{ operationId: sound, responses: { 200: { description: d, content: { application/json: { schema: { type: integer } } } } } }';
const broken = '{ operationId: lost, responses: { 200: { $ref: "#/none" } } }';

function write(name: string, text: string): Promise<void> {
  return writeFile(join(cwd, name), text);
}

it('verify passes on the mock, and both say what they leave out', async () => {
  const mock = await serve(['mock', '--spec', 'api.yaml', '--port', '0'], { cwd });
  try {
    expect(mock.stderr()).toMatch(
      /Left out, since api\.yaml is broken there:\n {2}lost: api\.yaml:5:\d+ unresolved/,
    );
    expect((await fetch(`${mock.url}/broken`)).status).toBe(501);
    const { code, stdout, stderr } = await run(['verify', mock.url, '--spec', 'api.yaml'], { cwd });
    expect(stdout).toMatch(/Not at all: lost: the document is broken there: api\.yaml:5:/);
    expect(stdout).toMatch(/Of \d+ operations?, .* 1 not at all\n/);
    expect(stderr).toContain('api.yaml: 1 error; plant-store lint lists them.');
    expect(code).toBe(0);
  } finally {
    await mock.stop();
  }
});

it('judge says what it leaves out', async () => {
  const entry = {
    startedDateTime: '2024-01-01T00:00:00.000Z',
    time: 1,
    request: { method: 'GET', url: 'http://h/sound', headers: [] },
    response: {
      status: 200,
      statusText: 'OK',
      headers: [{ name: 'content-type', value: 'application/json' }],
      content: { size: 1, mimeType: 'application/json', text: '1' },
    },
  };
  const log = { version: '1.2', creator: { name: 'a', version: '1' }, entries: [entry] };
  await write('a.har', JSON.stringify({ log }));
  const { stdout } = await run(['judge', 'a.har', '--spec', 'api.yaml'], { cwd });
  expect(stdout).toMatch(/Not at all: lost: the document is broken there: api\.yaml:5:/);
  expect(stdout).toMatch(/Of \d+ operations?, .* 1 not at all\n/);
});

it('nothing is said of a sound document', async () => {
  const { code, stderr } = await run(
    ['verify', 'http://127.0.0.1:9', '--dry-run', '--spec', 'sound.yaml'],
    { cwd },
  );
  expect(stderr).toBe('');
  expect(code).toBe(0);
});

it.each([
  ['mock', '--port', '0'],
  ['verify', 'http://127.0.0.1:9'],
  ['proxy', 'http://127.0.0.1:9', '--port', '0'],
])('%s ends where there is nothing to serve', async (...words) => {
  const broke = await run([...words, '--spec', 'broken.yaml'], { cwd });
  expect(broke.stderr).toMatch(
    /^Failed to find an operation in broken\.yaml that isn't broken:\nbroken\.yaml:4:\d+ unresolved-reference/,
  );
  const empty = await run([...words, '--spec', 'webhooks.yaml'], { cwd });
  expect(empty.stderr).toContain(
    'Failed to use webhooks.yaml: there is nothing to serve: the document has no operation.',
  );
  expect([broke.code, empty.code]).toEqual([2, 2]);
});
