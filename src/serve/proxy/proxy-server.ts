import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inAddress } from '../../http/host.ts';
import { operations } from '../../model/operation.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type LimitedServer, createLimitedServer, headProblem } from '../limited-server.ts';
import {
  DEFAULT_PROXY_BODY_LIMIT,
  DEFAULT_PROXY_REQUEST_TIMEOUT,
  JUDGEMENT_MS,
} from '../limits.ts';
import { type CreateValidator, DEFAULT_DEADLINE, type Validator } from '../validator.ts';
import { writeRefusal } from '../control/reply.ts';
import { ControlAccess } from '../control/access.ts';
import { strangerRefusal } from '../control/guard.ts';
import { LazyControl } from '../control/lazy-control.ts';
import { controlPath, isForControl } from '../place.ts';
import { clientSide, outerRequest, senderOf } from '../outer-request.ts';
import { originForm, readRequest } from '../read-request.ts';
import { DEFAULT_SANDBOX } from '../sandbox/sandboxes.ts';
import { ErrorAnswers } from './error-answer.ts';
import type { ExchangeRecord } from '../exchange-record.ts';
import { type ExchangeContext, ProxyExchange } from './proxy-exchange.ts';
import { type ProxyReport, ReportBuilder } from './proxy-report.ts';
import { ProxyTraffic } from '../traffic.ts';
import { Redactor } from '../redact.ts';
import { type TracedExchange, Tracing } from '../tracing.ts';
import { Upstream, type UpstreamOptions } from './upstream.ts';
import type { ServerOptions } from '../http-server.ts';
import { errorMessage } from '../../openapi/error-message.ts';

/** Options of {@link createProxyServer}. */
export interface ProxyServerOptions
  extends
    UpstreamOptions,
    Pick<
      ServerOptions,
      'host' | 'control' | 'controlToken' | 'trustProxy' | 'deadline' | 'tokenVariable' | 'version'
    > {
  /** Every exchange is validated against it. */
  readonly document: OpenApiDocument & { readonly file?: string };
  /**
   * Makes what validates; called once the proxy listens. An answer waits for the header with its
   * findings no longer than the deadline; everything else waits as long as it takes.
   */
  readonly createValidator: CreateValidator;
  /** Base URL of the real service; a path in it is kept. `http:` or `https:`. */
  readonly target: URL;
  /** Default 4010; 0 for any free port. */
  readonly port?: number | undefined;
  /**
   * Answers exchanges that have violations itself, in the document's error shape where it has one;
   * a wrong request never reaches the upstream. Default false: violations are only told.
   */
  readonly errors?: boolean | undefined;
  /**
   * Whose pages may use it, besides its own and those of this machine, and which names it is called by
   * besides its address: origins such as `https://app.test`, or `*` for any.
   */
  readonly allowOrigin?: readonly string[] | undefined;
  /** Headers, parameters and cookies whose values nothing shows, besides those whose names tell. Default: none. */
  readonly secretName?: readonly string[] | undefined;
  /** Bytes of a body that are held for validation; a longer one is streamed. Default 10 MiB. */
  readonly maxBody?: number | undefined;
  /** Bytes of request body that are taken; a longer one is refused. Default 100 MiB. */
  readonly bodyLimit?: number | undefined;
  /** Milliseconds that a request may take to arrive, head and body. Default 300,000. */
  readonly requestTimeout?: number | undefined;
}

/** What a proxy tells those who listen. */
export interface ProxyEvents {
  /** An exchange is over. Secrets are taken out already. */
  exchange: [ExchangeRecord];
  /** Prism or the proxy itself has failed at something; the exchange went on. */
  trouble: [message: string];
}

export const MAX_BODY: number = 10 * 1024 * 1024;

/** How long `close` waits for exchanges that are under way. */
const GRACE_MS = 2000;

/** How long the validator may take for one exchange: its judgement is what a proxy is for. */
export const PATIENCE_MS = 60_000;

/** Puts a validating proxy in front of a real service. Rejects where the port can't be had. */
export async function createProxyServer(options: ProxyServerOptions): Promise<ProxyServer> {
  const proxy = new ProxyServer(options);
  await proxy.listen();
  return proxy;
}

/** A validating proxy in front of a real service. */
export class ProxyServer implements AsyncDisposable {
  readonly events: EventEmitter<ProxyEvents> = new EventEmitter();
  readonly #options: ProxyServerOptions;
  readonly #host: string;
  readonly #limited: LimitedServer;
  readonly #context: Omit<ExchangeContext, 'validator'>;
  /** By `METHOD /path`. */
  readonly #operationIds: ReadonlyMap<string, string>;
  readonly #redactor: Redactor;
  readonly #report: ReportBuilder;
  readonly #running = new Set<Promise<void>>();
  readonly #traffic: ProxyTraffic | undefined;
  readonly #control: LazyControl | undefined;
  readonly #access: ControlAccess;
  #validator: Validator | undefined;
  #tracing: Tracing | undefined;

