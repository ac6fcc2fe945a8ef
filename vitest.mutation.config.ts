import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** For Stryker: the quick, direct tests of one room, which `scripts/mutation.ts` names. */
const config: ViteUserConfig = defineConfig({
  test: {
    include: (process.env['MUTATION_TESTS'] ?? 'test/{checks,openapi,questions}/**').split(' '),
    // They ask servers, or another validator: too slow to be asked about each mutant.
    exclude: ['test/questions/round-trip.test.ts', 'test/openapi/schema/against-ajv.test.ts'],
    setupFiles: ['test/setup/fixed-seed.ts'],
  },
});

export default config;
