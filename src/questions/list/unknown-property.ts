import { enactReturned, enactValue } from '../enacting.ts';
import { probeCase } from '../probe.ts';
import type { QuestionFactory } from '../question.ts';
import { acceptedBody, readAcceptance } from '../reading.ts';
import { freshBody, requestWith } from '../subject.ts';

const UNKNOWN = 'unknownProperty';

/** A property that the schema neither names nor forbids. */
export const unknownProperty: QuestionFactory = (subject) => [
  {
    id: 'unknown-property',
    question: 'What happens to a property that the document does not name?',
    leftOpenBy:
      'Value constraints on name and tag (length, allowed values, uniqueness): not shown.',
    answers: { words: ['ignored', 'returned'], refused: true },
    usual: 'ignored',
    probe: (fresh) => {
      const body = freshBody(subject, fresh, { [UNKNOWN]: 'sample' });
      return [probeCase(subject, 'unknown-property', requestWith(subject, body))];
    },
    read: ([exchange]) => {
      const body = acceptedBody(exchange);
      if (body !== undefined) return Object.hasOwn(body, UNKNOWN) ? 'returned' : 'ignored';
      const acceptance = readAcceptance(exchange);
      return acceptance === 'accepted' ? undefined : acceptance;
    },
    enact: (answer) => {
      if (answer === 'returned') return enactReturned('unknown');
      return enactValue('unknown-property', answer, (body) => {
        const unknown = Object.keys(body).find((name) => !subject.properties.includes(name));
        return unknown === undefined ? undefined : `${unknown} is not a known property`;
      });
    },
  },
];
