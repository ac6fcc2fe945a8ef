/** What a service of the rich family is made of: its document, its kinds of resources, and its rules. */
import type { IncomingMessage } from 'node:http';
import { type Reply, Refusal as AnyRefusal } from '../family/plant-request.ts';

/** A JSON object; integers beyond 2^53 are bigints. */
export type Fields = Readonly<Record<string, unknown>>;

/** Who sends a request. */
export type Account = 'first' | 'other';

/** A request as a service sees it. */
export interface Call {
  /** Id of the operation. */
  readonly operation: string;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** As it came, without the question mark. */
  readonly query: string;
  /** Of path, query and headers, by name, in the types that the document gives them. */
  readonly parameters: Fields;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: Buffer;
  /** The secret that it came with, once it is admitted. */
  caller: string;
  /** Whose secret that is. */
  account: Account;
  /** Its body, once it is parsed. */
  body: unknown;
}

/** Why a request isn't taken. */
export type Reason =
  | 'path'
  | 'method'
  | 'credential'
  | 'media-type'
  | 'syntax'
  | 'shape'
  | 'missing'
  | 'reference'
  | 'used'
  | 'state'
  | 'condition'
  | 'rule';

/** Ends the connection, without an answer. */
export class Dropped extends Error {}

export class Refusal extends AnyRefusal<Reason> {}

/** A resource as it is kept. */
export interface Resource {
  readonly kind: string;
  readonly parent: Resource | undefined;
  readonly key: string;
  /** Who has created it. */
  readonly account: Account;
  readonly createdAt: number;
  fields: Fields;
  version: number;
  changedAt: number;
}

/** What a request wants to be kept. */
export interface Draft {
  readonly kind: Kind;
  readonly fields: Fields;
  readonly parent: Resource | undefined;
  /** What is there already, where it is changed. */
  readonly before: Resource | undefined;
  /** What the request sent, of {@link fields}. */
  readonly sent: Fields;
}

/** A kind of resources. */
export interface Kind {
  readonly name: string;
  /** The property that identifies one, which is its key in paths. */
  readonly identity: string;
  /** What names one in a path. */
  readonly parameter: string;
  /** Name of the kind of which each has resources of this one below it. */
  readonly parent?: string;
  /** The kinds that properties refer to, by property: `trip.tripId`. */
  readonly references?: Readonly<Record<string, string>>;
  /** What it is at first, where there is one of them from the start, and no path names it by a key. */
  readonly first?: Fields;
  /** Properties that no two have in common. */
  readonly unique?: readonly string[];
  /** A key for the next one. Default: the client says it. */
  readonly nextKey?: (count: number, draft: Draft, world: World) => unknown;
  /** What the service makes of the fields that were sent. */
  readonly made?: Fields;
  /** What isn't told. */
  readonly secret?: readonly string[];
  /** What is worked out when it is told. */
  readonly told?: (resource: Resource, world: World) => Fields;
  /** How filters of lists choose, by parameter. */
  readonly filters?: Readonly<Record<string, (fields: Fields, value: never) => boolean>>;
  /** The parameter of lists that names the property by which they are sorted, down behind a `-`. */
  readonly sorting?: string;
}

/** A page of a list. */
export interface Page {
  readonly items: readonly unknown[];
  readonly total: number;
  readonly offset: number;
  readonly limit: number;
  readonly next: string | null;
  readonly previous: string | null;
}

/** What an operation does. */
export type Act = (call: Call, world: World) => Reply | Refusal;

/** Secrets by security scheme. */
export type Secrets = Readonly<Record<string, string>>;

/** A keyword that a developer forgot to check. */
export interface Omission {
  /** Id of the operation. */
  readonly operation: string;
  /** Name of a parameter, or the way to a property of the body: `rider.email`, `tags.items`. */
  readonly place: string;
  /** `required` is of the place itself. */
  readonly keyword: string;
}

