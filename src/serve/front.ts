import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inAddress } from '../http/host.ts';
import { corsHeaders } from '../mock/cors.ts';
import type { MockResponse, Problem } from '../http/message.ts';
import { ControlError, writeRefusal } from './control/reply.ts';
import { type LimitedServer, createLimitedServer } from './limited-server.ts';
import { DEFAULT_BODY_LIMIT } from './limits.ts';
import { originForm, readRequest } from './read-request.ts';

/** What answers below a path of a {@link Front}. */
export interface Mounted {
  receive(incoming: IncomingMessage, outgoing: ServerResponse): void;
  /** Bytes of a request's body that are taken. */
  limitOf(incoming: IncomingMessage): number;
  /** The answer to what can't be read as a request. */
  refuse(problem: Problem): MockResponse;
}

/** Options of {@link Front}. */
export interface FrontOptions {
  /** Default `127.0.0.1`: only this machine. */
  readonly host?: string | undefined;
  /** Default 0, any free port. */
  readonly port?: number | undefined;
  /** Milliseconds that a request may take to arrive, head and body. Default 60,000. */
  readonly requestTimeout?: number | undefined;
}

/** A socket, and what answers behind it: one for everything, or several, each below a path of its own. */
export class Front {
  readonly #options: FrontOptions;
  readonly #limited: LimitedServer;
  /** By the first segment of their paths, with its slash; empty for the one that has everything. */
  readonly #mounted = new Map<string, Mounted>();
  #url = '';
  #port = 0;

  constructor(options: FrontOptions) {
    this.#options = options;
    this.#limited = createLimitedServer({
      bodyLimit: (incoming) => this.#find(incoming)?.limitOf(incoming) ?? DEFAULT_BODY_LIMIT,
      requestTimeout: options.requestTimeout,
      receive: (incoming, outgoing) => this.#receive(incoming, outgoing),
      refuse: (problem) => {
        const [first] = this.#mounted.values();
        return first?.refuse(problem) ?? { status: 503, body: '' };
      },
    });
    // A client may close its sending side and wait: its answer is still written.
    Object.assign(this.#limited.server, { httpAllowHalfOpen: true });
  }

  /** Such as `http://127.0.0.1:4010`, without a slash at the end. */
  get url(): string {
    return this.#url;
  }

  get port(): number {
    return this.#port;
  }

  /** @param below Such as `/members`; empty for all paths. */
  mount(below: string, mounted: Mounted): void {
    this.#mounted.set(below, mounted);
  }

  /** @throws {Error} with Node's `code` where it can't listen. */
  async listen(): Promise<void> {
    const { host = '127.0.0.1', port = 0 } = this.#options;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const { server } = this.#limited;
    server.once('error', reject);
    server.listen(port, host, resolve);
    await promise;
    server.off('error', reject);
    this.#port = (server.address() as AddressInfo).port;
    this.#url = `http://${inAddress(host)}:${this.#port}`;
  }

  /** @param patience Milliseconds that requests under way have; then every connection is ended. */
  async close(patience: number): Promise<void> {
    await this.#limited.close(patience);
  }

  #find({ url = '/' }: IncomingMessage): Mounted | undefined {
    return this.#mounted.get('') ?? this.#mounted.get(firstSegment(originForm(url)));
  }

  #receive(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const mounted = this.#find(incoming);
    if (mounted === undefined) this.#answerStray(incoming, outgoing);
    else mounted.receive(incoming, outgoing);
  }

  #answerStray(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const paths = [...this.#mounted.keys()].join(', ');
    const message = `Several documents are served here, each below a path of its own: ${paths}.`;
    readRequest(incoming, outgoing, DEFAULT_BODY_LIMIT, (request) => {
      const origin = request.header('origin');
      const extra = origin === undefined ? {} : corsHeaders(origin);
      writeRefusal(outgoing, new ControlError(404, 'unknown-path', message, extra));
    });
  }
}

/** `/members` of `/members/7?all`. */
function firstSegment(target: string): string {
  return /^\/[^/?#]*/.exec(target)?.[0] ?? '';
}

/** A target as it is below a path. */
export function targetBelow(below: string, target: string): string {
  return target.slice(below.length).replace(/^(?!\/)/, '/');
}
