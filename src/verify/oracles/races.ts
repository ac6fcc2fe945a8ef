import {
  type JsonValue,
  getProperty,
  type JsonObject,
  isJsonNumber,
} from '../../openapi/json/json-value.ts';
import { textOf, showJson } from '../../openapi/json/stringify-json.ts';
import { anotherValue } from '../../openapi/schema/another-value.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { type ListModel, listOf } from '../../model/lists/lists.ts';
import { type Operation, hasResponse } from '../../model/operation.ts';
import { type JudgedExchange, acceptanceOf, completionOf, notPromised } from '../cases/case.ts';
import { withFixedBody } from './drawn-once.ts';
import { goesOn, propertiesOf, schemasOf } from './compared.ts';
import { namesOf, repeatedIn } from './list-items.ts';
import { walk } from './list-walk.ts';
import type { Oracle, Resource, ResourceOperations, Stage, Scene } from './oracle.ts';
import { sentBody } from './varied.ts';
import { saidOfUsed, SAYS_USED, saidWith } from '../../model/words.ts';
import { looseText } from '../../http/body-text.ts';
import { isMoment } from '../../model/believable/timely-texts.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { showStatus } from './conditions.ts';
import { responsesPointer } from '../checks/standing.ts';
import { isAnswered, responseOf } from '../../http/exchange.ts';

/** So many are created at once. */
const TOGETHER = 4;

/** Statuses that say that something is used; others are of who asks, and how often. */
const USED: ReadonlySet<number> = new Set([400, 409, 412, 422]);

/** What only one may have, only one gets, however many ask at once. */
export const races: Oracle = {
  id: 'races',
  because:
    'A server that refuses a used value must also refuse it when the requests come at once (no standard says so, but clients rely on it).',
  *scenes({ document, resources, put }) {
    for (const kind of resources) {
      const play = (stage: Stage): Promise<void> => playOne(stage, kind);
      yield { operation: kind.create, title: 'creates one of a kind once', requests: 6, play };
      yield* usedScenes(kind);
      const { change: operation } = kind;
      if (operation === undefined || kind.read === undefined) continue;
      const changes = (stage: Stage): Promise<void> => playChanges(stage, kind);
      yield { operation, title: 'keeps changes that come together', requests: 6, play: changes };
    }
    for (const kind of put) {
      const list = kind.list && listOf(document, kind.list);
      if (list === undefined || kind.remove === undefined) continue;
      const play = (stage: Stage): Promise<void> => playNamed(stage, kind, list);
      yield { operation: kind.create, title: 'puts one of a name once', requests: 9, play };
    }
  },
};

/** What is put under one name at once is one. */
async function playNamed(stage: Stage, kind: ResourceOperations, list: ListModel): Promise<void> {
  const made = await stage.create(kind);
  const request = { given: { ...made.given, etag: undefined } };
  await stage.finish(kind.remove!, request);
  const all = await Promise.all(
    Array.from({ length: TOGETHER }, () => stage.send(kind.create, request)),
  );
  const { items } = await walk(stage, list, { given: stage.besides(made) });
  const twice = repeatedIn(namesOf(items, kind)).includes(textOf(made.identity));
  const last = all.findLast((exchange) => acceptanceOf(exchange) !== undefined);
  if (!twice || last === undefined) return;
  stage.report(last, {
    message: 'what is put under one name is there several times when requests come together',
    received: `${textOf(made.identity)} more than once in its list`,
    documented: 'one for each name',
  });
}

/** Changes of different properties at once are both made: none writes what it has read before. */
async function playChanges(stage: Stage, kind: ResourceOperations): Promise<void> {
  const { operation } = stage;
  const before = await stage.read(await stage.create(kind));
  const given = { ...before.given, etag: undefined };
  const send = ({ name, value }: Part): Promise<JudgedExchange> => {
    const change = stage.changing(kind, operation, () => ({ [name]: value }));
    return stage.finish(operation, { given, change });
  };
  const parts = partsOf(stage, before, operation);
  if (parts.length < 2) return;
  await Promise.all(parts.map(send));
  const isMade = ({ view }: Resource, { name }: Part): boolean =>
    !equalJson(getProperty(view, name) ?? null, getProperty(before.view, name) ?? null);
  const after = await stage.read(before);
  const lost = parts.find((part) => !isMade(after, part));
  if (lost === undefined || parts.every((part) => !isMade(after, part))) return;
  const alone = await send(lost);
  if (!isMade(await stage.read(before), lost)) return;
  stage.report(alone, {
    severity: 'warning',
    message: 'of changes that come together, one is lost',
    received: `${lost.name} stays as it was; sent alone, it is changed`,
    documented: 'each change is made as a whole, and nothing else (RFC 5789, 2)',
  });
}

