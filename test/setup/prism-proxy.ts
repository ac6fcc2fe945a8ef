import { type ChildProcess, spawn } from 'node:child_process';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';

const prismBin = fileURLToPath(new URL('../../node_modules/.bin/prism', import.meta.url));

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

  readonly #document: string;

  /** @param document The file that it validates by. */
  static async start(document: string): Promise<PrismProxy> {
    const port = await freePort();
    const relay = createServer();
    await listen(relay, 0);
    return new PrismProxy(document, relay, port);
  }

  private constructor(document: string, relay: Server, port: number) {
    this.#document = document;
    this.#relay = relay;
    this.#port = port;
    relay.on('connection', (socket: Socket) => this.#pass(socket));
  }

  /** Where requests reach a store through it. */
  async to(store: string): Promise<string> {
    await this.#ready();
    this.#upstream = Number(new URL(store).port);
    return this.#url();
  }

  async stop(): Promise<void> {
    this.#prism?.kill();
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => {
      this.#relay.close(() => resolve());
    });
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
    const words = [prismBin, 'proxy', this.#document, upstream, '--port', String(this.#port)];
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

/** What Prism holds against a response. */
interface PrismViolation {
  readonly location: readonly string[];
  readonly severity: string;
}

/**
 * Whether Prism has found a violation in a response.
 *
 * @param violations The header `sl-violations` of what it has forwarded.
 */
export function isFaultyByPrism(violations: string | null | undefined): boolean {
  const all = JSON.parse(violations ?? '[]') as readonly PrismViolation[];
  return all.some(({ location, severity }) => location[0] === 'response' && severity === 'Error');
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
}