/** A service: all that tells it from another one. */
export interface Service {
  /** Path of its document. */
  readonly file: string;
  readonly credentials: Secrets;
  /** Of a second account. What one account has created, the other one doesn't see. */
  readonly otherCredentials: Secrets;
  /** What of its document the service doesn't check. Default: nothing. */
  readonly omission?: Omission;
  readonly kinds: Readonly<Record<string, Kind>>;
  readonly operations: Readonly<Record<string, Act>>;
  /** The statuses of refusals. */
  readonly statuses: Readonly<Record<Reason, number>>;
  readonly error: (status: number, message: string, reason: Reason) => Reply;
  readonly envelope: (view: unknown) => unknown;
  readonly page: (page: Page) => unknown;
}

/** What a service does with a request, in stages that a member of the family can change. */
export interface Stages {
  admit(call: Call): Refusal | undefined;
  /** What the bytes of its body mean, or why they mean nothing. */
  parse(call: Call): Promise<unknown>;
  /** Holds parameters and body against the document. */
  validate(call: Call): Refusal | undefined;
  /** Does what is asked, or tells again what a request with the same idempotency key came to. */
  once(call: Call, work: () => Reply | Refusal): Reply | Refusal | Promise<Reply | Refusal>;
  /** Whether a resource is the caller's own. */
  owns(call: Call, resource: Resource): boolean;
  /** The resource that a path names. */
  find(call: Call, kind: Kind): Resource | Refusal;
  /** `If-Match` and `If-None-Match`. */
  condition(call: Call, resource: Resource): Reply | Refusal | undefined;
  /** The service's own rules about what is to be kept. */
  rule(call: Call, draft: Draft): Refusal | undefined;
  /** What is kept of it. */
  keep(call: Call, draft: Draft): Fields;
  /** What a resource is, once it has been changed. */
  change(call: Call, resource: Resource, draft: Draft, isPatch: boolean): Fields;
  /** Whether an action may be done, or a resource may go. */
  permit(call: Call, resource: Resource): Refusal | undefined;
  remove(call: Call, resource: Resource): void;
  /** All that a list is of. */
  among(call: Call, kind: Kind, parent: Resource | undefined): readonly Resource[];
  /** The part of a list that is wanted. */
  select(call: Call, resources: readonly Resource[], kind: Kind): readonly Resource[];
  sort(call: Call, resources: readonly Resource[], kind: Kind): readonly Resource[];
  page(call: Call, resources: readonly Resource[]): Page | Refusal;
  view(resource: Resource, call: Call): unknown;
  etag(resource: Resource): string;
  finish(reply: Reply, call: Call, refusal: Refusal | undefined): Reply | Promise<Reply>;
}

/** What a member changes, given the plain stages. Called once for each server that is started. */
export type Change = (plain: Stages, world: World) => Partial<Stages>;

/** The state of one running server. */
export interface World {
  readonly service: Service;
  readonly stages: Stages;
  readonly resources: Set<Resource>;
  count: number;
  readonly refuse: (reason: Reason, message: string, status?: number) => Refusal;
}

/** The resources of a kind. */
export function all({ resources }: World, kind: string): Resource[] {
  return [...resources].filter((resource) => resource.kind === kind);
}

/** The key of a resource, or what should be one. */
export function keyText(key: unknown): string {
  return typeof key === 'string'
    ? key
    : typeof key === 'bigint'
      ? key.toString()
      : JSON.stringify(key);
}

/** The value at `trip.tripId`. */
export function valueAt(fields: Fields, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Fields | undefined | null)?.[name], fields);
}

/** Where there is something before, null removes a property, at any depth (RFC 7386). */
export function merged(before: Fields, sent: Fields): Fields {
  const isRemoving = Object.keys(before).length > 0;
  const parts = Object.entries(sent).map(([name, value]) => {
    const was = before[name];
    return [name, isObject(value) && isObject(was) ? merged(was, value) : value] as const;
  });
  const entries = Object.entries({ ...before, ...Object.fromEntries(parts) });
  return Object.fromEntries(entries.filter(([, value]) => !isRemoving || value !== null));
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export type { Reply };

/** Of most services. */
export const USUAL_STATUSES: Service['statuses'] = {
  path: 404,
  method: 405,
  credential: 401,
  'media-type': 415,
  syntax: 400,
  shape: 400,
  missing: 404,
  reference: 422,
  used: 409,
  state: 409,
  condition: 412,
  rule: 422,
};
