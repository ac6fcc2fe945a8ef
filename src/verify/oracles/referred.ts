/** What resources refer to and lie below, and what lies below or refers to them. */
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { type BodyReference, referenceTo } from '../../model/resources/body-references.ts';
import {
  isJustBelow,
  isPathBelow,
  nounOf,
  pathAbove,
  plainName,
} from '../../model/resources/names.ts';
import { isPut } from '../../model/resources/put-families.ts';
import type { Operation } from '../../model/operation.ts';
import type { Upload } from '../../model/uploads.ts';
import { referringBases } from '../cases/generate/body-bases.ts';
import { notPromised } from '../cases/case.ts';
import { changedProperties, propertiesOf, schemasOf, showProperty } from './compared.ts';
import { isOther, isSeen, look, see } from './look.ts';
import type { Cast, Resource, ResourceOperations, Scene, Stage } from './oracle.ts';
import { type OwnKind, createPair, ownKinds, takingIn } from './own-kind.ts';
import { relatedDependants } from './relation-ends.ts';
import { parentOf, uploadsBelow } from './resource-operations.ts';
import type { SceneRequest } from './scene-parts.ts';
import { bytesAt } from './uploads.ts';
import { keepingSeen } from './varied.ts';

/** What is done to one that refers to others leaves these as they are, and so does the deletion of what it refers to. */
export function* referredScenes(cast: Cast): Iterable<Scene> {
  const { resources } = cast;
  for (const kind of resources) {
    yield* relatedScenes(kind, cast);
    const { remove, replace, change, actions } = kind;
    for (const operation of [...actions, replace, change, remove]) {
      if (operation === undefined) continue;
      const play = (stage: Stage): Promise<void> =>
        playReferrer(stage, { kind, operation }, resources);
      yield { operation, title: 'leaves what it refers to as it is', requests: 10, play };
    }
  }
}

/** So many resources are created for one to refer to. */
const REFERRED = 3;

/** What a resource refers to or lies below stays as it is, whatever is done to that one: another one refers to it, too. */
async function playReferrer(
  stage: Stage,
  { kind, operation }: { readonly kind: ResourceOperations; readonly operation: Operation },
  resources: readonly ResourceOperations[],
): Promise<void> {
  const parent = parentOf(kind, resources);
  const { references: ownReferences = [] } = stage.template(kind.create, {}) ?? {};
  const references = resources.flatMap((other) => {
    const isLeft = other === kind || !isSeen(other);
    const reference = isLeft ? undefined : referenceTo(other.family.collection, ownReferences);
    return reference === undefined ? [] : [{ other, reference }];
  });
  if (references.length === 0 && (parent === undefined || !isSeen(parent))) return;
  const targets: Referred[] = [];
  for (const { other, reference } of references.slice(0, REFERRED)) {
    targets.push({ reference, target: await stage.create(other) });
  }
  const referring = referringTo(targets);
  const first = await stage.create(kind, { referring });
  await stage.create(kind, { given: stage.besides(first), referring });
  const around = targets.map(({ target }) => target);
  if (parent !== undefined && isSeen(parent)) around.push(aboveOf(stage, first, parent));
  const before: Resource[] = [];
  for (const resource of around) before.push(await see(stage, resource));
  const done = await stage.finish(operation, { given: first.given, referring });
  for (const resource of before) await compare(stage, done, resource, 'it refers to');
}

/** What one that refers to two resources says of them: the deletion of one leaves the other. */
function* relatedScenes(
  kind: ResourceOperations,
  { document, resources, put }: Cast,
): Iterable<Scene> {
  const referredBy = ({ create }: ResourceOperations): Related[] => {
    const { references } = referringBases(document, create, {});
    return [...resources, ...put].flatMap((other) => {
      const reference = referenceTo(other.family.collection, references);
      return reference === undefined ? [] : [{ other, reference }];
    });
  };
  const all = referredBy(kind);
  for (const removed of all) {
    const { remove, family } = removed.other;
    // What lies below it, or refers to it, may go with it.
    const left = all.filter(({ other }) => {
      const isBelow = isPathBelow(other.family.collection, family.item ?? '');
      const isReferring = referredBy(other).some((reference) => reference.other === removed.other);
      return other !== removed.other && isSeen(other) && !isBelow && !isReferring;
    });
    if (remove === undefined || left.length === 0) continue;
    const title = `leaves what ${kind.create.id} refers to beside it`;
    const play = (stage: Stage): Promise<void> => playRelated(stage, { kind, removed, left });
    yield { operation: remove, title, requests: 3 + 3 * left.length, play };
  }
}

