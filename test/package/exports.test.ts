import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { examineLinks } from '../setup/dead-links.ts';
import { publicApi } from './public-api.ts';
import { packedKit } from '../setup/installed-kit.ts';

const HELP = `What users import has changed. Is that meant? Then run
    npx vitest run --project package test/package/exports.test.ts -u
and add a changeset (npx changeset): major where something went or takes less, minor where something
came. Otherwise keep the name or the type as it was.
`;

let folder: string;
let entries: ReadonlyMap<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kit-exports-'));
  await promisify(execFile)('tar', ['-xzf', await packedKit(), '-C', folder]);
  entries = await typesOfEntries(join(folder, 'package'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The types of each entry with code. */
async function typesOfEntries(root: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(join(root, 'package.json'), 'utf8');
  const { exports } = JSON.parse(text) as {
    exports: Readonly<Record<string, string | { readonly types: string }>>;
  };
  return new Map(
    Object.entries(exports).flatMap(([name, entry]) =>
      typeof entry === 'string' ? [] : [[name, join(root, entry.types)]],
    ),
  );
}

const ENTRIES: readonly string[] = [
  '.',
  './engine',
  './mocks',
  './mocks/node',
  './mocks/browser',
  './mocks/fetch',
  './playwright',
  './cypress',
  './vitest',
];

it('are these entries', () => {
  expect([...entries.keys()], HELP).toEqual(ENTRIES);
});

it.each(ENTRIES)('%s has the same names and types as before', async (entry) => {
  const name = entry === '.' ? 'index' : entry.slice(2).replaceAll('/', '-');
  const api = publicApi(entries.get(entry) ?? '');
  await expect(api, HELP).toMatchFileSnapshot(`exports/${name}.d.ts.txt`);
});

it('come with pages whose links lead somewhere', () => {
  expect(examineLinks(join(folder, 'package')).dead).toEqual([]);
});
