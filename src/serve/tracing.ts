/**
 * Server spans of OpenTelemetry, where its SDK is loaded in this process. An SDK registers itself in one place of
 * the process for whichever copy of its API asks; so it is found without a dependency, wherever it is installed.
 */
import { type HeaderList, headerValue } from '../http/exchange.ts';

/** One exchange that is over, without secrets, as a span tells it. */
export interface TracedExchange {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** 0 stands for a dropped connection. */
  readonly status: number;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly headers: HeaderList;
  /** Scheme and host that it was sent to. */
  readonly base: string;
  /** Address of the client, where it is known. */
  readonly client: string | undefined;
  /** `undefined` for what the document doesn't have. */
  readonly operation: { readonly id: string; readonly path: string } | undefined;
  readonly sandbox?: string | undefined;
}

/** What is registered, as far as it is used (`@opentelemetry/api` 1). */
interface Registered {
  readonly trace?: { getTracer(name: string, version?: string): Tracer };
  readonly context?: { active(): Context };
  readonly propagation?: {
    extract(context: Context, carrier: HeaderList, getter: typeof GETTER): Context;
  };
}

interface Tracer {
  startSpan(name: string, options: SpanOptions, context: Context): Span;
}

interface SpanOptions {
  readonly kind: number;
  readonly startTime: number;
  readonly attributes: Attributes;
}

interface Span {
  isRecording(): boolean;
  updateName(name: string): unknown;
  setAttributes(attributes: Attributes): unknown;
  setStatus(status: { readonly code: number }): unknown;
  end(time: number): void;
}

interface Context {
  getValue(key: symbol): unknown;
  setValue(key: symbol, value: unknown): Context;
  deleteValue(key: symbol): Context;
}

type Attributes = Readonly<Record<string, string | number | undefined>>;

const REGISTERED = Symbol.for('opentelemetry.js.api.1');
const ACTIVE_SPAN = Symbol.for('OpenTelemetry Context Key SPAN');

/** `SpanKind.SERVER` and `SpanStatusCode.ERROR`. */
const SERVER = 1;
const ERROR = 2;

/** Reads `traceparent` and its like. */
const GETTER = {
  keys: (headers: HeaderList) => headers.map(([name]) => name),
  get: (headers: HeaderList, key: string) => headerValue(headers, key),
};

/** Methods that are no other ones (RFC 9110, RFC 5789), as the semantic conventions have them. */
const METHODS = /^(?:CONNECT|DELETE|GET|HEAD|OPTIONS|PATCH|POST|PUT|TRACE)$/;

/** Tells the SDK of exchanges. */
export class Tracing {
  readonly #api: Registered;
  readonly #tracer: Tracer;

  private constructor(api: Registered, tracer: Tracer) {
    this.#api = api;
    this.#tracer = tracer;
  }

  /**
   * Looks for an SDK; `undefined` where none is loaded.
   *
   * @param version Of the kit.
   */
  static find(version = ''): Tracing | undefined {
    const api = Reflect.get(globalThis, REGISTERED) as Registered | undefined;
    const tracer = api?.trace?.getTracer('kit', version);
    return api && tracer && new Tracing(api, tracer);
  }

  /** Where something has begun a span for the request already, that is told what the document knows of it. */
  tell(exchange: TracedExchange): void {
    const { method, status, startedAt, durationMs, headers, operation } = exchange;
    const known = METHODS.test(method) ? method : 'HTTP';
    const name = operation === undefined ? known : `${known} ${operation.path}`;
    const active = this.#api.context?.active() ?? new RootContext();
    const begun = active.getValue(ACTIVE_SPAN) as Span | undefined;
    if (begun?.isRecording() === true) {
      // The address as others tell it may hold a secret.
      begun.setAttributes(defined(ownAttributes(exchange)));
      if (operation !== undefined) begun.updateName(name);
      return;
    }
    const parent = this.#api.propagation?.extract(active, headers, GETTER) ?? active;
    const attributes = defined({ ...httpAttributes(exchange), ...ownAttributes(exchange) });
    const options = { kind: SERVER, startTime: startedAt, attributes };
    const span = this.#tracer.startSpan(name, options, parent);
    if (status === 0 || status >= 500) span.setStatus({ code: ERROR });
    span.end(startedAt + durationMs);
  }
}

function defined(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}

/** What only the kit knows: the route, by the semantic conventions, the address without secrets, and more. */
function ownAttributes({ operation, sandbox, target }: TracedExchange): Attributes {
  const query = target.indexOf('?');
  return {
    'url.path': query === -1 ? target : target.slice(0, query),
    'url.query': query === -1 ? undefined : target.slice(query + 1),
    'http.route': operation?.path,
    'kit.operation': operation?.id,
    'kit.sandbox': sandbox,
  };
}

/** The semantic conventions for HTTP servers, 1.23 and later. */
function httpAttributes(exchange: TracedExchange): Attributes {
  const { method, status, base, client } = exchange;
  const url = URL.parse(base);
  const isKnown = METHODS.test(method);
  return {
    'http.request.method': isKnown ? method : '_OTHER',
    'http.request.method_original': isKnown ? undefined : method,
    'http.response.status_code': status === 0 ? undefined : status,
    'error.type': status === 0 ? 'dropped' : status >= 500 ? `${status}` : undefined,
    'url.scheme': url?.protocol.slice(0, -1),
    'server.address': url?.hostname,
    'server.port': url?.port ? Number(url.port) : undefined,
    'client.address': client,
  };
}

/** The context that there is where an SDK has no context manager. */
class RootContext implements Context {
  readonly #values: ReadonlyMap<symbol, unknown>;

  constructor(values: Iterable<readonly [symbol, unknown]> = []) {
    this.#values = new Map(values);
  }

  readonly getValue = (key: symbol): unknown => this.#values.get(key);

  readonly setValue = (key: symbol, value: unknown): Context => {
    return new RootContext([...this.#values, [key, value]]);
  };

  readonly deleteValue = (key: symbol): Context => {
    return new RootContext([...this.#values].filter(([name]) => name !== key));
  };
}
