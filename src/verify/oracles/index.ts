import { inShares } from '../cases/in-shares.ts';
import type { GenerateContext } from '../cases/generate/case-generator.ts';
import type { WireContext } from '../../http/compose-wire.ts';
import { kebabCase } from '../../model/kebab-case.ts';
import { once } from '../../openapi/once.ts';
import { bulk } from './bulk.ts';
import { changes } from './changes.ts';
import { conditional } from './conditional.ts';
import { links } from './links.ts';
import type { Cast, Oracle, Scene } from './oracle.ts';
import { otherClient } from './other-client.ts';
import { lists } from './lists.ts';
import { parents } from './parents.ts';
import { queries } from './queries.ts';
import { races } from './races.ts';
import { readOnly } from './read-only.ts';
import { replicas } from './replicas.ts';
import { refusals } from './refusals.ts';
import { repeated } from './repeated.ts';
import { putIn, resourcesIn } from './resource-operations.ts';
import { roles } from './other-client.ts';
import { siblings } from './siblings.ts';
import { isTold, solesIn } from './soles.ts';
import { stored } from './stored.ts';
import { Patience } from './patience.ts';
import { spellings } from './spellings.ts';
import { uploads } from './uploads.ts';
import type { SceneObservation, Send } from './scene-parts.ts';
import { Stage } from './stage.ts';

/** In the order in which they are documented. */
export const oracles: readonly Oracle[] = [
  stored,
  bulk,
  lists,
  queries,
  siblings,
  parents,
  changes,
  readOnly,
  conditional,
  otherClient,
  roles,
  repeated,
  races,
  links,
  spellings,
  uploads,
  refusals,
];

/** A scene that is ready to be played. */
export interface PlannedScene {
  readonly oracle: Oracle;
  readonly scene: Scene;
  /** Whether it is about what there is one of: any other scene may depend on that. Default false. */
  readonly isOfSole?: boolean;
  /** Plays it anew, with resources of its own. */
  play(send: Send): Promise<readonly SceneObservation[]>;
}

/** What the ids of a scene's cases begin with. */
export function sceneId({ oracle, scene }: Pick<PlannedScene, 'oracle' | 'scene'>): string {
  return ['oracle', oracle.id, kebabCase(scene.operation.id), kebabCase(scene.title)].join('/');
}

/** Options of {@link planScenes}. */
interface SceneOptions
  extends GenerateContext, Pick<WireContext, 'credential' | 'otherCredential'> {}

/**
 * The scenes of a document; planned once, when they are first asked for.
 *
 * @param most So many requests at the most, some of every oracle. Default: all scenes.
 */
export function planScenes(
  options: SceneOptions,
  most: number = Number.POSITIVE_INFINITY,
): Iterable<PlannedScene> {
  const all = once(() => {
    const sources = planned(oracles, options);
    if (most === Number.POSITIVE_INFINITY) return sources.flatMap((scenes) => [...scenes]);
    return [...inShares(sources, most, ({ scene }) => scene.requests)];
  });
  return { [Symbol.iterator]: () => all().values() };
}

/** Those that tell whether all replicas have the same. */
export function planReplicaScenes(options: SceneOptions): Iterable<PlannedScene> {
  return planned([replicas], options)[0]!;
}

function planned(
  those: readonly Oracle[],
  { credential: { schemes }, otherCredential, ...generate }: SceneOptions,
): Generator<PlannedScene, void, undefined>[] {
  const { document, allowChanges } = generate;
  const hasOtherClient = otherCredential !== undefined;
  const resources = resourcesIn(document);
  const soles = allowChanges === true ? solesIn(document) : [];
  const put = [...putIn(document, resources), ...soles.filter((kind) => isTold(document, kind))];
  const cast: Cast = { document, resources, put, hasOtherClient, schemes };
  const paths = new Set(soles.map(({ family }) => family.item));
  const patience = new Patience();
  return those.map(function* (oracle) {
    for (const scene of oracle.scenes(cast)) {
      const play = (send: Send): Promise<readonly SceneObservation[]> =>
        new Stage({ send, generate, scene, id: sceneId({ oracle, scene }), patience }).play(
          (stage) => scene.play(stage),
        );
      yield { oracle, scene, play, isOfSole: paths.has(scene.operation.path) };
    }
  });
}

/** The scenes before all cases, and those after them: a run that may be cut short first shows what no case shows. */
export function inTime({
  scenes = [],
  maxTime,
}: {
  readonly scenes?: Iterable<PlannedScene> | undefined;
  readonly maxTime?: number | undefined;
}): { readonly first: Iterable<PlannedScene>; readonly last: Iterable<PlannedScene> } {
  if (maxTime === undefined) return { first: [], last: scenes };
  const isLast = ({ scene }: PlannedScene): boolean => scene.isLast === true;
  const all = [...scenes];
  return { first: all.filter((scene) => !isLast(scene)), last: all.filter(isLast) };
}

/** How scenes are played without being in each other's way. */
interface SceneOrder {
  /** Those about one kind of resource, one after the other; different kinds side by side. */
  readonly together: Iterable<readonly PlannedScene[]>;
  /** After them, one after the other. */
  readonly alone: readonly PlannedScene[];
}

/**
 * Deletions come late, and of those the last kind first: what goes by mistake others may refer to. What there is one
 * of is changed last.
 */
export function inOrder(planned: Iterable<PlannedScene>): SceneOrder {
  const all = [...planned];
  const soles = all.filter(({ isOfSole }) => isOfSole === true);
  const scenes = all.filter((scene) => !soles.includes(scene));
  const isRemoval = ({ scene }: PlannedScene): boolean => scene.operation.method === 'DELETE';
  const others = scenes.filter((scene) => !isRemoval(scene));
  const shared = others.filter(({ scene }) => scene.isAlone !== true);
  return {
    together: Map.groupBy(shared, ({ scene }) => scene.operation.path.split('/')[1]).values(),
    alone: [
      ...others.filter(({ scene }) => scene.isAlone === true),
      ...scenes.filter(isRemoval).toReversed(),
      ...soles,
    ],
  };
}
