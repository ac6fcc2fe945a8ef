import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type MockServer, createMockServer } from '../../mocks/server.ts';
import { packedKit } from '../setup/installed-kit.ts';

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

interface Outcome {
  readonly code: number;
  readonly text: string;
  /** What the step wrote to $GITHUB_OUTPUT. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

const TOKEN = 'action-secret-token';

const root = join(import.meta.dirname, '../..');
let action: Action;
let runner: string;
let store: MockServer;
let faulty: Server;

beforeAll(async () => {
  action = parse(await readFile(join(root, 'action.yml'), 'utf8')) as Action;
  runner = await mkdtemp(join(tmpdir(), 'runner-'));
  store = await createMockServer({ token: TOKEN });
  faulty = createServer((_incoming, outgoing) => outgoing.end('<h1>hello</h1>'));
  await new Promise<void>((resolve) => {
    faulty.listen(0, '127.0.0.1', resolve);
  });
  const { code, text } = await runStep('install', { package: await packedKit() });
  if (code !== 0) throw new Error(text);
});

afterAll(async () => {
  faulty.closeAllConnections();
  faulty.close();
  await store.close();
  await rm(runner, { recursive: true });
});

/** Runs a step as GitHub's runner does: inputs go to its environment, its script to bash. */
async function runStep(id: string, inputs: Readonly<Record<string, string>>): Promise<Outcome> {
  const step = action.runs.steps.find((one) => one.id === id)!;
  const files = { GITHUB_OUTPUT: join(runner, 'output'), GITHUB_STEP_SUMMARY: join(runner, 'sum') };
  for (const file of Object.values(files)) await writeFile(file, '');
  const env = {
    ...process.env,
    RUNNER_TEMP: runner,
    ...files,
    ...Object.fromEntries(
      Object.entries(step.env ?? {}).map(([name, text]) => [name, evaluate(text, inputs)]),
    ),
  };
  const shell = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run!];
  const [code, text] = await new Promise<[number, string]>((resolve) => {
    execFile('bash', shell, { env, cwd: runner, timeout: 120_000 }, (error, stdout, stderr) => {
      resolve([typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout + stderr]);
    });
  });
  const lines = (await readFile(files.GITHUB_OUTPUT, 'utf8')).split('\n').filter(Boolean);
  const outputs = Object.fromEntries(lines.map((line) => line.split('=') as [string, string]));
  return { code, text, outputs, summary: await readFile(files.GITHUB_STEP_SUMMARY, 'utf8') };
}

function evaluate(text: string, inputs: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => {
    if (action.inputs[name] === undefined) throw new Error(`The action has no input ${name}.`);
    return inputs[name] ?? action.inputs[name].default ?? '';
  });
}

const addressOf = (server: Server): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

it('has no expression in a script, so that no input can become code', () => {
  const scripts = action.runs.steps.flatMap(({ run }) => run ?? []);
  expect(scripts).toHaveLength(2);
  for (const script of scripts) expect(script).not.toContain('${{');
});

it('passes for a store that keeps the contract, with every report', async () => {
  const inputs = { 'base-url': store.url, token: TOKEN, flags: '--max-creates=50\n--no-large\n' };
  const { code, outputs, summary, text } = await runStep('verify', inputs);
  expect(text).not.toContain(TOKEN);
  expect(code).toBe(0);
  expect(outputs['verdict']).toBe('pass');
  const sarif = JSON.parse(await readFile(join(outputs['reports']!, 'verify.sarif'), 'utf8'));
  expect(sarif).toMatchObject({ version: '2.1.0' });
  expect(await readFile(join(outputs['reports']!, 'verify.junit.xml'), 'utf8')).toMatch(
    /<testsuite/,
  );
  expect(summary).toMatch(/^#+ .*(?:pass|keeps)/im);
});

it('fails for a store that breaks the contract, with annotations', async () => {
  const { code, outputs, text } = await runStep('verify', { 'base-url': addressOf(faulty) });
  expect(code).toBe(1);
  expect(outputs['verdict']).toBe('fail');
  expect(text).toContain('::error');
});

it('fails where the answers are not those of the profile', async () => {
  const inputs = { 'base-url': store.url, token: TOKEN, profile: 'lenient' };
  const { code, text } = await runStep('verify', inputs);
  expect(code).toBe(1);
  expect(text).toContain('P1');
});

it('takes inputs for what they are, not for code', async () => {
  const planted = join(runner, 'planted');
  const code = `$(touch ${planted}); touch ${planted} #`;
  const inputs = { 'base-url': code, token: code, profile: code, cases: code, flags: code };
  expect((await runStep('verify', inputs)).code).toBe(2);
  expect(existsSync(planted)).toBe(false);
});
