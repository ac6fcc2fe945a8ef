/** A plant store that keeps the whole contract, in stages that a member of the family can change. */
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { parseExact, writeExact } from './exact-json.ts';
import { type Plant, type PlantRequest, Refusal, type Reply, refuse } from './plant-request.ts';

/** What a store does with a request, one after the other. */
export interface Stages {
  /** Method, path, credential, media type: what needs no look into the body. */
  admit(request: PlantRequest): Refusal | undefined;
  /** The body's bytes as a value. */
  parse(request: PlantRequest): unknown;
  /** The value as a plant. */
  judge(value: unknown, request: PlantRequest): Plant | Refusal;
  /** Keeps the plant, and answers. */
  create(plant: Plant, request: PlantRequest): Reply | Refusal;
  /** Changes any answer; nothing is written where it returns nothing. */
  finish(
    reply: Reply,
    request: PlantRequest,
    refusal: Refusal | undefined,
  ): Reply | undefined | Promise<Reply | undefined>;
  write(response: ServerResponse, reply: Reply, request: PlantRequest): void;
  /** Answers before the body is read; true where it has. */
  preempt(message: IncomingMessage, response: ServerResponse): boolean;
  /** Before a connection's first request. */
  connect(socket: Socket): void;
  /** Before requests come. */
  listen(server: Server): void;
}

/** What a member changes, given the plain stages. Called once for each store that is started. */
export type Change = (plain: Stages) => Partial<Stages>;

/** A running store. */
export interface RunningStore extends AsyncDisposable {
  readonly url: string;
  /** Requests so far. */
  readonly count: number;
}

const FIRST = -(2n ** 63n);
const LAST = 2n ** 63n - 1n;

/** The plain store: an id can be used once, the answer has no id, no token is needed. */
export function plainStages(): Stages {
  const plants = new Map<bigint, Plant>();
  return {
    admit: ({ method, path, headers, bytes }) => {
      if (path !== '/plants') return refuse('path', `there is nothing at ${path}`, 404);
      if (method !== 'POST') return refuse('method', `no ${method} here`, 405, { Allow: 'POST' });
      if (bytes.length === 0) return refuse('no-body', 'a body is required');
      const type = headers['content-type'] ?? '';
      const isJson = /^\s*application\/json\s*(;|$)/i.test(type);
      return isJson ? undefined : refuse('media-type', 'the body must be application/json');
    },
    parse: ({ bytes }) => {
      try {
        return parseExact(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
      } catch {
        return refuse('syntax', 'the body is not JSON');
      }
    },
    judge: (value) => judgePlant(value),
    create: (plant) => {
      if (plants.has(plant.id)) return refuse('used-id', `id ${plant.id} is already used`);
      plants.set(plant.id, plant);
      return created(plant);
    },
    finish: (reply) => reply,
    write: writeReply,
    preempt: () => false,
    connect: () => {},
    listen: () => {},
  };
}

/** The answer to a plant that was taken. */
export function created({ name, tag }: Plant): Reply {
  const json = tag === undefined ? { name } : { name, tag };
  return { status: 200, headers: { 'Content-Type': 'application/json' }, json };
}

export function judgePlant(value: unknown): Plant | Refusal {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refuse('shape', 'the body must be an object');
  }
  const { id: given, name, tag } = value as Readonly<Record<string, unknown>>;
  // 1.0 and 1e2 are integers to JSON Schema.
  const id = typeof given === 'number' && Number.isInteger(given) ? BigInt(given) : given;
  if (id === undefined) return refuse('shape', 'id is required');
  if (typeof id !== 'bigint') return refuse('shape', 'id must be an integer');
  if (id < FIRST || id > LAST) return refuse('shape', 'id must fit 64 bits');
  if (name === undefined) return refuse('shape', 'name is required');
  if (typeof name !== 'string') return refuse('shape', 'name must be a string');
  if (tag !== undefined && typeof tag !== 'string') {
    return refuse('shape', 'tag must be a string');
  }
  return tag === undefined ? { id, name } : { id, name, tag };
}

export function bodyOf({ body, json }: Reply): Buffer {
  return Buffer.from(body ?? (json === undefined ? '' : writeExact(json)));
}

export function writeReply(response: ServerResponse, reply: Reply): void {
  const bytes = bodyOf(reply);
  const headers: Record<string, string | string[]> = {};
  const isLengthGiven = Object.keys(reply.headers).some((name) => /^content-length$/i.test(name));
  if (!isLengthGiven) headers['Content-Length'] = String(bytes.length);
  for (const [name, value] of Object.entries(reply.headers)) {
    headers[name] = typeof value === 'string' ? value : [...value];
  }
  response.writeHead(reply.status, headers);
  response.end(bytes);
}

/** Starts a store on a free port of this machine. */
export async function startStore(change: Change = () => ({})): Promise<RunningStore> {
  const plain = plainStages();
  const store = new Store({ ...plain, ...change(plain) });
  await store.listen();
  return store;
}

/** By events: an iterator over the message takes as long as all else that the store does. */
function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.once('end', () => resolve(Buffer.concat(chunks)));
    message.once('error', reject);
    message.once('close', () => {
      if (!message.complete) reject(new Error('closed before the end of the body'));
    });
  });
}

class Store implements RunningStore {
  readonly #stages: Stages;
  readonly #server: Server;
  readonly #onConnection = new WeakMap<Socket, number>();
  #parallel = 0;
  #before: Plant | undefined;
  count = 0;

  constructor(stages: Stages) {
    this.#stages = stages;
    this.#server = createServer((message, response) => {
      this.#serve(message, response).catch(() => response.destroy());
    });
    this.#server.on('connection', (socket: Socket) => {
      // A client that goes away is no fault of the store.
      socket.on('error', () => socket.destroy());
      stages.connect(socket);
    });
    stages.listen(this.#server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  async #serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    this.count += 1;
    this.#parallel += 1;
    const { socket, method = '', headers } = message;
    const onConnection = (this.#onConnection.get(socket) ?? 0) + 1;
    this.#onConnection.set(socket, onConnection);
    const place = { count: this.count, onConnection, parallel: this.#parallel };
    try {
      if (this.#stages.preempt(message, response)) return;
      const bytes = await bytesOf(message);
      const path = (message.url ?? '').replace(/\?.*$/, '');
      const known = { method, path, headers, bytes, socket, before: this.#before };
      await this.#answer({ ...known, ...place }, response);
    } finally {
      this.#parallel -= 1;
    }
  }

  async #answer(request: PlantRequest, response: ServerResponse): Promise<void> {
    const made = this.#make(request);
    const refusal = made instanceof Refusal ? made : undefined;
    const reply = await this.#stages.finish(refusal?.reply ?? (made as Reply), request, refusal);
    if (reply) this.#stages.write(response, reply, request);
  }

  #make(request: PlantRequest): Reply | Refusal {
    const stages = this.#stages;
    const turnedAway = stages.admit(request);
    if (turnedAway) return turnedAway;
    const value = stages.parse(request);
    if (value instanceof Refusal) return value;
    request.value = value;
    const plant = stages.judge(value, request);
    if (plant instanceof Refusal) return plant;
    request.plant = plant;
    this.#before = plant;
    return stages.create(plant, request);
  }
}
