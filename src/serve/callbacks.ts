/** Callbacks and webhooks, as a mock sends them. */
import { jsonOf } from '../http/body-text.ts';
import { composeRequest } from '../http/compose-request.ts';
import { headerPairs, headerValue } from '../http/exchange.ts';
import { pause } from '../http/pause.ts';
import { StateError } from '../mock/state-error.ts';
import { believer } from '../model/believable/believer.ts';
import { type Callback, callbacksOf, sentByHand } from '../model/callbacks.ts';
import { type ExpressionContext, expressionValue } from '../model/links.ts';
import { bodyMediaType } from '../model/media-type.ts';
import { type Operation, operations } from '../model/operation.ts';
import { requiredParameters } from '../model/requests/required-parameters.ts';
import { matchOperation } from '../model/routes.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import {
  type JsonObject,
  type JsonValue,
  isJsonObject,
  objectOf,
} from '../openapi/json/json-value.ts';
import { textOf } from '../openapi/json/stringify-json.ts';
import { didYouMean } from '../openapi/nearest-word.ts';
import { onceFor } from '../openapi/once.ts';
import { isValidFor } from '../openapi/schema/compile-schema.ts';
import { effectiveSchema } from '../openapi/schema/effective-schema.ts';
import { sampleValue } from '../openapi/schema/sample-value.ts';
import {
  type RawExchange,
  MAX_BODY,
  bytesAsText,
  fieldsOf,
  rawExchange,
} from './exchange-record.ts';
import { errorMessage } from '../openapi/error-message.ts';

/** Milliseconds before a callback is tried again. */
export const RETRIES: readonly number[] = [500, 1000, 2000];

/** Milliseconds that a receiver may take. */
export const TIMEOUT = 10_000;

/** Callbacks of a mock that are on their way at a time. */
export const MAX_UNDER_WAY = 100;

/** Options of {@link Callbacks}. */
export interface CallbackOptions {
  readonly document: OpenApiDocument;
  /** Origins that may be sent to, such as `http://localhost:3000`; `*` for any. */
  readonly allowed: readonly string[];
  /** Milliseconds before each further try. Default: three more, after 0.5, 1 and 2 seconds. */
  readonly retries?: readonly number[] | undefined;
}

/** Where exchanges are kept that a mock has begun itself. */
type Keep = (exchange: RawExchange) => void;

/** A request that is to be sent, or could not be. */
interface Outgoing {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | undefined;
}

/** Sends what a document says that its service sends. */
export class Callbacks {
  readonly #options: CallbackOptions;
  readonly #closing = new AbortController();
  #underWay = 0;

  constructor(options: CallbackOptions) {
    this.#options = options;
  }

  /** Sends the callbacks of the operation that was asked for, if it has succeeded. */
  after(exchange: RawExchange, keep: Keep): void {
    const { document } = this.#options;
    const { method, target, status } = exchange;
    if (status < 200 || status > 299) return;
    const match = matchOperation(operations(document), method, target, '');
    const callbacks = match && callbacksIn(document).get(match.operation);
    if (match === undefined || callbacks === undefined) return;
    const context = contextOf(exchange, match.pathParameters);
    const known = { ...objectOf(context.request.body), ...objectOf(context.response.body) };
    for (const callback of callbacks) {
      const url = expressionValue(callback.url ?? null, context);
      // Whoever left it out wants none.
      if (url === undefined || url === null || url === '') continue;
      this.#begin(callback, textOf(url), known, keep);
    }
  }

