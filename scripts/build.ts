/** Builds `dist/`: JavaScript, types and source maps, with the data files that modules read. */
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');

rmSync(dist, { recursive: true, force: true });
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const compiled = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});
if (compiled.status !== 0) {
  console.error('Failed to build: the compiler found mistakes. Mend them and build again.');
  process.exit(1);
}
for (const file of globSync('src/**/*.{json,html,css,svg,js,yaml,lua}', { cwd: root })) {
  cpSync(join(root, file), join(dist, file));
}
