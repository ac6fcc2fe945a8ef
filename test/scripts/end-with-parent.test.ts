import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** What `npm start` runs. */
function startScript(): string {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  return manifest.scripts.start;
}

// Windows has no signals that would end the shell alone.
it.skipIf(process.platform === 'win32')(
  'npm start ends where only the shell between it and the mock gets the signal',
  async () => {
    // Another command behind it keeps every shell from making way for it.
    const script = `${startScript()} --port 0 --log json; true`;
    const shell = spawn('sh', ['-c', script], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    try {
      const [line] = (await once(shell.stdout, 'data')) as [Buffer];
      expect(JSON.parse(line.toString())).toHaveProperty('listening');
      const ended = once(shell.stdout, 'end', { signal: AbortSignal.timeout(10_000) });
      shell.stdout.resume();
      shell.kill('SIGTERM');
      // Of the mock: it holds the other end.
      await ended;
    } finally {
      try {
        process.kill(-shell.pid!, 'SIGKILL');
      } catch {
        // All of them have ended.
      }
    }
  },
);
