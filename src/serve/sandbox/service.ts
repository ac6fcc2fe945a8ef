import { ResourceInspector } from '../../mock/resource-inspector.ts';
import { operations } from '../../model/operation.ts';
import { ExchangeViewer } from './exchange-view.ts';
import { DocumentStore } from '../../mock/document-store.ts';
import { listedElsewhere } from '../../mock/listed-elsewhere.ts';
import { referrersOf } from '../../mock/referrers.ts';
import { asSaid } from '../../mock/said-actions.ts';
import { type Responder, createResponder } from '../../mock/responder.ts';
import type { ManagedStore } from '../../mock/resource-store.ts';
import { firstCreation } from '../../model/resources/collections.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { ProfileAnswers } from '../../questions/answer.ts';
import { questionsByOperation } from '../../questions/index.ts';
import { enactAnswers, withUsualAnswers } from '../../questions/profile.ts';
import type { OpenQuestionSentences, Questions } from '../../questions/question.ts';
import { scenariosForAll } from '../../questions/scenarios/scenario.ts';
import { Callbacks } from '../callbacks.ts';
import type { Recording } from '../replay.ts';
import {
  type SandboxState,
  type Scenario,
  type NamedScenarios,
  scenariosOf,
  withScenarios,
} from '../../questions/scenarios/scenario.ts';

/** The service that sandboxes mock. */
export interface Service {
  readonly document: OpenApiDocument;
  /** Masked wherever they come, such as the one valid token. Default: none. */
  readonly secrets?: readonly string[] | undefined;
  /** Headers, parameters and cookies that carry a secret, besides those whose names tell. */
  readonly secretName?: readonly string[] | undefined;
  /** How many resources a store takes. Default 1,000,000. */
  readonly maxResources?: number | undefined;
  /** What can be answered otherwise than usual. */
  readonly questions: Questions;
  /** The answers of the profiles that can be taken by name. */
  readonly profiles: Readonly<Record<string, ProfileAnswers>>;
  /** By name. */
  readonly scenarios: ReadonlyMap<string, Scenario>;
  /** Sends what the document says that its service sends. Default: nothing is sent. */
  readonly callbacks?: Callbacks | undefined;
  /** What is answered as it was recorded. Default: nothing. */
  readonly recording?: Recording | undefined;
  /** Makes a sandbox's store, with nothing in it. */
  createStore(): DocumentStore;
  /** Answers from the store; questions that the answers leave out get their usual answer. */
  createResponder(store: ManagedStore, answers: ProfileAnswers): Responder;
}

/** Options of {@link createService}. */
export interface ServiceOptions {
  readonly document: OpenApiDocument;
  /** Answers to open questions that can be taken by name; those of other documents are left out. Default: none. */
  readonly profiles?: Readonly<Record<string, ProfileAnswers>> | undefined;
  /** Named states, as files have them or as they were built. Default: none. */
  readonly scenarios?: NamedScenarios | undefined;
  /**
   * What leaves open questions open in the words of the service's own specification, by question id.
   * Default: what the document says of each.
   */
  readonly sentences?: OpenQuestionSentences | undefined;
  /** The one valid bearer token. Default: any but `invalid-token`. */
  readonly token?: string | undefined;
  /** Headers, parameters and cookies whose values nothing shows, besides those whose names tell. Default: none. */
  readonly secretName?: readonly string[] | undefined;
  /** How many resources a store takes before creates are refused. Default 1,000,000. */
  readonly maxResources?: number | undefined;
  /**
   * How many believable resources each collection begins with that is empty otherwise, and lists have that
   * nothing is created for: the items of the document's examples first. Default: none.
   */
  readonly fill?: number | undefined;
  /**
   * Origins that callbacks and webhooks may be sent to, such as `http://localhost:3000`; `*` for any.
   * Default: none, so that none are sent.
   */
  readonly allowCallbacks?: readonly string[] | undefined;
  /** Requests that are in it are answered as they were then. Default: none. */
  readonly recording?: Recording | undefined;
}

/** Those of the service come first, and count more. */
function withCommon(scenarios: NamedScenarios, questions: Questions): NamedScenarios {
  const common = new Map(Object.entries(scenariosForAll(questions)));
  return withScenarios(new Map([...withScenarios({}, scenarios), ...common]), scenarios);
}

/** What is served of a document. */
export function createService(options: ServiceOptions): Service {
  const { document, token, maxResources, fill, sentences, scenarios = {} } = options;
  const { allowCallbacks: allowed = [] } = options;
  const questions = questionsByOperation(document, sentences);
  const fitting = Object.entries(options.profiles ?? {}).filter(([, answers]) =>
    Object.keys(answers).every((operation) => questions.has(operation)),
  );
  const profiles = Object.fromEntries(fitting);
  const context = { profiles, identity: firstCreation(document)?.identity };
  return {
    document,
    secrets: token === undefined ? [] : [token],
    secretName: options.secretName,
    maxResources,
    questions: withUsualAnswers(document, questions),
    profiles,
    callbacks: allowed.length === 0 ? undefined : new Callbacks({ document, allowed }),
    recording: options.recording,
    scenarios: scenariosOf(withCommon(scenarios, questions), context),
    createStore: () => new DocumentStore(document),
    createResponder: (store, answers) =>
      createResponder({
        document,
        store,
        enactments: enactAnswers(questions, answers),
        token,
        maxResources,
        fill,
        referrersOf,
        listedElsewhere,
        asSaid,
      }),
  };
}

/** What all sandboxes of a server have in common, made as far as it is asked for. */
export class SharedParts {
  readonly service: Service;
  /** What a new sandbox begins with. */
  readonly start: SandboxState;
  /** Secrets of the server, which are masked besides the service's own. */
  readonly hidden: string[];
  #inspector: ResourceInspector | undefined;
  #viewer: ExchangeViewer | undefined;
  #operationIds: ReadonlySet<string> | undefined;

  constructor(service: Service, start: SandboxState, hidden: readonly string[] = []) {
    this.service = service;
    this.start = start;
    this.hidden = [...hidden];
  }

  hide(secret: string): void {
    this.hidden.push(secret);
    this.#viewer = undefined;
  }

  get inspector(): ResourceInspector {
    return (this.#inspector ??= new ResourceInspector(this.service));
  }

  get viewer(): ExchangeViewer {
    const { document, secrets = [], secretName } = this.service;
    const known = [...secrets, ...this.hidden];
    return (this.#viewer ??= new ExchangeViewer(document, known, secretName));
  }

  get operationIds(): ReadonlySet<string> {
    return (this.#operationIds ??= new Set(operations(this.service.document).map(({ id }) => id)));
  }
}