/** A property with another value than it has. */
interface Part {
  readonly name: string;
  readonly value: JsonValue;
}

/** Two properties that clients may change. */
function partsOf(stage: Stage, { kind, view }: Resource, operation: Operation): Part[] {
  const { told, sent } = schemasOf(stage.document, kind);
  const taken = propertiesOf(stage.document, kind, operation, 'taken');
  return [...taken]
    .flatMap(([name, schema]): Part[] => {
      const was = getProperty(view, name);
      const isOwn = sent.has(name) && told.get(name)?.readOnly === false && !goesOn(name, schema);
      if (!isOwn || was === undefined || name === kind.family.identity) return [];
      const value = anotherValue(schema, was, 'request');
      return value === undefined ? [] : [{ name, value }];
    })
    .slice(0, 2);
}

/** One after the other first: where both are created, nothing is said of several at once. */
async function playOne(stage: Stage, kind: ResourceOperations): Promise<void> {
  const given = stage.besides(await stage.create(kind));
  const validity = { kind: 'open', reason: 'it is used', strictlyValid: false } as const;
  const template = stage.template(kind.create, { given, validity }) ?? stage.end();
  const used = withFixedBody(template);
  const earlier = await stage.deliver(used);
  if (acceptanceOf(earlier) === undefined) return;
  const later = await stage.deliver({ ...used, fixedIdentity: true });
  reportUsed(stage, kind, [earlier, later]);
  const { outcome } = later;
  if (outcome.kind === 'failure' || !USED.has(outcome.response.status)) return;
  const { status } = outcome.response;
  const fresh = { ...withFixedBody(template), fixedIdentity: true };
  const all = await Promise.all(Array.from({ length: TOGETHER }, () => stage.deliver(fresh)));
  const [first, second] = all.filter((exchange) => acceptanceOf(exchange) !== undefined);
  if (first === undefined || second === undefined) return;
  stage.report(second, {
    message: 'what is refused as used is created several times when requests come together',
    received: `${acceptanceOf(second)!.status} more than once`,
    documented: `one success, and ${status} as one after the other`,
  });
}

/** What the document says to be refused as used is created twice. */
function reportUsed(
  stage: Stage,
  kind: ResourceOperations,
  [earlier, later]: readonly [JudgedExchange, JudgedExchange],
): void {
  const [first, second] = [earlier, later].map((exchange) => stage.createdBy(kind, exchange));
  if (first === undefined || second === undefined) return;
  if (textOf(first.identity) === textOf(second.identity)) return;
  const body = sentBody(stage, second) ?? {};
  const texts = Object.keys(body).filter((key) => typeof body[key] === 'string');
  const [[name, sentence] = []] = saidOfUsed(stage.document, kind.create, texts);
  if (name === undefined) return;
  stage.report(later, {
    severity: 'warning',
    message: `a second one with the same ${name} is created`,
    received: `${acceptanceOf(later)!.status}, as for the first`,
    documented: `409: ${sentence}`,
  });
}

/** What is refused for a new resource, as another one has it, is no value of a second one after a change either. */
export function* usedScenes(kind: ResourceOperations): Iterable<Scene> {
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
      if (completionOf(done) === undefined) continue;
      if (!(await areAlike(stage, [first, second], before, name))) continue;
      stage.report(done, {
        pointer: responsesPointer(operation),
        severity: saysUsed(stage.document, kind, operation) ? 'violation' : 'warning',
        message: `two have the same ${name} then, though a new one with it is refused`,
        received: `${showStatus(done)}, and ${name}: ${showJson(value, 120)} of both`,
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
