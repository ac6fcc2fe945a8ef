import { enactProblem } from '../enacting.ts';
import type { QuestionFactory } from '../question.ts';
import { REFUSABLE, probeCase } from '../probe.ts';
import { readAcceptance } from '../reading.ts';
import { freshBody, requestWith } from '../subject.ts';
import { usesBearer } from '../uses-bearer.ts';

/** A request without any Authorization header. */
export const missingToken: QuestionFactory = (subject) =>
  usesBearer(subject.operation)
    ? [
        {
          id: 'missing-token',
          question: 'What happens to a request without a token?',
          leftOpenBy: 'Token issuance and the response to a missing or invalid token: not shown.',
          answers: REFUSABLE,
          usual: 'refused 400',
          probe: (fresh) => {
            const request = requestWith(subject, freshBody(subject, fresh));
            return [probeCase(subject, 'missing-token', { ...request, withCredential: false })];
          },
          read: ([exchange]) => readAcceptance(exchange),
          enact: (answer) => enactProblem('credential-missing', answer),
        },
      ]
    : [];
