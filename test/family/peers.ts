/** What other tools say of a store: Dredd with the kit's hooks, and stock Prism as a proxy. */
import { type ChildProcess, spawn } from 'node:child_process';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { main } from '../cli/run-main.ts';

/** Whether a tool calls a store faulty. */
export type Peer = (url: string, token: string | undefined) => Promise<boolean>;

const prismBin = fileURLToPath(new URL('../../node_modules/.bin/prism', import.meta.url));
const document = fileURLToPath(new URL('../../spec/plant-store.openapi.yaml', import.meta.url));
const PATIENCE_MS = 5000;

export const dredd: Peer = async (url, token) => {
  const words = ['dredd', url, '--timeout', String(PATIENCE_MS)];
  const code = await main(token === undefined ? words : [...words, '--token', token], {
    stdout: { write: () => true },
    stderr: { write: () => true },
    env: process.env,
    cwd: process.cwd(),
    signal: new AbortController().signal,
  });
  return code !== 0;
};

/**
 * A stock Prism proxy. It knows one upstream only: what it is given is a relay to any store. Some
 * answers end the process (trailers behind a body do), so that it is started again where it is gone.
 */
export class PrismProxy {
  readonly #relay: Server;
  readonly #port: number;
  #prism: ChildProcess | undefined;
  readonly #sockets = new Set<Socket>();
  #upstream = 0;

  static async start(): Promise<PrismProxy> {
    const port = await freePort();
    const relay = createServer();
    await listen(relay, 0);
    return new PrismProxy(relay, port);
  }

  private constructor(relay: Server, port: number) {
    this.#relay = relay;
    this.#port = port;
    relay.on('connection', (socket: Socket) => this.#pass(socket));
  }

  /** Three requests: a plant, one without a tag, and one without a name. */
  readonly judge: Peer = async (url, token = 'anonymous') => {
    await this.#ready();
    this.#upstream = Number(new URL(url).port);
    const requests: [body: string, expected: number][] = [
      ['{"id":1042,"name":"Monstera deliciosa","tag":"climber"}', 200],
      ['{"id":1043,"name":"Ficus lyrata"}', 200],
      ['{"id":1044,"tag":"climber"}', 400],
    ];
    for (const [body, expected] of requests) {
      if (await this.#isOdd(body, expected, token)) return true;
    }
    return false;
  };

  async stop(): Promise<void> {
    this.#prism?.kill();
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => {
      this.#relay.close(() => resolve());
    });
  }

  /** Whether the answer has another status, or Prism sees a violation in it. */
  async #isOdd(body: string, expected: number, token: string): Promise<boolean> {
    try {
      const response = await fetch(`${this.#url()}/plants`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body,
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      await response.text();
      const seen = JSON.parse(response.headers.get('sl-violations') ?? '[]') as Violation[];
      const isBroken = seen.some(({ location, severity }) => {
        return location[0] === 'response' && severity === 'Error';
      });
      return isBroken || response.status !== expected;
    } catch {
      return true;
    }
  }

  #pass(socket: Socket): void {
    const store = connect(this.#upstream, '127.0.0.1');
    for (const [from, to] of [
      [socket, store],
      [store, socket],
    ] as const) {
      this.#sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  }

  #url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async #ready(): Promise<void> {
    if (this.#prism && this.#prism.exitCode === null && this.#prism.signalCode === null) return;
    // The store that ended it must not be what it is tried with.
    this.#upstream = 0;
    const upstream = `http://127.0.0.1:${portOf(this.#relay)}`;
    const words = [prismBin, 'proxy', document, upstream, '--port', String(this.#port)];
    this.#prism = spawn(process.execPath, words, { stdio: 'ignore' });
    for (let attempt = 0; attempt < 100; attempt += 1) {
      try {
        await fetch(`${this.#url()}/nothing`);
        return;
      } catch {
        await pause(100);
      }
    }
    await this.stop();
    throw new Error('Failed to start Prism: it does not listen after 10 s. Look at its log.');
  }
}

interface Violation {
  readonly location: readonly string[];
  readonly severity: string;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await listen(server, 0);
  const port = portOf(server);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  return port;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
}
