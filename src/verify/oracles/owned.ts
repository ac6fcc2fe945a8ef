/** Resources that belong to another one: by their path, by what creates them, or by an action. */
import type { JsonObject } from '../../openapi/json/json-value.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { Operation } from '../../model/operation.ts';
import { ownerReference } from '../../model/resources/owner-reference.ts';
import { notPromised } from '../cases/case.ts';
import { see } from './look.ts';
import type { Resource, ResourceOperations, Stage } from './oracle.ts';
import { naming, takingIn } from './own-kind.ts';
import { aroundOf } from './placed.ts';

/** How one of a kind is made to belong to another one. */
export interface Belonging {
  readonly kind: ResourceOperations;
  /** The property that names the other one. Default: its path alone does. */
  readonly reference: string | undefined;
  /** What sets that. Default: nothing but its path does. */
  readonly maker: Operation | undefined;
}

/** How those of a kind come to belong to one of another; by no property where nothing names that. */
export function belongingTo(
  document: OpenApiDocument,
  kind: ResourceOperations,
  { family: { item, collection } }: ResourceOperations,
): Belonging {
  const reference =
    item === undefined ? undefined : ownerReference(document, kind.family, { item, collection });
  const ways = [kind.create, ...kind.actions];
  const [maker] = reference === undefined ? [] : takingIn(document, kind, reference, ways);
  return { kind, reference, maker };
}

/**
 * One that belongs to an owner, with some values of its own.
 *
 * @throws an error that ends the scene where nothing makes it so.
 */
export async function createOwned(
  stage: Stage,
  owner: Resource,
  { kind, reference = '', maker }: Belonging,
  values: JsonObject = {},
): Promise<Resource> {
  const given = aroundOf(owner, kind);
  const isTaken = given === undefined && maker === kind.create;
  const own = isTaken ? { ...values, [reference]: owner.identity } : values;
  const change = stage.changing(kind, kind.create, (body) => ({ ...body, ...own }));
  const validity = notPromised('a server may have rules of its own about it');
  const isPlain = Object.keys(own).length === 0;
  const created = await stage.create(kind, { given, ...(!isPlain && { change, validity }) });
  if (given !== undefined || isTaken) return created;
  const request = naming(stage, { kind, name: reference }, maker ?? stage.end(), owner.identity);
  const exchange = await stage.succeed(maker!, { ...request, given: created.given });
  return { ...(await see(stage, created)), exchange };
}
