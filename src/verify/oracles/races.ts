import { type JsonValue, getProperty } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { anotherValue } from '../../openapi/schema/another-value.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { type ListModel, listOf } from '../../model/lists/lists.ts';
import type { Operation } from '../../model/operation.ts';
import { type JudgedExchange, acceptanceOf } from '../cases/case.ts';
import { withFixedBody } from './drawn-once.ts';
import { goesOn, propertiesOf, schemasOf } from './compared.ts';
import { namesOf, repeatedIn } from './list-items.ts';
import { walk } from './list-walk.ts';
import type { Oracle, Resource, ResourceOperations, Stage } from './oracle.ts';
import { usedScenes } from './used-values.ts';
import { sentBody } from './varied.ts';
import { saidOfUsed } from '../../model/words.ts';

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
      const changes = (stage: Stage): Promise<void> => playChanges(stage, kind, operation);
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
  await stage.succeed(kind.remove!, request);
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
async function playChanges(
  stage: Stage,
  kind: ResourceOperations,
  operation: Operation,
): Promise<void> {
  const before = await stage.read(await stage.create(kind));
  const given = { ...before.given, etag: undefined };
  const send = ({ name, value }: Part): Promise<JudgedExchange> => {
    const change = stage.changing(kind, operation, () => ({ [name]: value }));
    return stage.succeed(operation, { given, change });
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
