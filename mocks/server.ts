import { loadValidator } from '../src/addons/index.ts';
import { demandDocument, demandOptions } from '../src/mock/demand-options.ts';
import type { LoadedDocument } from '../src/model/load-document.ts';
import { withScenarios } from '../src/questions/scenarios/scenario.ts';
import {
  MOCK_SERVER_RULES,
  type MockListenOptions,
  type MockOptions,
} from '../src/serve/mock-options.ts';
import { Mock, type ServedParts, MockServer as ServedMock } from '../src/serve/mock.ts';
import { type Resources, ServedSandbox } from '../src/serve/sandbox/mock-sandbox.ts';
import { contentFor } from './content.ts';
import type { Collection } from '../src/mock/collection.ts';
import type { CreatedAt } from '../src/mock/test-controls.ts';
import type { FakeOptions, PlantPaths } from './fake.ts';
import type { NewPlant } from './plant.generated.ts';
import { type PlantStore, type Profile, withService } from './plant-store.ts';
import type { ScenarioName } from './scenarios.ts';

export { DiagnosticError } from '../src/openapi/diagnostic.ts';
export type { LoadedDocument } from '../src/model/load-document.ts';
export { PersistError } from '../src/serve/persist/persist-error.ts';
export { StateError } from '../src/mock/state-error.ts';

/** What the mock answers from; {@link MockServer.reload} takes another. */
export interface MockInputs
  extends
    Pick<FakeOptions, 'document' | 'profile'>,
    Pick<MockOptions<NewPlant>, 'scenarios' | 'seed' | 'collections' | 'fill' | 'latency'> {
  /**
   * Name of the scenario that every sandbox begins with: one of the kit's (`mocks/scenarios/`) or of
   * `scenarios`. What other options say counts more. Default: none.
   */
  readonly scenario?: ScenarioName | (string & {}) | undefined;
}

/** Options of {@link createMockServer}. */
export interface MockServerOptions
  extends
    MockInputs,
    Pick<FakeOptions, 'token' | 'maxResources'>,
    Omit<MockListenOptions, 'tokenVariable'>,
    Pick<MockOptions, 'sandboxIdle' | 'maxSandboxes' | 'maxBytes' | 'secretName'> {
  /** Where the default sandbox's plants are kept; what it holds counts more. Default: a new, empty store. */
  readonly store?: PlantStore | undefined;
}

/** One isolated plant store inside a server: what the control API does, as methods. */
export class MockSandbox<Paths = PlantPaths> extends ServedSandbox<NewPlant, Profile> {
  /** Its plants. */
  get plants(): Resources<NewPlant> {
    return this.resources;
  }

  override collection<Path extends string>(path: Path): Collection<CreatedAt<Paths, Path>>;
  override collection<Created extends object>(path: string): Collection<Created>;
  override collection(path: string): Collection {
    return super.collection(path);
  }
}

/** The plant store behind a socket. What it does as a sandbox is done to the default one. */
export class MockServer<Paths = PlantPaths> extends ServedMock<NewPlant, Profile> {
  readonly #options: MockServerOptions;

  /** @internal */
  constructor(served: ServedParts<NewPlant, Profile>, options: MockServerOptions) {
    super(served);
    this.#options = options;
  }

  /** The plants of the default sandbox. */
  get plants(): Resources<NewPlant> {
    return this.resources;
  }

  override sandbox(name: string): MockSandbox<Paths> {
    return new MockSandbox(this.server, name);
  }

  override collection<Path extends string>(path: Path): Collection<CreatedAt<Paths, Path>>;
  override collection<Created extends object>(path: string): Collection<Created>;
  override collection(path: string): Collection {
    return super.collection(path);
  }

  /**
   * Answers from something else from now on; plants stay, and so does what was changed since the
   * start. What is left out is as at the start of the server.
   *
   * @throws {Error} where something in it is wrong; nothing is changed then.
   */
  override reload(inputs: MockInputs): void {
    super.reload(engineOptions({ ...this.#options, ...inputs }));
  }
}

/**
 * Starts the plant store over HTTP, on a free port of this machine by default.
 *
 * @example await using server = await createMockServer();
 * @typeParam Paths The `paths` of your document, as openapi-typescript writes them.
 * @throws {StateError} where an option is unknown or invalid, or the seed more than `maxResources`.
 * @throws {Error} with Node's `code` where it can't listen, such as EADDRINUSE.
 * @throws {PersistError} where the file of `persist` is in use, or can't be read or written.
 */
export async function createMockServer<Paths = PlantPaths>(
  options: MockServerOptions = {},
): Promise<MockServer<Paths>> {
  const mock = new Mock(engineOptions(options), loadValidator);
  const served = await mock.serve({ ...options, tokenVariable: 'PLANT_STORE_TOKEN' });
  return new MockServer(served, options);
}

/** What the engine takes in place of a server's options. */
function engineOptions(options: MockServerOptions): MockOptions<NewPlant, Profile> {
  const bound = withService(options);
  demandOptions(bound, MOCK_SERVER_RULES);
  const { document, scenarios = {} } = bound;
  const { sentences, scenarios: named } = contentFor(demandDocument(document));
  return { ...bound, sentences, scenarios: withScenarios(named, scenarios) };
}

/**
 * Reads a document of your own, OpenAPI 3.1 or 3.0, YAML or JSON.
 *
 * @param file A path, or a URL of the scheme `file`, such as `new URL('api.yaml', import.meta.url)`.
 * @throws {Error} where it can't be read.
 * @throws {DiagnosticError} with everything that keeps the mock from working with it.
 */
export async function readDocument(file: string | URL): Promise<LoadedDocument> {
  return await (await import('../src/index.ts')).loadDocument(file);
}

/**
 * The same from a text.
 *
 * @param file How the text is called in messages.
 * @throws {DiagnosticError} with everything that keeps the mock from working with it.
 */
export async function loadDocument(text: string, file: string): Promise<LoadedDocument> {
  return await (await import('../src/index.ts')).loadDocument({ text, file });
}
