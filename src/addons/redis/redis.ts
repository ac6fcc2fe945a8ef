/** Redis or Valkey as the store that replicas share. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  type ConnectStore,
  type SharedExchange,
  type SharedRecordList,
  type SharedReply,
  type SharedSandboxView,
  type SharedStore,
  type SharedStoreLimits,
  type SharedValue,
} from '../../serve/shared/shared-store.ts';
import type { SandboxTopic } from '../../serve/sandbox/recorder.ts';
import { DEFAULT_SANDBOX } from '../../serve/sandbox/sandboxes.ts';
import { Connection } from './connection.ts';
import { errorMessage } from '../../openapi/error-message.ts';

/** In front of all keys: one that understands them otherwise has another number. */
const SCHEMA = 1;

/** @throws {StoreAwayError} where it can't be reached in the time there is. */
export const connectStore: ConnectStore = async ({ url, prefix, wait, limits, onTrouble }) => {
  const connection = await Connection.open(url, wait, onTrouble);
  return new RedisStore(connection, `${prefix}:${SCHEMA}:`, limits);
};

/** Keys of a sandbox; `exchange.lua` touches those before `requests`. */
const SANDBOX_KEYS = [
  'meta',
  'resources',
  'index',
  'order',
  'sizes',
  'versions',
  'numbers',
  'answers',
  'requests',
  'recorded',
];

class RedisStore implements SharedStore {
  readonly #connection: Connection;
  readonly #prefix: string;
  readonly #limits: SharedStoreLimits;

  constructor(connection: Connection, prefix: string, limits: SharedStoreLimits) {
    this.#connection = connection;
    this.#prefix = prefix;
    this.#limits = limits;
  }

  get name(): string {
    return this.#connection.name;
  }

  async whyNotReady(): Promise<string | undefined> {
    try {
      await this.#connection.send(['PING']);
      return undefined;
    } catch (error) {
      return errorMessage(error);
    }
  }

  async exchange(sandbox: string, { reads, writes }: SharedExchange): Promise<SharedReply> {
    const asked: string[] = [];
    for (const { read, token } of reads) {
      asked.push(read[0], part(read, 1), part(read, 2), part(read, 3), token);
    }
    const limits = [String(this.#ttl(sandbox)), sandbox, String(this.#limits.maxSandboxes)];
    const text = JSON.stringify([asked, writes]);
    const keys = ['2', this.#key(sandbox), this.#registry];
    return replyOf(await this.#run(EXCHANGE, [...keys, ...limits, text]));
  }

  async record(sandbox: string, texts: readonly string[]): Promise<void> {
    const { count, characters } = this.#limits.records;
    const limits = [this.#ttl(sandbox), count, characters].map(String);
    const args = ['1', this.#key(sandbox), ...limits, texts.join('\n')];
    await this.#run(RECORD, args);
  }

  async records(sandbox: string, after: number, limit: number): Promise<SharedRecordList> {
    const stream = this.#key(sandbox, 'requests');
    const counts = this.#key(sandbox, 'recorded');
    const [found, told] = await Promise.all([
      this.#connection.send(['XREVRANGE', stream, '+', `(${after}-0`, 'COUNT', String(limit)]),
      this.#connection.send(['HMGET', counts, 'last', 'dropped']),
    ]);
    const [last, dropped] = told as (string | null)[];
    const records = (found as [id: string, fields: string[]][]).map(([id, [, text = '']]) => {
      return { seq: Number.parseInt(id), text };
    });
    return { records: records.toReversed(), last: Number(last), dropped: Number(dropped) };
  }

  async clearRecords(sandbox: string): Promise<void> {
    await Promise.all([
      this.#connection.send(['UNLINK', this.#key(sandbox, 'requests')]),
      this.#connection.send(['HDEL', this.#key(sandbox, 'recorded'), 'length']),
    ]);
    await this.tell(sandbox, 'requests');
  }

  follow(sandbox: string, heard: (topic: SandboxTopic | 'exchange') => void): () => void {
    return this.#connection.subscribe(this.#channel(sandbox), (topic) =>
      heard(topic as SandboxTopic),
    );
  }

  async tell(sandbox: string, topic: SandboxTopic): Promise<void> {
    await this.#connection.send(['PUBLISH', this.#channel(sandbox), topic]);
  }

  async sandboxes(): Promise<SharedSandboxView[]> {
    const range = ['ZRANGE', this.#registry, '0', '-1', 'WITHSCORES'];
    const [listed, time] = await Promise.all([
      this.#connection.send(range),
      this.#connection.send(['TIME']),
    ]);
    const now = Number((time as string[])[0]) * 1000;
    const used = (listed as [name: string, score: number][]).map(
      ([name, at]) => [name, at] as const,
    );
    const all = [[DEFAULT_SANDBOX, now] as const, ...used];
    const views = await Promise.all(all.map(([name, at]) => this.#view(name, now - at)));
    return views.filter((view) => view !== undefined);
  }

  async drop(sandbox: string): Promise<boolean> {
    const keys = SANDBOX_KEYS.map((key) => this.#key(sandbox, key));
    const existed = await this.#connection.send(['EXISTS', keys[0]!]);
    await this.#connection.send(['UNLINK', ...keys]);
    await this.#connection.send(['ZREM', this.#registry, sandbox]);
    await this.tell(sandbox, 'dropped');
    return existed === 1;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connection.close();
  }

  async #view(name: string, idle: number): Promise<SharedSandboxView | undefined> {
    const [total, last] = await Promise.all([
      this.#connection.send(['HGET', this.#key(name, 'meta'), 'total']),
      this.#connection.send(['HGET', this.#key(name, 'recorded'), 'last']),
    ]);
    const isGone = total === null && name !== DEFAULT_SANDBOX;
    return isGone
      ? undefined
      : { name, resources: Number(total), requests: Number(last), idle: Math.max(0, idle) };
  }

  /** @param args The number of keys, the keys, and the rest. */
  async #run(script: Script, args: readonly string[]): Promise<unknown> {
    try {
      return await this.#connection.send(['EVALSHA', script.sha, ...args]);
    } catch (error) {
      const isUnknown = error instanceof Error && error.message.startsWith('NOSCRIPT');
      if (!isUnknown) throw error;
      return await this.#connection.send(['EVAL', script.text, ...args]);
    }
  }

  /** Milliseconds; 0 for ever. */
  #ttl(sandbox: string): number {
    return sandbox === DEFAULT_SANDBOX ? 0 : this.#limits.idle;
  }

  /** @param part Default: what all keys of the sandbox begin with. */
  #key(sandbox: string, part = ''): string {
    return `${this.#prefix}${sandbox}:${part}`;
  }

  #channel(sandbox: string): string {
    return this.#key(sandbox, 'news');
  }

  get #registry(): string {
    return `${this.#prefix}sandboxes`;
  }
}

interface Script {
  readonly text: string;
  readonly sha: string;
}

function scriptOf(file: string): Script {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  return { text, sha: createHash('sha1').update(text).digest('hex') };
}

const EXCHANGE = scriptOf('exchange.lua');
const RECORD = scriptOf('record.lua');

/** An argument of a read, as the script takes it. */
function part(read: readonly (string | number)[], index: number): string {
  return String(read[index] ?? '');
}

function replyOf(reply: unknown): SharedReply {
  if (typeof reply === 'string') return { outcome: 'done', revision: reply };
  if (reply === null) return { outcome: 'full' };
  const found = (reply as [index: number, token: string, values: string[]][]).map(
    ([index, token, values]): [number, SharedValue] => [index, { token, values }],
  );
  return { outcome: 'stale', found: new Map(found) };
}
