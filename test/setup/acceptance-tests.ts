/**
 * Tests of the kit as a whole: families of servers that it judges, its recipes, its promises when a process dies.
 * `npm run acceptance` runs them, with those of the package and of browsers.
 */
export const acceptanceTests: readonly string[] = [
  'test/{family,rich,own-api,deploy}/**/*.test.ts',
  'test/contracts/{round-trip,vitest}.test.ts',
  'test/cli/{hostile,persist}/**/*.test.ts',
];
