/** Stores with exactly one fault each, over the plain store. */
import type { RuleId } from '../../../src/checks/finding.ts';
import { type Reply, type StoreOptions, type StoreRequest, type Trick, toJson } from '../store.ts';

/** A store with exactly one fault. */
export interface Fault {
  readonly name: string;
  /** The rule that the first violation names. */
  readonly rule: RuleId;
  /** For what is not promised, only surprising. Default `violation`. */
  readonly severity?: 'warning';
  readonly options: StoreOptions;
  /** Flags that the run needs. */
  readonly flags?: readonly string[];
}

export type Change = (
  reply: Reply,
  request: StoreRequest,
) => Reply | Trick | Promise<Reply | Trick>;

export const html = { 'content-type': 'text/html' };
export const oops: Reply = {
  status: 500,
  headers: { 'content-type': 'application/json' },
  json: { error: 500, message: 'oops' },
};
export const hang: Trick = () => {};
export const drop: Trick = (socket) => socket.destroy();
export const impatient: readonly string[] = ['--timeout', '600'];

export const onSuccess = (change: Change): StoreOptions => ({
  reply: (reply, request) => (reply.status === 200 ? change(reply, request) : reply),
});
export const onRefusal = (change: Change): StoreOptions => ({
  reply: (reply, request) => (reply.status === 400 ? change(reply, request) : reply),
});
export const onName = (change: (name: string, request: StoreRequest) => unknown): StoreOptions =>
  onSuccess((reply, request) => {
    const name = change(String(reply.json['name']), request);
    return { ...reply, json: { ...reply.json, name } };
  });
export const withId = (change: (id: bigint) => unknown): StoreOptions =>
  onSuccess((reply, { plant }) => ({ ...reply, json: { id: change(plant!.id), ...reply.json } }));
/** Takes what the plain store refuses for this reason. */
export const accepts = (
  reason: string | RegExp,
  also: (value: unknown) => boolean = () => true,
): StoreOptions => ({
  uniqueIds: false,
  problem: (own, { value }) =>
    own !== undefined && own.search(reason) >= 0 && also(value) ? undefined : own,
  reply: (reply) =>
    reply.status === 200 && typeof reply.json['name'] !== 'string'
      ? { ...reply, json: { name: String(reply.json['name']) } }
      : reply,
});
export const refuses = (
  problem: string,
  when: (request: StoreRequest) => boolean,
): StoreOptions => ({
  problem: (own, request) => own ?? (when(request) ? problem : undefined),
});
export const body =
  (change: (text: string) => string | Buffer, headers: Record<string, string> = {}): Change =>
  (reply) => ({
    ...reply,
    headers: { ...reply.headers, ...headers },
    body: change(toJson(reply.json)),
  });
export const field = (value: unknown, name: string): unknown =>
  (value as Record<string, unknown>)?.[name];
export const trace = 'Error: no\n    at create (/srv/store/plants.js:42:7)';

export const fault = (
  rule: RuleId,
  name: string,
  options: StoreOptions,
  flags?: readonly string[],
): Fault => (flags ? { rule, name, options, flags } : { rule, name, options });
export const surprise = (rule: RuleId, name: string, options: StoreOptions): Fault => ({
  ...fault(rule, name, options),
  severity: 'warning',
});
