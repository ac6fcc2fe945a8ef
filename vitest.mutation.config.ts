import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** For Stryker: the quick, direct tests of one room, which `scripts/mutation.ts` names. */
const config: ViteUserConfig = defineConfig({
  test: {
    // To start a worker for each file would take longer than the tests in it.
    isolate: false,
    include: (
      process.env['MUTATION_TESTS'] ?? 'test/{verify/checks,openapi,questions}/**/*.test.ts'
    ).split(' '),
    // Servers, another validator, odd documents in large numbers: too slow to be asked each time.
    exclude: [
      'test/openapi/schema/against-ajv.test.ts',
      'test/openapi/damaged-document.test.ts',
      'test/openapi/endless-document.test.ts',
    ],
    setupFiles: ['test/setup/fixed-seed.ts', 'test/setup/no-timing.ts'],
  },
});

export default config;
