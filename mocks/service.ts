import { isDeepStrictEqual } from 'node:util';
import type { ManagedStore } from '../src/mock/resource-store.ts';
import { createResponder } from '../src/mock/responder.ts';
import { storeContent } from '../src/mock/store-content.ts';
import type { OpenApiDocument } from '../src/openapi/document.ts';
import type { ProfileAnswers } from '../src/questions/answer.ts';
import { questionsByOperation } from '../src/questions/index.ts';
import { enactAnswers } from '../src/questions/profile.ts';
import { withUsualAnswers } from '../src/questions/usual-answers.ts';
import { DEFAULT_SANDBOX } from '../src/serve/sandbox/sandboxes.ts';
import type { Scenario } from '../src/questions/scenarios/scenario.ts';
import type { Service } from '../src/serve/sandbox/service.ts';
import { documentRoot } from './document.generated.ts';
import { givenDocument } from './fake.ts';
import { type Profile, profileAnswers } from './profile.ts';
import { namedProfiles } from './profiles.generated.ts';
import { openQuestionSentences } from './open-questions.generated.ts';
import { plantScenarios } from './scenarios.ts';
import { PlantStore } from './store.ts';

/** Options of {@link plantService}. */
export interface PlantServiceOptions {
  /** The default sandbox's store, holding what it is to begin with. */
  readonly store: PlantStore;
  /** The one valid bearer token. Default: any but `invalid-token`. */
  readonly token?: string | undefined;
  /** How many plants a store takes before creates are refused. Default 1,000,000. */
  readonly maxResources?: number | undefined;
  /** Default: the document of this service. */
  readonly document?: OpenApiDocument | undefined;
  /** Scenarios on top of the kit's, by name. Default: none. */
  readonly scenarios?: ReadonlyMap<string, Scenario> | undefined;
}

/** This service as the server's sandboxes need it, and a profile's answers for it. */
export function plantService(
  options: PlantServiceOptions,
  profile?: Profile,
): { readonly service: Service; readonly answers: ProfileAnswers } {
  const { store, token, maxResources } = options;
  const document = givenDocument(options.document);
  // The sentences are of the specification of this service, and true of nothing else.
  const isOwn = isDeepStrictEqual(document.root, documentRoot);
  const questions = questionsByOperation(document, isOwn ? openQuestionSentences : {});
  const profiles = profilesOf(questions);
  const service: Service = {
    document,
    secrets: token === undefined ? [] : [token],
    maxResources,
    questions: withUsualAnswers(document, questions),
    profiles,
    scenarios: plantScenarios(document, profiles, options.scenarios),
    createStore: (sandbox, start) => {
      const own = (sandbox === DEFAULT_SANDBOX
        ? store
        : new PlantStore()) as unknown as ManagedStore;
      // The given one holds what it is to begin with, which may be nothing.
      if (sandbox !== DEFAULT_SANDBOX) own.restoreAll(storeContent(document, start));
      return own;
    },
    createResponder: (store, answers) =>
      createResponder({
        document,
        store,
        enactments: enactAnswers(questions, answers),
        token,
        maxResources,
      }),
  };
  return { service, answers: profileAnswers(questions, profile) };
}

/** The named profiles that are for this document. */
function profilesOf(questions: ReadonlyMap<string, unknown>): Service['profiles'] {
  const fitting = Object.entries(namedProfiles).filter(([, answers]) =>
    Object.keys(answers).every((operation) => questions.has(operation)),
  );
  return Object.fromEntries(fitting);
}
