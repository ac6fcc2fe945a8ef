import type { IncomingMessage } from 'node:http';
import { errorBodyFor } from '../../mock/error-body.ts';
import type { Problem } from '../../http/message.ts';
import { problemKinds } from '../../mock/problem-kinds.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import { matchOperation } from '../../model/routes.ts';
import { type Operation, documentedResponse, operations } from '../../model/operation.ts';
import type { WireResponse } from '../../http/exchange.ts';
import type { HandlerResponse } from '../user-handlers.ts';

/** A response on its way through the proxy to the client. */
export interface ProxyResponse extends WireResponse {
  /** True for an answer of the proxy's own, such as a 502: the service is not to blame for it. */
  readonly isOwn?: boolean | undefined;
}

/** An error that the proxy answers itself. */
export interface ErrorAnswer {
  readonly status: number;
  readonly message: string;
  /** `METHOD /path` of the document, if the request is for one of its operations. */
  readonly operation?: string | undefined;
}

/** Makes errors in the shape that the document gives to errors. */
export class ErrorAnswers {
  readonly #document: OpenApiDocument;
  readonly #operations: readonly Operation[];

  constructor(document: OpenApiDocument) {
    this.#document = document;
    this.#operations = operations(document);
  }

  /** The operation of a request, as {@link ErrorAnswer} has it. */
  operationOf({ method = 'GET', url = '/' }: IncomingMessage): string | undefined {
    const match = matchOperation(this.#operations, method, url, '');
    return match && `${method} ${match.operation.path}`;
  }

  /** With the status as it is: for errors that the document can't know of, such as 502. */
  answer({ status, message, operation }: ErrorAnswer): HandlerResponse {
    const owner = this.#find(operation) ?? this.#operations[0];
    const errorBody = owner && errorBodyFor(this.#document, owner, status);
    const body = errorBody?.write({ status, code: status, kind: 'gateway', message });
    return {
      status,
      headers: [['Content-Type', errorBody?.mediaType ?? 'application/json']],
      body: new TextEncoder().encode(body ?? stringifyJson({ error: status, message })),
    };
  }

  /** With the status that the document has for a wrong request: 422 becomes 400 where it says so. */
  refuse({ status, message, operation }: ErrorAnswer): ProxyResponse {
    const found = this.#find(operation);
    const documented = (code: number): boolean =>
      found !== undefined && documentedResponse(found, code) !== undefined;
    const isOfRequest = status >= 400 && status < 500;
    const chosen = isOfRequest && !documented(status) && documented(400) ? 400 : status;
    return { ...this.answer({ status: chosen, message, operation }), isOwn: true };
  }

  /** For what the transport finds wrong with a request, before it is known whose it is. */
  ofProblem({ kind, message }: Problem): HandlerResponse {
    const status = problemKinds[kind]?.answer;
    return this.answer({ status: typeof status === 'number' ? status : 400, message });
  }

  #find(operation: string | undefined): Operation | undefined {
    return this.#operations.find(({ method, path }) => `${method} ${path}` === operation);
  }
}
