import { enactProblem } from '../enacting.ts';
import type { QuestionFactory } from '../question.ts';
import { REFUSABLE, probeCase } from '../probe.ts';
import { readAcceptance } from '../reading.ts';
import { freshBody, requestWith } from '../subject.ts';
import { usesBearer } from '../uses-bearer.ts';

/** Basic instead of Bearer (RFC 9110, 11.1). */
export const otherScheme: QuestionFactory = (subject) =>
  usesBearer(subject.operation)
    ? [
        {
          id: 'other-scheme',
          question: 'What happens to a credential of another scheme, such as Basic?',
          leftOpenBy: 'Token issuance and the response to a missing or invalid token: not shown.',
          answers: REFUSABLE,
          usual: 'refused 400',
          probe: (fresh) => {
            const request = requestWith(subject, freshBody(subject, fresh));
            return [
              probeCase(subject, 'other-scheme', {
                ...request,
                headers: [...request.headers, ['Authorization', 'Basic c2FtcGxlOnNhbXBsZQ==']],
                withCredential: false,
              }),
            ];
          },
          read: ([exchange]) => readAcceptance(exchange),
          enact: (answer) => enactProblem('credential-scheme', answer),
        },
      ]
    : [];
