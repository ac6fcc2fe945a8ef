import { enactValue } from '../enacting.ts';
import { REFUSABLE, probeCase } from '../probe.ts';
import type { QuestionFactory } from '../question.ts';
import { readAcceptance } from '../reading.ts';
import { freshBody, requestWith } from '../subject.ts';

/** Characters beyond the Basic Multilingual Plane: two UTF-16 units each. */
export const astralText: QuestionFactory = (subject) =>
  subject.texts.map((property) => {
    const id = `astral-${property}`;
    return {
      id,
      question: `May ${property} have an emoji?`,
      leftOpenBy:
        'Value constraints on name and tag (length, allowed values, uniqueness): not shown.',
      answers: REFUSABLE,
      usual: 'accepted',
      probe: (fresh) => {
        const body = freshBody(subject, fresh, { [property]: fresh.text('🌱🌵') });
        return [probeCase(subject, id, requestWith(subject, body))];
      },
      read: ([exchange]) => readAcceptance(exchange),
      enact: (answer) =>
        enactValue(id, answer, (body) => {
          const value = body[property];
          const applies = typeof value === 'string' && /[\uD800-\uDFFF]/.test(value);
          return applies ? `${property} must not have characters beyond U+FFFF` : undefined;
        }),
    };
  });
