/** What members of the rich family change, in words that several of them share. */
import {
  type Call,
  type Change,
  type Draft,
  type Fields,
  type Kind,
  type Reason,
  type Refusal,
  type Reply,
  type Resource,
  type Service,
  type World,
} from './service.ts';

/** The same service with a kind that differs in something. */
export function withKind(service: Service, name: string, changed: Partial<Kind>): Service {
  const kind = { ...service.kinds[name]!, ...changed };
  return { ...service, kinds: { ...service.kinds, [name]: kind } };
}

/** The same service with other statuses of refusals. */
export function withStatuses(service: Service, statuses: Partial<Record<Reason, number>>): Service {
  return { ...service, statuses: { ...service.statuses, ...statuses } };
}

/** Several changes, each on top of those before. */
export function both(...changes: readonly Change[]): Change {
  return (plain, world) => {
    const stages = { ...plain };
    for (const change of changes) Object.assign(stages, change({ ...stages }, world));
    return stages;
  };
}

/** One more rule about what is kept, such as that a date lies ahead. */
export function ruling(
  kind: string,
  message: string,
  isBroken: (sent: never, draft: Draft, world: World) => boolean,
  reason: Reason = 'rule',
): Change {
  return (plain, world) => ({
    rule: (call, draft) => {
      const refusal = plain.rule(call, draft);
      if (refusal || draft.kind.name !== kind) return refusal;
      return isBroken(draft.fields as never, draft, world)
        ? world.refuse(reason, message)
        : undefined;
    },
  });
}

/** One more reason why a resource can't be changed, deleted or acted on. */
export function forbidding(
  operations: RegExp,
  message: string,
  isForbidden: (resource: Resource, world: World) => boolean,
): Change {
  return (plain, world) => ({
    permit: (call, resource) => {
      const refusal = plain.permit(call, resource);
      if (refusal || !operations.test(call.operation)) return refusal;
      return isForbidden(resource, world) ? world.refuse('state', message) : undefined;
    },
  });
}

/** Keeps something else than what was sent. */
export function keeping(kind: string, mend: (sent: never, draft: Draft) => Fields): Change {
  return (plain) => ({
    keep: (call, draft) => {
      const fields = plain.keep(call, draft);
      return draft.kind.name === kind ? mend(fields as never, draft) : fields;
    },
  });
}

/** Tells something else than what is kept. */
export function telling(
  change: (fields: Fields, resource: Resource, call: Call) => Fields,
  kind?: string,
): Change {
  return (plain) => ({
    view: (resource, call) => {
      const fields = plain.view(resource, call) as Fields;
      return kind === undefined || resource.kind === kind ? change(fields, resource, call) : fields;
    },
  });
}

/** Changes answers. */
export function answering(
  rewrite: (reply: Reply, call: Call, refusal: Refusal | undefined) => Reply | Promise<Reply>,
): Change {
  return (plain) => ({
    finish: async (reply, call, refusal) =>
      rewrite(await plain.finish(reply, call, refusal), call, refusal),
  });
}

/** Refuses before the body is looked at. */
export function admitting(refused: (call: Call, world: World) => Refusal | undefined): Change {
  return (plain, world) => ({ admit: (call) => plain.admit(call) ?? refused(call, world) });
}
