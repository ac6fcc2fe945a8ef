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

/** Runs a recipe's lines with the packed kit in place of what npx would fetch. */
async function run(
  script: string,
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly code: number; readonly text: string }> {
  const kit = join(await leanKit(), 'node_modules/.bin/plant-store');
  return await runBash(script.replace('npx --yes plant-store-kit@latest', kit), folder, {
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
  const { junit, codequality } = job.artifacts.reports;
  const issues: unknown = JSON.parse(await readFile(join(folder, codequality), 'utf8'));
  const validate = new Ajv({ allErrors: true }).compile(codeQualitySchema);
  validate(issues);
  expect(validate.errors).toBeNull();
  expect(issues).toContainEqual(expect.objectContaining({ location: placeIn(path) }));
  expectValidJunit(await readFile(join(folder, junit), 'utf8'));
});

const placeIn = (path: string): object => ({ path, lines: { begin: expect.any(Number) } });

it('any other CI shows the test results of the plain recipe, and fails', async () => {
  const [, line = ''] = /## Any other CI\n\n```sh\n(.*?)```/s.exec(page) ?? [];
  const { code, text } = await run(line, {});
  expect({ code, verdict: /^FAIL /m.test(text) }).toEqual({ code: 1, verdict: true });
  expectValidJunit(await readFile(join(folder, 'verify.xml'), 'utf8'));
});
