import { type JsonObject, type JsonValue, getProperty } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { isPathBelow } from '../../model/resources/names.ts';
import { isPut } from '../../model/resources/put-families.ts';
import type { Cast, Oracle, Resource, ResourceOperations, Scene, Stage } from './oracle.ts';
import { pause } from '../../http/pause.ts';
import { type Operation, operations } from '../../model/operation.ts';
import { dangerOf } from '../../model/resources/danger.ts';
import { acceptanceOf } from '../cases/case.ts';
import { besideView } from './beside.ts';
import { changedProperties, propertiesOf, schemasOf, showProperty } from './compared.ts';
import { isOther, isSeen, look, see } from './look.ts';
import { kindAt, placed } from './placed.ts';
import { naming, ownKinds } from './own-kind.ts';
import { dependantScenes, referredScenes } from './referred.ts';
import { createSharing } from './sharing.ts';

const TITLE = 'leaves other resources as they are';

/** What is done to one resource leaves the others of its kind as they are. */
export const siblings: Oracle = {
  id: 'siblings',
  because: 'A request affects the resource that its path names (RFC 9110, 9.3), and no other.',
  *scenes(cast) {
    yield* referredScenes(cast);
    yield* dependantScenes(cast);
    for (const kind of [...cast.resources, ...cast.put]) {
      if (!isSeen(kind)) continue;
      const { create, replace, change, remove, actions } = kind;
      const scene = (operation: Operation, requests: number, play: Play): Scene => {
        return {
          operation,
          title: TITLE,
          requests,
          play: (stage) => play(stage, kind, cast.put),
        };
      };
      for (const operation of actions) yield scene(operation, 15, playAction);
      for (const operation of [replace, change, ...writesBelow(kind, cast)]) {
        if (operation !== undefined) yield scene(operation, 12, playChange);
      }
      if (!isPut(kind)) yield scene(create, 5, playCreation);
      if (remove !== undefined) yield scene(remove, 13, playRemoval);
    }
  },
};

type Play = (stage: Stage, kind: ResourceOperations, put: Cast['put']) => Promise<void>;

/** What changes a resource by what it puts below it, and is about no resource of its own there. */
function writesBelow(kind: ResourceOperations, { document, resources }: Cast): Operation[] {
  const { item } = kind.family;
  return operations(document).filter((operation) => {
    const isBelow = item !== undefined && isPathBelow(operation.path, item);
    const isWrite = ['PUT', 'PATCH', 'DELETE'].includes(operation.method);
    const isSpreading = dangerOf(document, operation)?.spreads === true;
    return isBelow && isWrite && !isSpreading && kindAt(operation, resources) === kind;
  });
}

async function playCreation(stage: Stage, kind: ResourceOperations): Promise<void> {
  const first = await stage.create(kind);
  const before = await see(stage, first);
  const second = await stage.create(kind, { given: stage.besides(first) });
  await compare(stage, second.exchange, before, 'created');
  const { exchange, view } = await look(stage, second);
  // What is found in a list is found by its identity.
  if (view === undefined || kind.read === undefined || !isOther(second, view)) return;
  const name = kind.family.identity ?? '';
  stage.report(exchange, {
    message: 'another resource is read than the path names',
    received: showProperty(name, getProperty(view, name)),
    documented: showProperty(name, second.identity),
  });
}

async function playChange(stage: Stage, kind: ResourceOperations, put: Cast['put']): Promise<void> {
  const { operation } = stage;
  const { resource: first, given } = await placed(stage, operation, kind, put);
  const others = await seeBesides(stage, first);
  // Values that the other one hasn't, where the server takes them.
  const some = propertiesOf(stage.document, kind, operation, 'taken');
  const change = stage.changing(kind, operation, (body) => besideView(body, some, others[0].view));
  const varied = some.size === 0 ? undefined : await stage.send(operation, { given, change });
  const isDone = varied !== undefined && acceptanceOf(varied) !== undefined;
  const done = isDone ? varied : await stage.succeed(operation, { given });
  for (const other of others) if (!(await compare(stage, done, other, 'changed'))) return;
}

/** Then one more is made: it may not get the identity of what is still there. */
async function playRemoval(stage: Stage, kind: ResourceOperations): Promise<void> {
  const { operation } = stage;
  const [first = await stage.create(kind), ...beside] = await belowOneOfTheirKind(stage, kind);
  const others = await Promise.all(beside.map((resource) => see(stage, resource)));
  others.push(...(await seeBesides(stage, first)));
  const done = await stage.succeed(operation, { given: first.given });
  for (const other of others) if (!(await compare(stage, done, other, 'deleted'))) return;
  const third = await stage.create(kind, { given: stage.besides(first) });
  if (!others.some(({ identity }) => textOf(identity) === textOf(third.identity))) return;
  stage.report(third.exchange, {
    message: 'a new resource has the identity of one that is there',
    received: showProperty(kind.family.identity ?? '', third.identity),
    documented: 'each resource has an identity of its own',
  });
}

