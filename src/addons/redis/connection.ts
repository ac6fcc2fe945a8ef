import { ErrorReply, createClient } from 'redis';
import { StoreAwayError } from '../../serve/shared/shared-store.ts';

/** Milliseconds that an answer may take. */
export const COMMAND_TIMEOUT = 2000;

/** Milliseconds between two tries to connect, at most. */
const RECONNECT = 200;

/** What a server says that can't do its work for now. */
const AWAY = /^(?:LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|MISCONF|OOM|BUSY|NOREPLICAS|TRYAGAIN)\b/;

type Client = ReturnType<typeof clientOf>;

/** Waits for an answer. */
interface Waiting {
  readonly until: number;
  readonly reject: (error: Error) => void;
}

/** A connection for commands, and one for news that is made when somebody asks for them. */
export class Connection {
  readonly name: string;
  readonly #client: Client;
  readonly #waiting = new Set<Waiting>();
  readonly #watch: NodeJS.Timeout;
  #subscriber: Promise<Client> | undefined;

  private constructor(client: Client, name: string) {
    this.#client = client;
    this.name = name;
    this.#watch = setInterval(() => this.#endOverdue(), 100).unref();
  }

  /** @throws {StoreAwayError} where it isn't there in time. */
  static async open(
    url: string,
    wait: number,
    onTrouble: (message: string) => void,
  ): Promise<Connection> {
    const name = nameOf(url);
    const client = clientOf(url);
    const connection = new Connection(client, name);
    let trouble = 'it does not answer';
    let isOpen = false;
    let isAway = false;
    client.on('error', (error: Error) => {
      trouble = causeOf(error);
      if (isOpen && !isAway)
        onTrouble(`Lost the store ${name}: ${trouble}. Requests get 503 until it is back.`);
      isAway = isOpen;
    });
    client.on('ready', () => {
      if (isAway) onTrouble(`The store ${name} is back.`);
      isAway = false;
    });
    const { promise, resolve } = Promise.withResolvers<'late'>();
    const timer = setTimeout(() => resolve('late'), wait);
    const opened = client.connect().then(
      () => 'open' as const,
      (error: unknown) => {
        trouble = causeOf(error);
        return 'failed' as const;
      },
    );
    const outcome = await Promise.race([opened, promise]);
    clearTimeout(timer);
    if (outcome === 'open') {
      isOpen = true;
      return connection;
    }
    await connection.close();
    throw new StoreAwayError(
      `Failed to connect to the store ${name}: ${trouble}. ${adviceFor(trouble)}`,
    );
  }

  /**
   * @throws {StoreAwayError} where no answer comes in time.
   * @throws {Error} with the server's own words.
   */
  send(command: readonly string[]): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const waiting = { until: performance.now() + COMMAND_TIMEOUT, reject };
    const settle = (reply: unknown): void => {
      this.#waiting.delete(waiting);
      resolve(reply);
    };
    const fail = (error: unknown): void => {
      this.#waiting.delete(waiting);
      reject(this.#errorOf(error));
    };
    this.#waiting.add(waiting);
    this.#client.sendCommand(command as string[]).then(settle, fail);
    return promise;
  }

  /** Tells of each message, and of `reload` after a time without a connection. */
  subscribe(channel: string, heard: (message: string) => void): () => void {
    let isOver = false;
    const listener = (message: string): void => {
      if (!isOver) heard(message);
    };
    const subscriber = (this.#subscriber ??= this.#connectSubscriber());
    const back = (): void => listener('reload');
    const begin = async (): Promise<void> => {
      const client = await subscriber;
      await client.subscribe(channel, listener);
      if (!isOver) client.on('ready', back);
    };
    const end = async (): Promise<void> => {
      const client = await subscriber;
      client.off('ready', back);
      await client.unsubscribe(channel, listener);
    };
    begin().catch(back);
    return () => {
      isOver = true;
      end().catch(() => {});
    };
  }

  async close(): Promise<void> {
    clearInterval(this.#watch);
    this.#client.destroy();
    const subscriber = await this.#subscriber?.catch(() => undefined);
    subscriber?.destroy();
  }

  async #connectSubscriber(): Promise<Client> {
    const client = this.#client.duplicate();
    // The other connection tells of it.
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  #endOverdue(): void {
    const now = performance.now();
    for (const waiting of this.#waiting) {
      if (waiting.until > now) break;
      this.#waiting.delete(waiting);
      waiting.reject(this.#away('it does not answer'));
    }
  }

  #errorOf(error: unknown): Error {
    if (!(error instanceof Error)) return new Error(String(error));
    const isOfServer = error instanceof ErrorReply;
    return isOfServer && !AWAY.test(error.message) ? error : this.#away(causeOf(error));
  }

  #away(cause: string): StoreAwayError {
    return new StoreAwayError(`the store ${this.name} can't be used: ${cause}`);
  }
}

function adviceFor(trouble: string): string {
  if (/^(?:NOAUTH|WRONGPASS)\b/.test(trouble))
    return 'Give user and password in its URL: redis://USER:PASSWORD@host:6379.';
  return trouble.startsWith('Socket closed')
    ? 'If it runs, it may want TLS (rediss://…), or be in protected mode: then give it a password.'
    : 'Start it, or wait longer with --wait.';
}

function clientOf(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: 100_000,
    // An overdue answer is waited for no longer: a timer for each command would cost more.
    commandOptions: { timeout: 0 },
    socket: { reconnectStrategy: RECONNECT, connectTimeout: COMMAND_TIMEOUT },
  });
}

/** Without user and password. */
function nameOf(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}

function causeOf(error: unknown): string {
  if (error instanceof AggregateError) return causeOf(error.errors[0]);
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.startsWith('NOAUTH')
    ? 'NOAUTH, it wants a password'
    : text.replace(/\.?(?: script: [0-9a-f]{40}, on .*)?$/, '');
}
