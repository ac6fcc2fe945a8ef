import { enactProblem } from '../enacting.ts';
import type { QuestionFactory } from '../question.ts';
import { REFUSABLE, probeCase } from '../probe.ts';
import { readAcceptance } from '../reading.ts';
import { freshBody, requestWith } from '../subject.ts';
import { usesBearer } from '../uses-bearer.ts';

/** The scheme without a token behind it (RFC 6750, 2.1). */
export const emptyToken: QuestionFactory = (subject) =>
  usesBearer(subject.operation)
    ? [
        {
          id: 'empty-token',
          question: 'What happens to "Authorization: Bearer" without a token?',
          leftOpenBy: 'Token issuance and the response to a missing or invalid token: not shown.',
          answers: REFUSABLE,
          usual: 'refused 400',
          probe: (fresh) => {
            const request = requestWith(subject, freshBody(subject, fresh));
            return [
              probeCase(subject, 'empty-token', {
                ...request,
                headers: [...request.headers, ['Authorization', 'Bearer']],
                withCredential: false,
              }),
            ];
          },
          read: ([exchange]) => readAcceptance(exchange),
          enact: (answer) => enactProblem('credential-empty', answer),
        },
      ]
    : [];
