import { credentialQuestion } from '../credential-question.ts';
import type { QuestionFactory } from '../question.ts';

/** A request without any Authorization header. */
export const missingToken: QuestionFactory = credentialQuestion({
  id: 'missing-token',
  question: 'What happens to a request without a token?',
  authorization: undefined,
  problem: 'credential-missing',
});
