import { enactValue } from '../enacting.ts';
import { REFUSABLE, probeCase } from '../probe.ts';
import type { QuestionFactory } from '../question.ts';
import { readAcceptance } from '../reading.ts';
import { freshBody, requestWith } from '../subject.ts';

/** Letters beyond ASCII, within the Basic Multilingual Plane. */
export const nonAsciiText: QuestionFactory = (subject) =>
  subject.texts.map((property) => {
    const id = `non-ascii-${property}`;
    return {
      id,
      question: `May ${property} have letters such as Ä, é or 桜?`,
      leftOpenBy:
        'Value constraints on name and tag (length, allowed values, uniqueness): not shown.',
      answers: REFUSABLE,
      usual: 'accepted',
      probe: (fresh) => {
        const body = freshBody(subject, fresh, { [property]: fresh.text('Ä é ñ 桜') });
        return [probeCase(subject, id, requestWith(subject, body))];
      },
      read: ([exchange]) => readAcceptance(exchange),
      enact: (answer) =>
        enactValue(id, answer, (body) => {
          const value = body[property];
          const applies = typeof value === 'string' && /[\u0080-\uD7FF\uE000-\uFFFF]/.test(value);
          return applies ? `${property} must be ASCII` : undefined;
        }),
    };
  });
