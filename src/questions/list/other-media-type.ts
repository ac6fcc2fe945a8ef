import { enactProblem } from '../enacting.ts';
import { REFUSABLE, probeCase } from '../probe.ts';
import type { QuestionFactory } from '../question.ts';
import { readAcceptance } from '../reading.ts';
import { freshBody, requestWith } from '../subject.ts';

/** A JSON body that says it is plain text. */
export const otherMediaType: QuestionFactory = (subject) => [
  {
    id: 'other-media-type',
    question: 'What happens to a JSON body that is sent as text/plain?',
    leftOpenBy:
      'The list of values of the error field, their meanings, and error statuses other than 400: not shown.',
    answers: REFUSABLE,
    usual: 'refused 400',
    probe: (fresh) => {
      const request = requestWith(subject, freshBody(subject, fresh), [
        ['Content-Type', 'text/plain'],
      ]);
      return [probeCase(subject, 'other-media-type', request)];
    },
    read: ([exchange]) => readAcceptance(exchange),
    enact: (answer) => enactProblem('media-type', answer),
  },
];
