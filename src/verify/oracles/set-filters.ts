/** Filters by what no creation sets: the label that was put on a task, the person that it was assigned to. */
import { type Filter, holds } from '../../model/lists/filters.ts';
import { type ListModel, listOf } from '../../model/lists/lists.ts';
import type { Operation } from '../../model/operation.ts';
import { nameOfRelated } from '../../model/resources/relations.ts';
import { type Given, acceptanceOf, notPromised } from '../cases/case.ts';
import { ask } from './list-filters.ts';
import { wantedValues } from './list-items.ts';
import { alikeIn } from './list-walk.ts';
import type { Cast, Resource, ResourceOperations, Scene, Stage } from './oracle.ts';
import { takingIn } from './own-kind.ts';
import { aroundOf } from './placed.ts';
import { type Related, relationsIn } from './relations.ts';
import { listedKinds } from './resource-operations.ts';

/** What sets a property of a resource that is there. */
interface Setting {
  readonly operation: Operation;
  /** What it names besides the resource. Default: nothing. */
  readonly related?: Related | undefined;
}

/** One for each filter by such a property, and each operation that sets it. */
export function* setFilterScenes(cast: Cast): Iterable<Scene> {
  const relations = relationsIn(cast);
  for (const kind of listedKinds(cast.document, cast.resources)) {
    const list = kind.list && listOf(cast.document, kind.list);
    if (list === undefined || kind.read === undefined) continue;
    for (const filter of list.filters) {
      const [name = '', ...inside] = filter.property.path;
      const isSent = takingIn(cast.document, kind, name, [kind.create]).length > 0;
      if (isSent || inside.length > 0) continue;
      const acting = takingIn(cast.document, kind, name, [...kind.actions, kind.change]);
      const settings: Setting[] = [
        ...acting.map((operation) => ({ operation })),
        ...relations
          .filter((related) => related.kind.create === kind.create)
          .filter(({ relation }) => nameOfRelated(relation, [name]) !== undefined)
          .map((related) => ({ operation: related.relate, related })),
      ];
      for (const setting of settings) {
        const title = `finds by ${filter.field.name} what ${setting.operation.id} was done to`;
        const play = (stage: Stage): Promise<void> =>
          playSetting(stage, { kind, list, filter, setting });
        yield { operation: list.operation, isAlone: true, title, requests: 8, play };
      }
    }
  }
}

interface Played {
  readonly kind: ResourceOperations;
  readonly list: ListModel;
  readonly filter: Filter;
  readonly setting: Setting;
}

async function playSetting(
  stage: Stage,
  { kind, list, filter, setting: { operation, related } }: Played,
): Promise<void> {
  const before = await stage.read(await stage.create(kind));
  const other = await stage.read(await stage.create(kind, { given: stage.besides(before) }));
  const given = related ? await givenWith(stage, before, related) : before.given;
  const validity = notPromised('it sets what is looked for');
  const done = await stage.send(operation, { given, validity });
  if (acceptanceOf(done) === undefined) return;
  const after = await stage.read(before);
  const wanted = wantedValues(filter, [after]).find(
    (value) =>
      holds(filter, value, after.view) === true && holds(filter, value, before.view) !== true,
  );
  if (wanted === undefined) return;
  const alike = alikeIn(list, [after, other]);
  const scope = {
    list,
    given: stage.besides(after),
    cast: [after, other],
    usual: alike?.parameters,
  };
  await ask(stage, scope, [[filter, wanted]]);
}

/** What a relation of a resource to another one needs. */
async function givenWith(
  stage: Stage,
  resource: Resource,
  { other, relation }: Related,
): Promise<Given> {
  const { identity } = await stage.create(other, { given: aroundOf(resource, other) });
  const parameters = { ...resource.given.parameters, [relation.other.parameter]: identity };
  return { ...resource.given, parameters };
}
