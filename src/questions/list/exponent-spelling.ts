import { enactText } from '../enacting.ts';
import { REFUSABLE, probeCase } from '../probe.ts';
import type { QuestionFactory } from '../question.ts';
import { readAcceptance } from '../reading.ts';
import { freshBody, requestWith } from '../subject.ts';
import { withNumberSpelling } from '../number-spelling.ts';

/** 1e2 is an integer to JSON Schema (2020-12, 4.2.3), though not to every parser. */
export const exponentSpelling: QuestionFactory = (subject) => {
  const { identity } = subject;
  if (identity === undefined) return [];
  return [
    {
      id: 'exponent-spelling',
      question: 'May an integer be spelled 1e2?',
      leftOpenBy:
        'Value constraints on name and tag (length, allowed values, uniqueness): not shown.',
      answers: REFUSABLE,
      usual: 'accepted',
      probe: (fresh) => {
        const body = freshBody(subject, fresh);
        const bytes = withNumberSpelling(body, identity, (digits) => `${digits}e0`);
        return [
          probeCase(subject, 'exponent-spelling', { ...requestWith(subject, bytes), value: body }),
        ];
      },
      read: ([exchange]) => readAcceptance(exchange),
      enact: (answer) =>
        enactText('exponent-spelling', answer, ({ numbers }) => {
          const spelling = numbers.find((source) => /[eE]/.test(source));
          return spelling === undefined
            ? undefined
            : `the integer ${spelling} must be written in digits`;
        }),
    },
  ];
};
