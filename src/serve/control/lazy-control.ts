import type { ServerResponse } from 'node:http';
import { answerFailure } from '../write-response.ts';
import type { Control, ControlCall } from './control.ts';
import type { ControlHost } from './routes.ts';
import { type Reply, writeReply } from './reply.ts';

const message = 'The control API failed.';
const FAILED: Reply = { status: 500, body: { error: { code: 'failure', message } } };

/** The control API of a server, loaded when someone asks for it: few servers are ever asked. */
export class LazyControl {
  readonly #host: ControlHost;
  readonly #open = new Set<ServerResponse>();
  #control: Promise<Control> | undefined;

  /** @param host What is known of the server; when it started is now. */
  constructor(host: Omit<ControlHost, 'instance' | 'started'>) {
    this.#host = { ...host, instance: crypto.randomUUID(), started: performance.now() };
  }

  answer(call: ControlCall): void {
    const { outgoing } = call;
    this.#open.add(outgoing);
    outgoing.once('close', () => this.#open.delete(outgoing));
    this.#answer(call).catch((error: unknown) => {
      answerFailure(outgoing, error, () => writeReply(outgoing, FAILED));
    });
  }

  /** Ends streams of events, which would not end by themselves. */
  close(): void {
    for (const outgoing of this.#open) outgoing.destroy();
  }

  async #answer(call: ControlCall): Promise<void> {
    this.#control ??= import('./control.ts').then(({ Control }) => new Control(this.#host));
    (await this.#control).answer(call);
  }
}
