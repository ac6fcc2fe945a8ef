import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A plant as a store reads it; integers are bigint, so that nothing is rounded by accident. */
export interface Plant {
  id: bigint;
  name: string;
  tag?: string;
}

/** A request, and what the store knows of it. */
export interface StoreRequest {
  /** From 1. */
  readonly count: number;
  /** From 1, on its connection. */
  readonly onConnection: number;
  /** Requests that are being answered, this one included. */
  readonly parallel: number;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: Buffer;
  /** The body, where it is JSON. */
  readonly value: unknown;
  /** Where nothing is wrong with the request. */
  readonly plant: Plant | undefined;
  /** The plant of the latest valid request before this one. */
  readonly before: Plant | undefined;
}

/** An answer. `json` is written unless there is a `body`. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  json: Record<string, unknown>;
  body?: string | Buffer;
}

/** What an odd store does instead of answering. */
export type Trick = (socket: Socket, response: ServerResponse) => void;

/** How a store differs from the plain one. */
export interface StoreOptions {
  /** What is wrong with a request; the plain store's own word is given. */
  readonly problem?: (own: string | undefined, request: StoreRequest) => string | undefined;
  /** The answer; the plain store's own is given. */
  readonly reply?: (reply: Reply, request: StoreRequest) => Reply | Trick | Promise<Reply | Trick>;
  /** Status of a refusal. Default 400. */
  readonly refusal?: (problem: string) => number;
  /** Whether an id can be used once only. Default true. */
  readonly uniqueIds?: boolean;
  /** How ids are kept. */
  readonly key?: (id: bigint) => string;
  /** Milliseconds that a connection stays open between requests. */
  readonly keepAliveMs?: number;
}

/** A real plant store over HTTP. */
export interface Store extends AsyncDisposable {
  readonly url: string;
  /** Requests so far. */
  count(): number;
}

const LIMIT = 2n ** 63n;
const { rawJSON } = JSON as unknown as { rawJSON(this: void, text: string): unknown };

/** Starts a store on a free port of this machine; by default it keeps the whole contract. */
export async function startStore(options: StoreOptions = {}): Promise<Store> {
  const state = new State(options);
  const server = createServer((message, response) => {
    state.answer(message, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  });
  if (options.keepAliveMs !== undefined) server.keepAliveTimeout = options.keepAliveMs;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    count: () => state.count,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

class State {
  readonly #options: StoreOptions;
  readonly #used = new Set<string>();
  readonly #onConnection = new WeakMap<Socket, number>();
  count = 0;
  #parallel = 0;
  #before: Plant | undefined;

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  async answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    this.count += 1;
    this.#parallel += 1;
    const { socket } = message;
    const onConnection = (this.#onConnection.get(socket) ?? 0) + 1;
    this.#onConnection.set(socket, onConnection);
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const { value, problem } = read(message, bytes);
    const known = { count: this.count, onConnection, parallel: this.#parallel, value, bytes };
    const draft: StoreRequest = {
      ...known,
      headers: message.headers,
      before: this.#before,
      plant: problem === undefined ? (value as Plant) : undefined,
    };
    const reply = await this.#reply(problem, draft);
    this.#parallel -= 1;
    if (typeof reply === 'function') reply(socket, response);
    else write(response, reply);
  }

  async #reply(own: string | undefined, request: StoreRequest): Promise<Reply | Trick> {
    const { problem = (said: string | undefined) => said, reply = (said: Reply) => said } =
      this.#options;
    let found = problem(own, request);
    const { plant } = request;
    if (found === undefined && plant && this.#options.uniqueIds !== false) {
      const key = (this.#options.key ?? String)(plant.id);
      if (this.#used.has(key)) found = `id ${plant.id} is already used`;
      this.#used.add(key);
    }
    if (plant && found === undefined) this.#before = plant;
    return await reply(found === undefined ? success(request) : this.#refuse(found), request);
  }

  #refuse(problem: string): Reply {
    const status = this.#options.refusal?.(problem) ?? 400;
    const headers = { 'content-type': 'application/json' };
    return { status, headers, json: { error: status, message: problem } };
  }
}

function success({ value }: StoreRequest): Reply {
  const { name, tag } = (typeof value === 'object' && value !== null ? value : {}) as Plant;
  const json = tag === undefined ? { name } : { name, tag };
  return { status: 200, headers: { 'content-type': 'application/json' }, json };
}

function read(
  message: IncomingMessage,
  bytes: Buffer,
): { value: unknown; problem: string | undefined } {
  const type = message.headers['content-type'] ?? '';
  if (bytes.length === 0) return { value: undefined, problem: 'the body is required' };
  if (!/^application\/json\b/i.test(type)) {
    return { value: undefined, problem: 'the body must be application/json' };
  }
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'), exact as (key: string, value: unknown) => unknown);
  } catch {
    return { value: undefined, problem: 'the body is not JSON' };
  }
  return { value, problem: judge(value) };
}

function exact(_key: string, value: unknown, { source }: { source: string }): unknown {
  return typeof value === 'number' && /^-?\d+$/.test(source) ? BigInt(source) : value;
}

function judge(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return 'the body must be an object';
  }
  const { id, name, tag } = value as Record<string, unknown>;
  if (id === undefined) return 'id is required';
  if (typeof id !== 'bigint') return 'id must be an integer';
  if (id < -LIMIT || id >= LIMIT) return 'id must fit an int64';
  if (name === undefined) return 'name is required';
  if (typeof name !== 'string') return 'name must be a string';
  return tag !== undefined && typeof tag !== 'string' ? 'tag must be a string' : undefined;
}

function write(response: ServerResponse, { status, headers, json, body }: Reply): void {
  const text = body ?? toJson(json);
  response.writeHead(status, { 'content-length': String(Buffer.byteLength(text)), ...headers });
  response.end(text);
}

/** JSON with exact integers. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, own: unknown) => {
    return typeof own === 'bigint' ? rawJSON(String(own)) : own;
  });
}

/** Waits so many milliseconds. */
export async function wait(ms: number): Promise<void> {
  await pause(ms);
}
