/** What relates a resource to those that a body names: `POST /articles/{id}/relationships/tags` (JSON:API 1.1, 9.2). */
import { type JsonValue, getProperty, isJsonObject } from '../../openapi/json/json-value.ts';
import { showJson, textOf } from '../../openapi/json/stringify-json.ts';
import { type Operation, operations, operationAt } from '../../model/operation.ts';
import { isLinkage } from '../../model/resources/relations.ts';
import { type Given, type JudgedExchange, acceptanceOf, notPromised } from '../cases/case.ts';
import { referringBases } from '../cases/generate/body-bases.ts';
import type { Cast, ResourceOperations, Scene, Stage } from './oracle.ts';
import { type Wanted, fault } from './relations.ts';
import { readAt } from './list-walk.ts';

/** Where a resource of one kind refers to those of another, and how that is changed. */
interface Linkage {
  readonly kind: ResourceOperations;
  readonly other: ResourceOperations;
  /** What its bodies refer to. */
  readonly key: string;
  readonly read: Operation;
  readonly replace: Operation | undefined;
  readonly add: Operation | undefined;
  readonly remove: Operation | undefined;
}

/** What a relationship was said to have is what it has then. */
export function* linkageScenes({ document, resources }: Cast): Generator<Scene, void, undefined> {
  for (const read of operations(document)) {
    const kind = resources.find(({ family: { item = '' } }) => isLinkage(read, item));
    if (read.method !== 'GET' || kind === undefined) continue;
    const [replace, add, remove] = ['PATCH', 'POST', 'DELETE'].map((method) =>
      operationAt(document, method, read.path),
    );
    const operation = replace ?? add;
    if (operation === undefined) continue;
    const [reference, another] = referringBases(document, operation, {}).references;
    const other = resources.find(
      ({ family: { collection } }) => reference?.key === `${collection} 0`,
    );
    if (reference === undefined || another !== undefined || other === undefined) continue;
    const linkage: Linkage = { kind, other, key: reference.key, read, replace, add, remove };
    const play = (stage: Stage): Promise<void> => playLinkage(stage, linkage);
    yield { operation, title: 'has what it is given', requests: 11, play };
  }
}

async function playLinkage(stage: Stage, linkage: Linkage): Promise<void> {
  const { kind, other, key, replace, add, remove } = linkage;
  const { given } = await stage.create(kind);
  const [second, first] = [await stage.create(other), await stage.create(other)];
  const [a, b] = [first, second].map(({ identity }) => textOf(identity)) as [string, string];
  const send = (operation: Operation, identity: JsonValue): Promise<JudgedExchange> =>
    stage.send(operation, {
      given: { ...given, etag: undefined },
      referring: { [key]: identity },
      validity: notPromised('a server may refuse it'),
    });
  const check = async (done: JudgedExchange, wanted: Wanted, isAll = false): Promise<void> => {
    const status = acceptanceOf(done)?.status;
    if (status === undefined || status === 202) return stage.end();
    const look = (): Promise<string[]> => identitiesAt(stage, linkage, given);
    const wrong = (entries: string[]): string | undefined =>
      fault(entries, wanted) ??
      (isAll && entries.length > wanted.present.length ? 'still has what was there' : undefined);
    const { seen } = await stage.patience.look(linkage.read, look, (entries) => !wrong(entries));
    const message = wrong(seen);
    if (message === undefined) return;
    stage.report(done, {
      message: `${linkage.read.path.split('/').at(-1)} ${message}`,
      received: showJson(seen, 120),
      documented: 'what the request says (JSON:API 1.1, 9.2)',
    });
    stage.end();
  };
  const has = (...names: string[]): Wanted => {
    return { absent: [], present: names.map((name) => new Set([name])) };
  };
  if (replace !== undefined) {
    await check(await send(replace, first.identity), has(a), true);
    // Else it relates to one only.
    if (add === undefined) return check(await send(replace, second.identity), has(b), true);
  } else await check(await send(add!, first.identity), has(a));
  if (add === undefined) return;
  await check(await send(add, second.identity), has(a, b));
  const again = await send(add, second.identity);
  if (acceptanceOf(again) !== undefined) await check(again, has(a, b));
  if (remove === undefined) return;
  const left = { absent: [new Set([a])], present: [new Set([b])] };
  await check(await send(remove, first.identity), left);
}

/**
 * The identities in a relationship.
 *
 * @throws an error that ends the scene where it can't be read.
 */
async function identitiesAt(
  stage: Stage,
  { read, other }: Linkage,
  given: Given,
): Promise<string[]> {
  const data = readAt(acceptanceOf(await stage.succeed(read, { given })), ['data']) ?? {};
  const all = Array.isArray(data) ? data : data === null ? [] : [data];
  return all.map((entry) => {
    const identity =
      entry !== undefined && isJsonObject(entry)
        ? getProperty(entry, other.family.identity ?? 'id')
        : undefined;
    return identity === undefined ? stage.end() : textOf(identity);
  });
}
