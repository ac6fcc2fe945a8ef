import { bearer } from '../../http/bearer.ts';
import type { Collection } from '../../mock/collection.ts';
import type { Fault, FaultOptions } from '../../mock/faults.ts';
import { type RequestMatch, matching, requestsAddress } from '../../mock/received.ts';
import type { CreatedAt, TestControls } from '../../mock/test-controls.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import { parseJson } from '../../openapi/json/parse-json.ts';
import { stringifyJson, textOf } from '../../openapi/json/stringify-json.ts';
import type { ExchangeView } from '../sandbox/exchange-view.ts';

/** What a type has, each with a promise. */
type Remote<Type> = {
  readonly [Name in keyof Type]: Type[Name] extends (...given: infer Given) => infer Result
    ? (...given: Given) => Promise<Result>
    : Promise<Type[Name]>;
};

/** A collection of a {@link SandboxClient}: what one in the process does, over HTTP. */
export type RemoteCollection<Resource extends object = JsonObject> = Remote<
  Omit<Collection<Resource>, 'identity' | 'path'>
>;

/** A refusal of the control API, in its words. */
class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.code = code;
  }
}

/** How many resources are asked for at a time. */
const PAGE = 1000;

type Ask = (method: string, path: string, body?: object) => Promise<unknown>;

class Resources<Resource extends object> implements RemoteCollection<Resource> {
  readonly #ask: Ask;
  readonly #query: string;

  constructor(ask: Ask, path: string | undefined) {
    this.#ask = ask;
    this.#query = path === undefined ? '' : `?collection=${encodeURIComponent(path)}`;
  }

  get size(): Promise<number> {
    return this.#part(0, 1).then(({ total }) => total);
  }

  async list(offset = 0, limit = Infinity): Promise<Resource[]> {
    const found: Resource[] = [];
    while (found.length < limit) {
      const first = offset + found.length;
      const { resources, total } = await this.#part(first, Math.min(PAGE, limit - found.length));
      found.push(...resources);
      if (resources.length === 0 || first + resources.length >= total) break;
    }
    return found;
  }

  async get(identity: JsonValue): Promise<Resource | undefined> {
    return (await unlessUnknown(this.#ask('GET', this.#at(identity)))) as Resource | undefined;
  }

  async has(identity: JsonValue): Promise<boolean> {
    return (await this.get(identity)) !== undefined;
  }

  async seed(resources: readonly Resource[]): Promise<void> {
    await this.#ask('POST', `/resources${this.#query}`, { resources });
  }

  async put(resource: Resource): Promise<void> {
    const { identity = '' } = await this.#part(0, 1);
    // The mock says what is wrong with one that has none.
    const value = (resource as JsonObject)[identity] ?? null;
    await this.#ask('PUT', this.#at(value), resource);
  }

  async remove(identity: JsonValue): Promise<boolean> {
    const removed = this.#ask('DELETE', this.#at(identity)).then(() => true);
    return (await unlessUnknown(removed)) ?? false;
  }

  async clear(): Promise<void> {
    await this.#ask('DELETE', `/resources${this.#query}`);
  }

  #at(identity: JsonValue): string {
    return `/resources/${encodeURIComponent(textOf(identity))}${this.#query}`;
  }

  async #part(offset: number, limit: number): Promise<Part<Resource>> {
    const separator = this.#query === '' ? '?' : '&';
    const path = `/resources${this.#query}${separator}offset=${offset}&limit=${limit}`;
    return (await this.#ask('GET', path)) as Part<Resource>;
  }
}

/** A part of a collection, as the control API lists it. */
interface Part<Resource> {
  readonly resources: readonly Resource[];
  readonly total: number;
  readonly identity?: string | undefined;
}

/** How many there are in each collection, or the path of the only one, as the control API tells it. */
interface Sizes {
  readonly collection?: string | undefined;
  readonly collections?: readonly { readonly collection: string; readonly total: number }[];
}

/**
 * One sandbox of a mock that runs elsewhere. It has the calls of every other form, each with a promise, over the
 * control API.
 *
 * @typeParam Paths The `paths` of the document, as openapi-typescript writes them. Default: any.
 */
export class SandboxClient<Paths = unknown> {
  readonly name: string;
  /** Its base URL: requests to it are in the sandbox. */
  readonly url: string;
  /** What puts any request to the mock into the sandbox. */
  readonly headers: Readonly<Record<'x-sandbox', string>>;
  readonly faults: Remote<TestControls['faults']> = {
    list: async () => {
      const { faults } = (await this.#ask('GET', '/faults')) as { faults: Fault[] };
      return faults;
    },
    remove: async (id) => {
      const removed = this.#ask('DELETE', `/faults/${id}`).then(() => true);
      return (await unlessUnknown(removed)) ?? false;
    },
    clear: async () => {
      await this.#ask('DELETE', '/faults');
    },
  };
  readonly #authority: Readonly<Record<string, string>>;

  /**
   * @param mock Where the mock is: `http://127.0.0.1:4010`.
   * @param name A letter or digit, then at most 63 letters, digits, dots, dashes, underscores.
   * @param controlToken What the mock was started with as `--control-token`. Default: it has none.
   */
  constructor(mock: string, name: string, controlToken?: string) {
    this.name = name;
    this.url = `${mock.replace(/\/+$/, '')}/@${name}`;
    this.headers = { 'x-sandbox': name };
    this.#authority = bearer(controlToken);
  }

  /**
   * What is created at a path.
   *
   * @param path Where the document creates it, with values in place of braces; where it has one creation, that
   *   can be left out.
   * @typeParam Path The path, or what the document's schema says of one.
   */
  collection<Path extends string>(path: Path): RemoteCollection<CreatedAt<Paths, Path>>;
  collection<Resource extends object = JsonObject>(path?: string): RemoteCollection<Resource>;
  collection(path?: string): RemoteCollection {
    return new Resources((...call) => this.#ask(...call), path);
  }

  /** How many each collection holds, by its path; at most 1000 of them. */
  get collections(): Promise<ReadonlyMap<string, number>> {
    return this.#ask('GET', '/resources?limit=1').then((answer) => {
      const { collection, total, collections } = answer as Part<JsonObject> & Sizes;
      if (collection !== undefined) return new Map([[collection, total]]);
      return new Map((collections ?? []).map((entry) => [entry.collection, entry.total]));
    });
  }

