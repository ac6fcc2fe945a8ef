import type { ManagedStore } from '../../mock/resource-store.ts';
import type { Responder } from '../../mock/responder.ts';
import type { StoredState } from '../../mock/store-content.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { ProfileAnswers } from '../../questions/answer.ts';
import type { Questions } from '../../questions/question.ts';
import type { Scenario } from '../../questions/scenarios/scenario.ts';

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
