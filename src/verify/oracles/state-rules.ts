/** What is refused where a resource is in a state, as the document says: “The project is closed.” */
import type { OpenApiDocument } from '../../openapi/document.ts';
import { getProperty } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { operations } from '../../model/operation.ts';
import { stateAfter } from '../../model/resources/action-states.ts';
import { type StateRule, forbids, stateRulesOf } from '../../model/resources/state-rules.ts';
import { saidOfSecondTime } from '../../model/words.ts';
import { acceptanceOf, notPromised } from '../cases/case.ts';
import { showProperty } from './compared.ts';
import type { Resource, ResourceOperations, Scene, Stage } from './oracle.ts';
import { takingIn } from './own-kind.ts';

/** One for each state in which an operation is to be refused. */
export function* stateScenes(
  document: OpenApiDocument,
  resources: readonly ResourceOperations[],
): Iterable<Scene> {
  for (const operation of operations(document)) {
    for (const rule of stateRulesOf(document, operation)) {
      const kind = resources.find(({ create }) => create === rule.family.create);
      // What was done already is another scene.
      const isSecond = saidOfSecondTime(document, operation) === rule.sentence;
      if (kind?.read === undefined || isSecond) continue;
      const play = (stage: Stage): Promise<void> => playForbidden(stage, kind, rule);
      const title = `is refused where ${rule.property} is ${rule.isNegated ? 'not ' : ''}${textOf(rule.state)}`;
      yield { operation, title, requests: 5, play };
    }
  }
}

async function playForbidden(
  stage: Stage,
  kind: ResourceOperations,
  rule: StateRule,
): Promise<void> {
  const { document, operation } = stage;
  const found = await inState(stage, await stage.read(await stage.create(kind)), rule);
  const is = getProperty(found.view, rule.property) ?? null;
  const sent = await stage.send(operation, {
    given: found.given,
    validity: notPromised('it is to be refused in this state'),
    isUnprepared: true,
  });
  const answer = acceptanceOf(sent);
  if (answer === undefined) return;
  // What is done already may be taken as done.
  const isDone = equalJson(stateAfter(document, operation, rule.property, rule.schema) ?? null, is);
  stage.report(sent, {
    ...(isDone && { severity: 'warning' }),
    message: `it is done though ${showProperty(rule.property, is)}`,
    received: `${answer.status}`,
    documented: `409: ${rule.sentence}`,
  });
}

/**
 * A resource that has been brought into the state of a rule.
 *
 * @throws an error that ends the scene where nothing leads there.
 */
async function inState(stage: Stage, resource: Resource, rule: StateRule): Promise<Resource> {
  if (forbids(rule, resource.view) === true) return resource;
  const { document } = stage;
  const { kind, given } = resource;
  const { property, schema, state, isNegated } = rule;
  const leading = kind.actions.filter((action) => {
    const after = stateAfter(document, action, property, schema);
    return after !== undefined && equalJson(after, state) !== isNegated;
  });
  const validity = notPromised('it leads to the state in which something is refused');
  const changes = isNegated ? [] : takingIn(document, kind, property, [kind.change]);
  for (const operation of [...leading, ...changes]) {
    const isChange = operation === kind.change;
    const request = isChange
      ? { change: stage.changing(kind, operation, () => ({ [property]: state })) }
      : {};
    const done = await stage.send(operation, { ...request, given, validity });
    if (acceptanceOf(done) === undefined) continue;
    const after = await stage.read(resource);
    if (forbids(rule, after.view) === true) return after;
  }
  return stage.end();
}
