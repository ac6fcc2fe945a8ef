import { enactValue } from '../enacting.ts';
import { REFUSABLE, probeCase } from '../probe.ts';
import type { QuestionFactory } from '../question.ts';
import { readAcceptance } from '../reading.ts';
import { freshBody, requestWith } from '../subject.ts';

// oxlint-disable-next-line no-control-regex -- control characters are what is asked about
const CONTROL = /[\u0000-\u001F]/;

/** Control characters, which JSON carries as escapes (RFC 8259, 7). */
export const controlText: QuestionFactory = (subject) =>
  subject.texts.map((property) => {
    const id = `control-${property}`;
    return {
      id,
      question: `May ${property} have control characters, such as a tab or U+0001?`,
      leftOpenBy:
        'Value constraints on name and tag (length, allowed values, uniqueness): not shown.',
      answers: REFUSABLE,
      usual: 'accepted',
      probe: (fresh) => {
        const body = freshBody(subject, fresh, { [property]: fresh.text('a\tb\u0001c') });
        return [probeCase(subject, id, requestWith(subject, body))];
      },
      read: ([exchange]) => readAcceptance(exchange),
      enact: (answer) =>
        enactValue(id, answer, (body) => {
          const value = body[property];
          const applies = typeof value === 'string' && CONTROL.test(value);
          return applies ? `${property} must not have control characters` : undefined;
        }),
    };
  });
