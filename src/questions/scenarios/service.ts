import type { ManagedStore } from '../../mock/resource-store.ts';
import type { Responder } from '../../mock/responder.ts';
import type { StoredState } from '../../mock/store-content.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { ProfileAnswers } from '../answer.ts';
import type { Questions } from '../question.ts';
import type { SandboxState } from './sandbox-state.ts';

/** A named state, to put a sandbox into. */
export interface Scenario {
  /** What it is for, in a sentence. */
  readonly description: string;
  /** What it leaves out is as at the start of a sandbox. */
  readonly state: Partial<SandboxState>;
}

/** The service that sandboxes fake: what the caller brings, since the server knows no service. */
export interface Service {
  readonly document: OpenApiDocument;
  /** Masked wherever they come, such as the one valid token. Default: none. */
  readonly secrets?: readonly string[] | undefined;
  /** How many resources a store takes. Default 1,000,000. */
  readonly maxResources?: number | undefined;
  /** What can be answered otherwise than usual. */
  readonly questions: Questions;
  /** ProfileAnswers of the profiles that can be taken by name. */
  readonly profiles: Readonly<Record<string, ProfileAnswers>>;
  /** By name. */
  readonly scenarios: ReadonlyMap<string, Scenario>;
  /**
   * Where a sandbox keeps its resources.
   *
   * @param start What it begins with, unless it has kept others from before.
   */
  createStore(sandbox: string, start: StoredState): ManagedStore;
  /** ProfileAnswers from the store; questions that the answers leave out get their usual answer. */
  createResponder(store: ManagedStore, answers: ProfileAnswers): Responder;
}
