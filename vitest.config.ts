import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { acceptanceTests } from './test/setup/acceptance-tests.ts';
import { LongestFirst } from './test/setup/longest-first.ts';

// Spectral, Dredd and Prism are started a hundred times over: Node keeps what it has compiled.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'plant-store-kit-compile-cache');

const config: ViteUserConfig = defineConfig({
  test: {
    reporters: ['default', './test/setup/tally-reporter.ts'],
    // One more than there are processors: some of the files mostly wait.
    maxWorkers: availableParallelism() + 1,
    // Most of what they make is soon garbage: a larger nursery copies less of it.
    execArgv: ['--max-semi-space-size=32'],
    sequence: { sequencer: LongestFirst },
    // Only what runs in the tests' own processes: commands in child processes and pages aren't counted.
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts', 'mocks/**/*.ts', 'contracts/**/*.ts'],
      exclude: ['**/*.generated.ts', '**/*.test.ts', 'src/serve/inspector/page/**'],
      reporter: ['text-summary', 'html', 'json-summary'],
    },
    projects: [
      {
        test: {
          name: 'kit',
          // A fresh process for each of so many small files takes longer than what they test.
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: ['test/browser/**', 'test/package/**', 'test/examples/**', ...acceptanceTests],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'acceptance',
          isolate: false,
          include: [...acceptanceTests],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          // More than the 30 s that Playwright waits for, so that its own error is what is shown.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'package',
          include: ['test/package/**/*.test.ts', 'test/examples/**/*.test.ts'],
          globalSetup: ['./test/setup/packed-kit.ts'],
          testTimeout: 120_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'contract',
          // Vite replaces BASE_URL in the tests' environment by its own.
          env: contractEnvironment(),
          include: ['contracts/**/*.contract.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});

export default config;

function contractEnvironment(): Record<string, string> {
  const url = process.env['BASE_URL'] ?? '';
  return url === '' ? {} : { PLANT_STORE_URL: url };
}
