import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runsInFront } from '../../src/cli/io.ts';

const root = join(import.meta.dirname, '../..');

/** Whether a mock ends where only the shell between npm and it gets the signal. */
async function endsWithShell(script: string): Promise<boolean> {
  // Another command behind it keeps every shell from making way for it.
  const line = 'node bin/plant-store.js mock --port 0 --log json; true';
  const shell = spawn('sh', ['-c', line], {
    cwd: root,
    env: { ...process.env, npm_lifecycle_script: script },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  try {
    const [told] = (await once(shell.stdout, 'data')) as [Buffer];
    expect(JSON.parse(told.toString())).toHaveProperty('listening');
    // Of the mock: it holds the other end.
    const ended = once(shell.stdout, 'end').then(() => true);
    shell.stdout.resume();
    shell.kill('SIGTERM');
    return await Promise.race([ended, delay(1500, false)]);
  } finally {
    try {
      process.kill(-shell.pid!, 'SIGKILL');
    } catch {
      // All of them have ended.
    }
  }
}

// Windows has no signals that would end the shell alone.
it.skipIf(process.platform === 'win32').concurrent.each([
  ['plant-store', true],
  ['plant-store mock &', false],
])('started by npm as %j, a mock ends with the shell between them: %s', async (script, ends) => {
  expect(await endsWithShell(script)).toBe(ends);
});

it.each([
  ['plant-store', true],
  ['node bin/plant-store.js mock', true],
  ['lint && plant-store mock > log 2>&1', true],
  ['plant-store mock &> log', true],
  ['plant-store mock > log 2>&1 &', false],
  ['plant-store mock & next dev', false],
  ['next dev', false],
])('the script %j has the program in front: %s', (script, isInFront) => {
  expect(runsInFront(script, 'plant-store')).toBe(isInFront);
});
