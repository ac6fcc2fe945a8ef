/** Resources that others refer to: deleting one is done or refused, and breaks nothing. */
import type { BodyReference } from '../../model/resources/body-references.ts';
import { withValue } from '../../model/requests/body-base.ts';
import { acceptanceOf, notPromised } from '../cases/case.ts';
import type { Cast, ResourceOperations, Scene, Stage } from './oracle.ts';

/** Whatever becomes of it, it is no reason to break down: a 5xx is told of any request. */
export function* referrerScenes({ resources }: Cast): Generator<Scene, void, undefined> {
  for (const kind of resources) {
    if (kind.remove === undefined || kind.family.collection.includes('{')) continue;
    yield {
      operation: kind.remove,
      title: 'breaks nothing where others refer to it',
      requests: 5,
      play: (stage) => playRemoval(stage, kind, resources),
    };
  }
}

async function playRemoval(
  stage: Stage,
  kind: ResourceOperations,
  resources: readonly ResourceOperations[],
): Promise<void> {
  const referrers = resources.flatMap((other) => {
    const reference = referenceTo(stage, kind, other);
    return reference === undefined || other === kind ? [] : [{ other, reference }];
  });
  for (const { other, reference } of referrers) {
    const target = await stage.create(kind);
    const referrer = await stage.create(other, {
      change: ({ value, ...parts }) => ({
        ...parts,
        value: value && withValue(value, reference.path, target.identity),
      }),
    });
    const validity = notPromised('something refers to it');
    const removed = await stage.send(kind.remove!, { given: target.given, validity });
    if (acceptanceOf(removed) === undefined || other.read === undefined) continue;
    await stage.send(other.read, { given: referrer.given, validity });
  }
}

/** Where the body that creates one refers to another. */
function referenceTo(
  stage: Stage,
  { family }: ResourceOperations,
  { create }: ResourceOperations,
): BodyReference | undefined {
  const { references = [] } = stage.template(create, {}) ?? {};
  return references.find(({ key }) => key.startsWith(`${family.collection} `));
}