  /** Of a callback that the document describes wrongly, the answer must not suffer. */
  #begin(callback: Callback, url: string, known: JsonObject, keep: Keep): void {
    try {
      void this.#send(outgoingOf(this.#options.document, callback, url, known), keep);
    } catch (error) {
      const { name, operation } = callback;
      const outgoing = { name, method: operation.method, url, headers: [], body: undefined };
      const cause = errorMessage(error);
      keep(exchangeOf(outgoing, FAILED, performance.now(), `not sent: ${cause}`));
    }
  }

  /**
   * Sends a webhook, or a callback, by hand; settles when it was taken, or given up.
   *
   * @param name As the document calls it.
   * @param body What is sent. Default: what is made up for it.
   * @throws {StateError} where the document has none of the name, or the address is not allowed.
   */
  send(name: string, url: string, body: JsonValue | undefined, keep: Keep): Promise<void> {
    const { document } = this.#options;
    const all = sentByHand(document);
    const callback = all.find((candidate) => candidate.name === name);
    if (callback === undefined) {
      const names = [...new Set(all.map((other) => other.name))];
      const message = `Failed to send ${JSON.stringify(name.slice(0, 100))}: the document has no webhook and no callback of this name. ${didYouMean(name, names)}`;
      throw new StateError('unknown-webhook', message);
    }
    const problem = this.#refusal(url);
    if (problem !== undefined) {
      throw new StateError('callback-refused', `Failed to send ${name}: ${problem}.`);
    }
    return this.#send(outgoingOf(document, callback, url, {}, body), keep);
  }

  /** Gives up what is on its way. */
  close(): void {
    this.#closing.abort();
  }

  #refusal(text: string): string | undefined {
    const url = URL.parse(text);
    const { allowed } = this.#options;
    if (url === null || !/^https?:$/.test(url.protocol))
      return 'its URL is not an http:// or https:// URL';
    if (url.username !== '' || url.password !== '') return 'its URL holds credentials';
    if (allowed.includes('*') || allowed.includes(url.origin)) return undefined;
    return `${url.origin} is not allowed; start the mock with --allow-callbacks ${url.origin}`;
  }

  async #send(outgoing: Outgoing, keep: Keep): Promise<void> {
    const refusal =
      this.#underWay >= MAX_UNDER_WAY
        ? `${MAX_UNDER_WAY} callbacks are on their way already`
        : this.#refusal(outgoing.url);
    if (refusal !== undefined) {
      keep(exchangeOf(outgoing, FAILED, performance.now(), `not sent: ${refusal}`));
      return;
    }
    this.#underWay += 1;
    try {
      await this.#try(outgoing, keep);
    } finally {
      this.#underWay -= 1;
    }
  }

  async #try(outgoing: Outgoing, keep: Keep): Promise<void> {
    const { retries = RETRIES } = this.#options;
    const { signal } = this.#closing;
    for (const [i, wait] of [0, ...retries].entries()) {
      if (i > 0) await pause(wait, signal);
      if (signal.aborted) return;
      const start = performance.now();
      const { received, problem } = await ask(outgoing, signal);
      const note = `try ${i + 1} of ${retries.length + 1}${problem === undefined ? '' : `: ${problem}`}`;
      keep(exchangeOf(outgoing, received, start, note));
      if (!isWorthAnother(received.status)) return;
    }
  }
}

/** No answer, a fault of the receiver, or a request for patience. */
function isWorthAnother(status: number): boolean {
  return status === 0 || status >= 500 || status === 408 || status === 429;
}

const callbacksIn: (document: OpenApiDocument) => ReadonlyMap<Operation, readonly Callback[]> =
  onceFor((document) => {
    const found = operations(document).map(
      (operation) => [operation, callbacksOf(document, operation)] as const,
    );
    return new Map(found.filter(([, callbacks]) => callbacks.length > 0));
  });

function contextOf(
  exchange: RawExchange,
  pathParameters: Readonly<Record<string, string>>,
): ExpressionContext {
  const sent = Buffer.from(exchange.requestBody ?? '', 'latin1');
  const header = (name: string): string | undefined =>
    headerValue(headerPairs(exchange.requestHeaders), name);
  const [, query = ''] = exchange.target.split(/\?(.*)/s);
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(header('content-type') ?? '');
  const form = (): JsonObject => Object.fromEntries(new URLSearchParams(sent.toString()));
  return {
    url: `http://${header('host') ?? 'localhost'}${exchange.target}`,
    method: exchange.method,
    statusCode: exchange.status,
    request: {
      body: isForm ? form() : jsonOf(sent),
      header,
      path: (name) => pathParameters[name],
      query: (name) => new URLSearchParams(query).get(name) ?? undefined,
    },
    response: {
      body: jsonOf(Buffer.from(bytesAsText(exchange.responseBody) ?? '', 'latin1')),
      header: (name) => headerValue(headerPairs(fieldsOf(exchange.responseHeaders)), name),
    },
  };
}

