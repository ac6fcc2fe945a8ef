import { createClient } from 'redis';

/** Of sandboxes that there can be, with the parts that each has; behind the prefix. */
const KEY =
  /^1:(?:sandboxes|[A-Za-z0-9][A-Za-z0-9._-]{0,63}:(?:meta|resources|index|order|sizes|versions|numbers|answers|requests|recorded))$/;

type Client = ReturnType<typeof clientOf>;

function clientOf(url: string) {
  return createClient({ url });
}

/** What mocks have left in a Redis. */
export class KeptInRedis implements AsyncDisposable {
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
  }

  static async connect(url: string): Promise<KeptInRedis> {
    const client = clientOf(url);
    await client.connect();
    return new KeptInRedis(client);
  }

  async clear(): Promise<void> {
    await this.#client.flushDb();
  }

  /** @throws {Error} where there is a key that no sandbox has, or the token. */
  async assertClean(prefix: string, token: string): Promise<void> {
    for (const key of await this.#client.keys('*')) {
      if (!key.startsWith(`${prefix}:`) || !KEY.test(key.slice(prefix.length + 1))) {
        throw new Error(`There is a strange key: ${JSON.stringify(key)}`);
      }
      const content = JSON.stringify(await this.#contentOf(key));
      if (content.includes(token))
        throw new Error(`${key} has the token: ${content.slice(0, 2000)}`);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.close();
  }

  async #contentOf(key: string): Promise<unknown> {
    const commands: Readonly<Record<string, readonly string[]>> = {
      hash: ['HGETALL', key],
      stream: ['XRANGE', key, '-', '+'],
      zset: ['ZRANGE', key, '0', '-1'],
    };
    const type = await this.#client.type(key);
    return await this.#client.sendCommand([...(commands[type] ?? ['GET', key])]);
  }
}
