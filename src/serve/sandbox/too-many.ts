import type { Problem } from '../../http/message.ts';
import { StateError } from '../../mock/state-error.ts';

const KIND = 'too-many-sandboxes';

/** Why there is no sandbox more: a problem for who sends requests. */
export function tooManySandboxes(most?: number): Problem {
  const message = `there are ${most ?? 'too many'} sandboxes already, or all memory is taken: drop some that are done with`;
  return { kind: KIND, message };
}

/** The same, or that a name is none, for who calls. */
export function sandboxError({ kind, message }: Problem): StateError {
  return new StateError(kind, `Failed to make a sandbox: ${message}.`);
}

/** Whether something was refused for the number of sandboxes. */
export function isTooMany(error: unknown): error is StateError {
  return error instanceof StateError && error.code === KIND;
}
