/** The stages of a service that keeps the whole contract, and has the rules that its kinds say. */
import { parseExact } from '../family/exact-json.ts';
import type { Operation } from './contract.ts';
import {
  type Call,
  type Draft,
  type Fields,
  type Kind,
  Refusal,
  type Reply,
  type Resource,
  type Stages,
  type World,
  all,
  keyText,
  merged,
  valueAt,
} from './service.ts';

export function plainStages(world: World, operations: readonly Operation[]): Stages {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const operationOf = (call: Call): Operation => byId.get(call.operation)!;
  return {
    admit: (call) => admit(call, operationOf(call), world),
    parse: (call) => parse(call, operationOf(call), world),
    validate: (call) => validate(call, operationOf(call), world),
    once: idempotent(world),
    find: (call, kind) => find(call, kind, world),
    owns: ({ account }, resource) => resource.account === account,
    condition: (call, resource) => condition(call, resource, world),
    rule: (call, draft) => brokenReference(call, draft, world) ?? usedValue(draft, world),
    keep: (call, { fields }) => {
      const { properties, defaults } = operationOf(call);
      const known = Object.entries(fields).filter(([name]) => properties.has(name));
      return { ...defaults, ...Object.fromEntries(known) };
    },
    permit: (call, resource) =>
      call.method === 'DELETE' && isReferredTo(resource, world)
        ? world.refuse('state', `something refers to this ${resource.kind}`)
        : undefined,
    remove: (_, resource) => {
      for (const other of world.resources)
        if (isBelow(other, resource)) world.resources.delete(other);
    },
    change: (_, resource, draft, isPatch) => {
      const { made, identity } = draft.kind;
      const { fields: old } = resource;
      const entries = [...Object.keys(made ?? {}), identity].map((name) => [name, old[name]]);
      const fields = merged(isPatch ? old : {}, draft.fields);
      return { ...fields, ...Object.fromEntries(entries) };
    },
    among: (call, { name }, parent) =>
      all(world, name).filter(
        (resource) => resource.parent === parent && world.stages.owns(call, resource),
      ),
    select: ({ parameters }, resources, { filters = {} }) => {
      const wanted = Object.entries(filters).filter(([name]) => parameters[name] !== undefined);
      return resources.filter((resource) =>
        wanted.every(([name, isWanted]) =>
          isWanted(toldFields(resource, world), parameters[name] as never),
        ),
      );
    },
    sort: ({ parameters }, resources, { sorting = '' }) => {
      const by = parameters[sorting];
      return typeof by === 'string' ? sorted(resources, by, world) : resources;
    },
    page: (call, resources) => page(call, resources, world),
    view: (resource) => {
      const { secret = [] } = world.service.kinds[resource.kind]!;
      const fields = Object.entries(toldFields(resource, world));
      return Object.fromEntries(fields.filter(([name]) => !secret.includes(name)));
    },
    etag: ({ key, version }) => `"${Buffer.from(`${key}/${version}`).toString('base64url')}"`,
    finish: (reply) => reply,
  };
}

function admit(
  call: Call,
  { schemes }: Operation,
  { service, refuse }: World,
): Refusal | undefined {
  const { authorization = '' } = call.headers;
  const [scheme = '', text = ''] = authorization.split(' ');
  const given = scheme.toLowerCase() === 'basic' ? Buffer.from(text, 'base64').toString() : text;
  const key = String(call.headers['x-operator-key'] ?? '');
  for (const account of ['first', 'other'] as const) {
    const secrets = account === 'first' ? service.credentials : service.otherCredentials;
    const right = schemes.find((name) => [given, key].includes(secrets[name]!));
    if (right === undefined) continue;
    Object.assign(call, { caller: secrets[right], account });
    return undefined;
  }
  return refuse('credential', 'a valid credential is required');
}

