import { type JsonValue, getProperty } from '../../openapi/json/json-value.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
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
      const { read, replace, change, remove, actions } = kind;
      for (const operation of read === undefined ? [] : actions) {
        const title = 'leaves other resources as they are';
        const play = (stage: Stage): Promise<void> => playAction(stage, kind, operation);
        yield { operation, title, requests: 8, play };
      }
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

/** What an action changes in one resource, it doesn't change in another that nobody has touched. */
async function playAction(
  stage: Stage,
  kind: ResourceOperations,
  operation: Operation,
): Promise<void> {
  const first = await stage.read(await stage.create(kind));
  const given = stage.besides(first);
  const second = await stage.read(await stage.create(kind, { given }));
  const done = await stage.succeed(operation, { given: first.given });
  const [acted, other] = [await stage.read(first), await stage.read(second)];
  const moved = Object.keys(first.view).filter((name) => {
    const [was, is] = [first.view, acted.view].map((view) => getProperty(view, name));
    const [otherWas, otherIs] = [second.view, other.view].map((view) => getProperty(view, name));
    const isChanged = !isEqual(was, is) && !isEqual(otherWas, otherIs);
    return isChanged && isEqual(otherIs, is);
  });
  if (moved.length === 0) return;
  // What goes on by itself does so without any action, too.
  const third = await stage.read(await stage.create(kind, { given }));
  const later = await stage.read(third);
  for (const name of moved) {
    const [was, is] = [third.view, later.view].map((view) => getProperty(view, name));
    if (!isEqual(was, is)) continue;
    stage.report(done, {
      severity: 'violation',
      rule: 'R9',
      message: `${name} of another resource changes with an action on one`,
      received: `${showProperty(name, getProperty(other.view, name))}, of the other one`,
      documented: showProperty(name, getProperty(second.view, name)),
      pointer: successPointer(operation),
    });
  }
}

function isEqual(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return equalJson(left, right);
}
