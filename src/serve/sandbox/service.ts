import { ResourceInspector } from '../../mock/resource-inspector.ts';
import type { ManagedStore } from '../../mock/resource-store.ts';
import type { Responder } from '../../mock/responder.ts';
import type { StoredState } from '../../mock/store-content.ts';
import { operations } from '../../model/operation.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { ProfileAnswers } from '../../questions/answer.ts';
import type { Questions } from '../../questions/question.ts';
import type { SandboxState, Scenario } from '../../questions/scenarios/scenario.ts';
import { ExchangeViewer } from './exchange-view.ts';

/** The service that sandboxes fake: what the caller brings, since the server knows no service. */
export interface Service {
  readonly document: OpenApiDocument;
  /** Masked wherever they come, such as the one valid token. Default: none. */
  readonly secrets?: readonly string[] | undefined;
  /** How many resources a store takes. Default 1,000,000. */
  readonly maxResources?: number | undefined;
  /** What can be answered otherwise than usual. */
  readonly questions: Questions;
  /** The answers of the profiles that can be taken by name. */
  readonly profiles: Readonly<Record<string, ProfileAnswers>>;
  /** By name. */
  readonly scenarios: ReadonlyMap<string, Scenario>;
  /**
   * Where a sandbox keeps its resources.
   *
   * @param start What it begins with, unless it has kept others from before.
   */
  createStore(sandbox: string, start: StoredState): ManagedStore;
  /** Answers from the store; questions that the answers leave out get their usual answer. */
  createResponder(store: ManagedStore, answers: ProfileAnswers): Responder;
}

/** What all sandboxes of a server have in common. */
export class SharedParts {
  #start: SandboxState;
  #service: Service;
  #inspector: ResourceInspector | undefined;
  #viewer: ExchangeViewer | undefined;
  #operationIds: ReadonlySet<string> | undefined;

  constructor(service: Service, start: SandboxState) {
    this.#service = service;
    this.#start = start;
  }

  /** What a new sandbox begins with. */
  get start(): SandboxState {
    return this.#start;
  }

  get service(): Service {
    return this.#service;
  }

  get inspector(): ResourceInspector {
    return (this.#inspector ??= new ResourceInspector(this.#service));
  }

  get viewer(): ExchangeViewer {
    const { document, secrets } = this.#service;
    return (this.#viewer ??= new ExchangeViewer(document, secrets));
  }

  get operationIds(): ReadonlySet<string> {
    return (this.#operationIds ??= new Set(operations(this.#service.document).map(({ id }) => id)));
  }

  /** Takes another document, questions, scenarios or start from now on. */
  replace(service: Service, start: SandboxState): void {
    this.#service = service;
    this.#start = start;
    this.#inspector = undefined;
    this.#viewer = undefined;
    this.#operationIds = undefined;
  }
}
