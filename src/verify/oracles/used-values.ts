/** A value that only one may have, in changes and replacements as in creations. */
import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonNumber,
} from '../../openapi/json/json-value.ts';
import { showJson, textOf } from '../../openapi/json/stringify-json.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { looseText } from '../../http/body-text.ts';
import { isMoment } from '../../model/believable/timely-texts.ts';
import { listOf } from '../../model/lists/lists.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type Operation, hasResponse } from '../../model/operation.ts';
import { SAYS_USED, saidWith } from '../../model/words.ts';
import { type JudgedExchange, acceptanceOf, notPromised } from '../cases/case.ts';
import { propertiesOf } from './compared.ts';
import { showStatus } from './conditions.ts';
import { namesOf, repeatedIn } from './list-items.ts';
import { walk } from './list-walk.ts';
import type { Resource, ResourceOperations, Scene, Stage } from './oracle.ts';
import { sentBody } from './varied.ts';
import { responsesPointer } from '../checks/standing.ts';
import { isAnswered, responseOf } from '../../http/exchange.ts';

/** What is refused for a new resource, as another one has it, is no value of a second one after a change either. */
export function* usedScenes(kind: ResourceOperations): Generator<Scene, void, undefined> {
  const operation = kind.replace ?? kind.change;
  if (operation === undefined || kind.read === undefined) return;
  const play = (stage: Stage): Promise<void> => playUsed(stage, kind);
  yield { operation, title: 'gives nobody a used value', requests: 11, play };
}

/** So many properties are tried. */
const TRIED = 3;

async function playUsed(stage: Stage, kind: ResourceOperations): Promise<void> {
  const { create, replace, change } = kind;
  const first = await stage.create(kind);
  const given = stage.besides(first);
  const second = await stage.create(kind, { given });
  const [used, fresh] = [sentBody(stage, first) ?? {}, sentBody(stage, second) ?? {}];
  for (const name of freshNames(used, fresh).slice(0, TRIED)) {
    const value = getProperty(used, name)!;
    const withUsed = (operation: Operation, of = given): Promise<JudgedExchange> =>
      stage.send(operation, {
        given: of,
        validity: notPromised(`another one has this ${name}`),
        change: stage.changing(kind, operation, (body) =>
          operation === change ? { [name]: value } : { ...body, [name]: value },
        ),
      });
    const changing = [replace, change].filter((operation) => operation !== undefined);
    const taking = changing.filter((operation) =>
      propertiesOf(stage.document, kind, operation, 'taken').has(name),
    );
    if (taking.length === 0 || !isRefusedAsUsed(await withUsed(create))) continue;
    for (const operation of taking) {
      const before = await stage.read(second);
      const done = await withUsed(operation, before.given);
      const status = acceptanceOf(done)?.status;
      if (status === undefined || status === 202) continue;
      if (!(await areAlike(stage, [first, second], before, name))) continue;
      stage.report(done, {
        pointer: responsesPointer(operation),
        severity: saysUsed(stage.document, kind, operation) ? 'violation' : 'warning',
        message: `two have the same ${name} then, though a new one with it is refused`,
        received: `${status}, and ${name}: ${showJson(value, 120)} of both`,
        documented: 'a refusal, as for a new one',
      });
      return;
    }
    for (const operation of taking) await playOwn(stage, first, operation, name);
  }
}

/** Nobody else has the value that a resource has: it may be sent again with it, as it may with another one. */
async function playOwn(
  stage: Stage,
  resource: Resource,
  operation: Operation,
  name: string,
): Promise<void> {
  const { kind } = resource;
  const { given, view } = await stage.read(resource);
  const own = getProperty(view, name);
  const sendWith = (value: JsonValue | undefined): Promise<JudgedExchange> =>
    stage.send(operation, {
      given,
      change: stage.changing(kind, operation, (body) => {
        const member = { [name]: value ?? getProperty(body, name) ?? null };
        return operation === kind.change ? member : { ...body, ...member };
      }),
    });
  if (own === undefined) return;
  const again = await sendWith(own);
  if (!isRefusedAsUsed(again)) return;
  const other = await sendWith(undefined);
  if (acceptanceOf(other) === undefined || other.case.validity.kind === 'invalid') return;
  const isSaid = saysUsedIn(again) || saysUsed(stage.document, kind, operation);
  stage.report(again, {
    pointer: responsesPointer(operation),
    severity: isSaid ? 'violation' : 'warning',
    message: `the ${name} that it has is refused as if another one had it`,
    received: `${showStatus(again)} to ${name}: ${showJson(own, 120)}; another ${name} is taken`,
    documented: 'a success: no other one has this value',
  });
}

/** What each creation has a fresh value of, and names nothing else by; a time is taken with the room that it is for. */
function freshNames(left: JsonObject, right: JsonObject): string[] {
  return Object.entries(left).flatMap(([name, value]) => {
    const isScalar = (typeof value === 'string' && !isMoment(value)) || isJsonNumber(value);
    const isFresh = isScalar && !equalJson(value, getProperty(right, name) ?? null);
    return isFresh && !/(?:Ids?|_ids?)$/.test(name) ? [name] : [];
  });
}

function isRefusedAsUsed(exchange: JudgedExchange): boolean {
  return isAnswered(exchange, 409) || (isAnswered(exchange, 400, 422) && saysUsedIn(exchange));
}

function saysUsedIn(exchange: JudgedExchange): boolean {
  return SAYS_USED.test(looseText(responseOf(exchange)?.body ?? new Uint8Array()));
}

/** Whether the second one has the value of the first now, and not what it had before. */
async function areAlike(
  stage: Stage,
  [first, second]: readonly [Resource, Resource],
  before: Resource,
  name: string,
): Promise<boolean> {
  const { kind, identity } = first;
  if (name === kind.family.identity) {
    const list = kind.list && listOf(stage.document, kind.list);
    const { items } = list
      ? await walk(stage, list, { given: stage.besides(first) })
      : { items: [] };
    return repeatedIn(namesOf(items, kind)).includes(textOf(identity));
  }
  const [one, other] = [await stage.read(first), await stage.read(second)].map(({ view }) =>
    getProperty(view, name),
  );
  const was = getProperty(before.view, name);
  return one !== undefined && other !== undefined && equalJson(one, other) && !equalJson(one, was!);
}

/** Whether the document carries it: what changes one has a refusal for it, too. */
function saysUsed(
  document: OpenApiDocument,
  { create }: ResourceOperations,
  operation: Operation,
): boolean {
  const isKnown = hasResponse(operation, 409);
  return (
    isKnown && [create, operation].some((one) => SAYS_USED.test(saidWith(document, one, '409')))
  );
}
