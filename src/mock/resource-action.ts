/** What an operation does with stored resources, and with the one that a path names. */
import type { JsonObject, JsonValue } from '../openapi/json/json-value.ts';
import { showJson, readings } from '../openapi/json/stringify-json.ts';
import type { Problem } from '../http/message.ts';
import type { Operation } from '../model/operation.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { type Envelopes, resourceSchema } from '../model/resources/envelopes-in.ts';
import type { ResourceFamily } from '../model/resources/resources.ts';
import { saidOfUsed } from '../model/words.ts';
import type { Address } from './list-leads.ts';
import type { ListPage } from './list-pages.ts';
import type { ResourceStore } from './resource-store.ts';
import type { Whereabouts } from './self-addresses.ts';

/** What a request says, once it was found well. */
export interface ResourceCall {
  readonly path: string;
  /** The request's address, with its query. */
  address(this: void): Address;
  /** By `in name`. */
  readonly parameters: ReadonlyMap<string, JsonValue>;
  /** The whole body, as it came. */
  readonly sent: JsonValue;
  /** The body's bytes. */
  readonly bytes: Uint8Array;
  /** The header Content-Type; empty where there is none. */
  readonly mediaType: string;
  /** What it says of the resource, without what only the server sets. */
  readonly body: JsonObject;
  /** The body in place of a resource: what only the server sets is as it was. */
  over(this: void, old: JsonObject): JsonObject;
  /** The resource with what an answer about it makes up. */
  complete(this: void, resource: JsonObject): JsonObject;
  /** An item of a list as the answer tells it. */
  tellItem(this: void, item: JsonValue): JsonValue;
  /** Why nothing more is stored. */
  full(this: void): Problem | undefined;
  /** Why it must not be done to a resource as that is now. */
  unmet(this: void, resource: JsonObject): Problem | undefined;
}

/** What came of it. */
export interface ResourceOutcome {
  /** The resource as it is now. */
  readonly resource?: JsonObject | undefined;
  /** The same without what only this answer has in it: its version is told. Default: as it is told. */
  readonly stored?: JsonObject | undefined;
  /** Those of the collection that the query asks for. */
  readonly list?: ListPage | undefined;
  /** What is told as it came. */
  readonly file?:
    | { readonly mediaType: string; readonly bytes: Uint8Array<ArrayBuffer> }
    | undefined;
  /** Whether nothing is stored that could be told. Default: something is. */
  readonly isMadeUp?: boolean | undefined;
  /** Whether a request to change something has created it. Default false. */
  readonly isCreated?: boolean | undefined;
  /** Where a created one is, below base_url. */
  readonly location?: string | undefined;
}

/** What an operation does with the stored resources, as its method and path tell. */
export interface ResourceAction {
  /** What is around the resource in the request and in its answer. */
  readonly envelopes: Envelopes;
  /** What its answer tells beside what is documented there. Default: nothing. */
  readonly identity?: string | undefined;
  /** Where the resources are that it tells. Default: nothing is known of that. */
  readonly whereabouts?: Whereabouts | undefined;
  perform(call: ResourceCall): ResourceOutcome | Problem;
  /** Whether it changes what is there, and creates what isn't. Default false. */
  readonly mayCreate?: boolean | undefined;
  /** What stands in the way of it, unless a profile says that it doesn't. */
  readonly conflict?: ((call: ResourceCall) => Problem | undefined) | undefined;
}

/** What the path of a request names by one of its parameters: of a list, its only item. */
export function namedBy(
  parameter: string,
  parameters: ResourceCall['parameters'],
): JsonValue | undefined {
  const named = parameters.get(`path ${parameter}`);
  return Array.isArray(named) && named.length === 1 ? named[0] : named;
}

/** The resource that the path of a request names. */
export function namedResource(
  { identity = '', parameter }: ResourceFamily,
  parameters: ResourceCall['parameters'],
  store: Pick<ResourceStore, 'find'>,
): JsonObject | undefined {
  const wanted = namedBy(parameter, parameters) ?? '';
  for (const reading of readings(wanted)) {
    const found = store.find(identity, reading);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Of what an operation takes, the texts of which the document says that only one may have each. */
export function uniqueTexts(
  document: OpenApiDocument,
  family: ResourceFamily,
  operation: Operation,
): string[] {
  const { properties } = resourceSchema(document, family, operation, 'taken');
  const texts = [...properties].filter(([, { types }]) => types.includes('string'));
  const names = texts.map(([name]) => name);
  const said = [family.create, operation].map((told) => saidOfUsed(document, told, names));
  return [...new Set(said.flatMap((sentences) => [...sentences.keys()]))];
}

/**
 * A problem where something else has a value already that only one may have.
 *
 * @param holder What may keep the value that it has. Default: nothing.
 */
export function usedValue(
  names: readonly string[],
  body: JsonObject,
  store: Pick<ResourceStore, 'find'>,
  holder?: JsonObject,
): Problem | undefined {
  const used = names.find((name) => {
    const given = body[name] ?? null;
    const found = given === null ? undefined : store.find(name, given);
    return found !== undefined && found !== holder;
  });
  if (used === undefined) return undefined;
  return { kind: `used-${used}`, message: `${used} ${showJson(body[used]!)} is already used` };
}

/** That there is none. */
export function unknownResource(
  { parameter }: ResourceFamily,
  parameters: ResourceCall['parameters'],
): Problem {
  const wanted = namedBy(parameter, parameters) ?? '';
  return { kind: 'resource-unknown', message: `there is no ${parameter} ${showJson(wanted)}` };
}