  constructor(options: ProxyServerOptions) {
    const { document, target, host = '127.0.0.1', version = '', tokenVariable } = options;
    this.#options = options;
    this.#host = host;
    this.#access = new ControlAccess(options);
    this.#context = {
      deadline: options.deadline ?? DEFAULT_DEADLINE,
      refuses: options.errors === true,
      upstream: new Upstream(target, options),
      errors: new ErrorAnswers(document),
      maxBody: options.maxBody ?? MAX_BODY,
      bodyLimit: options.bodyLimit ?? DEFAULT_PROXY_BODY_LIMIT,
    };
    const known = options.controlToken === undefined ? [] : [options.controlToken];
    this.#redactor = new Redactor(document, known, options.secretName);
    const ids = operations(document).map(
      ({ method, path, id }) => [`${method} ${path}`, id] as const,
    );
    this.#operationIds = new Map(ids);
    this.#report = new ReportBuilder({
      target: target.href,
      document: document.file ?? 'the document',
    });
    if (options.control !== false) {
      this.#traffic = new ProxyTraffic(document);
      this.#control = new LazyControl({
        mode: 'proxy',
        version,
        host,
        access: this.#access,
        document: () => document,
        traffic: this.#traffic,
        target: target.href,
        tokenVariable,
      });
    }
    this.#limited = createLimitedServer({
      bodyLimit: () => this.#context.bodyLimit,
      requestTimeout: options.requestTimeout ?? DEFAULT_PROXY_REQUEST_TIMEOUT,
      receive: (incoming, outgoing) => this.#receive(incoming, outgoing),
      refuse: (problem) => this.#context.errors.ofProblem(problem),
    });
  }

  #receive(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const target = originForm(incoming.url ?? '');
    const path = this.#control && controlPath(target);
    if (path !== undefined) {
      this.#answerControl(path, incoming, outgoing);
      return;
    }
    if (this.#refuse(target, incoming, outgoing)) return;
    const running = this.#handle(incoming, outgoing).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  #refuse(target: string, incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const sender = senderOf(incoming, this.#options.trustProxy);
    // A mock behind would refuse it, but sees the proxy's Host and not the one that was named.
    const refusal = isForControl(target)
      ? this.#access.distrust(sender)
      : strangerRefusal(sender, this.#host, this.#options.allowOrigin ?? []);
    // What is wrong with the head itself is said in the document's own shape.
    if (refusal === undefined || headProblem(incoming) !== undefined) return false;
    readRequest(incoming, outgoing, this.#context.maxBody, () => writeRefusal(outgoing, refusal));
    return true;
  }

  /** Where it listens, without a slash at the end. */
  get url(): string {
    const { address, port } = this.#limited.server.address() as AddressInfo;
    return `http://${inAddress(address)}:${port}`;
  }

  /** Settles when the validator has loaded, or never will; what comes before is judged then. */
  get ready(): Promise<void> {
    return this.#validator?.ready ?? Promise.resolve();
  }

  /** What it has seen so far. */
  report(): ProxyReport {
    return this.#report.report();
  }

  /** Rejects where the port can't be had. */
  async listen(): Promise<void> {
    const { port = 4010, document, errors, createValidator } = this.#options;
    const { server } = this.#limited;
    server.listen(port, this.#host);
    await once(server, 'listening');
    this.#tracing = Tracing.find(this.#options.version);
    this.#validator = createValidator({
      document,
      strict: errors,
      patience: PATIENCE_MS,
      onTrouble: (message) => this.events.emit('trouble', message),
    });
  }

  #answerControl(path: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
    readRequest(incoming, outgoing, this.#context.maxBody, (arrived) => {
      const request = this.#options.trustProxy === true ? outerRequest(arrived) : arrived;
      this.#control?.answer({ request, path, sandbox: DEFAULT_SANDBOX, outgoing });
    });
  }

  async #handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const context = { ...this.#context, validator: this.#validator! };
    try {
      const exchange = await new ProxyExchange(context, incoming, outgoing).run();
      const record = this.#redactor.record(exchange);
      this.#report.add(record);
      this.#traffic?.record(record);
      this.#count(record);
      this.#tracing?.tell(this.#traced(record));
      this.events.emit('exchange', record);
    } catch (error) {
      const reason = errorMessage(error);
      this.events.emit('trouble', `Failed to pass on an exchange: ${reason}.`);
      outgoing.destroy();
    }
  }

  #traced({ request, response, operation = '', ...record }: ExchangeRecord): TracedExchange {
    const id = this.#operationIds.get(operation);
    const path = operation.slice(operation.indexOf(' ') + 1);
    return {
      method: request.method,
      target: request.target,
      status: response.status,
      startedAt: record.startedAt.getTime(),
      durationMs: record.durationMs,
      headers: request.headers,
      ...clientSide(request.headers, this.#options.trustProxy),
      operation: id === undefined ? undefined : { id, path },
    };
  }

  #count({ request, response, operation = '', ...record }: ExchangeRecord): void {
    const { durationMs, failedBy, findings } = record;
    const exchange = {
      method: request.method,
      status: response.status,
      durationMs,
      problem: failedBy && { kind: failedBy },
      findings: [...findings.request, ...findings.response],
    };
    this.#control?.metrics.count(exchange, this.#operationIds.get(operation));
  }

  /**
   * Stops listening, lets what is under way end for a moment, then ends it, and waits for what has not been judged
   * yet: 10,000 ms at the most.
   *
   * @param drain Milliseconds for what is under way. Default: 2,000.
   */
  async close(drain: number = GRACE_MS): Promise<void> {
    this.#control?.stop();
    await this.#limited.close(drain);
    await this.#validator?.close(JUDGEMENT_MS);
    // The last records are written after the last bytes.
    await Promise.all(this.#running);
    this.#context.upstream.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
