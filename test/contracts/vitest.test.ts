import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { startMember } from '../family/start-member.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));

/** A process of Vitest has a suite to load, while other tests take the processor. */
const LIMIT_MS = 120_000;

/** Runs the suite as `npm run contract` does. */
async function contract(env: Record<string, string>): Promise<{ code: number; output: string }> {
  const args = [vitest, 'run', '--project', 'contract', '--reporter', 'verbose'];
  // In a test, BASE_URL is Vite's own.
  const clean = { ...process.env, BASE_URL: '', PLANT_STORE_URL: '', NO_COLOR: '1' };
  const options = { cwd: root, env: { ...clean, ...env }, timeout: LIMIT_MS };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, options);
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

it(
  'passes against the mock, one test a case',
  async () => {
    const { code, output } = await contract({});
    expect(output).toMatch(/✓ .*without the optional tag/);
    expect(output).toMatch(/✓ .*boundary\/name-with-1-000-characters/);
    expect(output).toMatch(/✓ .*the run as a whole/);
    expect(code).toBe(0);
  },
  LIMIT_MS,
);

it(
  'fails just the cases that a store breaks',
  async () => {
    await using store = await startMember('takes a missing id');
    const { code, output } = await contract({ BASE_URL: store.url });
    expect(output).toMatch(/× .*without an id/);
    expect(output).toMatch(/✓ .*without a name/);
    expect(output).toContain('R5: an invalid request is accepted: id is required');
    expect(code).toBe(1);
  },
  LIMIT_MS,
);

it(
  'passes no case that was not sent',
  async () => {
    const { code, output } = await contract({ PLANT_STORE_URL: 'http://127.0.0.1:1' });
    expect(output).toMatch(/× .*without the optional tag/);
    expect(output).toMatch(/not sent: http:\/\/127\.0\.0\.1:1 can't be reached: .*ECONNREFUSED/);
    expect(output).not.toContain('✓');
    expect(code).toBe(1);
  },
  LIMIT_MS,
);
