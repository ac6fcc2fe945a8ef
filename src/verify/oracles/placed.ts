/** Operations at their place: which resource they are about, made for them. */
import { type Operation, operationAt } from '../../model/operation.ts';
import { endsInParameter, isPathWithin } from '../../model/resources/names.ts';
import { type Given, parametersIn } from '../cases/case.ts';
import { around } from '../cases/left-by.ts';
import type { Resource, ResourceOperations, Stage } from './oracle.ts';

/** What another kind's resources are created in to lie in what one lies in, too; `undefined` where that is elsewhere. */
export function aroundOf(
  { kind: { family }, given }: Pick<Resource, 'kind' | 'given'>,
  { family: other }: ResourceOperations,
): Given | undefined {
  return around(other, family.item ?? family.collection, given);
}

/** The kind of the innermost resource that a path leads to, or goes through. */
export function kindAt(
  { path }: Operation,
  resources: readonly ResourceOperations[],
): ResourceOperations | undefined {
  return resources
    .filter(({ family: { item } }) => item !== undefined && isPathWithin(path, item))
    .toSorted((a, b) => b.family.item!.length - a.family.item!.length)[0];
}

/**
 * What an operation's path leads to, made for it, with whatever else it names.
 *
 * @param put What clients can put below it under names of theirs. Default: nothing.
 */
export async function placed(
  stage: Stage,
  operation: Operation,
  childKind: ResourceOperations,
  put: readonly ResourceOperations[] = [],
): Promise<{ readonly resource: Resource; readonly given: Given }> {
  const resource = await stage.create(childKind);
  const { given } = resource;
  if (isNamed(operation, resource)) {
    await putThere(stage, operation, given);
    return { resource, given };
  }
  const kind = kindAt(operation, put);
  const below = kind && (await stage.make(kind, { given }));
  if (below !== undefined && isNamed(operation, below)) {
    return { resource, given: below.given };
  }
  const { case: sent } = await stage.succeed(operation);
  const { parameters = {}, found = {} } = sent.given ?? {};
  return {
    resource,
    // What else it names may lie below another one.
    given: {
      ...given,
      standing: 'tried',
      parameters: { ...found, ...parameters, ...parametersOf(resource) },
    },
  };
}

/** What each resource has one of is put there before it is read or taken away. */
async function putThere(stage: Stage, { method, path }: Operation, given: Given): Promise<void> {
  const isOfOne = ['GET', 'DELETE'].includes(method) && !endsInParameter(path);
  const put = isOfOne ? operationAt(stage.document, 'PUT', path) : undefined;
  if (put !== undefined) await stage.send(put, { given });
}

function isNamed({ parameters }: Operation, resource: Resource): boolean {
  const named = parametersOf(resource);
  return parameters.every(({ in: place, name }) => place !== 'path' || Object.hasOwn(named, name));
}

/** What names a resource in its path: what it was created below elsewhere may have a parameter of the same name. */
function parametersOf({ kind, given }: Resource): Given['parameters'] {
  return parametersIn(kind.family.item ?? '', given);
}
