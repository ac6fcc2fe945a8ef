/** What was deleted and is brought back is as it was: `POST /teams/{team}/restore`. */
import { acceptanceOf, notPromised } from '../cases/case.ts';
import { successPointer } from '../checks/standing.ts';
import { changedProperties, schemasOf, showProperty } from './compared.ts';
import { look } from './look.ts';
import type { ResourceOperations, Scene, Stage } from './oracle.ts';
import { isUndoing } from './resource-operations.ts';

/** The scene of a kind of which there is something to bring back. */
export function* restorationScenes(kind: ResourceOperations): Generator<Scene, void, undefined> {
  const { remove, read, actions } = kind;
  const operation = actions.find(isUndoing);
  if (operation === undefined || remove === undefined || read === undefined) return;
  const play = async (stage: Stage): Promise<void> => {
    const before = await stage.read(await stage.create(kind));
    const { given } = before;
    await stage.succeed(remove, { given });
    const done = await stage.succeed(operation, { given, validity: notPromised('it was deleted') });
    if (acceptanceOf(done)?.status === 202) return;
    const { view } = await look(stage, before);
    const breach = {
      severity: 'violation',
      rule: 'R9',
      pointer: successPointer(operation),
    } as const;
    if (view === undefined) {
      stage.report(done, {
        ...breach,
        message: 'what was brought back is not there',
        received: 'nothing where it was before',
        documented: 'the resource, as the success says',
      });
      return;
    }
    for (const { name, was, is } of changedProperties(
      schemasOf(stage.document, kind),
      before.view,
      view,
    )) {
      stage.report(done, {
        ...breach,
        message: `${name} is another when it is brought back`,
        received: showProperty(name, is),
        documented: showProperty(name, was),
      });
    }
  };
  yield { operation, title: 'brings back what was deleted', requests: 6, play };
}
