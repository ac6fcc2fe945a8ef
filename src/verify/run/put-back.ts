/** Putting back what there is one of, such as `/settings`, as it was before the run has changed it. */
import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import { otherSideRemover } from '../../openapi/schema/other-side.ts';
import type { Operation } from '../../model/operation.ts';
import { type JudgedExchange, NOTHING_GIVEN, acceptanceOf } from '../cases/case.ts';
import type { GenerateContext, GenerateOptions } from '../cases/generate/case-generator.ts';
import { changedProperties, propertiesOf, schemasOf } from '../oracles/compared.ts';
import { Patience } from '../oracles/patience.ts';
import type { ResourceOperations } from '../oracles/resource-operations.ts';
import { solesIn } from '../oracles/soles.ts';
import type { Resource } from '../oracles/resource-view.ts';
import type { Send } from '../oracles/scene-parts.ts';
import { Stage } from '../oracles/stage.ts';
import type { CleanedUp } from './event.ts';

/** What {@link putBack} works with. */
interface PutBackOptions {
  readonly generate: GenerateContext;
  /** What was read before the first change, by its path. */
  readonly found: ReadonlyMap<string, JudgedExchange>;
  readonly send: Send;
}

/** Puts back all that was found; by its path, why it isn't as it was. */
export async function putBack({ generate, found, send }: PutBackOptions): Promise<CleanedUp> {
  const { document } = generate;
  const left = new Map<string, string | undefined>();
  for (const kind of solesIn(document)) {
    const path = kind.create.path;
    const exchange = found.get(path);
    if (exchange === undefined) continue;
    const scene = { operation: kind.create, title: 'clean-up' };
    const patience = new Patience();
    const stage = new Stage({ send, generate, scene, id: 'clean-up', patience });
    const view = stage.view(kind, exchange);
    left.set(path, view ? 'what puts it back was refused' : 'nothing tells how it was');
    if (view === undefined) continue;
    const before = { kind, given: NOTHING_GIVEN, identity: path, view, exchange };
    await stage.play(async () => void left.set(path, await restored(stage, before)));
  }
  return left;
}

/** Why it isn't as it was. */
async function restored(stage: Stage, before: Resource): Promise<string | undefined> {
  const { kind } = before;
  const now = await stage.read(before);
  if (differing(stage, before, now) === undefined) return undefined;
  for (const operation of [kind.replace, kind.change]) {
    const change = operation && bodyFor(stage, operation, { before, now });
    const given = now.given;
    const done = change && (await stage.send(operation, { given, change }));
    if (done !== undefined && acceptanceOf(done) !== undefined) break;
  }
  return differing(stage, before, await stage.read(before));
}

/** In words, what of a resource is not as it was; `undefined` where all is. */
function differing(stage: Stage, { kind, view }: Resource, now: Resource): string | undefined {
  const schemas = schemasOf(stage.document, kind);
  const changed = changedProperties(schemas, view, now.view).map(({ name }) => name);
  const added = Object.keys(now.view).filter(
    (name) => schemas.sent.has(name) && getProperty(view, name) === undefined,
  );
  const names = [...changed, ...added].join(', ');
  return names === '' ? undefined : `another ${names} than before`;
}

/** Makes a body of what was there: a change takes away what came since. */
function bodyFor(
  stage: Stage,
  operation: Operation,
  { before, now }: { readonly before: Resource; readonly now: Resource },
): ReturnType<Stage['changing']> {
  const { kind, view } = before;
  return stage.changing(kind, operation, () => {
    const taken = propertiesOf(stage.document, kind, operation, 'taken');
    const { told } = schemasOf(stage.document, kind);
    const whole = operation.method === 'PATCH' ? reverted(view, now.view) : view;
    const members = Object.entries(whole).flatMap(([name, value]) => {
      const schema = taken.get(name);
      if (schema === undefined || schema.readOnly) return [];
      const schemas = [told.get(name) ?? schema, schema];
      const clients = otherSideRemover(schemas, 'request')(value);
      return isValidFor(clients, schema, 'request') ? [[name, clients] as const] : [];
    });
    return Object.fromEntries(members);
  });
}

/** A merge patch that makes of a value the one that it was (RFC 7396). */
function reverted(was: JsonObject, is: JsonObject): JsonObject {
  const added = Object.keys(is).filter((name) => getProperty(was, name) === undefined);
  const members = Object.entries(was).map(([name, value]): [string, JsonValue] => {
    const now = getProperty(is, name);
    const isPart = isJsonObject(value) && isJsonObject(now);
    return [name, isPart ? reverted(value, now) : value];
  });
  return Object.fromEntries([...members, ...added.map((name) => [name, null] as const)]);
}

/** What reads it, of each path that names the one thing that is there. */
export function solePaths(
  document: GenerateOptions['document'],
): ReadonlyMap<string, NonNullable<ResourceOperations['read']>> {
  return new Map(solesIn(document).map(({ create, read }) => [create.path, read!]));
}
