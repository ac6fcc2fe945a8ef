import { enactProblem } from '../enacting.ts';
import type { QuestionFactory } from '../question.ts';
import { REFUSABLE, probeCase } from '../probe.ts';
import { readAcceptance } from '../reading.ts';
import { freshBody, requestWith } from '../subject.ts';
import { usesBearer } from '../uses-bearer.ts';

/** A bearer token that nobody has issued. */
export const invalidToken: QuestionFactory = (subject) =>
  usesBearer(subject.operation)
    ? [
        {
          id: 'invalid-token',
          question: 'What happens to a request with a token that nobody has issued?',
          leftOpenBy: 'Token issuance and the response to a missing or invalid token: not shown.',
          answers: REFUSABLE,
          usual: 'refused 400',
          probe: (fresh) => {
            const request = requestWith(subject, freshBody(subject, fresh));
            return [
              probeCase(subject, 'invalid-token', {
                ...request,
                headers: [...request.headers, ['Authorization', 'Bearer invalid-token']],
                withCredential: false,
              }),
            ];
          },
          read: ([exchange]) => readAcceptance(exchange),
          enact: (answer) => enactProblem('credential-invalid', answer),
        },
      ]
    : [];