async function parse(
  call: Call,
  { bodies, isBodyRequired }: Operation,
  { refuse }: World,
): Promise<unknown> {
  const { bytes, headers } = call;
  if (bytes.length === 0) {
    return isBodyRequired ? refuse('syntax', 'a body is required') : undefined;
  }
  const given = headers['content-type'] ?? '';
  const type = given.split(';')[0]!.trim().toLowerCase();
  if (bodies.size > 0 && !bodies.has(type)) return refuse('media-type', `${type} isn't taken`);
  try {
    if (type === 'multipart/form-data') return await readForm(bytes, given);
    if (!type.endsWith('json')) return bytes.toString('latin1');
    return plainNumbers(parseExact(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch {
    return refuse('syntax', 'the body is malformed');
  }
}

async function readForm(bytes: Buffer, type: string): Promise<Fields> {
  const form = await new Response(new Uint8Array(bytes), {
    headers: { 'Content-Type': type },
  }).formData();
  const fields: [string, string][] = [];
  for (const [name, value] of form) {
    const isOther =
      typeof value !== 'string' && !/^(?:image\/png|application\/pdf)$/.test(value.type);
    if (isOther) throw new TypeError('the document has no such files');
    const text =
      typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer()).toString('latin1');
    fields.push([name, text]);
  }
  return Object.fromEntries(fields);
}

/** Integers that a number holds exactly are numbers. */
function plainNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  }
  if (Array.isArray(value)) return value.map(plainNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, plainNumbers(member)]),
  );
}

function validate(
  call: Call,
  { parameters, bodies }: Operation,
  { refuse }: World,
): Refusal | undefined {
  for (const { name, in: place, required, validate: isValid } of parameters) {
    const value = call.parameters[name];
    const isFine = value === undefined ? !required : isValid(value);
    // What no resource can be named by names none.
    if (!isFine) return refuse(place === 'path' ? 'missing' : 'shape', `${name} is not valid`);
  }
  const [isValid] = bodies.values();
  if (call.body === undefined || isValid === undefined || isValid(call.body)) return undefined;
  const { instancePath = '', message = '' } = isValid.errors?.[0] ?? {};
  return refuse('shape', `${instancePath.slice(1) || 'the body'} ${message}`);
}

function idempotent({ refuse }: World): Stages['once'] {
  const before = new Map<string, { readonly bytes: Buffer; readonly reply: Reply }>();
  return (call, work) => {
    const key = call.headers['idempotency-key'];
    if (key === undefined || call.method !== 'POST') return work();
    const place = `${call.caller} ${call.path} ${String(key)}`;
    const known = before.get(place);
    if (known) {
      return known.bytes.equals(call.bytes)
        ? known.reply
        : refuse('used', 'this Idempotency-Key was used for another request');
    }
    const reply = work();
    if (!(reply instanceof Refusal)) before.set(place, { bytes: call.bytes, reply });
    return reply;
  };
}

function toldFields(resource: Resource, world: World): Fields {
  return { ...resource.fields, ...world.service.kinds[resource.kind]!.told?.(resource, world) };
}

/** By the value of a property, which a `-` before it turns round; those without it come first. */
function sorted(resources: readonly Resource[], by: string, world: World): readonly Resource[] {
  const name = by.replace(/^-/, '');
  const keys = new Map(
    resources.map((resource) => [resource, sortKey(toldFields(resource, world)[name])] as const),
  );
  const up = name === by ? 1 : -1;
  return resources.toSorted((a, b) => {
    const [left, right] = [keys.get(a)!, keys.get(b)!];
    return left === right ? 0 : left < right ? -up : up;
  });
}

/** Times count by what they mean. */
function sortKey(value: unknown): number | string {
  if (typeof value !== 'string') return typeof value === 'number' ? value : '';
  return /^\d{4}-\d\d-\d\dt/i.test(value) ? Date.parse(value) : value;
}

/** What there is one of from the start. */
function sole({ name, first = {} }: Kind, world: World): Resource {
  const [known] = all(world, name);
  if (known !== undefined) return known;
  const now = Date.now();
  const origin = { parent: undefined, key: name, account: 'first', createdAt: now } as const;
  const resource: Resource = { ...origin, kind: name, fields: first, version: 1, changedAt: now };
  world.resources.add(resource);
  return resource;
}

