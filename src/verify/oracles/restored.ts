/** What was deleted is brought back as it was (`POST /teams/{team}/restore`), and created anew with nothing below it. */
import { isUndoing } from '../../model/resources/action-states.ts';
import { type JsonObject, getProperty } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { notPromised } from '../cases/case.ts';
import {
  type ChangedProperty,
  changedProperties,
  isMovedOn,
  lostOrigins,
  propertiesOf,
  schemasOf,
  showProperty,
} from './compared.ts';
import { DELETED, isSeen, look, see } from './look.ts';
import type { Cast, Resource, ResourceOperations, Scene, Stage } from './oracle.ts';
import { parentOf } from './resource-operations.ts';

/** The scenes of a kind of which there is something to bring back. */
export function* restorationScenes(
  kind: ResourceOperations,
  resources: readonly ResourceOperations[],
): Iterable<Scene> {
  const { remove, read, actions } = kind;
  const operation = actions.find(isUndoing);
  if (operation === undefined || remove === undefined || read === undefined) return;
  const play = async (stage: Stage): Promise<void> => {
    const before = await stage.read(await stage.create(kind));
    const { given } = before;
    await stage.finish(remove, { given });
    const aside = await look(stage, before);
    const done = await stage.finish(operation, { given, validity: DELETED });
    const { view } = await look(stage, before);
    if (view === undefined) {
      stage.report(done, {
        message: 'what was brought back is not there',
        received: 'nothing where it was before',
        documented: 'the resource, as the success says',
      });
      return;
    }
    const schemas = schemasOf(stage.document, kind);
    const changed = [
      ...changedProperties(schemas, before.view, view),
      ...lostOrigins(before, { ...before, view }),
      ...leftAside(before.view, aside.view, view),
    ];
    for (const { name, was, is } of changed) {
      stage.report(done, {
        message: `${name} is another when it is brought back`,
        received: showProperty(name, is),
        documented: showProperty(name, was),
      });
    }
  };
  yield { operation, title: 'brings back what was deleted', requests: 6, play };
  for (const child of childrenOf(kind, resources)) {
    const title = `brings back what was created by ${child.create.id}`;
    const play = (stage: Stage): Promise<void> => playBelow(stage, kind, child);
    yield { operation, title, requests: 6, play };
  }
}

/** What the deletion has set where nothing was, such as `deletedAt`, and is there still. */
function leftAside(
  before: JsonObject,
  aside: JsonObject | undefined,
  after: JsonObject,
): ChangedProperty[] {
  return Object.entries(aside ?? {}).flatMap(([name, set]) => {
    const [was, is] = [before, after].map((view) => getProperty(view, name));
    const isSet = was === null && set !== null && !isMovedOn(name);
    const isLeft = isSet && is !== undefined && equalJson(set, is);
    return isLeft ? [{ name, was, is }] : [];
  });
}

/** The kinds of what lies just below a resource, and can be looked at. */
function childrenOf(
  kind: ResourceOperations,
  resources: readonly ResourceOperations[],
): ResourceOperations[] {
  return resources.filter((child) => isSeen(child) && parentOf(child, resources) === kind);
}

async function playBelow(
  stage: Stage,
  kind: ResourceOperations,
  childKind: ResourceOperations,
): Promise<void> {
  const { operation } = stage;
  const { owner, below, given } = await removeWithBelow(stage, kind, childKind);
  const done = await stage.finish(operation, { given, validity: DELETED });
  if ((await look(stage, below)).view !== undefined) return;
  // Where it is not back itself, nothing can lie below it.
  if (isSeen(kind) && (await look(stage, owner)).view === undefined) return;
  // A server may well bring back that alone.
  stage.report(done, {
    severity: 'warning',
    message: 'what lay below it is gone when it is brought back',
    received: `nothing where ${childKind.create.id} had created something`,
    documented: 'the resource as it was, with what lies below it',
  });
}

/** Deletes a resource in which another one lies. */
async function removeWithBelow(
  stage: Stage,
  kind: ResourceOperations,
  childKind: ResourceOperations,
): Promise<{
  readonly owner: Resource;
  readonly below: Resource;
  readonly given: Resource['given'];
  readonly done: Resource['exchange'];
}> {
  const owner = await stage.create(kind);
  const below = await see(stage, await stage.create(childKind, { given: owner.given }));
  const { given } = kind.read === undefined ? owner : await stage.read(owner);
  const validity = notPromised('something lies below it');
  const done = await stage.finish(kind.remove!, { given, validity });
  return { owner, below, given, done };
}

/** What was deleted and is created anew under its name is new: nothing lies below it yet. */
export function* recreationScenes(
  kind: ResourceOperations,
  { document, resources }: Cast,
): Iterable<Scene> {
  const { remove: operation, create, family } = kind;
  const taken = propertiesOf(document, kind, create, 'taken').get(family.identity ?? '');
  if (operation === undefined || taken?.readOnly !== false) return;
  for (const child of childrenOf(kind, resources)) {
    const title = `takes away what was created by ${child.create.id}`;
    yield { operation, title, requests: 6, play: (stage) => playAnew(stage, kind, child) };
  }
}

async function playAnew(
  stage: Stage,
  kind: ResourceOperations,
  childKind: ResourceOperations,
): Promise<void> {
  const { owner, below, done } = await removeWithBelow(stage, kind, childKind);
  const { create, family } = kind;
  const change = stage.changing(kind, create, (body) => {
    return { ...body, [family.identity!]: owner.identity };
  });
  // Many keep the name of what was deleted.
  const anew = await stage.send(create, { given: stage.besides(owner), change });
  const made = stage.createdBy(kind, anew);
  if (made === undefined || textOf(made.identity) !== textOf(owner.identity)) return;
  if ((await look(stage, below)).view === undefined) return;
  stage.report(done, {
    message: 'what lay below it is there again when it is created anew',
    received: `what ${childKind.create.id} had created below the one that was deleted`,
    documented: 'nothing: it is gone with what it lay below (RFC 9110, 9.3.5)',
  });
}
