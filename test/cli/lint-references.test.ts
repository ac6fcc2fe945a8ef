import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, serve } from '../serve/http-helpers.ts';
import { type Ran, run } from './run-main.ts';

const HEAD = 'openapi: 3.1.0\ninfo: { title: t, version: 1.0.0 }\npaths: {}\n';

let folder: string;
let remote: TestServer;
let hits = 0;
/** A document at an address that leads to a URL. */
const away = 'openapi: 3.1.0\nx: { $ref: "http://127.0.0.1:9/a.json" }\n';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'references-'));
  remote = await serve((incoming, outgoing) => {
    hits += 1;
    outgoing.end(incoming.url === '/away.yaml' ? away : '{"type":"string"}');
  });
  const schemas = (reference: string): string =>
    `${HEAD}components:\n  schemas:\n    A:\n      $ref: ${reference}\n`;
  const files = {
    'in/remote.yaml': schemas(`'${remote.url}/a.json#/x'`),
    'in/broken.yaml': `${schemas(`"${remote.url}/a.json"`)}openapi: 3.1.0\n`,
    'in/escaped.yaml': `${HEAD}components: {schemas: {A: {"\\u0024ref": "${remote.url}/a.json"}}}\n`,
    'in/outside.yaml': schemas('../out.yaml'),
    'in/encoded.yaml': schemas("'%2e%2e/out.yaml'"),
    'in/chain.yaml': schemas('./remote.yaml#/components/schemas/A'),
    'in/cycle.yaml': schemas("'./cycle.yaml#/components/schemas/A'"),
    'in/beside.yaml': schemas('part.yaml'),
    'in/part.yaml': 'type: string\n',
    'in/linked.yaml': schemas('link.yaml'),
    'out.yaml': 'type: string\n',
    'ruleset.yaml': 'rules: {}\n',
  };
  await mkdir(join(folder, 'in'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  await symlink('../out.yaml', join(folder, 'in/link.yaml'));
});
afterAll(async () => {
  await remote[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function lint(...words: string[]): Promise<Ran> {
  const signal = AbortSignal.timeout(25_000);
  return await run(['lint', '--ruleset', 'ruleset.yaml', ...words], { cwd: folder, signal });
}

describe('lint', () => {
  it.each([
    ['remote.yaml', /remote\.yaml:7:13 remote-reference: .* leads to a URL/],
    ['broken.yaml', /broken\.yaml:7:13 remote-reference/],
    ['escaped.yaml', /escaped\.yaml:4:\d+ remote-reference/],
    ['chain.yaml', /remote\.yaml:7:13 remote-reference/],
    ['outside.yaml', /outside\.yaml:7:13 outside-reference: .* out of the document's folder/],
    ['encoded.yaml', /outside-reference/],
    ['linked.yaml', /outside-reference: .* out of the document's folder, to \S+out\.yaml/],
  ])('refuses a $ref that leads away, in %s, and asks nobody', async (file, message) => {
    const { code, stderr } = await lint(`in/${file}`);
    expect(stderr).toMatch(message);
    expect(stderr).toContain('--allow-refs');
    expect(code).toBe(2);
    expect(hits).toBe(0);
  });

  it('refuses one from an address to another machine', async () => {
    const { code, stderr } = await lint(`${remote.url}/away.yaml`);
    expect(stderr).toContain(`${remote.url}/away.yaml:2:12 remote-reference: `);
    expect(code).toBe(2);
  });

  it('follows one within the folder', async () => {
    const files = ['in/beside.yaml', 'in/cycle.yaml'];
    expect(await lint(...files)).toMatchObject({ code: 0, stderr: '' });
  });

  it('follows one that is allowed', async () => {
    const allowed = ['--allow-refs', '.', '--allow-refs', `${remote.url}/`];
    const ran = await lint('in/outside.yaml', 'in/remote.yaml', ...allowed);
    expect(ran.stderr).not.toMatch(/(?:outside|remote)-reference/);
    expect(ran.code).not.toBe(2);
    expect(hits).toBeGreaterThan(0);
  });
});
