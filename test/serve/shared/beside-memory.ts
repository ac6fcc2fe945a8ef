import { request } from 'node:http';
import { type MockOptions, type MockServer, connectStore, createMock } from '../../../src/index.ts';

/** A request, as it is sent to several servers. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  /** Names and values in turns. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** Of one connection, not of an answer. */
const HOP = /^(?:date|connection|keep-alive|transfer-encoding|expect|host)$/i;

/** What the server says, as bytes; where it listens is left out. */
async function answerTo(port: number, sent: Sent): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const { method, path, headers, body } = sent;
  const asked = request({ host: '127.0.0.1', port, method, path, agent: false }, (response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part as Buffer);
      const head = pairs(response.rawHeaders).filter(([name]) => !HOP.test(name));
      const text = Buffer.concat(parts).toString('latin1');
      const all = [String(response.statusCode), ...head.map((pair) => pair.join(': ')), text];
      resolve(all.join('\n').replaceAll(/127\.0\.0\.1:\d+/g, 'HOST'));
    })().catch(reject);
  });
  asked.on('error', reject);
  for (const [name, value] of pairs(headers)) {
    if (!HOP.test(name)) asked.appendHeader(name, value);
  }
  asked.end(body);
  return await promise;
}

function pairs(flat: readonly string[]): [string, string][] {
  return flat.flatMap((name, i) => (i % 2 === 0 ? [[name, flat[i + 1]!]] : []));
}

/** A mock in memory, and two replicas that share a store: each request goes to the first, and to one of the others. */
export class BesideMemory implements AsyncDisposable {
  readonly #open: AsyncDisposableStack;
  readonly #alone: MockServer;
  readonly #replicas: readonly MockServer[];
  #turn = 0;

  private constructor(
    open: AsyncDisposableStack,
    alone: MockServer,
    replicas: readonly MockServer[],
  ) {
    this.#open = open;
    this.#alone = alone;
    this.#replicas = replicas;
  }

  /** @param prefix In front of what the replicas keep at this address. */
  static async start(url: string, prefix: string, options: MockOptions): Promise<BesideMemory> {
    await using open = new AsyncDisposableStack();
    const alone = open.use(await createMock(options).listen({ port: 0 }));
    const replicas: MockServer[] = [];
    for (let i = 0; i < 2; i += 1) {
      const sharedStore = open.use(await connectStore({ url, prefix }));
      const mock = createMock({ ...options, sharedStore });
      replicas.push(open.use(await mock.listen({ port: 0 })));
    }
    return new BesideMemory(open.move(), alone, replicas);
  }

  /** What the mock in memory answers, and where a replica says something else, that too. */
  async ask(sent: Sent): Promise<{ readonly answer: string; readonly other?: string }> {
    const replica = this.#replicas[this.#turn++ % this.#replicas.length]!;
    const answer = await answerTo(this.#alone.port, sent);
    const other = await answerTo(replica.port, sent);
    return other === answer ? { answer } : { answer, other };
  }

  /** Each request that is answered in two ways, with both; then whether all that is stored is the same. */
  async differences(
    all: readonly Sent[],
    paths: readonly string[] = ['/_kit/snapshot'],
  ): Promise<string[]> {
    const found: string[] = [];
    const looks = paths.map((path) => ({
      method: 'GET',
      path,
      headers: [],
      body: Buffer.from(''),
    }));
    for (const sent of [...all, ...looks]) {
      const { answer, other } = await this.ask(sent);
      if (other !== undefined) found.push(`${sent.method} ${sent.path}\n${answer}\n---\n${other}`);
    }
    return found;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#open.disposeAsync();
  }
}
