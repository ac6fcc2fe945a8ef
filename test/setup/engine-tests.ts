/** The tests of the engine: they need neither `spec/` nor `mocks/` nor `contracts/`. */
export const engineTests: readonly string[] = [
  'test/{openapi,model,http,mock,questions,verify,report,addons,serve,face}/**/*.test.ts',
  'test/index.test.ts',
];
