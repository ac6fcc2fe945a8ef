/** State that several replicas share: what an engine beside them must be able to do. An add-on implements it. */
import type { SandboxTopic } from '../sandbox/recorder.ts';

/** What may be read of a sandbox, and be checked to be as it was. */
export type SharedRead =
  /** The settings: faults, answers, latency and scenario, as JSON. */
  | readonly [kind: 'state']
  /** The first resource of a collection with this key. */
  | readonly [kind: 'find', collection: string, key: string]
  /** Resources of a collection in order of creation; a limit of -1 is none. */
  | readonly [kind: 'list', collection: string, offset: number, limit: number]
  | readonly [kind: 'size', collection: string]
  /** The number that the last identity was made of. */
  | readonly [kind: 'number', collection: string]
  /** The names of the collections that hold something. */
  | readonly [kind: 'names']
  /** The same, and how many each holds. */
  | readonly [kind: 'sizes']
  /** How many resources there are altogether; without a limit it must be exact, else only whether it is reached. */
  | readonly [kind: 'total', limit: number | 'exact']
  /** What was answered to a request with an idempotency key. */
  | readonly [kind: 'answer', key: string];

/** What was found where something was read. */
export interface SharedValue {
  /** Another one whenever the value is another; `-` where there is none. */
  readonly token: string;
  readonly values: readonly string[];
}

/** A stored resource: its number in order of creation, by which it is changed, its key and its JSON. */
export interface SharedResource {
  readonly seq: string;
  readonly key: string;
  readonly text: string;
}

/** A change; the store does those of one exchange at once. */
export type SharedWrite =
  | readonly [kind: 'state', text: string]
  /** Keys and texts in turns. */
  | readonly [kind: 'add', collection: string, ...resources: string[]]
  | readonly [kind: 'replace', collection: string, seq: string, key: string, text: string]
  | readonly [kind: 'remove', collection: string, seq: string]
  /** Empties a collection. */
  | readonly [kind: 'clear', collection: string]
  /** Takes away the resources of all collections whose names begin so. */
  | readonly [kind: 'clear-below', start: string]
  /** Takes away everything but the state. */
  | readonly [kind: 'clear-all']
  | readonly [kind: 'number', collection: string, number: string]
  | readonly [kind: 'answer', key: string, text: string]
  /** Tells those who follow the sandbox. */
  | readonly [kind: 'tell', topic: SandboxTopic];

/** What one exchange with the store asks for. */
export interface SharedExchange {
  /** What was read; `?` where it isn't known. */
  readonly reads: readonly { readonly read: SharedRead; readonly token: string }[];
  /** Done only if all that was read is still so. */
  readonly writes: readonly SharedWrite[];
}

/** What came of an exchange. */
export type SharedReply =
  /** All is as it was read, and everything was written. */
  | {
      readonly outcome: 'done';
      /** What the tokens of resources that were written end with. */
      readonly revision: string;
    }
  /** Something is not as it was read: nothing was written. By the index of the read. */
  | { readonly outcome: 'stale'; readonly found: ReadonlyMap<number, SharedValue> }
  /** There are too many sandboxes to begin another one. */
  | { readonly outcome: 'full' };

/** A sandbox in the list of all. */
export interface SharedSandboxView {
  readonly name: string;
  readonly resources: number;
  readonly requests: number;
  /** Milliseconds since it was used, to within a tenth of what it may be idle. */
  readonly idle: number;
}

/** What is kept of the requests of a sandbox. */
export interface SharedRecordList {
  readonly records: readonly { readonly seq: number; readonly text: string }[];
  /** Number of the newest that there ever was. */
  readonly last: number;
  /** How many had to give way to newer ones. */
  readonly dropped: number;
}

/** Where replicas keep what they share. Every method rejects with {@link StoreAwayError} while it can't be reached. */
export interface SharedStore extends AsyncDisposable {
  /** How it is named to people: without credentials. */
  readonly name: string;
  /** Why it can't be used now; `undefined` where it can. */
  whyNotReady(): Promise<string | undefined>;
  exchange(sandbox: string, asked: SharedExchange): Promise<SharedReply>;
  /** Keeps records of requests as the newest: JSON, a line each. */
  record(sandbox: string, texts: readonly string[]): Promise<void>;
  records(sandbox: string, after: number, limit: number): Promise<SharedRecordList>;
  clearRecords(sandbox: string): Promise<void>;
  /** Tells of each change, of whichever replica; the function that is returned ends it. */
  follow(sandbox: string, heard: (topic: SandboxTopic | 'exchange') => void): () => void;
  tell(sandbox: string, topic: SandboxTopic): Promise<void>;
  /** Those that were used lately. */
  sandboxes(): Promise<SharedSandboxView[]>;
  /** False where there is none. */
  drop(sandbox: string): Promise<boolean>;
}

/** Limits of a shared store. */
export interface SharedStoreLimits {
  /** Milliseconds without use after which a sandbox is dropped. */
  readonly idle: number;
  /** How many sandboxes there can be at a time besides the default one. */
  readonly maxSandboxes: number;
  /** How many requests of a sandbox are kept, and how many characters of them. */
  readonly records: { readonly count: number; readonly characters: number };
}

/** The store can't be reached, or doesn't answer in time: what was asked may be done or not. */
export class StoreAwayError extends Error {
  override readonly name = 'StoreAwayError';
}

/** Connects to a store; resolves when it can be used. */
export type ConnectStore = (options: {
  /** Such as `redis://host:6379/0`. */
  readonly url: string;
  /** In front of all keys. */
  readonly prefix: string;
  /** Milliseconds to wait for it at the start. */
  readonly wait: number;
  readonly limits: SharedStoreLimits;
  /** Is told when it goes away and when it is back. */
  readonly onTrouble: (message: string) => void;
}) => Promise<SharedStore>;
