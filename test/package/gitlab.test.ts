import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { Ajv } from 'ajv';
import { codeQualitySchema } from '../report/support/code-quality-schema.ts';
import { expectValidJunit } from '../report/support/valid-junit.ts';
import { runBash } from '../setup/action-runner.ts';
import { leanKit } from '../setup/installed-kit.ts';

interface Job {
  readonly script: readonly string[];
  readonly artifacts: { readonly reports: Readonly<Record<'junit' | 'codequality', string>> };
}

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/ci.md'), 'utf8');
/** The code that stands behind some words of the page. */
function block(before: string): string {
  const [, after = ''] = page.split(`${before}\n\n`);
  return /^```\w+\n(.*?)```/s.exec(after)?.[1] ?? '';
}

const { verify: job } = parse(block('## GitLab')) as { readonly verify: Job };
const { shards, merge } = parse(block('On GitLab:')) as Record<'shards' | 'merge', Job>;

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

/** Runs a recipe's lines with the packed kit in place of what npx would fetch. */
async function run(
  script: string,
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly code: number; readonly text: string }> {
  const kit = join(await leanKit(), 'node_modules/.bin/plant-store');
  return await runBash(script.replaceAll('npx --yes plant-store-kit@latest', kit), folder, {
    ...process.env,
    ...environment,
    PLANT_STORE_TOKEN: 'gitlab-secret-token',
    STORE_URL: `http://127.0.0.1:${(faulty.address() as AddressInfo).port}`,
  });
}

it.each([
  ['on its own file, where the document is the kit’s', '', '.gitlab-ci.yml'],
  ['at the lines of a document in the repository', '--spec api.yaml', 'api.yaml'],
])('GitLab shows findings %s, and the job fails', async (_, flags, path) => {
  const line = `${job.script.join('\n')} ${flags}`;
  const { code } = await run(line, { GITLAB_CI: 'true', CI_PROJECT_DIR: folder });
  expect(code).toBe(1);
  expect(await issuesOf(job)).toContainEqual(expect.objectContaining({ location: placeIn(path) }));
});

/** The code quality issues of a job, whose reports are valid. */
async function issuesOf({ artifacts }: Job): Promise<unknown> {
  const { junit, codequality } = artifacts.reports;
  const issues: unknown = JSON.parse(await readFile(join(folder, codequality), 'utf8'));
  const validate = new Ajv({ allErrors: true }).compile(codeQualitySchema);
  validate(issues);
  expect(validate.errors).toBeNull();
  expectValidJunit(await readFile(join(folder, junit), 'utf8'));
  return issues;
}

const placeIn = (path: string): object => ({ path, lines: { begin: expect.any(Number) } });

it('any other CI shows the test results of the plain recipe, and fails', async () => {
  const { code, text } = await run(block('## Any other CI'), {});
  expect({ code, verdict: /^FAIL /m.test(text) }).toEqual({ code: 1, verdict: true });
  expectValidJunit(await readFile(join(folder, 'verify.xml'), 'utf8'));
});

it('a job of GitLab for each shard, and one that joins them, fail as one run does', async () => {
  for (const index of ['1', '2']) {
    const environment = { CI_NODE_INDEX: index, CI_NODE_TOTAL: '2' };
    expect((await run(shards.script.join('\n'), environment)).code).toBe(1);
  }
  const environment = { GITLAB_CI: 'true', CI_PROJECT_DIR: folder };
  expect((await run(merge.script.join('\n'), environment)).code).toBe(1);
  expect(await issuesOf(merge)).not.toEqual([]);
});

it('shards in a plain shell fail as one run does', async () => {
  const { code, text } = await run(block('In a plain shell, two at a time on one machine:'), {});
  expect({ code, verdict: /^FAIL /m.test(text) }).toEqual({ code: 1, verdict: true });
});

it('known findings fail no step, and the report counts them', async () => {
  const lines = block('Write it once, and commit the file:').trim().split('\n');
  expect(lines).toHaveLength(2);
  expect((await run(lines[0]!, {})).code).toBe(1);
  const { code, text } = await run(lines[1]!, {});
  expect({ code, known: /0 violations.* \d+ known/.test(text) }).toEqual({ code: 0, known: true });
});
