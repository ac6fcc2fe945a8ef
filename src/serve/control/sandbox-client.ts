import { bearer } from '../../http/bearer.ts';
import type { Fault, FaultOptions } from '../../mock/faults.ts';
import { type RequestMatch, matching } from '../../mock/received.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import { parseJson } from '../../openapi/json/parse-json.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import type { ExchangeView } from '../sandbox/exchange-view.ts';

/** A collection of a {@link SandboxClient}, looked into and changed without requests. */
export interface RemoteCollection<Resource extends object = JsonObject> {
  /** Rejects where one is invalid or its identity is used; none is stored then. */
  seed(resources: readonly Resource[]): Promise<void>;
  /** In order of creation. */
  list(): Promise<Resource[]>;
  clear(): Promise<void>;
}

/** One sandbox of a mock that listens elsewhere: what tests do with it, over its control API. */
export class SandboxClient {
  readonly name: string;
  /** Its base URL: requests to it are in the sandbox. */
  readonly url: string;
  /** What puts any request to the mock into the sandbox. */
  readonly headers: Readonly<Record<'x-sandbox', string>>;
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
   * @typeParam Resource What the document's schema says of one. Default: any JSON object.
   */
  collection<Resource extends object = JsonObject>(path?: string): RemoteCollection<Resource> {
    const query = path === undefined ? '' : `?collection=${encodeURIComponent(path)}`;
    const target = `/resources${query}`;
    return {
      seed: async (resources) => {
        await this.#ask('POST', target, { resources: resources as readonly JsonObject[] });
      },
      list: async () => {
        const found: Resource[] = [];
        for (;;) {
          const more = query === '' ? '?' : `${query}&`;
          const page = await this.#ask('GET', `/resources${more}offset=${found.length}&limit=1000`);
          const { resources = [], total = 0 } = page as { resources?: Resource[]; total?: number };
          found.push(...resources);
          if (resources.length === 0 || found.length >= total) return found;
        }
      },
      clear: async () => {
        await this.#ask('DELETE', target);
      },
    };
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
    const { requests } = (await this.#ask('GET', '/requests')) as { requests: ExchangeView[] };
    return matching(requests, match);
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
    if (response.ok) return text === '' ? undefined : jsonOf(text);
    throw new Error(
      errorIn(text) ?? `The mock has answered ${method} ${path} with ${response.status}.`,
    );
  }
}

/** With exact integers. */
function jsonOf(text: string): JsonValue | undefined {
  const read = parseJson(text);
  return read.ok ? read.value : undefined;
}

function errorIn(text: string): string | undefined {
  const value = jsonOf(text);
  const error = value !== undefined && isJsonObject(value) ? value['error'] : undefined;
  const message = error !== undefined && isJsonObject(error) ? error['message'] : undefined;
  return typeof message === 'string' ? message : undefined;
}
