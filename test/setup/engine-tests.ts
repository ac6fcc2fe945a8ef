/** The tests of the engine: they need neither `spec/` nor `mocks/` nor `contracts/`. */
export const engineTests: readonly string[] = [
  'test/{openapi,model,http,mock,questions,verify,report,addons,serve,face}/**/*.test.ts',
  'test/index.test.ts',
];

/** Those among them that still draw on the service. This list may only become shorter. */
export const withService: readonly string[] = [
  'test/addons/prism/mock-with-prism.test.ts',
  'test/addons/prism/stock-prism.test.ts',
  'test/questions/scenarios/read-scenario.test.ts',
  'test/serve/hardening/bodies.test.ts',
  'test/serve/hardening/framing.test.ts',
  'test/serve/hardening/fuzz.test.ts',
  'test/serve/hardening/fuzz/fuzz-run.test.ts',
  'test/serve/hardening/limits.test.ts',
  'test/serve/hardening/secrets.test.ts',
  'test/serve/persist/crash.test.ts',
  'test/serve/proxy/proxy-server.test.ts',
  'test/serve/soak.test.ts',
  'test/serve/user-handlers.test.ts',
  'test/verify/run/run.test.ts',
];