function find(call: Call, kind: Kind, world: World): Resource | Refusal {
  if (kind.first !== undefined) return sole(kind, world);
  const parent =
    kind.parent === undefined
      ? undefined
      : world.stages.find(call, world.service.kinds[kind.parent]!);
  if (parent instanceof Refusal) return parent;
  const key = String(call.parameters[kind.parameter]);
  const found = all(world, kind.name).find(
    (resource) =>
      resource.key === key && resource.parent === parent && world.stages.owns(call, resource),
  );
  return found ?? world.refuse('missing', `there is no ${kind.name} ${key}`);
}

function condition(
  call: Call,
  resource: Resource,
  { stages, refuse }: World,
): Reply | Refusal | undefined {
  const etag = stages.etag(resource);
  const isOneOf = (list: string, spelled = (tag: string): string => tag): boolean =>
    list.split(',').some((part) => spelled(part.trim()) === spelled(etag) || part.trim() === '*');
  // A weak one is of the same version, where nothing is changed (RFC 9110, 13.1.2).
  const weak = (tag: string): string => tag.replace(/^W\//, '');
  const { 'if-match': match, 'if-none-match': noneMatch } = call.headers;
  const isRead = /^(?:GET|HEAD)$/.test(call.method);
  if (match !== undefined && !isRead && !isOneOf(match)) {
    return refuse('condition', 'it was changed since');
  }
  const isKnown = isRead && noneMatch !== undefined && isOneOf(noneMatch, weak);
  return isKnown ? { status: 304, headers: { ETag: etag } } : undefined;
}

/** Whatever a draft refers to has to be there. */
export function brokenReference(
  call: Call,
  { kind: { references = {} }, fields }: Draft,
  world: World,
): Refusal | undefined {
  for (const [path, kind] of Object.entries(references)) {
    const keys = [valueAt(fields, path) ?? []].flat();
    const there = all(world, kind).filter((resource) => world.stages.owns(call, resource));
    const missing = keys.find((key) => !there.some((resource) => resource.key === keyText(key)));
    if (missing !== undefined)
      return world.refuse('reference', `${path}: there is no ${kind} ${keyText(missing)}`);
  }
  return undefined;
}

/** What has to be unique is. */
export function usedValue(
  { kind: { name, unique = [] }, fields, before }: Draft,
  world: World,
): Refusal | undefined {
  const others = all(world, name).filter((resource) => resource !== before);
  const used = unique.find((path) => {
    const value = valueAt(fields, path);
    return value !== undefined && others.some((other) => valueAt(other.fields, path) === value);
  });
  return used === undefined ? undefined : world.refuse('used', `${used} is used already`);
}

function isReferredTo(resource: Resource, world: World): boolean {
  const { kinds } = world.service;
  return [...world.resources].some((other) =>
    Object.entries(kinds[other.kind]!.references ?? {}).some(
      ([path, kind]) =>
        kind === resource.kind &&
        [valueAt(other.fields, path)].flat().map(keyText).includes(resource.key),
    ),
  );
}

function isBelow(resource: Resource | undefined, above: Resource): boolean {
  return resource !== undefined && (resource === above || isBelow(resource.parent, above));
}

function page(
  call: Call,
  resources: readonly Resource[],
  { stages, refuse }: World,
): ReturnType<Stages['page']> {
  const {
    cursor,
    before,
    limit = Math.max(1, resources.length),
    page: pageNumber = 1,
    offset = (Number(pageNumber) - 1) * limit,
  } = call.parameters as {
    cursor?: string;
    before?: string;
    limit?: number;
    page?: number | bigint;
    offset?: number;
  };
  const placeOf = (text: string): number =>
    text === '' ? NaN : Number(Buffer.from(text, 'base64url').toString());
  const last = before === undefined ? undefined : placeOf(before);
  const first = cursor === undefined ? offset : placeOf(cursor);
  const place = last === undefined ? first : Math.max(0, last - limit);
  if (!Number.isInteger(place)) return refuse('shape', 'cursor is not valid');
  const end = last ?? place + limit;
  return {
    items: resources.slice(place, end).map((resource) => stages.view(resource, call)),
    total: resources.length,
    offset: place,
    limit,
    next: end < resources.length ? Buffer.from(String(end)).toString('base64url') : null,
    previous: place > 0 ? Buffer.from(String(place)).toString('base64url') : null,
  };
}
