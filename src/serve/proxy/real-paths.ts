import type { IncomingMessage, ServerResponse } from 'node:http';
import { pathPattern } from '../../http/target.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { corsHeaders } from '../../mock/cors.ts';
import type { ControlError } from '../control/reply.ts';
import { type Sender, strangerRefusal } from '../control/guard.ts';
import type { ExchangeRecord } from '../exchange-record.ts';
import { NOTHING_FOUND, type Validator } from '../validator.ts';
import { ErrorAnswers, type ProxyResponse } from './error-answer.ts';
import { ProxyExchange } from './proxy-exchange.ts';
import { Upstream, type UpstreamOptions } from './upstream.ts';

/** A real server that answers some of a mock's paths. */
export interface RealServer extends UpstreamOptions {
  /** Its base URL; a path in it is kept. http or https, without credentials. */
  readonly url: string | URL;
  /** Which paths are passed on to it, as the document has them; `*` stands for anything: `/payments/*`. */
  readonly paths: readonly string[];
  /**
   * Whose pages may reach it, besides the mock's own and those of this machine, and which names the mock is
   * called by besides its address: origins such as `https://app.test`, or `*` for any.
   */
  readonly allowOrigin?: readonly string[] | undefined;
}

/** What the mock knows of itself. */
export interface RealContext {
  readonly document: () => OpenApiDocument;
  /** The address that it was told to listen on. */
  readonly host: string;
  readonly bodyLimit: number;
  readonly deadline: number;
}

/** Passes requests on that are for a real server. */
export class RealPaths {
  readonly #options: RealServer;
  readonly #context: RealContext;
  readonly #upstream: Upstream;
  readonly #patterns: readonly RegExp[];
  /** Shown beside each exchange. */
  readonly note: string;

  constructor(options: RealServer, context: RealContext) {
    const url = new URL(options.url);
    this.#options = options;
    this.#context = context;
    this.#upstream = new Upstream(url, options);
    this.#patterns = options.paths.map(pathPattern);
    this.note = `from ${url.origin}`;
  }

  /** Whether a target is for the real server. One with dots in it could mean another path there. */
  takes(target: string): boolean {
    const [path = ''] = target.split('?', 1);
    if (URL.parse(path, 'http://localhost')?.pathname !== path) return false;
    return this.#patterns.some((pattern) => pattern.test(path));
  }

  /** Why a request that a foreign page could have sent is refused. */
  refusal(sender: Sender): ControlError | undefined {
    return strangerRefusal(sender, this.#context.host, this.#options.allowOrigin ?? []);
  }

  /** Answers the client; never rejects for what the real server or the client does. */
  async pass(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    validator: Validator = SILENT,
  ): Promise<ExchangeRecord> {
    const { document, bodyLimit, deadline } = this.#context;
    const { origin } = incoming.headers;
    const context = {
      validator,
      deadline,
      refuses: false,
      upstream: this.#upstream,
      errors: new ErrorAnswers(document()),
      maxBody: bodyLimit,
      bodyLimit,
      adapt: (response: ProxyResponse) => readableBy(origin, response),
    };
    return await new ProxyExchange(context, incoming, outgoing).run();
  }

  close(): void {
    this.#upstream.close();
  }
}

/** The real server doesn't know the page of a mock: who may reach it may read what it says. */
function readableBy(origin: string | undefined, response: ProxyResponse): ProxyResponse {
  if (origin === undefined) return response;
  const others = response.headers.filter(([name]) => !/^access-control-/i.test(name));
  const names = others.map(([name]) => name.toLowerCase());
  return { ...response, headers: [...others, ...Object.entries(corsHeaders(origin, names))] };
}

/** Where nobody judges. */
const SILENT: Validator = {
  name: '',
  ready: Promise.resolve(),
  state: 'ready',
  isFull: false,
  isPrompt: () => true,
  judge: () => Promise.resolve({ findings: NOTHING_FOUND }),
  close: () => Promise.resolve(),
};
