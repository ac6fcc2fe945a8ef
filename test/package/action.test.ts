import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Ajv } from 'ajv';
import { type MockServer, createMockServer } from '../../mocks/server.ts';
import { sarifSubset } from '../report/support/sarif-subset.ts';
import { expectValidJunit } from '../report/support/valid-junit.ts';
import { ActionRunner, runBash } from '../setup/action-runner.ts';
import { leanKit } from '../setup/installed-kit.ts';

const TOKEN = 'action-secret-token';

let folder: string;
let runner: ActionRunner;
let store: MockServer;
let faulty: Server;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runner-'));
  runner = await ActionRunner.in(folder);
  // Its step for this is what has installed it.
  await symlink(await leanKit(), join(folder, 'plant-store-kit'), 'junction');
  store = await createMockServer({ token: TOKEN });
  faulty = createServer((_incoming, outgoing) => outgoing.end('<h1>hello</h1>'));
  await new Promise<void>((resolve) => {
    faulty.listen(0, '127.0.0.1', resolve);
  });
});

afterAll(async () => {
  faulty.closeAllConnections();
  faulty.close();
  await store.close();
  await rm(folder, { recursive: true });
});

const addressOf = (server: Server): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

it('has no expression in a script, so that no input can become code', () => {
  expect(runner.scripts).toHaveLength(2);
  for (const script of runner.scripts) expect(script).not.toContain('${{');
});

