import { enactTrimming, enactValue } from '../enacting.ts';
import { probeCase } from '../probe.ts';
import type { QuestionFactory } from '../question.ts';
import { acceptedBody, readAcceptance } from '../reading.ts';
import { freshBody, requestWith, sampleText } from '../subject.ts';

/** Spaces before and after a text. */
export const whitespaceText: QuestionFactory = (subject) =>
  subject.texts.map((property) => {
    const id = `whitespace-${property}`;
    return {
      id,
      question: `Is whitespace around ${property} kept?`,
      leftOpenBy:
        'Value constraints on name and tag (length, allowed values, uniqueness): not shown.',
      answers: { words: ['kept', 'trimmed'], refused: true },
      usual: 'kept',
      probe: (fresh) => {
        const text = `  ${fresh.text(sampleText(property))}  `;
        const body = freshBody(subject, fresh, { [property]: text });
        return [probeCase(subject, id, requestWith(subject, body))];
      },
      read: ([exchange]) => {
        const returned = acceptedBody(exchange)?.[property];
        if (typeof returned === 'string') return returned === returned.trim() ? 'trimmed' : 'kept';
        const acceptance = readAcceptance(exchange);
        // Accepted without saying the text again: nobody can see what became of it.
        return acceptance === 'accepted' ? undefined : acceptance;
      },
      enact: (answer) => {
        if (answer === 'trimmed') return enactTrimming(property);
        return enactValue(id, answer, (body) => {
          const value = body[property];
          const applies = typeof value === 'string' && value !== value.trim();
          return applies ? `${property} must not begin or end with whitespace` : undefined;
        });
      },
    };
  });