interface Related {
  readonly other: ResourceOperations;
  readonly reference: BodyReference;
}

interface Relating {
  readonly kind: ResourceOperations;
  readonly removed: Related;
  readonly left: readonly Related[];
}

async function playRelated(stage: Stage, { kind, removed, left }: Relating): Promise<void> {
  const target = await stage.create(removed.other);
  const beside: Referred[] = [];
  for (const { other, reference } of left.slice(0, REFERRED)) {
    beside.push({ reference, target: await see(stage, await stage.create(other)) });
  }
  const referring = referringTo([{ reference: removed.reference, target }, ...beside]);
  await stage.create(kind, { referring });
  const validity = notPromised('something refers to it');
  const done = await stage.finish(removed.other.remove!, { given: target.given, validity });
  for (const { target: before } of beside) {
    await compare(stage, done, before, 'is referred to beside it');
  }
}

/** What a resource lies below. */
function aboveOf(stage: Stage, below: Resource, kind: ResourceOperations): Resource {
  const { parameter } = kind.family;
  const identity = below.given.parameters[parameter] ?? stage.end();
  const around = stage.besides(below, kind);
  const given = { ...around, parameters: { ...around.parameters, [parameter]: identity } };
  return { kind, given, identity, view: {}, exchange: below.exchange };
}

/**
 * States and counts may follow from what is done to others; texts that clients have written don't.
 *
 * @param reference What refers to the other one, which doesn't, either.
 */
async function compare(
  stage: Stage,
  done: Resource['exchange'],
  before: Resource,
  relation: 'it refers to' | 'lies below it' | 'refers to it' | 'is referred to beside it',
  reference?: string,
): Promise<void> {
  const { collection } = before.kind.family;
  const { view: after } = await look(stage, before);
  if (after === undefined) {
    return stage.report(done, {
      message: `what ${relation} in ${collection} is gone then`,
      received: 'nothing where it was before',
      documented: `what ${relation}, as it was before`,
    });
  }
  if (isOther(before, after)) return;
  const schemas = schemasOf(stage.document, before.kind);
  for (const { name, was, is } of changedProperties(schemas, before.view, after)) {
    if (name !== reference && !isFreeText(schemas.told.get(name))) continue;
    stage.report(done, {
      message: `${name} of what ${relation} in ${collection} changes`,
      received: showProperty(name, is),
      documented: showProperty(name, was),
    });
  }
}

function isFreeText(schema: EffectiveSchema | undefined): boolean {
  const isTime = /^(?:date|time)/.test(schema?.format ?? '');
  return schema?.types.includes('string') === true && schema.values === undefined && !isTime;
}

/** What a body refers to. */
interface Referred {
  readonly target: Resource;
  readonly reference: BodyReference;
}

function referringTo(some: readonly Referred[]): NonNullable<SceneRequest['referring']> {
  return Object.fromEntries(some.map(({ target, reference }) => [reference.key, target.identity]));
}

/** What lies below a resource of a kind, or refers to it. */
interface Dependant {
  /** Its last word is what its owner may call it. */
  readonly path: string;
  readonly make: (stage: Stage, kind: ResourceOperations) => Promise<Dependence>;
}

interface Dependence {
  readonly owner: Resource;
  /** Tells what has become of what depends on it. */
  readonly compareAgain: (done: Resource['exchange']) => Promise<void>;
}

