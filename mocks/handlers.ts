import type { HttpHandler } from 'msw/http';
import { didYouMean } from '../src/openapi/nearest-word.ts';
import { Faults } from '../src/mock/faults.ts';
import { handlersFor } from '../src/mock/msw-adapter.ts';
import { ResourceInspector } from '../src/mock/resource-inspector.ts';
import { StateError } from '../src/mock/state-error.ts';
import type { ResourceStore } from '../src/mock/resource-store.ts';
import { saysSomething, storeContent } from '../src/mock/store-content.ts';
import type { StoreContent } from '../src/mock/store-journal.ts';
import { createdIdentity } from '../src/model/resources/created-schema.ts';
import type { OpenApiDocument } from '../src/openapi/document.ts';
import { operations } from '../src/model/operation.ts';
import {
  type ScenarioFile,
  type Scenario,
  buildScenario,
} from '../src/questions/scenarios/scenario.ts';
import { namedAnswers } from '../src/questions/profile.ts';
import { type FakeOptions, createFake, givenDocument } from './fake.ts';
import { demandNames } from './demand-names.ts';
import { namedProfiles } from './profiles.generated.ts';

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
  demandNames(options, NAMES);
  const { baseUrl, scenario, maxResources } = options;
  const document = givenDocument(options.document);
  const state = scenario === undefined ? {} : stateOf(scenario, document);
  const { answers, latency, faults } = state;
  const profile = options.profile ?? answers;
  const { responder, store } = createFake({ ...options, document, profile });
  if ((store.total ?? store.size) === 0 && saysSomething(state)) {
    new ResourceInspector({ document, maxResources }).demandAll(state);
    fill(store, storeContent(document, state));
  }
  return handlersFor(document, responder, { baseUrl, latency, faults: new Faults(faults) });
}

function fill(store: ResourceStore, { resources, collections }: StoreContent): void {
  for (const resource of resources) store.add({ ...resource });
  for (const [name, list] of collections) {
    for (const resource of list) store.collection(name).add(resource);
  }
}

/** @throws {StateError} for an unknown profile, and for faults of an unknown operation. */
function stateOf(scenario: ScenarioFile, document: OpenApiDocument): Scenario['state'] {
  const { profile, faults = [] } = scenario;
  const known = operations(document).map(({ id }) => id);
  for (const { operation } of faults) {
    if (operation === undefined || known.includes(operation)) continue;
    throw new StateError(
      'invalid-fault',
      `Failed to use the scenario: there is no operation "${operation}". ${didYouMean(operation, known)}`,
    );
  }
  const profiles = profile === undefined ? {} : { [profile]: namedAnswers(namedProfiles, profile) };
  return buildScenario(scenario, { profiles, identity: createdIdentity(document) }).state;
}
