import { enactProblem } from '../enacting.ts';
import { REFUSED_ONLY, probeCase } from '../probe.ts';
import type { QuestionFactory } from '../question.ts';
import { readRefusal } from '../reading.ts';
import { freshBody, requestWith } from '../subject.ts';

/** A body that is JSON but breaks the schema. */
export const brokenSchema: QuestionFactory = (subject) =>
  subject.required.length === 0
    ? []
    : [
        {
          id: 'broken-schema',
          question: 'Which status refuses a body that breaks the schema?',
          leftOpenBy:
            'The list of values of the error field, their meanings, and error statuses other than 400: not shown.',
          answers: REFUSED_ONLY,
          usual: 'refused 400',
          probe: (fresh) => {
            const body = freshBody(subject, fresh);
            delete body[subject.required[0] ?? ''];
            const broken = { pointer: subject.schemaPointer, keyword: 'required' };
            return [probeCase(subject, 'broken-schema', requestWith(subject, body), broken)];
          },
          read: ([exchange]) => readRefusal(exchange),
          enact: (answer) => enactProblem('schema', answer),
        },
      ];
