import type { Operation } from '../../model/operation.ts';
import { acceptanceOf, notPromised } from '../cases/case.ts';
import { successPointer } from '../checks/standing.ts';
import type { Oracle, Resource, ResourceOperations, Stage } from './oracle.ts';
import { parentOf } from './resource-operations.ts';

/** What lies below one resource is not found below another, nor below one that is gone. */
export const parents: Oracle = {
  id: 'parents',
  because:
    'A path names a resource as a whole (RFC 3986, 3.3): what lies below one parent is not below another.',
  *scenes({ resources }) {
    for (const kind of resources) {
      const parent = parentOf(kind, resources);
      if (parent === undefined) continue;
      const { read, replace, change, remove, actions, below } = kind;
      for (const operation of [read, replace, change, remove, ...actions, ...below]) {
        if (operation === undefined) continue;
        yield {
          operation,
          title: 'refuses a resource of another parent',
          requests: 4,
          play: (stage) => playStray(stage, kind, parent, operation),
        };
      }
      if (parent.remove === undefined) continue;
      for (const operation of [kind.create, kind.read]) {
        if (operation === undefined) continue;
        yield {
          operation,
          title: 'refuses what lies below a deleted parent',
          requests: 4,
          play: (stage) => playOrphan(stage, kind, parent, operation),
        };
      }
    }
  },
};

/** The child of one parent is asked for below another. */
async function playStray(
  stage: Stage,
  kind: ResourceOperations,
  parent: ResourceOperations,
  operation: Operation,
): Promise<void> {
  const child = await stage.create(kind);
  const other = await stage.create(parent, { given: stage.besides(child, parent) });
  const { parameter } = kind.family;
  const { parameters } = other.given;
  const given = { ...other.given, parameters: { ...parameters, [parameter]: child.identity } };
  await expectRefusal(stage, operation, { ...child, given }, 'the resource of another parent');
}

async function playOrphan(
  stage: Stage,
  kind: ResourceOperations,
  parent: ResourceOperations,
  operation: Operation,
): Promise<void> {
  const child = await stage.create(kind);
  const above = stage.besides(child);
  await stage.succeed(parent.remove!, { given: above });
  const given = operation === kind.create ? above : child.given;
  await expectRefusal(stage, operation, { ...child, given }, 'below a parent that was deleted');
}

/** A success is a breach; which refusal it is, and whether it is documented, others judge. */
async function expectRefusal(
  stage: Stage,
  operation: Operation,
  { given }: Resource,
  what: string,
): Promise<void> {
  const validity = notPromised(`${what} is named`);
  const exchange = await stage.send(operation, { given, validity });
  const response = acceptanceOf(exchange);
  if (response === undefined) return;
  stage.report(exchange, {
    severity: 'violation',
    rule: 'R9',
    message: `${operation.method} takes ${what}`,
    received: `${response.status} for what is not there`,
    documented: 'a refusal: nothing is at this path',
    pointer: successPointer(operation),
  });
}
