/** What members of the family change, in words that several of them share. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Change, Stages } from './base-store.ts';
import { bodyOf } from './base-store.ts';
import { type Plant, type PlantRequest, Refusal, type Reply, refuse } from './plant-request.ts';

type Finished = Reply | undefined | Promise<Reply | undefined>;
/** Changes one kind of answer. */
export type Rewrite = (reply: Reply, request: PlantRequest) => Finished;
export type Fields = Readonly<Record<string, unknown>>;

/** Changes every answer. */
export function always(rewrite: Rewrite): Change {
  return () => ({ finish: rewrite });
}

/** Changes what plants that were taken are answered with. */
export function onSuccess(rewrite: Rewrite): Change {
  return () => ({
    finish: (reply, request, refusal) => (refusal ? reply : rewrite(reply, request)),
  });
}

/** Changes refusals; of one reason, where one is named. */
export function onRefusal(
  rewrite: (reply: Reply, request: PlantRequest, refusal: Refusal) => Finished,
  ...reasons: Refusal['reason'][]
): Change {
  return () => ({
    finish: (reply, request, refusal) => {
      const applies = refusal && (reasons.length === 0 || reasons.includes(refusal.reason));
      return applies ? rewrite(reply, request, refusal) : reply;
    },
  });
}

/** Like {@link onSuccess}, with state of the one store that is started. */
export function remembering(start: () => Rewrite): Change {
  return (plain) => onSuccess(start())(plain);
}

/** Changes the fields of a plant that is answered. */
export function onPlant(
  change: (fields: Fields, plant: Plant, request: PlantRequest) => unknown,
): Change {
  return onSuccess((reply, request) => ({
    ...reply,
    json: change(reply.json as Fields, request.plant!, request),
  }));
}

/** Changes the name that is answered. */
export function onName(change: (name: string) => string): Change {
  return onPlant((fields, { name }) => ({ ...fields, name: change(name) }));
}

/** Changes the tag that is answered, where one is. */
export function onTag(change: (tag: string) => unknown): Change {
  return onPlant((fields, { tag }) =>
    tag === undefined ? fields : { ...fields, tag: change(tag) },
  );
}

/** Changes the fields of a refusal. */
export function onError(
  change: (fields: Fields) => unknown,
  ...reasons: Refusal['reason'][]
): Change {
  return onRefusal((reply) => ({ ...reply, json: change(reply.json as Fields) }), ...reasons);
}

/** Changes the bytes of an answer. */
export function withBody(reply: Reply, change: (text: string) => string | Buffer): Reply {
  return { ...reply, body: change(bodyOf(reply).toString()) };
}

export function withType(reply: Reply, type: string): Reply {
  return { ...reply, headers: { ...reply.headers, 'Content-Type': type } };
}

export function withHeaders(reply: Reply, headers: Reply['headers']): Reply {
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

/** Mends what is wrong with a value before it is judged: how rubbish comes to be accepted. */
export function mending(
  mend: (fields: Record<string, unknown>, value: unknown) => unknown,
): Change {
  return (plain) => ({
    judge: (value, request) => {
      const fields = isObject(value) ? { ...value } : {};
      return plain.judge(mend(fields, value), request);
    },
  });
}

/** Reads what isn't JSON as if it were. */
export function reading(read: (text: string, request: PlantRequest) => unknown): Change {
  return (plain) => ({
    parse: (request) => {
      const value = plain.parse(request);
      return value instanceof Refusal
        ? (attempt(() => read(request.bytes.toString(), request)) ?? value)
        : value;
    },
  });
}

function attempt(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Refuses plants that the specification lets in. */
export function refusing(
  message: string,
  when: (plant: Plant, request: PlantRequest) => boolean,
  status = 400,
): Change {
  return (plain) => ({
    create: (plant, request) =>
      when(plant, request) ? refuse('taste', message, status) : plain.create(plant, request),
  });
}

/** Turns requests away before their body is read. */
export function admitting(
  admit: (request: PlantRequest, plain: Stages) => Refusal | undefined,
): Change {
  return (plain) => ({ admit: (request) => admit(request, plain) });
}

/** Several changes to different stages. */
export function both(...changes: readonly Change[]): Change {
  return (plain) => Object.assign({}, ...changes.map((change) => change(plain))) as Partial<Stages>;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export async function wait(ms: number): Promise<void> {
  await pause(ms);
}

/** Hex digits that no other answer has. */
export function unique(): string {
  return crypto.randomUUID();
}

/** Marks members against which a run mostly waits. */
export function waiting<Member extends object>(members: readonly Member[]): Member[] {
  return members.map((member) => Object.assign({}, member, { waits: true }));
}
