import { enactValue } from '../enacting.ts';
import { REFUSABLE, probeCase } from '../probe.ts';
import type { QuestionFactory } from '../question.ts';
import { readAcceptance } from '../reading.ts';
import { freshBody, requestWith } from '../subject.ts';

/** The empty string. */
export const emptyText: QuestionFactory = (subject) =>
  subject.texts.map((property) => {
    const id = `empty-${property}`;
    return {
      id,
      question: `May ${property} be empty?`,
      leftOpenBy:
        'Value constraints on name and tag (length, allowed values, uniqueness): not shown.',
      answers: REFUSABLE,
      usual: 'accepted',
      probe: (fresh) => {
        const body = freshBody(subject, fresh, { [property]: '' });
        return [probeCase(subject, id, requestWith(subject, body))];
      },
      read: ([exchange]) => readAcceptance(exchange),
      enact: (answer) =>
        enactValue(id, answer, (body) => {
          const value = body[property];
          const applies = typeof value === 'string' && value === '';
          return applies ? `${property} must not be empty` : undefined;
        }),
    };
  });
