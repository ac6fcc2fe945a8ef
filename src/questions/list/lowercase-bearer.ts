import { enactProblem } from '../enacting.ts';
import type { QuestionFactory } from '../question.ts';
import { REFUSABLE, probeCase } from '../probe.ts';
import { readAcceptance } from '../reading.ts';
import { freshBody, requestWith } from '../subject.ts';
import { usesBearer } from '../uses-bearer.ts';

/** The scheme's name is case-insensitive (RFC 9110, 11.1); not every server knows. */
export const lowercaseBearer: QuestionFactory = (subject) =>
  usesBearer(subject.operation)
    ? [
        {
          id: 'lowercase-bearer',
          question: 'Is the scheme accepted in lowercase, "bearer"?',
          leftOpenBy:
            'The request carries the header Authorization with the value Bearer <ACCESS_TOKEN>.',
          answers: REFUSABLE,
          usual: 'accepted',
          probe: (fresh) => {
            const request = requestWith(subject, freshBody(subject, fresh));
            return [
              probeCase(subject, 'lowercase-bearer', { ...request, credentialScheme: 'bearer' }),
            ];
          },
          read: ([exchange]) => readAcceptance(exchange),
          enact: (answer) => enactProblem('credential-lowercase', answer),
        },
      ]
    : [];
