/** A sandbox of its own for each test of Cypress: the entry `cypress`. */
import { bearer } from '../http/bearer.ts';
import type { FaultOptions } from '../mock/faults.ts';
import { type RequestMatch, matching, requestsAddress } from '../mock/received.ts';
import { escapePattern } from '../openapi/escape-pattern.ts';
import type { JsonObject } from '../openapi/json/json-value.ts';
import type { ExchangeView } from '../serve/sandbox/exchange-view.ts';

export type { ExchangeView, FaultOptions, RequestMatch };

/** A request on its way through Cypress. */
interface Intercepted {
  readonly headers: Record<string, unknown>;
}

/** An answer that Cypress has asked for itself. */
interface Answer {
  readonly body: unknown;
}

/** What the commands yield, as Cypress chains it. */
interface Chained {
  then(next: (answer: Answer) => unknown): unknown;
}

/** What of Cypress is needed: its globals. */
export interface CypressGlobals {
  readonly Cypress: {
    readonly Commands: {
      add(name: string, command: (...given: never[]) => unknown): void;
    };
    config(name: 'baseUrl'): string | null;
  };
  readonly cy: {
    intercept(
      match: { readonly url: RegExp; readonly middleware: true },
      handler: (request: Intercepted) => void,
    ): unknown;
    request(options: {
      readonly method: string;
      readonly url: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: object;
    }): Chained;
  };
  readonly beforeEach: (hook: () => void) => void;
  readonly afterEach: (hook: () => void) => void;
}

/** Options of {@link setupSandboxes}. */
export interface CypressSandboxOptions {
  /** Where the mock is: `http://127.0.0.1:4010`, with the document's path where it serves several. */
  readonly mock: string;
  /** Further addresses that are told of the sandbox. Default: the mock's and that of `baseUrl`. */
  readonly alsoTo?: readonly string[] | undefined;
  /** What the mock was started with as `--control-token`. Pages never get it. Default: it has none. */
  readonly controlToken?: string | undefined;
}

/**
 * Gives each test a sandbox of the mock, and the commands `cy.seed`, `cy.failNext` and `cy.mockRequests`. What
 * pages ask of the mock, and of the app, has the header `X-Sandbox`; an app that renders on its server
 * has to pass it on.
 *
 * @example setupSandboxes({ mock: 'http://127.0.0.1:4010' }); // in cypress/support/e2e.ts
 * @param globals Cypress's own. Default: those of the page.
 */
export function setupSandboxes(
  options: CypressSandboxOptions,
  globals: CypressGlobals = globalThis as typeof globalThis & CypressGlobals,
): void {
  const { Cypress, cy, beforeEach, afterEach } = globals;
  const { mock, alsoTo = [], controlToken } = options;
  const headers = bearer(controlToken);
  const base = mock.replace(/\/+$/, '');
  let name = '';
  const ask = (method: string, path: string, body?: object): Chained => {
    const url = `${base}/@${name}/_kit${path}`;
    return cy.request({ method, url, headers, ...(body !== undefined && { body }) });
  };
  beforeEach(() => {
    // Also where the page is of no secure context, which has no UUIDs.
    name = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
    const sandbox = name;
    const addresses = [mock, ...alsoTo, Cypress.config('baseUrl') ?? mock];
    for (const origin of new Set(addresses.map((address) => new URL(address).origin))) {
      const url = new RegExp(`^${escapePattern(origin)}(?:/|$)`);
      cy.intercept({ url, middleware: true }, (request) => {
        request.headers['x-sandbox'] = sandbox;
      });
    }
  });
  afterEach(() => {
    ask('DELETE', `/sandboxes/${name}`);
  });
  const { Commands } = Cypress;
  Commands.add('seed', (collection: string, resources: readonly JsonObject[]) => {
    return ask('POST', `/resources?collection=${encodeURIComponent(collection)}`, { resources });
  });
  Commands.add('failNext', (fault: Partial<FaultOptions> = {}) => {
    return ask('POST', '/faults', { kind: 'answer', ...fault });
  });
  Commands.add('mockRequests', (match?: RequestMatch) => {
    return ask('GET', requestsAddress(match)).then(({ body }) => {
      const { requests } = body as { readonly requests: readonly ExchangeView[] };
      return matching(requests, match);
    });
  });
}
