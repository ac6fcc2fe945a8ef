import type { Operation } from '../../model/operation.ts';
import { referenceTo } from '../../model/resources/body-references.ts';
import { acceptanceOf, notPromised } from '../cases/case.ts';
import { referringBases } from '../cases/generate/body-bases.ts';
import { nounOf } from '../../model/resources/names.ts';
import { successPointer } from '../checks/standing.ts';
import type { Oracle, ResourceOperations, Stage } from './oracle.ts';
import { saidOfDeletion, saidWith } from '../../model/words.ts';

/** What a service has a reason to refuse is answered all the same. */
export const refusals: Oracle = {
  id: 'refusals',
  because:
    'Every request gets an answer that is no server error, even a second action, or the deletion of a resource that another one refers to (R6).',
  *scenes({ document, resources, put }) {
    for (const kind of resources) {
      for (const operation of kind.actions) {
        const play = (stage: Stage): Promise<void> => playTwice(stage, kind, operation);
        yield { operation, title: 'is answered the second time', requests: 3, play };
      }
    }
    const removable = [...resources, ...put].filter(({ remove }) => remove !== undefined);
    if (removable.length === 0) return;
    const referring = resources.map((other) => {
      return { other, references: referringBases(document, other.create, {}).references };
    });
    for (const kind of removable) {
      for (const { other, references } of referring) {
        const key = referenceTo(kind.family.collection, references)?.key;
        if (key === undefined) continue;
        const title = `is answered where something of ${other.create.id} refers to it`;
        const play = (stage: Stage): Promise<void> => playReferred(stage, kind, other, key);
        yield { operation: kind.remove!, title, requests: 4, play };
      }
    }
  },
};

async function playTwice(
  stage: Stage,
  kind: ResourceOperations,
  operation: Operation,
): Promise<void> {
  const { given } = await stage.create(kind);
  await stage.succeed(operation, { given });
  const again = await stage.send(operation, { given, validity: notPromised('it was done before') });
  const said = saidWith(stage.document, operation, '409');
  if (acceptanceOf(again) === undefined || !SAYS_DONE.test(said)) return;
  stage.report(again, {
    severity: 'warning',
    rule: 'R9',
    message: 'it is done a second time',
    received: `${acceptanceOf(again)!.status}, as for the first time`,
    documented: `409: ${said}`,
    pointer: successPointer(operation),
  });
}

/** Words for what was done before. */
const SAYS_DONE = /\balready\b|\b(?:twice|second time|done before)\b/i;

async function playReferred(
  stage: Stage,
  kind: ResourceOperations,
  other: ResourceOperations,
  key: string,
): Promise<void> {
  const { given, identity } = await stage.create(kind);
  const referring = await stage.create(other, { referring: { [key]: identity } });
  const said = saidOfDeletion(stage.document, kind.remove!, nounOf(other.family.collection));
  const validity = notPromised('something refers to it');
  const removed = await stage.send(kind.remove!, { given, validity });
  const answer = acceptanceOf(removed);
  if (answer === undefined) return;
  const breach = {
    severity: 'violation',
    rule: 'R9',
    pointer: successPointer(kind.remove!),
  } as const;
  if (said === 'is refused') {
    stage.report(removed, {
      ...breach,
      message: `it is deleted, though something in ${other.family.collection} refers to it`,
      received: `${answer.status}`,
      documented: 'a refusal, as its description says',
    });
  }
  if (other.read === undefined) return;
  const left = await stage.send(other.read, {
    given: referring.given,
    validity: notPromised('what it refers to is gone'),
  });
  if (said !== 'takes it along' || answer.status === 202 || acceptanceOf(left) === undefined)
    return;
  stage.report(removed, {
    ...breach,
    message: `what refers to it in ${other.family.collection} is still there`,
    received: `${acceptanceOf(left)!.status} for what should be gone with it`,
    documented: 'nothing: its description says that they are deleted, too',
  });
}
