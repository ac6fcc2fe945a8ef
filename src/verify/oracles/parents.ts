import { isUndoing, saysAside, setsAside } from '../../model/resources/action-states.ts';
import { type Operation, hasResponse, operations } from '../../model/operation.ts';
import { isJsonObject } from '../../openapi/json/json-value.ts';
import type { ReceivedResponse } from '../../http/exchange.ts';
import { dangerOf } from '../../model/resources/danger.ts';
import { wordParameters } from '../../model/resources/naming-parameters.ts';
import {
  type Given,
  type JudgedExchange,
  acceptanceOf,
  notPromised,
  parametersIn,
  etagOf,
} from '../cases/case.ts';
import { absentValue } from '../cases/generate/resource-candidates.ts';
import { jsonIn } from '../checks/json-response.ts';
import type { Oracle, Resource, ResourceOperations, Scene, Stage } from './oracle.ts';
import { IF_MATCH, heeds } from '../../model/conditions.ts';
import { includingOf } from './list-included.ts';
import { kindAt, placed } from './placed.ts';
import { recreationScenes } from './restored.ts';
import { isPut } from '../../model/resources/put-families.ts';
import { isMade, parentOf } from './resource-operations.ts';
import type { SceneRequest } from './scene-parts.ts';
import { endsInParameter, isPathBelow, plainName } from '../../model/resources/names.ts';
import { withParameter } from '../cases/generate/candidate.ts';

/** What lies below one resource is not found below another, nor below one that is gone, or never was. */
export const parents: Oracle = {
  id: 'parents',
  because:
    'A path names a resource as a whole (RFC 3986, 3.3): a resource below one parent is not below another.',
  *scenes(cast) {
    const { document, resources: posted, put } = cast;
    for (const kind of posted) yield* recreationScenes(kind, cast);
    const resources = [
      ...posted,
      ...put.filter(({ family: { item = '' } }) => endsInParameter(item)),
    ];
    for (const operation of operations(document)) {
      if (dangerOf(document, operation)?.spreads === true) continue;
      // What stands for several is never missing.
      if (wordParameters(document, operation).size > 0) continue;
      const kind = kindAt(operation, resources);
      if (kind === undefined) continue;
      const named = [...ancestorsOf(kind, resources)].filter((ancestor) =>
        isBelow(operation, ancestor),
      );
      const parent = isBelow(operation, kind) ? kind : named[0];
      if (parent !== undefined) yield orphanScene(operation, kind, parent);
      else if (operation === kind.change && kind.remove !== undefined) yield goneScene(kind);
      // What is put below another parent is made there.
      const isMaking = operation === kind.create;
      if (named.length > 0 && !isMaking) yield strayScene(operation, kind, named);
    }
  },
};

/** The kinds that it lies below, the innermost first. */
function* ancestorsOf(
  kind: ResourceOperations,
  resources: readonly ResourceOperations[],
): Generator<ResourceOperations, void, undefined> {
  let parent = parentOf(kind, resources);
  for (; parent !== undefined; parent = parentOf(parent, resources)) yield parent;
}

/** Whether a path goes through one of a kind: what is found without its parent may well outlive that. */
function isBelow({ path }: Operation, { family: { item } }: ResourceOperations): boolean {
  return item !== undefined && isPathBelow(path, item);
}

/** The child of one parent is asked for below another. */
function strayScene(
  operation: Operation,
  kind: ResourceOperations,
  parents: readonly ResourceOperations[],
): Scene {
  // What is read below a resource may be made up, whether that is there or not.
  const isCertain = operation.method !== 'GET' || operation === kind.read || saysMissing(operation);
  const play = async (stage: Stage): Promise<void> => {
    const { resource: child, given: named } = await placed(stage, operation, kind);
    const what = 'the resource of another parent';
    // The parent itself, then each one above it.
    for (const parent of parents) {
      const other = await stage.create(parent, { given: stage.besides(child, parent) });
      // The version is still that of the child.
      const parameters = { ...named.parameters, ...other.given.parameters };
      const exchange = await ask(stage, operation, what, { given: { ...named, parameters } });
      const isHarmless = operation.method === 'DELETE' && (await isStillThere(stage, child));
      // Whoever chooses names may find that one is free, whether it was so before or not.
      if (isHarmless && (isPut(kind) || !saysMissing(operation))) continue;
      if (acceptanceOf(exchange) === undefined) continue;
      return tell(stage, exchange, { what, isCertain });
    }
  };
  return { operation, title: 'refuses a resource of another parent', requests: 4, play };
}

