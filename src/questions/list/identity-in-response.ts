import { enactReturned } from '../enacting.ts';
import { validProbe } from '../probe.ts';
import type { QuestionFactory } from '../question.ts';
import { acceptedBody } from '../reading.ts';
import { freshBody, requestWith } from '../subject.ts';

/** Whether the answer repeats the id; that it is exact then is a rule, not a question. */
export const identityInResponse: QuestionFactory = (subject) => {
  const { identity } = subject;
  if (identity === undefined) return [];
  const id = `${identity}-in-response`;
  return [
    {
      id,
      question: `Does the response repeat ${identity}?`,
      leftOpenBy:
        'Behavior when the id was already used, and whether the 200 body repeats id: not shown.',
      answers: { words: ['absent', 'present'], refused: false },
      usual: 'absent',
      probe: (fresh) => [validProbe(subject, id, requestWith(subject, freshBody(subject, fresh)))],
      read: ([exchange]) => {
        const body = acceptedBody(exchange);
        if (body === undefined) return undefined;
        return Object.hasOwn(body, identity) ? 'present' : 'absent';
      },
      enact: (answer) => (answer === 'present' ? enactReturned([identity]) : {}),
    },
  ];
};
