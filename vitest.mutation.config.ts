import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** For Stryker: the quick, direct tests of one room, which `scripts/mutation.ts` names. */
const config: ViteUserConfig = defineConfig({
  test: {
    // One worker for all files of a run: it takes a third of the time.
    isolate: false,
    include: (process.env['MUTATION_TESTS'] ?? 'test/{checks,openapi,questions}/**').split(' '),
    // Servers, another validator, documents damaged at random: too slow to be asked each time.
    exclude: [
      'test/questions/round-trip.test.ts',
      'test/openapi/schema/against-ajv.test.ts',
      'test/openapi/damaged-document.test.ts',
    ],
    setupFiles: ['test/setup/fixed-seed.ts'],
  },
});

export default config;