/** Below a parent that was never there, then below one that was deleted. */
function orphanScene(
  operation: Operation,
  kind: ResourceOperations,
  parent: ResourceOperations,
): Scene {
  const play = async (stage: Stage): Promise<void> => {
    const { given } = await placed(stage, operation, kind);
    const isCertain =
      saysMissing(operation) || (isMade(stage.document, parent) && !isRead(operation));
    const nothing = nothingOf(stage, operation, parent);
    if (nothing !== undefined) {
      const what = 'what lies below a parent that was never there';
      tell(stage, await ask(stage, operation, what, { given, ...nothing }), { what, isCertain });
    }
    if (parent.remove === undefined || isUndoing(operation)) return;
    const removed = { kind: parent, given: await above(stage, given, kind, parent) };
    await stage.finish(parent.remove, {
      given: removed.given,
      validity: notPromised('something lies below it'),
    });
    if (await isSetAside(stage, removed)) return;
    const what = 'what lies below a parent that was deleted';
    const exchange = await ask(stage, operation, what, { given });
    // What was deleted is still kept where a flag asks for it, and may be read.
    const { read, remove } = parent;
    const isKept =
      saysAside(stage.document, remove) ||
      (read !== undefined && includingOf(stage.document, read, remove) !== undefined);
    tell(stage, exchange, { what, isCertain: !isKept && (isCertain || kind.read === operation) });
  };
  return { operation, title: 'refuses what lies below no parent', requests: 6, play };
}

/** What was deleted is changed. */
function goneScene(kind: ResourceOperations): Scene {
  const operation = kind.change!;
  const play = async (stage: Stage): Promise<void> => {
    const { given } = await stage.create(kind);
    await stage.finish(kind.remove!, { given });
    if (await isSetAside(stage, { kind, given })) return;
    const what = 'what was deleted';
    const isCertain = !saysAside(stage.document, kind.remove!);
    tell(stage, await ask(stage, operation, what, { given }), { what, isCertain });
  };
  return { operation, title: 'refuses what was deleted', requests: 3, play };
}

/** What a request to a parent itself needs. */
async function above(
  stage: Stage,
  given: Given,
  kind: ResourceOperations,
  parent: ResourceOperations,
): Promise<Given> {
  const { family, read, remove } = parent;
  const parameters = parametersIn(family.item ?? '', given);
  if (kind === parent) return { ...given, parameters };
  const others = { ...given, parameters, resource: {}, etag: undefined };
  if (read === undefined || !heeds(remove!, IF_MATCH)) return others;
  return { ...others, etag: etagOf(await stage.send(read, { given: others })) };
}

/** A name of a parent that nothing has; `undefined` where each may be of something. */
function nothingOf(
  stage: Stage,
  { parameters }: Operation,
  { family }: ResourceOperations,
): Pick<SceneRequest, 'change' | 'absent'> | undefined {
  const parameter = parameters.find(
    ({ in: place, name }) => place === 'path' && name === family.parameter,
  );
  const draw = parameter && absentValue(stage.document, parameter);
  if (parameter === undefined || draw === undefined) return undefined;
  const { name } = parameter;
  return {
    absent: [name],
    change: withParameter(name, draw),
  };
}

async function ask(
  stage: Stage,
  operation: Operation,
  what: string,
  request: SceneRequest,
): Promise<JudgedExchange> {
  return stage.send(operation, { ...request, validity: notPromised(`${what} is named`) });
}

/** Whether what was deleted is only set aside, and can be read: it is there, in another state. */
async function isSetAside(
  stage: Stage,
  resource: Pick<Resource, 'kind' | 'given'>,
): Promise<boolean> {
  const { remove } = resource.kind;
  const isAside = remove !== undefined && setsAside(stage.document, remove);
  return isAside && (await isStillThere(stage, resource));
}

async function isStillThere(
  stage: Stage,
  { kind, given }: Pick<Resource, 'kind' | 'given'>,
): Promise<boolean> {
  if (kind.read === undefined) return false;
  const validity = notPromised('it is read to see whether it is there');
  return acceptanceOf(await stage.send(kind.read, { given, validity })) !== undefined;
}

function isRead({ method }: Operation): boolean {
  return method === 'GET' || method === 'DELETE';
}

/** Whether the document has an answer for what is not there. */
function saysMissing(operation: Operation): boolean {
  return hasResponse(operation, 404, 410);
}

/** What a number tells of that a change has come to. */
const COUNT =
  /^(?:n|count|(?:affected|matched|modified|updated|changed)(?:rows|count)?|(?:rows|row)(?:affected|count))$/;

/** Whether an answer says of itself that nothing was changed: by a number alone, or as databases count rows. */
function isCountOfNone(response: ReceivedResponse): boolean {
  const body = jsonIn(response);
  if (body === undefined) return false;
  const counts = isJsonObject(body)
    ? Object.entries(body).filter(([name]) => COUNT.test(plainName(name)))
    : [['', body] as const];
  return counts.length > 0 && counts.every(([, value]) => value === 0);
}

interface Told {
  readonly what: string;
  /** Whether a success breaks a promise. Else writing is a surprise, and reading is fine. */
  readonly isCertain: boolean;
}

/** A success is a breach; which refusal it is, and whether it is documented, others judge. */
function tell(stage: Stage, exchange: JudgedExchange, { what, isCertain }: Told): void {
  const { operation } = exchange.case;
  const response = acceptanceOf(exchange);
  if (response === undefined || (!isCertain && isRead(operation))) return;
  if (isCountOfNone(response)) return;
  stage.report(exchange, {
    severity: isCertain ? 'violation' : 'warning',
    message: `${operation.method} takes ${what}`,
    received: `${response.status} for what is not there`,
    documented: 'a refusal: nothing is at this path',
  });
}