it('installs the package that it is given', async () => {
  const job = join(folder, 'other-job');
  const kit = join(job, 'kit');
  await mkdir(kit, { recursive: true });
  const bin = { 'plant-store': 'cli.js' };
  const manifest = { name: 'plant-store-kit', version: '1.2.3', bin };
  await writeFile(join(kit, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(kit, 'cli.js'), '#!/bin/sh\necho "given: $*"\n');
  const { code } = await (await ActionRunner.in(job)).run('install', { package: kit });
  expect(code).toBe(0);
  // Where the next step looks for it.
  const command = '"$RUNNER_TEMP/plant-store-kit/node_modules/.bin/plant-store" verify';
  const { text } = await runBash(command, job, { ...process.env, RUNNER_TEMP: job });
  expect(text).toBe('given: verify\n');
  expect(runner.scripts.at(-1)).toContain(command);
});

it('passes for a store that keeps the contract, with every report', async () => {
  const inputs = {
    'base-url': store.url,
    token: TOKEN,
    flags: '--max-creates=50\n--min-coverage=100\n--no-large\n',
  };
  const { code, outputs, summary, text } = await runner.run('verify', inputs);
  expect(text).not.toContain(TOKEN);
  expect(code).toBe(0);
  expect(outputs).toMatchObject({ verdict: 'pass', violations: '0', warnings: '0' });
  const sarif = JSON.parse(await readFile(outputs['sarif']!, 'utf8'));
  const validate = new Ajv({ allErrors: true }).compile(sarifSubset);
  validate(sarif);
  expect(validate.errors).toBeNull();
  // Code scanning keeps alerts apart by the category below.
  expect(sarif.runs[0]).not.toHaveProperty('automationDetails');
  expectValidJunit(await readFile(outputs['junit']!, 'utf8'));
  expect(summary.match(/^## .*Pass/gm)).toHaveLength(1);
});

it('keeps the reports of several uses in a job apart', async () => {
  const inputs = { 'base-url': store.url, token: TOKEN, flags: '--max-cases=5' };
  const uses = [await runner.run('verify', inputs), await runner.run('verify', inputs)];
  const [first, second] = uses.map((use) => ({
    folder: use.outputs['reports'],
    sarif: runner.given('upload-sarif', inputs, use),
    artifact: runner.given('upload-artifact', inputs, use),
  }));
  expect(first?.folder).not.toBe(second?.folder);
  expect(first?.sarif?.['sarif_file']).toBe(join(first?.folder ?? '', 'verify.sarif'));
  expect(first?.sarif?.['category']).not.toBe(second?.sarif?.['category']);
  expect(first?.artifact?.['name']).toMatch(/^plant-store-reports-contract(-\d+)?$/);
  expect(first?.artifact?.['name']).not.toBe(second?.artifact?.['name']);
});

it('uploads what it is asked to, and nothing where nothing was verified', async () => {
  const inputs = { 'base-url': 'http://127.0.0.1:9' };
  const outcome = await runner.run('verify', inputs);
  expect([outcome.code, outcome.outputs['verdict']]).toEqual([3, 'unreachable']);
  expect(outcome.text).toContain('::error');
  expect(runner.given('upload-sarif', inputs, outcome)).toBeUndefined();
  const verified = await runner.run('verify', { 'base-url': addressOf(faulty) });
  expect(runner.given('upload-sarif', inputs, verified)).toBeDefined();
  expect(runner.given('upload-sarif', { 'upload-sarif': 'false' }, verified)).toBeUndefined();
  expect(runner.given('upload-artifact', { artifact: '' }, verified)).toBeUndefined();
});

it('tells a run that verified too little from one that found something', async () => {
  const inputs = { 'base-url': store.url, token: TOKEN, flags: '--max-creates=0' };
  const outcome = await runner.run('verify', inputs);
  expect([outcome.code, outcome.outputs['verdict']]).toEqual([4, 'inconclusive']);
  expect(outcome.outputs).toMatchObject({ violations: '0' });
  // A report of so little would close alerts that are still true.
  expect(runner.given('upload-sarif', inputs, outcome)).toBeUndefined();
  expect(runner.given('upload-artifact', inputs, outcome)).toBeDefined();
  expect(outcome.text).toMatch(/^::warning title=inconclusive::/m);
});

it('fails for a store that breaks the contract, with annotations', async () => {
  const { code, outputs, text } = await runner.run('verify', { 'base-url': addressOf(faulty) });
  expect(code).toBe(1);
  expect(outputs['verdict']).toBe('fail');
  expect(Number(outputs['violations'])).toBeGreaterThan(0);
  // The document is the kit's own, so that the repository has no line of it.
  const workflow = '.github/workflows/contract.yml';
  expect(text).toContain(`::error file=${workflow},line=1,`);
  expect(await uris(outputs['sarif']!)).toEqual(new Set([workflow]));
});

it("shows findings at the lines of the repository's own document", async () => {
  await cp(
    join(import.meta.dirname, '../../spec/plant-store.openapi.yaml'),
    join(folder, 'api.yaml'),
  );
  const inputs = { 'base-url': addressOf(faulty), spec: 'api.yaml' };
  const { outputs, text } = await runner.run('verify', inputs);
  expect(text).toMatch(/^::error file=api\.yaml,line=\d\d+,/m);
  expect(await uris(outputs['sarif']!)).toEqual(new Set(['api.yaml']));
});

async function uris(file: string): Promise<Set<string>> {
  const { runs } = JSON.parse(await readFile(file, 'utf8')) as {
    runs: {
      results: { locations: { physicalLocation: { artifactLocation: { uri: string } } }[] }[];
    }[];
  };
  return new Set(
    runs[0]?.results.map(({ locations }) => locations[0]!.physicalLocation.artifactLocation.uri),
  );
}

it('fails where the answers are not those of the profile', async () => {
  const inputs = { 'base-url': store.url, token: TOKEN, profile: 'lenient' };
  const { code, text } = await runner.run('verify', inputs);
  expect(code).toBe(1);
  expect(text).toContain('P1');
});

it('takes inputs for what they are, not for code', async () => {
  const planted = join(folder, 'planted');
  const code = `$(touch ${planted}); touch ${planted} #`;
  const inputs = { 'base-url': code, token: code, profile: code, cases: code, flags: code };
  expect((await runner.run('verify', inputs)).code).toBe(2);
  expect(existsSync(planted)).toBe(false);
});
