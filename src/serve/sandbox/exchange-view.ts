import { type OpenApiDocument, documentFromValue } from '../../openapi/document.ts';
import { type Operation, operations } from '../../model/operation.ts';
import type { ValidatorFinding } from '../validator.ts';
import type { HeaderList, RecordedExchange, RecordedMessage } from '../../http/exchange.ts';
import type { Problem } from '../../http/message.ts';
import type { MessageView as MessageSeen, RequestView } from '../../mock/received.ts';
import { isAscii } from '../../http/latin1.ts';
import { utf8Text } from '../../http/body-text.ts';
import { routerOf } from '../../model/routes.ts';
import { type LoggedParts, type MaskedMessage, Redactor } from '../redact.ts';
import { type ExchangeRecord, type RawExchange, bytesAsText } from '../exchange-record.ts';

/** Headers and body of one side, without secrets. */
export interface MessageView extends MessageSeen {
  /** `base64` where the body is no text. */
  readonly encoding: 'utf-8' | 'base64';
  /** Bytes as they were sent; -1 where they were not counted. */
  readonly size: number;
}

/** A recorded exchange as it is shown, without secrets: `Exchange` of the control API. */
export interface ExchangeView extends RequestView {
  readonly seq: number;
  /** When the request arrived (RFC 3339). */
  readonly time: string;
  /** Milliseconds to the end of the answer. */
  readonly duration: number;
  readonly sandbox: string;
  readonly request: MessageView;
  readonly response: MessageView;
  /** Why the mock refused the request. */
  readonly problem?: Pick<Problem, 'kind' | 'message' | 'pointer'> & {
    /** Line of the document's source, from 1. */
    readonly line?: number | undefined;
  };
  /** Id of the fault that acted on it. */
  readonly fault?: number;
  readonly note?: string;
  readonly findings: readonly ValidatorFinding[];
}

/** Shows exchanges of servers over one document. */
export class ExchangeViewer {
  readonly #document: OpenApiDocument;
  readonly #operations: readonly Operation[];
  readonly #redactor: Redactor;

  /** See {@link Redactor} for what is known to be secret. */
  constructor(
    document: OpenApiDocument = documentFromValue({}),
    known?: readonly string[],
    names?: readonly string[],
  ) {
    this.#document = document;
    this.#operations = operations(document);
    this.#redactor = new Redactor(document, known, names);
  }

  /** The operation that a request is for. */
  operationOf({ method, target }: Pick<RawExchange, 'method' | 'target'>): Operation | undefined {
    return routerOf(this.#operations)(target)?.byMethod.get(method);
  }

  /** What the log shows of an exchange, with its secrets masked. */
  logged(exchange: RawExchange): LoggedParts {
    return this.#redactor.logged(exchange);
  }

  /** An exchange of the mock, with its secrets masked. */
  mocked(exchange: RawExchange, seq: number, sandbox: string): ExchangeView {
    const { line, request, response } = this.#mocked(exchange, seq, sandbox);
    return { ...line, request, response };
  }

  /** The same as JSON, with the number 0: what replicas keep. */
  mockedText(exchange: RawExchange, sandbox: string): string {
    const { line, request, response } = this.#mocked(exchange, 0, sandbox);
    const messages = `"request":${textOfMessage(request)},"response":${textOfMessage(response)}`;
    return `${JSON.stringify(line).slice(0, -1)},${messages}}`;
  }

  #mocked(exchange: RawExchange, seq: number, sandbox: string): ViewParts {
    const { method, requestSize, responseBody = '' } = exchange;
    const { responseSize = Buffer.byteLength(responseBody) } = exchange;
    const masked = this.#redactor.mocked(exchange);
    const line: ViewParts['line'] = {
      seq,
      time: timeText(performance.timeOrigin + exchange.start),
      duration: rounded(exchange.durationMs),
      sandbox,
      method,
      target: masked.target,
      status: exchange.status,
      operation: this.operationOf(exchange)?.id ?? null,
      findings: masked.findings,
    };
    const { problem, fault, note, callback } = exchange;
    if (problem !== undefined) {
      const { kind, pointer } = problem;
      const place = pointer !== undefined && {
        pointer,
        line: this.#document.locate(pointer)?.line,
      };
      line.problem = { kind, message: masked.failure ?? '', ...place };
    }
    if (fault !== undefined) line.fault = fault;
    if (callback !== undefined) line.callback = callback;
    if (note !== undefined) line.note = note;
    return {
      line,
      request: messageView(masked.request, requestSize),
      response: messageView(masked.response, responseSize),
    };
  }

