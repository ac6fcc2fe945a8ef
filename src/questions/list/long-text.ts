import { enactValue } from '../enacting.ts';
import { REFUSABLE, probeCase } from '../probe.ts';
import type { QuestionFactory } from '../question.ts';
import { readAcceptance } from '../reading.ts';
import { freshBody, requestWith, sampleText } from '../subject.ts';

const LENGTH = 10_000;
/** Where the mock draws the line when it refuses. */
const LIMIT = 5_000;

/** A text of 10,000 characters. */
export const longText: QuestionFactory = (subject) =>
  subject.texts.map((property) => {
    const id = `long-${property}`;
    return {
      id,
      question: `May ${property} have 10,000 characters?`,
      leftOpenBy:
        'Value constraints on name and tag (length, allowed values, uniqueness): not shown.',
      answers: REFUSABLE,
      usual: 'accepted',
      probe: (fresh) => {
        const body = freshBody(subject, fresh, {
          [property]: fresh.text(sampleText(property)).padEnd(LENGTH, 'abcdefghij'),
        });
        return [probeCase(subject, id, requestWith(subject, body))];
      },
      read: ([exchange]) => readAcceptance(exchange),
      enact: (answer) =>
        enactValue(id, answer, (body) => {
          const value = body[property];
          const applies = typeof value === 'string' && value.length > LIMIT;
          return applies ? `${property} must have at most ${LIMIT} characters` : undefined;
        }),
    };
  });
