import { credentialQuestion } from '../credential-question.ts';
import type { QuestionFactory } from '../question.ts';

/** The scheme without a token behind it (RFC 6750, 2.1). */
export const emptyToken: QuestionFactory = credentialQuestion({
  id: 'empty-token',
  question: 'What happens to "Authorization: Bearer" without a token?',
  authorization: 'Bearer',
  problem: 'credential-empty',
});
