import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from './run-main.ts';
import { librarySpec } from '../own-api/run-own.ts';
import { startProcess } from './mock-process.ts';

const FILES = {
  'map.yaml': '/members: [{ id: 9223372036854775807, name: Ann }]\n/books: []\n',
  'none.yaml': '[]\n',
  'list.yaml': '- { id: 1, name: Ann }\n',
  'nowhere.yaml': '/nope:\n  - { id: 1 }\n',
  'braces.yaml': "'/books/{bookId}/loans': []\n",
  'invalid.yaml': '/members:\n  - { id: 1, name: Ann }\n  - { id: 1, name: Bob }\n',
  'nameless.yaml': '/members:\n  - { id: 1 }\n',
  'scalar.yaml': '/members: 1\n',
  'friends.yaml':
    'scenario: 1\ndescription: Two.\ncollections:\n  /members: [{ id: 1, name: Ann }, { id: 2, name: Bob }]\n',
  'root.yaml': 'scenario: 1\ndescription: One.\nresources: [{ id: 1, name: Ann }]\n',
  'many.yaml': 'scenario: 1\ndescription: Many.\nmany: { count: 2, resource: { name: Ann } }\n',
};

const spec = resolve(librarySpec);

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mock-collections-'));
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text);
});
afterAll(() => rm(folder, { recursive: true }));

async function fail(...words: string[]): Promise<string> {
  let stderr = '';
  const code = await main(['mock', '--port', '0', '--spec', spec, ...words], {
    stdout: { write: () => {} },
    stderr: { write: (text) => (stderr += text) },
    env: {},
    cwd: folder,
    signal: AbortSignal.timeout(10_000),
  });
  expect(code).toBe(2);
  return stderr;
}

async function members(url: string): Promise<string> {
  return await (await fetch(`${url}/_kit/resources?collection=/members`)).text();
}

describe('mock --spec whose lists have examples', () => {
  const examples = resolve(import.meta.dirname, '../own-api/list-examples.openapi.yaml');
  const list = async (...words: string[]): Promise<unknown> => {
    await using mock = await startProcess(['--spec', examples, ...words]);
    return await (await fetch(`${mock.url}/pets`)).json();
  };

  it('begins with them', async () => {
    expect(await list()).toEqual([
      { id: 9_007_199, name: 'Rex' },
      { id: 2, name: 'Tom' },
    ]);
  });

  it('begins with more of their kind with --fill', async () => {
    expect(await list('--fill', '3')).toHaveLength(3);
  });

  it('begins empty with a seed that says so', async () => {
    expect(await list('--seed', join(folder, 'none.yaml'))).toEqual([]);
  });

  it('begins empty with --no-fill', async () => {
    expect(await list('--no-fill')).toEqual([]);
  });
});

it.each([
  ['says how lists are filled that begin empty', spec, [], true],
  ['says nothing of it where they have examples', 'list-examples.openapi.yaml', [], false],
  ['says nothing of it where they were to be empty', spec, ['--no-fill'], false],
  ['says nothing of it with a seed', spec, ['--seed', 'map.yaml'], false],
] as const)('mock %s', async (_, file, words, isSaid) => {
  let stdout = '';
  const document = resolve(import.meta.dirname, '../own-api', file);
  await main(['mock', '--port', '0', '--spec', document, ...words], {
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: () => {} },
    env: {},
    cwd: folder,
    signal: AbortSignal.abort('SIGINT'),
  });
  expect(stdout.includes('Lists begin empty')).toBe(isSaid);
  expect(stdout).toContain('Try:');
});

describe('mock --spec with several collections', () => {
  it('begins with the seed, and takes scenarios', async () => {
    const seed = join(folder, 'map.yaml');
    const scenario = join(folder, 'friends.yaml');
    const words = ['--spec', spec, '--seed', seed, '--scenario', scenario];
    await using mock = await startProcess(words);
    expect(await members(mock.url)).toContain(
      '[{"id":9223372036854775807,"name":"Ann"}],"total":1',
    );
    await fetch(`${mock.url}/_kit/scenario`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"scenario":"friends"}',
    });
    expect(await members(mock.url)).toContain('"total":2');
  });

  it.each([
    [['--seed', 'list.yaml'], /list\.yaml:1:1 collection-missing: the document has several coll/],
    [['--seed', 'nowhere.yaml'], /nowhere\.yaml:1:1 unknown-collection: no operation creates/],
    [['--seed', 'braces.yaml'], /unknown-collection: [\s\S]*help: Name one of: \/books, .* braces/],
    [['--seed', 'invalid.yaml'], /invalid\.yaml:3:7 repeated-identity: id 1 is there twice/],
    [['--seed', 'nameless.yaml'], /nameless\.yaml:2:5 invalid-resource: name is required/],
    [['--seed', 'scalar.yaml'], /scalar\.yaml:1:1 not-a-list/],
    [
      ['--scenario', 'root.yaml'],
      /root\.yaml:3:1 collection-missing: [\s\S]*Write them under "collections"/,
    ],
    [
      ['--profile', 'typical'],
      /^Failed to use the profile typical:\nforeign-profile: .* own service, .*\n.*--learn/,
    ],
    [['--scenario', 'many.yaml'], /many\.yaml:3:1 collection-missing/],
  ])('refuses %j', async (words, message) => {
    expect(await fail(...words)).toMatch(message);
  });
});
