import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const ENTRIES = {
  'plant-store-kit': 'mocks/server.ts',
  'plant-store-kit/mocks': 'mocks/index.ts',
} as const;

function creating(thing: string): object {
  const schema = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'integer' }, name: { type: 'string' } },
  };
  const requestBody = { content: { 'application/json': { schema } } };
  const responses = { 201: { description: 'Created' } };
  return { post: { operationId: `create-${thing}`, requestBody, responses } };
}

const LIBRARY = {
  openapi: '3.1.0',
  info: { title: 'Library', version: '1' },
  paths: { '/books': creating('book'), '/members': creating('member') },
};

it('the code of docs/own-api.md works as it stands there', async () => {
  const page = await readFile(join(root, 'docs/own-api.md'), 'utf8');
  const [block = ''] = /(?<=^```ts\n).*?(?=^```)/ms.exec(page) ?? [];
  const folder = await mkdtemp(join(tmpdir(), 'own-api-'));
  const at = (name: string): string => JSON.stringify(join(folder, name));
  for (const name of ['library.yaml', 'library.json']) {
    await writeFile(join(folder, name), JSON.stringify(LIBRARY));
  }
  let code = block.replaceAll("'library.yaml'", at('library.yaml'));
  for (const [name, path] of Object.entries(ENTRIES)) {
    code = code.replaceAll(`'${name}'`, JSON.stringify(pathToFileURL(join(root, path)).href));
  }
  const script = join(folder, 'example.mjs');
  await writeFile(script, `${code}\nexport { handlers, members };\n`);
  try {
    const example: unknown = await import(/* @vite-ignore */ pathToFileURL(script).href);
    expect(example).toMatchObject({ members: [{ id: 7, name: 'Ann' }] });
    expect((example as { handlers: unknown[] }).handlers.length).toBeGreaterThan(0);
  } finally {
    await rm(folder, { recursive: true });
  }
});
