import { demandNames, demandOptions } from '../mock/demand-options.ts';
import { StateError } from '../mock/state-error.ts';
import { Front } from './front.ts';
import { LISTEN_RULES, type MockListenOptions } from './mock-options.ts';
import { type Mock, MockServer } from './mock.ts';

/** Several mocks behind one socket. */
export class MockServers implements AsyncDisposable {
  /** By the name that each is below. */
  readonly servers: ReadonlyMap<string, MockServer>;
  readonly #front: Front;

  /** @internal */
  constructor(front: Front, servers: ReadonlyMap<string, MockServer>) {
    this.#front = front;
    this.servers = servers;
  }

  /** Such as `http://127.0.0.1:4010`; a mock is at its own `url` below. */
  get url(): string {
    return this.#front.url;
  }

  /**
   * Stops listening, lets requests under way end, then ends every connection.
   *
   * @param patience Milliseconds that they have. Default 0.
   */
  async close(patience = 0): Promise<void> {
    for (const server of this.servers.values()) server.stop();
    await this.#front.close(patience);
    for (const server of this.servers.values()) await server.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/** Options of {@link serveTogether}. */
export interface TogetherOptions extends Omit<MockListenOptions, 'persist' | 'real'> {
  /** What is for one of them, by its name. */
  readonly each?: Readonly<Record<string, Pick<MockListenOptions, 'persist' | 'real'>>> | undefined;
}

/** What a document can be below: a segment that is for nothing else. */
const DOCUMENT_NAME = /^[A-Za-z0-9][\w.-]*$/;

/**
 * Serves several mocks on one port, each below a path of its own, with its own control API and inspector.
 */
export async function serveTogether(
  mocks: Readonly<Record<string, Mock>>,
  { each = {}, ...options }: TogetherOptions,
): Promise<MockServers> {
  demandOptions(options, LISTEN_RULES);
  for (const serverOptions of Object.values(each)) demandOptions(serverOptions, LISTEN_RULES);
  demandNames(each, Object.keys(mocks));
  for (const name of Object.keys(mocks)) {
    if (DOCUMENT_NAME.test(name)) continue;
    const message = `Failed to serve below ${JSON.stringify(name)}: a name begins with a letter or digit and goes on with letters, digits, dots, dashes, underscores.`;
    throw new StateError('mock-name', message);
  }
  const front = new Front(options);
  const servers = new Map<string, MockServer>();
  const together = new MockServers(front, servers);
  await front.listen();
  try {
    for (const [name, mock] of Object.entries(mocks)) {
      const served = await mock.serve({ ...options, ...each[name] }, { front, below: `/${name}` });
      servers.set(name, new MockServer(served));
    }
  } catch (error) {
    await together.close();
    throw error;
  }
  return together;
}