/** @param known What is known of what it is about: it stands in the body where that has room for it. */
function outgoingOf(
  document: OpenApiDocument,
  { name, operation }: Callback,
  url: string,
  known: JsonObject,
  given?: JsonValue,
): Outgoing {
  const value = given ?? bodyOf(document, operation, known);
  const parameters = requiredParameters(document, operation);
  const { method, headers, body } = composeRequest(operation, { value, parameters });
  return { name, method, url, headers, body };
}

function bodyOf(
  { root }: OpenApiDocument,
  { requestBody }: Operation,
  known: JsonObject,
): JsonValue | undefined {
  const media = bodyMediaType(requestBody?.content ?? []);
  if (media === undefined) return undefined;
  const [example] = Object.values(media.examples);
  if (media.schemaPointer === undefined) return example;
  const schema = effectiveSchema(root, media.schemaPointer);
  const isValid = (value: JsonValue): boolean => isValidFor(value, schema, 'request');
  const sample = example ?? sampleValue(schema, { side: 'request', believer: believer() });
  return withKnown(sample, known, [], isValid, (body) => body);
}

/** What is inside of an event: the resource that it is about. */
const INSIDE = /^(?:data|object|payload|resource|attributes)$/;

/** A body with the known properties that it has a place for, as far as it stays valid. */
function withKnown(
  value: JsonValue,
  known: JsonObject,
  path: readonly string[],
  isValid: (whole: JsonValue) => boolean,
  whole: (part: JsonValue) => JsonValue,
): JsonValue {
  if (!isJsonObject(value)) return value;
  let told: JsonObject = value;
  for (const [name, member] of Object.entries(value)) {
    const isInside = path.length < 2 && INSIDE.test(name) && isJsonObject(member);
    const inner = (part: JsonValue): JsonValue => whole({ ...told, [name]: part });
    const next = isInside ? withKnown(member, known, [...path, name], isValid, inner) : known[name];
    if (next === undefined) continue;
    const changed = { ...told, [name]: next };
    if (isValid(whole(changed))) told = changed;
  }
  return told;
}

/** What came of a request. */
interface Received {
  /** 0 where there is no answer. */
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | undefined;
}

const FAILED: Received = { status: 0, headers: [], body: new Uint8Array() };

async function ask(
  { method, url, headers, body }: Outgoing,
  closing: AbortSignal,
): Promise<{ readonly received: Received; readonly problem?: string }> {
  try {
    const response = await fetch(url, {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      body: body === undefined ? null : Uint8Array.from(body),
      // It could lead to a host that is not allowed.
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(TIMEOUT)]),
    });
    const { status } = response;
    return { received: { status, headers: [...response.headers], body: await start(response) } };
  } catch (error) {
    const { cause = error } = error as Error;
    const { message, code = message } = cause as Error & { readonly code?: string };
    return { received: FAILED, problem: code };
  }
}

/** A body as far as it is kept; `undefined` where it is longer. */
async function start(response: Response): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    length += chunk.length;
    // Leaving the loop lets go of the rest.
    if (length > MAX_BODY) return undefined;
  }
  return Buffer.concat(chunks);
}

function exchangeOf(
  { name, method, url, headers, body = new Uint8Array() }: Outgoing,
  { status, headers: answered, body: told }: Received,
  start: number,
  note: string,
): RawExchange {
  const request = { method, target: url, rawHeaders: headers.flat(), body, rawBody: body };
  const outcome = { status, headers: answered, body: told, note: `callback ${name}, ${note}` };
  const responseSize = told === undefined ? -1 : undefined;
  return { ...rawExchange(request, outcome, start), responseSize, callback: name };
}
