import { enactProblem } from '../enacting.ts';
import { REFUSED_ONLY, probeCase } from '../probe.ts';
import type { QuestionFactory } from '../question.ts';
import { readRefusal } from '../reading.ts';
import { requestWith } from '../subject.ts';

/** No body although one is required. */
export const missingBody: QuestionFactory = (subject) =>
  subject.operation.requestBody?.required !== true
    ? []
    : [
        {
          id: 'missing-body',
          question: 'Which status refuses a request without a body?',
          leftOpenBy:
            'The list of values of the error field, their meanings, and error statuses other than 400: not shown.',
          answers: REFUSED_ONLY,
          usual: 'refused 400',
          probe: () => {
            const broken = {
              pointer: subject.operation.requestBody?.pointer ?? '',
              keyword: 'required',
            };
            return [probeCase(subject, 'missing-body', requestWith(subject, undefined), broken)];
          },
          read: ([exchange]) => readRefusal(exchange),
          enact: (answer) => enactProblem('body-missing', answer),
        },
      ];
