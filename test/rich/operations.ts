/** What operations do: the usual ones of a kind of resources, and actions. */
import {
  type Act,
  type Call,
  type Draft,
  type Fields,
  type Kind,
  Refusal,
  type Reply,
  type Resource,
  type World,
  all,
  merged,
} from './service.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Lists what is there, or what is there below a parent. */
export function list(kind: string, select?: (fields: Fields, call: Call) => boolean): Act {
  return (call, world) => {
    const { stages, service } = world;
    const parent = parentOf(call, service.kinds[kind]!, world);
    if (parent instanceof Refusal) return parent;
    const kindOfCall = service.kinds[kind]!;
    const there = stages.among(call, kindOfCall, parent);
    const wanted = select ? there.filter(({ fields }) => select(fields, call)) : there;
    const page = stages.page(
      call,
      stages.sort(call, stages.select(call, wanted, kindOfCall), kindOfCall),
    );
    if (page instanceof Refusal) return page;
    const headers = { ...JSON_TYPE, 'X-Total-Count': String(page.total) };
    return { status: 200, headers, json: service.page(page) };
  };
}

/** Lists what a body asks for, in the words of a query. */
export function search(kind: string, asked: (body: Fields) => Fields): Act {
  const listing = list(kind);
  return (call, world) => listing({ ...call, parameters: asked(call.body as Fields) }, world);
}

/** Lists all that is there, without pages. */
export function listAll(kind: string): Act {
  return (call, { stages, service }) => {
    const kindOfCall = service.kinds[kind]!;
    const some = stages.among(call, kindOfCall, undefined);
    return {
      status: 200,
      headers: JSON_TYPE,
      json: some.map((resource) => stages.view(resource, call)),
    };
  };
}

export function create(kind: string, status = 201): Act {
  return (call, world) => {
    const { stages, service, resources } = world;
    const kindOfCall = service.kinds[kind]!;
    const parent = parentOf(call, kindOfCall, world);
    if (parent instanceof Refusal) return parent;
    const sent = call.body as Fields;
    const draft = { kind: kindOfCall, fields: sent, sent, parent, before: undefined };
    const refusal = stages.rule(call, draft);
    if (refusal) return refusal;
    world.count += 1;
    const key = kindOfCall.nextKey?.(world.count, draft, world) ?? sent[kindOfCall.identity];
    const now = Date.now();
    const resource: Resource = {
      kind,
      parent,
      key: String(key),
      account: call.account,
      createdAt: now,
      changedAt: now,
      version: 1,
      fields: { ...kindOfCall.made, ...stages.keep(call, draft), [kindOfCall.identity]: key },
    };
    resources.add(resource);
    const path = `${call.path.replace(/\/$/, '')}/${encodeURIComponent(resource.key)}`;
    return shown(status, resource, call, world, { Location: path });
  };
}

export function read(kind: string): Act {
  return onOne(kind, (resource, call, world) => shown(200, resource, call, world));
}

/** Deletes those whose identities a body has, where nothing stands in the way. */
export function removeAll(kind: string): Act {
  return (call, world) => {
    const { stages } = world;
    const asOne = { ...call, method: 'DELETE' };
    const { ids } = call.body as { readonly ids: readonly unknown[] };
    const keys = new Set(ids.map(String));
    const removed = all(world, kind).filter(
      (resource) =>
        keys.has(resource.key) &&
        stages.owns(call, resource) &&
        stages.permit(asOne, resource) === undefined,
    );
    for (const resource of removed) stages.remove(call, resource);
    return { status: 200, headers: JSON_TYPE, json: { deleted: removed.length } };
  };
}

/** Puts what was sent in the place of what is there. */
export function replace(kind: string): Act {
  return changing(kind, false);
}

/** Changes what was sent and leaves the rest, null removing a property (RFC 7386). */
export function patch(kind: string): Act {
  return changing(kind, true);
}

function changing(kind: string, isPatch: boolean): Act {
  return onOne(kind, (resource, call, world) => {
    const { service, stages } = world;
    const kindOfCall = service.kinds[kind]!;
    const refused = stages.permit(call, resource);
    if (refused) return refused;
    const sent = call.body as Fields;
    const { parent, fields: old } = resource;
    const fields = merged(isPatch ? old : {}, sent);
    const draft: Draft = { kind: kindOfCall, fields, sent, parent, before: resource };
    const refusal = stages.rule(call, draft);
    if (refusal) return refusal;
    const fieldsStored = stages.keep(call, { ...draft, fields: sent });
    change(resource, stages.change(call, resource, { ...draft, fields: fieldsStored }, isPatch));
    return shown(200, resource, call, world);
  });
}