/** What replaces or changes a resource leaves what lies below it, and what refers to it. */
export function* dependantScenes(cast: Cast): Iterable<Scene> {
  const { document, resources, put } = cast;
  for (const kind of [...resources, ...put]) {
    const own = ownKinds({ document, resources: [kind] })[0];
    const moving = own ? takingIn(document, kind, own.name, kind.actions) : [];
    const changing = [kind.replace, kind.change, ...moving].filter(
      (operation) => operation !== undefined,
    );
    const dependants = changing.length === 0 ? [] : dependantsOf(kind, cast, own);
    for (const operation of changing) {
      const names = [...propertiesOf(document, kind, operation, 'taken')].flatMap(
        ([name, schema]) => (schema.readOnly ? [] : [plainName(name)]),
      );
      for (const { path, make } of dependants) {
        // What the body itself says of it may well change it.
        if (names.some((name) => name.startsWith(nounOf(path)))) continue;
        const title = `leaves ${path} as it is`;
        const play = (stage: Stage): Promise<void> => playOwner(stage, kind, operation, make);
        yield { operation, title, requests: 6, play };
      }
    }
  }
}

async function playOwner(
  stage: Stage,
  kind: ResourceOperations,
  operation: Operation,
  make: Dependant['make'],
): Promise<void> {
  const { owner: made, compareAgain } = await make(stage, kind);
  const owner = kind.read === undefined ? made : await stage.read(made);
  const change = stage.changing(kind, operation, (body) => keepingSeen(body, owner.view));
  await compareAgain(await stage.finish(operation, { given: owner.given, change }));
}

function dependantsOf(kind: ResourceOperations, cast: Cast, own: OwnKind | undefined): Dependant[] {
  const { document, resources, put } = cast;
  const { item, collection } = kind.family;
  if (item === undefined) return [];
  const children = [...resources, ...put].filter((resource) => {
    const { path } = resource.create;
    return isSeen(resource) && isJustBelow(isPut(resource) ? pathAbove(path) : path, item);
  });
  const referring = resources.flatMap((resource): Dependant[] => {
    if (!isSeen(resource)) return [];
    const { references } = referringBases(document, resource.create, {});
    const reference = referenceTo(collection, references);
    return reference === undefined ? [] : [referrer(resource, reference)];
  });
  const uploaded = uploadsBelow(document, kind).map(bytesBelow);
  const related = relatedDependants(kind, cast);
  return [
    ...children.map(child),
    ...referring,
    ...(own ? [ownChild(own)] : []),
    ...related,
    ...uploaded,
  ];
}

/** One of its own kind that names it. */
function ownChild(own: OwnKind): Dependant {
  const make: Dependant['make'] = async (stage) => {
    const [owner, named] = await createPair(stage, own);
    const before = await see(stage, named);
    const compareAgain: Dependence['compareAgain'] = (done) =>
      compare(stage, done, before, 'refers to it', own.name);
    return { owner, compareAgain };
  };
  return { path: own.kind.family.collection, make };
}

function child(childKind: ResourceOperations): Dependant {
  const make: Dependant['make'] = async (stage, kind) => {
    const before = await see(stage, await stage.create(childKind));
    const owner = aboveOf(stage, before, kind);
    return { owner, compareAgain: (done) => compare(stage, done, before, 'lies below it') };
  };
  return { path: childKind.family.collection, make };
}

function referrer(referringKind: ResourceOperations, reference: BodyReference): Dependant {
  const make: Dependant['make'] = async (stage, kind) => {
    const owner = await stage.create(kind);
    const referring = referringTo([{ target: owner, reference }]);
    const before = await see(stage, await stage.create(referringKind, { referring }));
    return { owner, compareAgain: (done) => compare(stage, done, before, 'refers to it') };
  };
  return { path: referringKind.family.collection, make };
}

/** Bytes that are put below a resource, and are not what was there before. */
function bytesBelow({ upload, download }: Upload): Dependant {
  const { path } = upload;
  const make: Dependant['make'] = async (stage, kind) => {
    const owner = await stage.create(kind);
    const none = await bytesAt(stage, owner, download);
    await stage.succeed(upload, { given: { ...owner.given, etag: undefined } });
    const before = (await bytesAt(stage, owner, download)) ?? stage.end();
    const compareAgain = async (done: Resource['exchange']): Promise<void> => {
      const after = await bytesAt(stage, owner, download);
      // What is made of both may be another then.
      const isGone = after === undefined || none?.equals(after) === true;
      if (!isGone || none?.equals(before) === true) return;
      stage.report(done, {
        message: `what was put at ${path} is gone then`,
        received: after === undefined ? 'nothing is there' : 'what was there before it was put',
        documented: `the ${before.length} bytes that were read there before`,
      });
    };
    return { owner, compareAgain };
  };
  return { path, make };
}
