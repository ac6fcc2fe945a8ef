import { StateError } from '../../mock/state-error.ts';
import type { Service } from './service.ts';

/**
 * Id of the one operation that has an open question.
 *
 * @throws {StateError} where none has it, or several have.
 */
export function operationWith(question: string, questions: Service['questions']): string {
  const found = [...questions]
    .filter(([, list]) => list.some(({ id }) => id === question))
    .map(([operation]) => operation);
  if (found.length === 1) return found[0]!;
  const cause =
    found.length === 0
      ? `no operation has the question "${question}"`
      : `several operations have the question "${question}": ${found.join(', ')}`;
  throw new StateError(
    found.length === 0 ? 'unknown-question' : 'ambiguous-question',
    `Failed to change the answers: ${cause}. Name one of the operation's questions.`,
  );
}
