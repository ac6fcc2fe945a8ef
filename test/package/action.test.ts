import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MockServer, createMockServer } from '../../mocks/server.ts';
import { ActionRunner } from '../setup/action-runner.ts';
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

it('passes for a store that keeps the contract, with every report', async () => {
  const inputs = { 'base-url': store.url, token: TOKEN, flags: '--max-creates=50\n--no-large\n' };
  const { code, outputs, summary, text } = await runner.run('verify', inputs);
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
  const { code, outputs, text } = await runner.run('verify', { 'base-url': addressOf(faulty) });
  expect(code).toBe(1);
  expect(outputs['verdict']).toBe('fail');
  expect(text).toContain('::error');
});

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