/** Two that lie below another one of their own kind, as categories with a parent do; none where that isn't possible. */
async function belowOneOfTheirKind(stage: Stage, kind: ResourceOperations): Promise<Resource[]> {
  const [own] = ownKinds({ document: stage.document, resources: [kind] });
  const parent = own && (await stage.make(kind));
  if (own === undefined || parent === undefined) return [];
  const below = naming(stage, own, kind.create, parent.identity);
  const pair = [await stage.make(kind, below), await stage.make(kind, below)];
  return pair.filter((made) => made !== undefined);
}

/** Others of its kind: one as it comes, and some that share its values, its name, or what it refers to. */
async function seeBesides(
  stage: Stage,
  first: Resource,
): Promise<readonly [Resource, ...Resource[]]> {
  const second = await stage.create(first.kind, { given: stage.besides(first) });
  const alike: Resource[] = [];
  for (const resource of await createSharing(stage, first)) alike.push(await see(stage, resource));
  return [await see(stage, second), ...alike];
}

/** Looks at the other one; false where it is not as it was. */
async function compare(
  stage: Stage,
  done: Resource['exchange'],
  before: Resource,
  verb: 'created' | 'changed' | 'deleted',
): Promise<boolean> {
  const { operation } = done.case;
  const { view: after } = await look(stage, before);
  if (after === undefined) {
    stage.report(done, {
      message: `another resource is gone when one is ${verb}`,
      received: 'nothing where the other one was before',
      documented: `${operation.method} is about the resource that its path names`,
    });
    return false;
  }
  if (isOther(before, after)) return true;
  const changed = changedProperties(schemasOf(stage.document, before.kind), before.view, after);
  for (const { name, was, is } of changed) {
    stage.report(done, {
      message: `${name} of another resource changes when one is ${verb}`,
      symptom: { kind: 'disturbed', of: `${operation.id} ${verb}`, place: name, value: verb },
      received: `${showProperty(name, is)}, of the other one`,
      documented: showProperty(name, was),
    });
  }
  return changed.length === 0;
}

/** What an action changes in one resource, it doesn't change in another that nobody has touched. */
async function playAction(stage: Stage, kind: ResourceOperations): Promise<void> {
  const { operation } = stage;
  const first = await see(stage, await stage.create(kind));
  const start = performance.now();
  const others = await seeBesides(stage, first);
  const done = await stage.succeed(operation, { given: first.given });
  const acted = await see(stage, first);
  for (const before of others) {
    const other = await see(stage, before);
    const moved = movedAlike([first.view, acted.view], [before.view, other.view]);
    if (moved.length === 0) continue;
    const isByItself = await movingAlone(stage, first, performance.now() - start);
    for (const name of moved) {
      if (isByItself(name, getProperty(other.view, name))) continue;
      stage.report(done, {
        message: `${name} of another resource changes with an action on one`,
        received: `${showProperty(name, getProperty(other.view, name))}, of the other one`,
        documented: showProperty(name, getProperty(before.view, name)),
      });
    }
    return;
  }
  // It is done already: whether that is refused or fine, it is no reason to break down.
  await stage.send(operation, { given: first.given, validity: AGAIN });
}

/** What goes on by itself does so without any action, too, in the time that the other one had. */
async function movingAlone(
  stage: Stage,
  first: Resource,
  span: number,
): Promise<(name: string, value: JsonValue | undefined) => boolean> {
  const third = await see(stage, await stage.create(first.kind, { given: stage.besides(first) }));
  await pause(Math.min(2 * span + GRACE_MS, MOST_MS));
  const later = await see(stage, third);
  return (name, value) => {
    const [was, is] = [third.view, later.view].map((view) => getProperty(view, name));
    return !isEqual(was, is) || isEqual(is, value);
  };
}

/** Milliseconds for a server that is slower now; and at the most. */
const GRACE_MS = 50;

const MOST_MS = 1000;

const AGAIN = { kind: 'open', reason: 'it is done already', strictlyValid: false } as const;

/** The properties that change in both, to the same. */
function movedAlike(
  [first, acted]: readonly [JsonObject, JsonObject],
  [second, other]: readonly [JsonObject, JsonObject],
): string[] {
  return Object.keys(first).filter((name) => {
    const [was, is] = [first, acted].map((view) => getProperty(view, name));
    const [otherWas, otherIs] = [second, other].map((view) => getProperty(view, name));
    return !isEqual(was, is) && !isEqual(otherWas, otherIs) && isEqual(otherIs, is);
  });
}

function isEqual(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return equalJson(left, right);
}
