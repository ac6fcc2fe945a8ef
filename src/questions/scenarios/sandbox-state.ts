import type { JsonObject } from '../../openapi/json/json-value.ts';
import type { FaultOptions } from '../../mock/faults.ts';
import type { Collections } from '../../mock/store-content.ts';
import type { ProfileAnswers } from '../answer.ts';

/** Everything of a sandbox that can be put back. */
export interface SandboxState {
  /** In order of creation. */
  readonly resources: readonly JsonObject[];
  /** Of each collection, by its path, where several operations of the document create. */
  readonly collections?: Collections | undefined;
  /** Name of the profile that the answers are of, if any; `answers` count more where both are. */
  readonly profile: string | null;
  /** Questions that are left out get their usual answer. */
  readonly answers: ProfileAnswers;
  /** Milliseconds before each answer. */
  readonly latency: number;
  /** In the order in which they are asked. */
  readonly faults: readonly FaultOptions[];
  /** The scenario that was chosen last. */
  readonly scenario: string | null;
}
