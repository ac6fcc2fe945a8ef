import { credentialQuestion } from '../credential-question.ts';
import type { QuestionFactory } from '../question.ts';

/** A bearer token that nobody has issued. */
export const invalidToken: QuestionFactory = credentialQuestion({
  id: 'invalid-token',
  question: 'What happens to a request with a token that nobody has issued?',
  authorization: 'Bearer invalid-token',
  problem: 'credential-invalid',
});
