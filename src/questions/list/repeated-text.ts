import { showJson } from '../../openapi/json/stringify-json.ts';
import { enactRepeated } from '../enacting.ts';
import { REFUSABLE, probeCase, validProbe } from '../probe.ts';
import type { QuestionFactory } from '../question.ts';
import { readAcceptance } from '../reading.ts';
import { freshBody, requestWith } from '../subject.ts';

/** The same text under another id. */
export const repeatedText: QuestionFactory = (subject) => {
  const property = subject.texts.find((name) => subject.required.includes(name));
  if (property === undefined || subject.identity === undefined) return [];
  const id = `used-${property}`;
  return [
    {
      id,
      question: `May two have the same ${property}, under another ${subject.identity}?`,
      leftOpenBy:
        'Value constraints on name and tag (length, allowed values, uniqueness): not shown.',
      answers: REFUSABLE,
      usual: 'accepted',
      probe: (fresh) => {
        const first = freshBody(subject, fresh);
        const second = { ...freshBody(subject, fresh), [property]: first[property]! };
        return [
          validProbe(subject, `${id}-1`, requestWith(subject, first)),
          probeCase(subject, `${id}-2`, requestWith(subject, second)),
        ];
      },
      read: ([first, second]) =>
        readAcceptance(first) === 'accepted' ? readAcceptance(second) : undefined,
      enact: (answer) =>
        enactRepeated(
          id,
          property,
          answer,
          (value) => `${property} ${showJson(value)} is already used`,
        ),
    },
  ];
};
