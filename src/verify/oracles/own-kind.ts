/** Resources that refer to one of their own kind: categories with a `parentId`. */
import { getProperty, type JsonValue } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { Operation } from '../../model/operation.ts';
import { ownReference } from '../../model/resources/own-references.ts';
import { notPromised } from '../cases/case.ts';
import { referringBases } from '../cases/generate/body-bases.ts';
import { propertiesOf, showProperty } from './compared.ts';
import { tellsOf } from '../../model/resources/told-resources.ts';
import { saidOf } from '../../model/words.ts';
import { aroundOf } from './placed.ts';
import { kindReferredTo } from './resource-operations.ts';
import type { Cast, Resource, ResourceOperations, Scene, Stage } from './oracle.ts';
import { placeIn } from './resource-view.ts';
import type { SceneRequest } from './scene-parts.ts';
import { responsesPointer } from '../checks/standing.ts';

/** A kind of which one names another by a property. */
export interface OwnKind {
  readonly kind: ResourceOperations;
  /** What names the other one. */
  readonly name: string;
}

/** The kinds whose creation may name another one of the kind. */
export function ownKinds({ document, resources }: Pick<Cast, 'document' | 'resources'>): OwnKind[] {
  return resources.flatMap((kind) => {
    const reference = ownReference(document, kind.create, kind.family, 'taken');
    return reference === undefined ? [] : [{ kind, name: reference.name }];
  });
}

/** What makes a request name another one of its kind. */
export function naming(
  stage: Stage,
  { kind, name }: OwnKind,
  operation: Operation,
  identity: JsonValue,
): SceneRequest {
  const change = stage.changing(kind, operation, (body) => ({ ...body, [name]: identity }));
  return { change, validity: notPromised('a server may have rules of its own about it') };
}

/** Of some operations, those that take a property of a kind. */
export function takingIn(
  document: OpenApiDocument,
  kind: ResourceOperations,
  name: string,
  some: readonly (Operation | undefined)[],
): Operation[] {
  return some.flatMap((operation) => {
    const schema = operation && propertiesOf(document, kind, operation, 'taken').get(name);
    return schema === undefined || schema.readOnly ? [] : [operation!];
  });
}

/** What was sent to name another one is read then. */
export function* ownScenes({ document, resources }: Cast): Iterable<Scene> {
  for (const own of ownKinds({ document, resources })) {
    const { create, replace, change, actions, read } = own.kind;
    if (read === undefined) continue;
    const writes = [create, replace, change, ...actions];
    for (const operation of takingIn(document, own.kind, own.name, writes)) {
      const play = (stage: Stage): Promise<void> => playOwn(stage, own, operation);
      yield { operation, title: 'refers to one of its kind', requests: 5, play };
    }
  }
}

/** What is only asked for, and done when somebody agrees. */
const LATER = /\b(?:requests?|invit|propos|offer|pending|accept|confirm|approv)/i;

/** What is sent to name another resource than before is read then, as where a task is moved to another project. */
export function* referenceScenes({ document, resources }: Cast): Iterable<Scene> {
  for (const kind of resources) {
    const own = ownReference(document, kind.create, kind.family, 'taken')?.name;
    // What tells of something else may have made that.
    const actions = kind.actions.filter((action) => tellsOf(document, action, kind.family));
    const writes = [kind.replace, kind.change, ...actions].filter((write) => write !== undefined);
    for (const operation of kind.read === undefined ? [] : writes) {
      for (const { path, key, isCreated } of referringBases(document, operation, {}).references) {
        const [name = '', ...below] = placeIn(document, kind, operation, path);
        const isNamed = isCreated && below.length === 0;
        const target = isNamed ? kindReferredTo(document, key) : undefined;
        const isTaken = takingIn(document, kind, name, [operation]).length > 0;
        const isLater = LATER.test(saidOf(document, operation));
        if (target === undefined || !isTaken || isLater || name === own) continue;
        const play = (stage: Stage): Promise<void> =>
          playOwn(stage, { kind, name }, operation, target);
        yield { operation, title: `refers to what ${name} was sent`, requests: 6, play };
      }
    }
  }
}

async function playOwn(
  stage: Stage,
  own: OwnKind,
  operation: Operation,
  target: ResourceOperations = own.kind,
): Promise<void> {
  const { kind, name } = own;
  const before = operation === kind.create ? undefined : await stage.create(kind);
  const given = before && target !== kind ? aroundOf(before, target) : undefined;
  const { identity } = await stage.create(target, { given });
  const request = naming(stage, own, operation, identity);
  const done = before
    ? await stage.finish(operation, { ...request, given: before.given })
    : (await stage.create(kind, request)).exchange;
  const resource = before ?? stage.createdBy(kind, done) ?? stage.end();
  const { view } = await stage.read(resource);
  const told = propertiesOf(stage.document, kind, kind.read!, 'told').get(name);
  const is = getProperty(view, name);
  const isOpen = told === undefined || told.writeOnly || !isValidFor(identity, told, 'response');
  if (isOpen) return;
  if (is !== undefined && textOf(is) === textOf(identity)) {
    if (kind.actions.includes(operation) && target === kind)
      await playNull(stage, own, operation, resource);
    return;
  }
  stage.report(done, {
    pointer: responsesPointer(operation),
    message: `${name} is not read as it was sent`,
    received: showProperty(name, is),
    documented: showProperty(name, identity),
  });
}

/** What is moved to null lies below nothing. */
async function playNull(
  stage: Stage,
  own: OwnKind,
  operation: Operation,
  resource: Resource,
): Promise<void> {
  const { kind, name } = own;
  const taken = propertiesOf(stage.document, kind, operation, 'taken').get(name);
  if (taken === undefined || !isValidFor(null, taken, 'request')) return;
  const { given, view: before } = await stage.read(resource);
  const done = await stage.finish(operation, { ...naming(stage, own, operation, null), given });
  const is = getProperty((await stage.read(resource)).view, name) ?? null;
  if (is === null || !equalJson(is, before[name]!)) return;
  stage.report(done, {
    pointer: responsesPointer(operation),
    message: `${name} is not removed by null`,
    received: showProperty(name, is),
    documented: `no ${name}`,
  });
}

/** Two, of which the second names the first; and how the second is made to name it. */
export async function createPair(
  stage: Stage,
  own: OwnKind,
): Promise<readonly [Resource, Resource]> {
  const first = await stage.create(own.kind);
  return [first, await stage.create(own.kind, naming(stage, own, own.kind.create, first.identity))];
}
