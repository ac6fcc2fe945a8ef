import type { Operation } from '../../model/operation.ts';
import { acceptanceOf, notPromised } from '../cases/case.ts';
import { successPointer } from '../checks/standing.ts';
import { changedProperties, schemasOf, showProperty } from './compared.ts';
import type { Oracle, ResourceOperations, Stage } from './oracle.ts';

/** What is done to one resource leaves the others of its kind as they are. */
export const siblings: Oracle = {
  id: 'siblings',
  because:
    'A request is about the resource that its path names (RFC 9110, 9.3), and about no other.',
  *scenes({ resources }) {
    for (const kind of resources) {
      const { read, replace, change, remove } = kind;
      for (const operation of [replace, change, remove]) {
        if (read === undefined || operation === undefined) continue;
        const title = 'leaves other resources as they are';
        const play = (stage: Stage): Promise<void> => playOne(stage, kind, operation);
        yield { operation, title, requests: 5, play };
      }
    }
  },
};

async function playOne(
  stage: Stage,
  kind: ResourceOperations,
  operation: Operation,
): Promise<void> {
  const first = await stage.create(kind);
  const second = await stage.create(kind, { given: stage.besides(first) });
  const before = await stage.read(second);
  const done = await stage.succeed(operation, { given: first.given });
  // Whether it is still there is for this oracle to say.
  const validity = notPromised('it is read to see whether it is still there');
  const exchange = await stage.send(kind.read!, { given: second.given, validity });
  const verb = operation.method === 'DELETE' ? 'deleted' : 'changed';
  const common = {
    severity: 'violation',
    rule: 'R9',
    pointer: successPointer(operation),
  } as const;
  const response = acceptanceOf(exchange);
  if (response === undefined) {
    if (exchange.outcome.kind === 'failure') return;
    const { status } = exchange.outcome.response;
    if (status < 400 || status >= 500) return;
    stage.report(done, {
      ...common,
      message: `another resource is gone when one is ${verb}`,
      received: `${status} for the other one, which was there before`,
      documented: `${operation.method} is about the resource that its path names`,
    });
    return;
  }
  const after = stage.view(kind, exchange);
  if (after === undefined) return;
  for (const { name, was, is } of changedProperties(
    schemasOf(stage.document, kind),
    before.view,
    after,
  )) {
    stage.report(done, {
      ...common,
      message: `${name} of another resource changes when one is ${verb}`,
      received: `${showProperty(name, is)}, of the other one`,
      documented: showProperty(name, was),
    });
  }
}
