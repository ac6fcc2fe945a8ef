import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import { enactDuplicateKey } from '../enacting.ts';
import { probeCase } from '../probe.ts';
import type { QuestionFactory } from '../question.ts';
import { acceptedBody, readAcceptance } from '../reading.ts';
import { freshBody, requestWith, sampleText } from '../subject.ts';

/** The same key twice: "behavior … is unpredictable" (RFC 8259, 4). */
export const duplicateKey: QuestionFactory = (subject) => {
  const property = subject.texts[0];
  if (property === undefined) return [];
  return [
    {
      id: 'duplicate-key',
      question: 'Which value counts where a key stands twice in the body?',
      leftOpenBy:
        'Value constraints on name and tag (length, allowed values, uniqueness): not shown.',
      answers: { words: ['first', 'last'], refused: true },
      usual: 'last',
      probe: (fresh) => {
        const first = fresh.text(`First ${sampleText(property)}`);
        const last = fresh.text(`Last ${sampleText(property)}`);
        const body = freshBody(subject, fresh, { [property]: last });
        const rest = stringifyJson(body).slice(1);
        const text = `{${stringifyJson(property)}:${stringifyJson(first)},${rest}`;
        const request = requestWith(subject, new TextEncoder().encode(text));
        return [probeCase(subject, 'duplicate-key', request)];
      },
      read: ([exchange]) => {
        const returned = acceptedBody(exchange)?.[property];
        if (typeof returned === 'string') {
          if (returned.startsWith('First')) return 'first';
          return returned.startsWith('Last') ? 'last' : undefined;
        }
        const acceptance = readAcceptance(exchange);
        return acceptance === 'accepted' ? undefined : acceptance;
      },
      enact: (answer) => enactDuplicateKey(answer),
    },
  ];
};
