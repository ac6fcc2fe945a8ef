import { demandDocument, demandNames } from '../src/mock/demand-options.ts';
import { DocumentStore } from '../src/mock/document-store.ts';
import type { Filling } from '../src/mock/fill.ts';
import type { Interceptor } from '../src/mock/interceptor.ts';
import type { ResourceStore } from '../src/mock/resource-store.ts';
import type { Collections } from '../src/mock/store-content.ts';
import type { TestControls } from '../src/mock/test-controls.ts';
import { localMock } from '../src/questions/local-mock.ts';
import type { ScenarioFile } from '../src/questions/scenarios/scenario.ts';
import type { NewPlant } from './plant.generated.ts';
import { type PlantMockOptions, type Profile, withService } from './plant-store.ts';

/** What every form of the mock takes. */
export interface FakeOptions extends PlantMockOptions {
  /** Where resources are kept. Default: a new, empty store. */
  readonly store?: ResourceStore | undefined;
  /** How the open questions are answered. Default `documented`. */
  readonly profile?: Profile | undefined;
  /** The one valid bearer token. Default: any but `invalid-token`. */
  readonly token?: string | undefined;
  /** How many resources the store takes before creates are refused. Default 1,000,000. */
  readonly maxResources?: number | undefined;
}

/** Options of the mock in a page or process: of handlers, workers and `createFetch`. */
export interface CreateHandlersOptions extends FakeOptions {
  /**
   * Only requests to this address are answered, such as `https://store.example/api` or `/api`. Default: those
   * of the document's `servers`, of the page and of this machine.
   */
  readonly baseUrl?: string | undefined;
  /**
   * The scenario to begin with: one of `scenarios`, or a parsed file of your own. What other options
   * say counts more, and so does a store that holds something. Default: none.
   */
  readonly scenario?: ScenarioFile | undefined;
  /** What is there in the beginning, by the path that it would be created at. Default: the scenario's. */
  readonly collections?: Collections | undefined;
  /** Makes all other collections full: `fill(25)`. Default: they are empty. */
  readonly fill?: Filling | undefined;
}

/** The `paths` of this service, as openapi-typescript writes them. */
export interface PlantPaths {
  '/plants': { post: { requestBody: { content: { 'application/json': NewPlant } } } };
}

/** What every form of the mock in a page or process has for tests. */
export interface FakeControls<Paths = PlantPaths> extends TestControls<Paths> {
  /** A sandbox of its own, made on first use: of requests that name it in `X-Sandbox`, or as `/@name`. */
  sandbox(name: string): TestControls<Paths>;
}

const NAMES = 'baseUrl collections document fill maxResources profile scenario store token'.split(
  ' ',
);

/**
 * The mock in a page or process.
 *
 * @throws {StateError} for an unknown profile, question, operation or option, for an impossible
 *   answer, and where what it begins with is invalid, or more than `maxResources`.
 */
export function fake<Paths>(options: CreateHandlersOptions): {
  readonly interceptor: Interceptor;
  readonly controls: FakeControls<Paths>;
} {
  const { profiles, ...bound } = withService(options);
  demandNames(bound, NAMES);
  const { store = new DocumentStore(demandDocument(bound.document)) } = bound;
  const { interceptor, controls } = localMock({ ...bound, profiles, store });
  // What is at a path, the user's types say.
  return { interceptor, controls: controls as FakeControls<Paths> };
}
