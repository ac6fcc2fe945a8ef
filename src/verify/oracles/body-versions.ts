/** Of changes that name a version in their body, the one that comes late is refused. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import { getProperty } from '../../openapi/json/json-value.ts';
import { showJson } from '../../openapi/json/stringify-json.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { statusOf } from '../../http/exchange.ts';
import { type Operation, hasResponse } from '../../model/operation.ts';
import { bodyVersion } from '../../model/resources/body-versions.ts';
import { acceptanceOf, notPromised } from '../cases/case.ts';
import type { ResourceOperations, Scene, Stage } from './oracle.ts';

/** One scene for each change that names a version. */
export function* bodyVersionScenes(
  document: OpenApiDocument,
  kind: ResourceOperations,
): Generator<Scene, void, undefined> {
  if (kind.read === undefined) return;
  for (const operation of [kind.replace, kind.change]) {
    const name = operation && bodyVersion(document, operation);
    if (name === undefined) continue;
    const play = (stage: Stage): Promise<void> => playLate(stage, kind, operation!, name);
    yield { operation: operation!, title: `is of one ${name}`, requests: 6, play };
  }
}

async function playLate(
  stage: Stage,
  kind: ResourceOperations,
  operation: Operation,
  name: string,
): Promise<void> {
  const before = await stage.read(await stage.create(kind));
  await stage.succeed(operation, { given: before.given });
  const after = await stage.read(before);
  const [was, is] = [before, after].map(({ view }) => getProperty(view, name) ?? null);
  if (equalJson(was!, is!)) {
    return stage.report(after.exchange, {
      severity: 'warning',
      message: `${name} is the same after a change`,
      received: `${name}: ${showJson(is!)}`,
      documented: 'another one: a change names the one that it is of',
    });
  }
  const validity = notPromised(`${name} has another value by now`);
  const late = stage.template(operation, { given: before.given, validity }) ?? stage.end();
  const exchange = await stage.deliver(late);
  const sent = exchange.case.request.value;
  if (acceptanceOf(exchange) === undefined || sent === undefined) return;
  stage.report(exchange, {
    ...(hasResponse(operation, 409, 412) ? {} : { severity: 'warning' }),
    message: `a change of an earlier ${name} is accepted`,
    received: `${statusOf(exchange)} for ${name}: ${showJson(was!)}, which is ${showJson(is!)} by now`,
    documented: 'a refusal: another change came first, and would be lost',
  });
}
