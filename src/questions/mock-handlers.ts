import type { HttpHandler } from 'msw/http';
import { Faults } from '../mock/faults.ts';
import { handlersFor } from '../mock/msw-adapter.ts';
import { ResourceInspector } from '../mock/resource-inspector.ts';
import type { ResourceStore } from '../mock/resource-store.ts';
import { type Responder, type ResponderOptions, createResponder } from '../mock/responder.ts';
import { StateError } from '../mock/state-error.ts';
import { saysSomething, storeContent } from '../mock/store-content.ts';
import type { StoreContent } from '../mock/store-journal.ts';
import { operations } from '../model/operation.ts';
import { firstCreation } from '../model/resources/resources.ts';
import { didYouMean } from '../openapi/nearest-word.ts';
import type { ProfileAnswers } from './answer.ts';
import { questionsByOperation } from './index.ts';
import { enactAnswers, namedAnswers, profileAnswers } from './profile.ts';
import { type Scenario, type ScenarioFile, buildScenario } from './scenarios/scenario.ts';

/** What a responder of a document needs. */
export interface DocumentResponderOptions extends Omit<ResponderOptions, 'enactments'> {
  /** How the open questions are answered: a name of `profiles`, or answers. Default: as usual. */
  readonly profile?: string | ProfileAnswers | undefined;
  /** Profiles that can be taken by name. Default: none. */
  readonly profiles?: Readonly<Record<string, ProfileAnswers>> | undefined;
}

/** Options of {@link mockHandlers}. */
export interface MockHandlersOptions extends DocumentResponderOptions {
  /** Only requests to this address are answered. Default: the document's paths at any address. */
  readonly baseUrl?: string | undefined;
  /**
   * The scenario to begin with. What other options say counts more, and so does a store that holds
   * something. Default: none.
   */
  readonly scenario?: ScenarioFile | undefined;
}

/**
 * Answers as a document says, from a store, the open questions as a profile says.
 *
 * @throws {StateError} for an unknown profile, operation or question, and for an impossible answer.
 */
export function documentResponder(options: DocumentResponderOptions): Responder {
  const { document, profile, profiles = {} } = options;
  const questions = questionsByOperation(document);
  const answers = profileAnswers(profile, profiles, questions);
  return createResponder({ ...options, enactments: enactAnswers(questions, answers) });
}

/**
 * Handlers for msw that answer as a document says.
 *
 * @throws {StateError} as {@link documentResponder} does, and where a scenario's resources are invalid, or
 *   more than `maxResources`.
 */
export function mockHandlers(options: MockHandlersOptions): HttpHandler[] {
  const { document, store, baseUrl, maxResources } = options;
  const state = stateOf(options);
  const { answers, latency, faults } = state;
  const responder = documentResponder({ ...options, profile: options.profile ?? answers });
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
function stateOf(options: MockHandlersOptions): Scenario['state'] {
  const { scenario, document, profiles = {} } = options;
  if (scenario === undefined) return {};
  const { profile, faults = [] } = scenario;
  const known = operations(document).map(({ id }) => id);
  for (const { operation } of faults) {
    if (operation === undefined || known.includes(operation)) continue;
    throw new StateError(
      'invalid-fault',
      `Failed to use the scenario: there is no operation "${operation}". ${didYouMean(operation, known)}`,
    );
  }
  if (profile !== undefined) namedAnswers(profiles, profile);
  return buildScenario(scenario, { profiles, identity: firstCreation(document)?.identity }).state;
}
