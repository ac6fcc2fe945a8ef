import { credentialQuestion } from '../credential-question.ts';
import type { QuestionFactory } from '../question.ts';

/** Basic instead of Bearer (RFC 9110, 11.1). */
export const otherScheme: QuestionFactory = credentialQuestion({
  id: 'other-scheme',
  question: 'What happens to a credential of another scheme, such as Basic?',
  authorization: 'Basic c2FtcGxlOnNhbXBsZQ==',
  problem: 'credential-scheme',
});
