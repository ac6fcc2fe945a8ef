/** Operations at their place: which resource they are about, made for them. */
import type { Operation } from '../../model/operation.ts';
import { isPathWithin } from '../../model/resources/names.ts';
import type { Given } from '../cases/case.ts';
import type { Resource, ResourceOperations, Stage } from './oracle.ts';

/** The kind of the innermost resource that a path leads to, or goes through. */
export function kindAt(
  { path }: Operation,
  resources: readonly ResourceOperations[],
): ResourceOperations | undefined {
  return resources
    .filter(({ family: { item } }) => item !== undefined && isPathWithin(path, item))
    .toSorted((a, b) => b.family.item!.length - a.family.item!.length)[0];
}

/** What an operation's path leads to, made for it, with whatever else it names. */
export async function placed(
  stage: Stage,
  operation: Operation,
  own: ResourceOperations,
): Promise<{ readonly resource: Resource; readonly given: Given }> {
  const resource = await stage.create(own);
  const { given } = resource;
  const isNamed = operation.parameters.every(
    ({ in: place, name }) => place !== 'path' || Object.hasOwn(given.parameters, name),
  );
  if (isNamed) return { resource, given };
  const { case: sent } = await stage.succeed(operation);
  const { parameters = {}, found = {} } = sent.given ?? {};
  return {
    resource,
    given: { ...given, parameters: { ...found, ...parameters, ...given.parameters } },
  };
}
