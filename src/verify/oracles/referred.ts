/** What resources refer to, and lie below. */
import type { JsonValue } from '../../openapi/json/json-value.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { type BodyReference, referenceTo } from '../../model/resources/body-references.ts';
import { valueOf, withValue } from '../../model/requests/body-base.ts';
import type { Operation } from '../../model/operation.ts';
import { successPointer } from '../checks/standing.ts';
import { changedProperties, schemasOf, showProperty } from './compared.ts';
import { isOther, isSeen, look, see } from './look.ts';
import type { Cast, Resource, ResourceOperations, Scene, Stage } from './oracle.ts';
import { parentOf } from './resource-operations.ts';
import type { SceneRequest } from './stage.ts';

/** What is done to one that refers to others leaves these as they are. */
export function* referredScenes({ resources }: Cast): Generator<Scene, void, undefined> {
  for (const kind of resources) {
    const { remove, replace, change, actions } = kind;
    for (const operation of [...actions, replace, change, remove]) {
      if (operation === undefined) continue;
      yield {
        operation,
        title: 'leaves what it refers to as it is',
        requests: 10,
        play: (stage) => playReferrer(stage, { kind, operation }, resources),
      };
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
  const { references: own = [] } = stage.template(kind.create, {}) ?? {};
  const references = resources.flatMap((other) => {
    const isLeft = other === kind || !isSeen(other);
    const reference = isLeft ? undefined : referenceTo(other.family.collection, own);
    return reference === undefined ? [] : [{ other, reference }];
  });
  if (references.length === 0 && (parent === undefined || !isSeen(parent))) return;
  const targets: Referred[] = [];
  for (const { other, reference } of references.slice(0, REFERRED)) {
    targets.push({ reference, target: await stage.create(other) });
  }
  const change = referringTo(targets);
  const first = await stage.create(kind, { change });
  await stage.create(kind, { given: stage.besides(first), change });
  const around = targets.map(({ target }) => target);
  if (parent !== undefined && isSeen(parent)) around.push(aboveOf(stage, first, parent));
  const before: Resource[] = [];
  for (const one of around) before.push(await see(stage, one));
  const kept = operation.requestBody === undefined ? {} : { change: stillReferringTo(targets) };
  const done = await stage.succeed(operation, { given: first.given, ...kept });
  for (const one of before) await compare(stage, done, one);
}

/** What a resource lies below. */
function aboveOf(stage: Stage, below: Resource, kind: ResourceOperations): Resource {
  const { parameter } = kind.family;
  const identity = below.given.parameters[parameter] ?? stage.end();
  const around = stage.besides(below, kind);
  const given = { ...around, parameters: { ...around.parameters, [parameter]: identity } };
  return { kind, given, identity, view: {}, exchange: below.exchange };
}

/** States and counts may follow from what is done to others; texts that clients have written don't. */
async function compare(stage: Stage, done: Resource['exchange'], before: Resource): Promise<void> {
  const { operation } = done.case;
  const { collection } = before.kind.family;
  const { view: after } = await look(stage, before);
  const common = { severity: 'violation', rule: 'R9', pointer: successPointer(operation) } as const;
  if (after === undefined) {
    return stage.report(done, {
      ...common,
      message: `what it refers to in ${collection} is gone then`,
      received: 'nothing where it was before',
      documented: 'what another resource refers to, too',
    });
  }
  if (isOther(before, after)) return;
  const schemas = schemasOf(stage.document, before.kind);
  for (const { name, was, is } of changedProperties(schemas, before.view, after)) {
    if (!isFreeText(schemas.told.get(name))) continue;
    stage.report(done, {
      ...common,
      message: `${name} of what it refers to in ${collection} changes`,
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

/** As a change of one that refers to them already has it. */
function stillReferringTo(some: readonly Referred[]): NonNullable<SceneRequest['change']> {
  const isIn = (value: JsonValue | undefined, { reference }: Referred): boolean =>
    value !== undefined && valueOf(value, reference.path) !== undefined;
  return (parts, fresh) => referringTo(some.filter((one) => isIn(parts.value, one)))(parts, fresh);
}

function referringTo(some: readonly Referred[]): NonNullable<SceneRequest['change']> {
  return ({ value, ...parts }) => {
    const changed = some.reduce(
      (body, { target, reference }) => body && withValue(body, reference.path, target.identity),
      value,
    );
    return { ...parts, value: changed };
  };
}
