import { type OpenApiDocument, documentFromValue } from '../../openapi/document.ts';
import { type Operation, operations } from '../../model/operation.ts';
import type { ValidatorFinding } from '../validator.ts';
import type { RecordedExchange, RecordedMessage } from '../../http/exchange.ts';
import type { Problem } from '../../http/message.ts';
import type { MessageView as MessageSeen, RequestView } from '../../mock/received.ts';
import { utf8Text } from '../../http/body-text.ts';
import { routerOf } from '../../model/routes.ts';
import { type LoggedParts, Redactor } from '../redact.ts';
import { type ExchangeRecord, type KeptExchange, recordOf } from '../exchange-record.ts';

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
  operationOf(method: string, path: string): Operation | undefined {
    return routerOf(this.#operations)(path)?.byMethod.get(method);
  }

  /** What the log shows of an exchange, with its secrets masked. */
  logged(kept: KeptExchange): LoggedParts {
    return this.#redactor.logged(recordOf({ ...kept, responseBody: undefined }));
  }

  /** An exchange of the mock, with its secrets masked. */
  mocked(kept: KeptExchange, seq: number, sandbox: string): ExchangeView {
    const { problem, fault, note, callback } = kept;
    const record = this.#redactor.record(recordOf(kept));
    const [path = ''] = kept.target.split('?', 1);
    const view = this.#view(seq, record, sandbox, this.operationOf(kept.method, path)?.id);
    const line = this.#document.locate(problem?.pointer ?? '')?.line;
    return {
      ...view,
      ...(problem && {
        problem: {
          kind: problem.kind,
          message: record.failure ?? '',
          ...(problem.pointer !== undefined && { pointer: problem.pointer, line }),
        },
      }),
      ...(fault !== undefined && { fault }),
      ...(callback !== undefined && { callback }),
      ...(note !== undefined && { note }),
    };
  }

  /** An exchange of the proxy, whose secrets are masked already. */
  proxied(kept: ExchangeRecord, seq: number): ExchangeView {
    const note = kept.failure ?? kept.note;
    const operation = this.#operations.find(
      ({ method, path }) => `${method} ${path}` === kept.operation,
    );
    const view = this.#view(seq, kept, 'default', operation?.id);
    return note === undefined ? view : { ...view, note };
  }

  #view(
    seq: number,
    record: ExchangeRecord,
    sandbox: string,
    operation: string | undefined,
  ): ExchangeView {
    const { request, response, findings } = record;
    return {
      seq,
      time: record.startedAt.toISOString(),
      duration: Math.round(record.durationMs * 1000) / 1000,
      sandbox,
      method: request.method,
      target: request.target,
      status: response.status,
      operation: operation ?? null,
      request: messageView(request),
      response: messageView(response),
      findings: [...findings.request, ...findings.response],
    };
  }
}

function messageView({
  headers,
  body,
  bodySize,
}: Pick<ExchangeRecord['request'], 'headers' | 'body' | 'bodySize'>): MessageView {
  const text = body === undefined ? undefined : utf8Text(body);
  return {
    headers: headers.map(([name, value]) => ({ name, value })),
    body:
      body === undefined
        ? bodySize === 0
          ? ''
          : null
        : (text ?? Buffer.from(body).toString('base64')),
    encoding: body === undefined || text !== undefined ? 'utf-8' : 'base64',
    size: bodySize,
  };
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
