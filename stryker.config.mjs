/**
 * For `npm run mutation`, which adds what to mutate and where to keep the results.
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  coverageAnalysis: 'perTest',
  incremental: true,
  concurrency: 2,
  timeoutMS: 5_000,
  timeoutFactor: 2,
  reporters: ['progress-append-only'],
  symlinkNodeModules: true,
  // TypeScript 7 has no API to rewrite a tsconfig.json with, and no test reads one.
  tsconfigFile: 'none.json',
  tempDirName: '.stryker-tmp',
  ignorePatterns: ['/bench', '/dist', '/docs', '/reports', '/test/family'],
};
