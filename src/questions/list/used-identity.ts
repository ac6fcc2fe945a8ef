import { showJson } from '../../openapi/json/stringify-json.ts';
import { enactRepeated } from '../enacting.ts';
import { REFUSABLE, probeCase, validProbe } from '../probe.ts';
import type { QuestionFactory } from '../question.ts';
import { readAcceptance } from '../reading.ts';
import { freshBody, requestWith } from '../subject.ts';

/** A second creation with the id of the first. */
export const usedIdentity: QuestionFactory = (subject) => {
  const { identity } = subject;
  if (identity === undefined) return [];
  const id = `used-${identity}`;
  return [
    {
      id,
      question: `What happens when ${identity} was already used?`,
      leftOpenBy:
        'Behavior when the id was already used, and whether the 200 body repeats id: not shown.',
      answers: REFUSABLE,
      usual: 'refused 400',
      probe: (fresh) => {
        const first = freshBody(subject, fresh);
        const second = { ...freshBody(subject, fresh), [identity]: first[identity]! };
        const once = validProbe(subject, `${id}-1`, requestWith(subject, first));
        const again = probeCase(subject, `${id}-2`, requestWith(subject, second));
        return [once, { ...again, fixedIdentity: true }];
      },
      read: ([first, second]) =>
        readAcceptance(first) === 'accepted' ? readAcceptance(second) : undefined,
      enact: (answer) =>
        enactRepeated(
          id,
          identity,
          answer,
          (value) => `${identity} ${showJson(value)} is already used`,
        ),
    },
  ];
};
