/**
 * Runs Vitest on another Node than the one that npm puts on the path:
 * `npm run test:node -- 26 [words for vitest run]`. Default: the tests of the package.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [version = '26', ...words] = process.argv.slice(2);
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = mkdtempSync(join(tmpdir(), 'node-'));
const manifest = { private: true, allowScripts: { node: true } };
writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
try {
  run('npm', ['install', '--no-audit', '--no-fund', `node@${version}`], folder);
  const node = join(folder, 'node_modules', 'node', 'bin', 'node');
  run(node, ['--version'], root);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const chosen = words.length > 0 ? words : ['--project', 'package'];
  run(node, [vitest, 'run', ...chosen], root);
} finally {
  rmSync(folder, { recursive: true });
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status === 0) return;
  process.exitCode = 1;
  throw new Error(`Failed to test on Node ${version}: ${command} ended with ${status}.`);
}
