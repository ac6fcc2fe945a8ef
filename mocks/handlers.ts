import type { HttpHandler } from 'msw/http';
import { demandDocument, demandNames } from '../src/mock/demand-options.ts';
import type { ResourceStore } from '../src/mock/resource-store.ts';
import { mockHandlers } from '../src/questions/mock-handlers.ts';
import type { ScenarioFile } from '../src/questions/scenarios/scenario.ts';
import { type PlantMockOptions, PlantStore, type Profile, withService } from './plant-store.ts';

/** What every form of the mock takes. */
export interface FakeOptions extends PlantMockOptions {
  /** Where plants are kept. Default: a new, empty store. */
  readonly store?: ResourceStore | undefined;
  /** How the open questions are answered. Default `documented`. */
  readonly profile?: Profile | undefined;
  /** The one valid bearer token. Default: any but `invalid-token`. */
  readonly token?: string | undefined;
  /** How many resources the store takes before creates are refused. Default 1,000,000. */
  readonly maxResources?: number | undefined;
}

/** Options of {@link createHandlers}. */
export interface CreateHandlersOptions extends FakeOptions {
  /** Only requests to this address are answered. Default: `/plants` at any address. */
  readonly baseUrl?: string | undefined;
  /**
   * The scenario to begin with: one of `scenarios`, or a parsed file of your own. What other options
   * say counts more, and so does a store that holds something. Default: none.
   */
  readonly scenario?: ScenarioFile | undefined;
}

const NAMES = ['baseUrl', 'document', 'maxResources', 'profile', 'scenario', 'store', 'token'];

/**
 * msw handlers that answer as the mock server does.
 *
 * @throws {StateError} for an unknown profile, question, operation or option, for an impossible
 *   answer, and where a scenario's plants are invalid, or more than `maxResources`.
 */
export function createHandlers(options: CreateHandlersOptions = {}): HttpHandler[] {
  const { profiles, ...bound } = withService(options);
  demandNames(bound, NAMES);
  demandDocument(bound.document);
  return mockHandlers({ ...bound, profiles, store: bound.store ?? new PlantStore() });
}
