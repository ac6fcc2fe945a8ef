/** A sandbox of its own for each test of Playwright: the entry `playwright`. */
import { SandboxClient } from '../serve/control/sandbox-client.ts';

export { SandboxClient };
export type { RemoteCollection } from '../serve/control/sandbox-client.ts';

/** A request of a page, as Playwright has it. */
interface PageRoute {
  request(): { headers(): Record<string, string> };
  fallback(overrides: { headers: Record<string, string> }): Promise<void>;
}

/** A browser context, as far as the fixture needs it. */
interface PageContext {
  route(url: (url: URL) => boolean, handler: (route: PageRoute) => Promise<void>): Promise<unknown>;
  unrouteAll(options: { readonly behavior: 'ignoreErrors' }): Promise<void>;
}

/** What a fixture gets of Playwright. */
interface FixtureArgs {
  readonly context: PageContext;
  readonly baseURL: string | undefined;
}

/** The fixture, made for each test, whether or not that asks for it. */
type MockFixture<Paths> = [
  (args: FixtureArgs, use: (mock: SandboxClient<Paths>) => Promise<void>) => Promise<void>,
  { auto: true },
];

/** Options of {@link sandboxFixtures}. */
export interface SandboxFixtureOptions {
  /** Where the mock is: `http://127.0.0.1:4010`, with the document's path where it serves several. */
  readonly mock: string;
  /** Further addresses that are told of the sandbox. Default: the mock's and that of `baseURL`. */
  readonly alsoTo?: readonly string[] | undefined;
  /** What the mock was started with as `--control-token`. Pages never get it. Default: it has none. */
  readonly controlToken?: string | undefined;
}

/**
 * The fixture `mock`: a sandbox of the mock for each test. What the test's pages ask of the mock, and of
 * the app, has the header `X-Sandbox`, which no other host gets; an app that renders on its server has to
 * pass it on.
 *
 * @typeParam Paths The `paths` of the document, as openapi-typescript writes them. Default: any.
 * @example
 * import { test as base } from '@playwright/test';
 * export const test = base.extend<{ mock: SandboxClient }>(sandboxFixtures({ mock: 'http://127.0.0.1:4010' }));
 */
export function sandboxFixtures<Paths = unknown>(
  options: SandboxFixtureOptions,
): { mock: MockFixture<Paths> } {
  const { mock, alsoTo = [], controlToken } = options;
  return {
    mock: [
      // Playwright reads the names of the fixtures that it needs in these braces.
      async ({ context, baseURL }, use) => {
        const sandbox = new SandboxClient<Paths>(mock, crypto.randomUUID(), controlToken);
        const addresses = [mock, ...alsoTo, ...(baseURL === undefined ? [] : [baseURL])];
        const origins = new Set(addresses.map((address) => new URL(address).origin));
        await context.route(
          ({ origin }) => origins.has(origin),
          async (route) => {
            const headers = { ...route.request().headers(), ...sandbox.headers };
            await route.fallback({ headers });
          },
        );
        await use(sandbox);
        // What a page still asks at the end of its test is no failure of it.
        await context.unrouteAll({ behavior: 'ignoreErrors' });
        await sandbox.drop();
      },
      { auto: true },
    ],
  };
}
