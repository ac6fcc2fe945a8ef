import { answerFailure } from '../write-response.ts';
import { ServerMetrics } from '../metrics.ts';
import type { Control, ControlCall } from './control.ts';
import type { ControlHost } from './route.ts';
import { ControlError, writeRefusal } from './reply.ts';

const FAILED = new ControlError(500, 'failure', 'The control API failed.');

/** The control API of a server, loaded when someone asks for it: few servers are ever asked. */
export class LazyControl {
  readonly #host: ControlHost;
  readonly metrics: ServerMetrics = new ServerMetrics();
  readonly #closing = new AbortController();
  #control: Promise<Control> | undefined;

  /** @param host What is known of the server; when it started is now. */
  constructor(host: Omit<ControlHost, 'instance' | 'started' | 'closing' | 'metrics'>) {
    const { signal: closing } = this.#closing;
    const instance = crypto.randomUUID();
    const { metrics } = this;
    this.#host = { ...host, instance, started: performance.now(), closing, metrics };
  }

  answer(call: ControlCall): void {
    const { outgoing } = call;
    this.#answer(call).catch((error: unknown) => {
      answerFailure(outgoing, error, () => writeRefusal(outgoing, FAILED));
    });
  }

  /** Says that the server is not ready any longer, and ends streams of events, which would not end by themselves. */
  stop(): void {
    this.#closing.abort();
  }

  async #answer(call: ControlCall): Promise<void> {
    this.#control ??= import('./control.ts').then(({ Control }) => new Control(this.#host));
    await (await this.#control).answer(call);
  }
}
