import { enactProblem } from '../enacting.ts';
import { REFUSABLE, probeCase } from '../probe.ts';
import type { QuestionFactory } from '../question.ts';
import { readAcceptance } from '../reading.ts';
import { freshBody, requestWith } from '../subject.ts';
import { usesBearer } from '../uses-bearer.ts';

/** The credentials that aren't bearer tokens: API keys, user and password. */
export const missingKey: QuestionFactory = (subject) => {
  const { security } = subject.operation;
  const isRequired = security.length > 0 && security.every((schemes) => schemes.length > 0);
  if (!isRequired || usesBearer(subject.operation)) return [];
  return [
    {
      id: 'missing-key',
      question: 'What happens without the API key, or without user and password?',
      leftOpenBy: 'Token issuance and the response to a missing or invalid token: not shown.',
      answers: REFUSABLE,
      usual: 'refused 400',
      probe: (fresh) => {
        const request = requestWith(subject, freshBody(subject, fresh));
        return [probeCase(subject, 'missing-key', { ...request, withCredential: false })];
      },
      read: ([exchange]) => readAcceptance(exchange),
      enact: (answer) => enactProblem('credential-missing', answer),
    },
  ];
};