  /** Adds a fault. Default: the next request gets 500. */
  async failNext(fault: Partial<FaultOptions> = {}): Promise<Fault> {
    return (await this.#ask('POST', '/faults', { kind: 'answer', ...fault })) as Fault;
  }

  /**
   * What was asked and answered, the newest last, without secrets, preflights and what the mock has sent.
   *
   * @param match Which are meant. Default: all.
   */
  async requests(
    match?: RequestMatch | ((request: ExchangeView) => boolean),
  ): Promise<readonly ExchangeView[]> {
    const { requests } = (await this.#ask('GET', requestsAddress(match))) as {
      requests: ExchangeView[];
    };
    return matching(requests, match);
  }

  /** Forgets what was asked. */
  async clearRequests(): Promise<void> {
    await this.#ask('DELETE', '/requests');
  }

  /** How many milliseconds it waits before each answer. */
  async setLatency(latency: number): Promise<void> {
    await this.#ask('PUT', '/settings', { latency });
  }

  /** Puts a scenario's state in place of everything; `null` is the start state. */
  async scenario(name: string | null): Promise<void> {
    await this.#ask('PUT', '/scenario', { scenario: name });
  }

  /** Back to the start, with no recorded requests. */
  async reset(): Promise<void> {
    await this.#ask('POST', '/reset');
  }

  /** Forgets the sandbox, and all that is in it. */
  async drop(): Promise<void> {
    await this.#ask('DELETE', `/sandboxes/${this.name}`);
  }

  async #ask(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${this.url}/_kit${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...this.#authority },
      body: body === undefined ? null : stringifyJson(body as JsonValue),
    });
    const text = await response.text();
    const read = parseJson(text);
    const value = read.ok ? read.value : undefined;
    if (response.ok) return value;
    const error = isJsonObject(value) ? value['error'] : undefined;
    const { message, code } = isJsonObject(error) ? error : {};
    throw new Refusal(
      typeof message === 'string'
        ? message
        : `The mock has answered ${method} ${path} with ${response.status}.`,
      typeof code === 'string' ? code : undefined,
    );
  }
}

/** `undefined` where what the address names is not there. */
async function unlessUnknown<Value>(asked: Promise<Value>): Promise<Value | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Refusal && /^unknown-(?:resource|fault)$/.test(error.code ?? '')) {
      return undefined;
    }
    throw error;
  }
}
