#!/usr/bin/env node
// A checkout runs its TypeScript as it is; the published package has only the build.
import { existsSync } from 'node:fs';
import module from 'node:module';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 12)) {
  process.stderr.write(
    `Failed to start plant-store: Node ${process.versions.node} is too old. ` +
      'Use Node 22.12 or newer, or add "node": "24.x" to your devDependencies and start it through npm.\n',
  );
  process.exitCode = 2;
} else {
  // Spectral and Dredd, as processes of their own, start sooner with it, too.
  const cache = module.enableCompileCache?.().directory;
  if (cache !== undefined) process.env.NODE_COMPILE_CACHE ??= cache;
  const source = new URL('../mocks/command.ts', import.meta.url);
  const built = new URL('../dist/mocks/command.js', import.meta.url);
  const { run } = await import(existsSync(source) ? source.href : built.href);
  await run();
}