export function remove(kind: string, status: 200 | 204 = 204): Act {
  return onOne(kind, (resource, call, world) => {
    const refusal = world.stages.permit(call, resource);
    if (refusal) return refusal;
    const last = shown(200, resource, call, world);
    world.stages.remove(call, resource);
    return status === 200 ? last : { status, headers: {} };
  });
}

/** Brings a resource from one state to another. */
export function act(kind: string, from: Fields, to: Fields | ((sent: Fields) => Fields)): Act {
  return onOne(kind, (resource, call, world) => {
    const refusal = world.stages.permit(call, resource);
    if (refusal) return refusal;
    const isReady = Object.entries(from).every(([name, state]) => resource.fields[name] === state);
    if (!isReady) return world.refuse('state', `this ${kind} is no longer in that state`);
    const changes = typeof to === 'function' ? to((call.body ?? {}) as Fields) : to;
    change(resource, { ...resource.fields, ...changes });
    return shown(200, resource, call, world);
  });
}

/** Creates what clients name in its path, or replaces it. */
export function put(kind: string): Act {
  return (call, world) => {
    const kindOfCall = world.service.kinds[kind]!;
    if (!(world.stages.find(call, kindOfCall) instanceof Refusal))
      return replace(kind)(call, world);
    const body = {
      ...(call.body as Fields),
      [kindOfCall.identity]: call.parameters[kindOfCall.parameter],
    };
    return create(kind)({ ...call, body }, world);
  };
}

/** Creates several as an operation creates one, or none where one of them is refused. */
export function createAll(kind: string, name: string, operation: string): Act {
  return (call, world) => {
    const before = new Set(world.resources);
    const made: unknown[] = [];
    for (const body of (call.body as Fields)[name] as readonly Fields[]) {
      const reply = create(kind)({ ...call, operation, body }, world);
      if (reply instanceof Refusal) {
        for (const resource of world.resources)
          if (!before.has(resource)) world.resources.delete(resource);
        return reply;
      }
      made.push(opened(reply.json));
    }
    return { status: 201, headers: JSON_TYPE, json: world.service.envelope(made) };
  };
}

function opened(json: unknown): unknown {
  return (json as { readonly data: unknown }).data;
}

/** What each resource of a kind has one of, with what it is until something is put there. */
export function readPart(kind: string, part: string, usual: Fields): Act {
  return onOne(kind, ({ fields }, _call, { service }) => ({
    status: 200,
    headers: JSON_TYPE,
    json: service.envelope(fields[part] ?? usual),
  }));
}

/** Puts what was sent there, and what the document says of what wasn't. */
export function putPart(kind: string, part: string, usual: Fields): Act {
  return onOne(kind, (resource, call, world) => {
    const put = { ...usual, ...(call.body as Fields) };
    change(resource, { ...resource.fields, [part]: put });
    const json = world.service.envelope(put);
    return { status: 200, headers: JSON_TYPE, json };
  });
}

/** Does something with the resource that the path names, if it is there and the request's conditions hold. */
export function onOne(
  kind: string,
  work: (resource: Resource, call: Call, world: World) => Reply | Refusal,
): Act {
  return (call, world) => {
    const resource = world.stages.find(call, world.service.kinds[kind]!);
    if (resource instanceof Refusal) return resource;
    return world.stages.condition(call, resource) ?? work(resource, call, world);
  };
}

export function change(resource: Resource, fields: Fields): void {
  resource.fields = fields;
  resource.version += 1;
  resource.changedAt = Date.now();
}

function shown(
  status: number,
  resource: Resource,
  call: Call,
  { stages, service }: World,
  headers: Reply['headers'] = {},
): Reply {
  return {
    status,
    headers: { ...JSON_TYPE, ...headers, ETag: stages.etag(resource) },
    json: service.envelope(stages.view(resource, call)),
  };
}

export function parentOf(
  call: Call,
  { parent }: Kind,
  { stages, service }: World,
): Resource | Refusal | undefined {
  return parent === undefined ? undefined : stages.find(call, service.kinds[parent]!);
}