  /** An exchange of the proxy, whose secrets are masked already. */
  proxied(record: ExchangeRecord, seq: number): ExchangeView {
    const note = record.failure ?? record.note;
    const operation = this.#operations.find(
      ({ method, path }) => `${method} ${path}` === record.operation,
    );
    const { request, response, findings } = record;
    return {
      seq,
      time: timeText(record.startedAt.getTime()),
      duration: rounded(record.durationMs),
      sandbox: 'default',
      method: request.method,
      target: request.target,
      status: response.status,
      operation: operation?.id ?? null,
      findings: [...findings.request, ...findings.response],
      ...(note !== undefined && { note }),
      request: messageView(textual(request), request.bodySize),
      response: messageView(textual(response), response.bodySize),
    };
  }
}

/** A view before it is put together. */
interface ViewParts {
  readonly line: {
    -readonly [Name in keyof Omit<ExchangeView, 'request' | 'response'>]: ExchangeView[Name];
  };
  readonly request: MessageView;
  readonly response: MessageView;
}

/** To a thousandth of a millisecond. */
function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}

let lastTime = { at: NaN, text: '' };

/** RFC 3339. Made once for all of the same millisecond. */
function timeText(time: number): string {
  const at = Math.trunc(time);
  if (at !== lastTime.at) lastTime = { at, text: new Date(at).toISOString() };
  return lastTime.text;
}

/** A list of headers as it is shown. */
type HeaderViews = MessageView['headers'];

/** Lists that are the same again are shown as before. */
const shownHeaders = new WeakMap<HeaderList, HeaderViews>();
const headerTexts = new WeakMap<HeaderViews, string>();

function headerViews(headers: HeaderList): HeaderViews {
  let views = shownHeaders.get(headers);
  if (views === undefined) {
    views = headers.map(([name, value]) => ({ name, value }));
    shownHeaders.set(headers, views);
  }
  return views;
}

function textOfMessage({ headers, body, encoding, size }: MessageView): string {
  let text = headerTexts.get(headers);
  if (text === undefined) {
    text = JSON.stringify(headers);
    headerTexts.set(headers, text);
  }
  return `{"headers":${text},"body":${JSON.stringify(body)},"encoding":"${encoding}","size":${size}}`;
}

function messageView({ headers: list, body }: MaskedMessage, size: number): MessageView {
  const headers = headerViews(list);
  if (body === undefined) return { headers, body: size === 0 ? '' : null, encoding: 'utf-8', size };
  if (isAscii(body)) return { headers, body, encoding: 'utf-8', size };
  const bytes = Buffer.from(body, 'latin1');
  const text = utf8Text(bytes);
  return text === undefined
    ? { headers, body: bytes.toString('base64'), encoding: 'base64', size }
    : { headers, body: text, encoding: 'utf-8', size };
}

function textual({ headers, body }: RecordedMessage): MaskedMessage {
  return { headers, body: bytesAsText(body) };
}

/** The exchange as a recording has it. */
export function recordedView(view: ExchangeView, origin: string): RecordedExchange {
  const { time, duration, method, target, status, request, response, callback } = view;
  const isPath = callback === undefined && target.startsWith('/');
  const url = isPath ? origin + target : target;
  return {
    startedAt: new Date(time),
    durationMs: duration,
    request: { ...recordedMessage(request), method, url },
    response: { ...recordedMessage(response), status, statusText: '' },
  };
}

function recordedMessage({ headers, body, encoding, size }: MessageView): RecordedMessage {
  const coding = encoding === 'base64' ? 'base64' : 'utf8';
  return {
    headers: headers.map(({ name, value }) => [name, value] as const),
    body: body === null ? undefined : Buffer.from(body, coding),
    bodySize: size,
  };
}
