import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { run } from './run-main.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doctor-'));
});

afterEach(() => rm(folder, { recursive: true }));

async function doctor(
  flags: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<{ code: number; text: string }> {
  const { code, stdout, stderr } = await run(['doctor', ...flags], { env, cwd: folder });
  return { code, text: stdout + stderr };
}

interface Symptom {
  readonly name: string;
  readonly state: string;
  readonly text: string;
  readonly help?: string;
}

async function symptom(name: string, env: Record<string, string> = {}): Promise<Symptom> {
  const { text } = await doctor(['--json'], env);
  return (JSON.parse(text) as Symptom[]).find((candidate) => candidate.name === name)!;
}

it('prints the version of everything that the commands need, and a verdict', async () => {
  const { code, text } = await doctor();
  expect(code).toBe(0);
  for (const name of ['@stoplight/prism-http', '@stoplight/spectral-cli', 'dredd', 'msw', 'Node']) {
    expect(text).toMatch(new RegExp(`^ok +${name} +\\d+\\.\\d+\\.\\d+`, 'm'));
  }
  expect(text).toContain('Every command can work.');
});

it('says that there is a token, and never which', async () => {
  const token = 'very-secret-token';
  const proxy = 'http://user:proxy-secret@proxy.example';
  const env = { PLANT_STORE_TOKEN: token, HTTPS_PROXY: proxy };
  const { text } = await doctor([], env);
  expect(text).toMatch(/PLANT_STORE_TOKEN +set$/m);
  expect(text).toContain('HTTPS_PROXY');
  expect(text).not.toContain(token);
  expect(text).not.toContain('proxy-secret');
});

it('fails for a config file that no command could read, and says where it is wrong', async () => {
  await writeFile(join(folder, 'plant-store.config.yaml'), 'verify:\n  stric: true\n');
  const { code, text } = await doctor();
  expect(code).toBe(1);
  expect(text).toContain('plant-store.config.yaml:2:3');
  expect(text).toContain('Something is missing or broken: plant-store.config.yaml.');
});

it('finds a good config file', async () => {
  await writeFile(join(folder, 'plant-store.config.yaml'), 'verify:\n  strict: true\n');
  expect(await symptom('plant-store.config.yaml')).toMatchObject({
    state: 'ok',
    text: expect.stringContaining('found'),
  });
});

it('fails for a config file that may not say what it says, since nobody named it', async () => {
  await writeFile(join(folder, 'plant-store.config.yaml'), 'verify: { har: ../elsewhere.har }\n');
  expect(await symptom('plant-store.config.yaml')).toMatchObject({
    state: 'problem',
    text: expect.stringContaining('lead "har" out of the working directory'),
  });
});

it('warns of a worker script of another msw', async () => {
  await mkdir(join(folder, 'public'));
  const script = join(folder, 'public', 'mockServiceWorker.js');
  await writeFile(script, "const PACKAGE_VERSION = '1.2.3'\n");
  expect(await symptom('worker script')).toMatchObject({
    state: 'warning',
    text: expect.stringMatching(/public.*1\.2\.3.*\d+\.\d+\.\d+ is installed/),
    help: expect.stringContaining('init --public public'),
  });
});

it.each<[string, (path: string) => unknown, string]>([
  ['a folder', (path) => mkdir(path), 'it is a folder'],
  ['a pipe', (path) => execFileSync('mkfifo', [path]), 'it is no file but a device, a pipe'],
])('warns of a worker script that is %s', async (_, make, cause) => {
  await mkdir(join(folder, 'public'));
  await make(join(folder, 'public', 'mockServiceWorker.js'));
  expect(await symptom('worker script')).toEqual({
    name: 'worker script',
    state: 'warning',
    text: expect.stringContaining(`public/mockServiceWorker.js can't be read: ${cause}`),
    help: expect.stringMatching(/^Remove it\. Write it again: .* init --public public\.$/),
  });
});

it('looks in no folder that package.json doesn’t name by a text', async () => {
  await writeFile(join(folder, 'package.json'), '{"msw":{"workerDirectory":[1,null]}}');
  expect(await symptom('worker script')).toMatchObject({ state: 'ok' });
});

it('warns where CHROMIUM_PATH names nothing', async () => {
  const found = await symptom('Chromium', { CHROMIUM_PATH: join(folder, 'nothing') });
  expect(found).toMatchObject({ state: 'warning', help: expect.stringContaining('unset') });
});

it('warns where the usual port is taken', async (context) => {
  const server = createServer();
  server.listen(4010, '127.0.0.1');
  context.onTestFinished(() => void server.close());
  // Where somebody else has it, that is as good.
  await once(server, 'listening').catch(() => {});
  expect(await symptom('port 4010')).toMatchObject({ state: 'warning' });
});
