import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runBash } from '../setup/action-runner.ts';
import { leanKit } from '../setup/installed-kit.ts';

interface Job {
  readonly script: readonly string[];
  readonly artifacts: { readonly reports: Readonly<Record<'junit' | 'codequality', string>> };
}

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/ci.md'), 'utf8');
const [, recipe = ''] = /## GitLab\n\n```yaml\n(.*?)```/s.exec(page) ?? [];
const { verify: job } = parse(recipe) as { readonly verify: Job };

let folder: string;
let faulty: Server;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gitlab-'));
  await cp(join(root, 'spec/plant-store.openapi.yaml'), join(folder, 'api.yaml'));
  faulty = createServer((_incoming, outgoing) => outgoing.end('<h1>hello</h1>'));
  await new Promise<void>((resolve) => {
    faulty.listen(0, '127.0.0.1', resolve);
  });
});

afterAll(async () => {
  faulty.closeAllConnections();
  faulty.close();
  await rm(folder, { recursive: true });
});

/** Runs the recipe's lines with the packed kit in place of what npx would fetch. */
async function run(flags: string): Promise<{ code: number; path: string; junit: string }> {
  const kit = join(await leanKit(), 'node_modules/.bin/plant-store');
  const script = job.script.join('\n').replace('npx --yes plant-store-kit@latest', kit);
  const { code } = await runBash(`${script} ${flags}`, folder, {
    ...process.env,
    GITLAB_CI: 'true',
    CI_PROJECT_DIR: folder,
    PLANT_STORE_TOKEN: 'gitlab-secret-token',
    STORE_URL: `http://127.0.0.1:${(faulty.address() as AddressInfo).port}`,
  });
  const { junit, codequality } = job.artifacts.reports;
  const [issue] = JSON.parse(await readFile(join(folder, codequality), 'utf8')) as {
    readonly location: { readonly path: string };
  }[];
  const text = await readFile(join(folder, junit), 'utf8');
  return { code, path: issue!.location.path, junit: text };
}

it.each([
  ['on its own file, where the document is the kit’s', '', '.gitlab-ci.yml'],
  ['at the lines of a document in the repository', '--spec api.yaml', 'api.yaml'],
])('GitLab shows findings %s, and the job fails', async (_, flags, path) => {
  const found = await run(flags);
  expect({ code: found.code, path: found.path }).toEqual({ code: 1, path });
  expect(found.junit).toMatch(/<testsuite/);
});
