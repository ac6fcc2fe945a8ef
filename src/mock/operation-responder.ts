import type { OpenApiDocument } from '../openapi/document.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../openapi/json/json-value.ts';
import type { MediaType, Operation } from '../openapi/operation.ts';
import { type SchemaValidator, compileSchema } from '../openapi/schema/compile-schema.ts';
import { type CredentialCheck, credentialCheck } from './credential.ts';
import { type Enactment, type MergedEnactment, mergeEnactments } from './enactment.ts';
import { type ErrorBody, errorBodyFor } from './error-body.ts';
import type { MockRequest, MockResponse, Problem } from './message.ts';
import { OTHER_CODE, type ProblemAnswer, problemKinds } from './problem-kinds.ts';
import { isJsonType, readMediaType } from './media-type.ts';
import { type ReadBody, readJsonBody } from './read-body.ts';
import type { ResourceStore } from './resource-store.ts';
import { type Success, successOf } from './success-body.ts';
import { stringifyJson } from '../openapi/json/stringify-json.ts';

/** What an operation's responder is made of. */
export interface OperationParts {
  readonly document: OpenApiDocument;
  readonly operation: Operation;
  readonly store: ResourceStore;
  readonly enactments: readonly Enactment[];
  /** The one valid token. Default: any but `invalid-token`. */
  readonly token?: string | undefined;
  /** How many resources the store takes. Default: no limit. */
  readonly maxResources?: number | undefined;
}

/** Issues beyond these are left out of a message. */
const MAX_ISSUES = 5;
const EMPTY: JsonObject = {};
const NOTHING: ReadBody = { value: EMPTY, numbers: [], duplicateKeys: [] };

/** Answers the requests of one operation. */
export class OperationResponder {
  readonly operation: Operation;
  readonly enactment: MergedEnactment;
  readonly #document: OpenApiDocument;
  readonly #store: ResourceStore;
  readonly #maxResources: number;
  readonly #credential: CredentialCheck;
  /** By JSON Pointer to the schema. */
  readonly #validators: ReadonlyMap<string, SchemaValidator>;
  readonly #schemaPointer: string;
  readonly #jsonTypes: ReadonlySet<MediaType>;
  readonly #success: Success;
  readonly #successHeaders: Readonly<Record<string, string>>;
  readonly #errorHeaders: Readonly<Record<string, string>>;
  readonly #errorBodies = new Map<number, ErrorBody>();
  readonly #readsText: boolean;

  constructor(parts: OperationParts) {
    const { document, operation, store, token } = parts;
    this.operation = operation;
    this.enactment = mergeEnactments(parts.enactments);
    this.#document = document;
    this.#store = store;
    this.#maxResources = parts.maxResources ?? Number.POSITIVE_INFINITY;
    this.#credential = credentialCheck(operation, token);
    this.#schemaPointer = operation.requestBody?.content[0]?.schemaPointer ?? '';
    this.#jsonTypes = new Set(
      operation.requestBody?.content.filter(({ name }) => isJsonType(name)),
    );
    this.#validators = new Map(
      (operation.requestBody?.content ?? [])
        .flatMap(({ schemaPointer }) => schemaPointer ?? [])
        .map((pointer) => [pointer, compileSchema(document.root, pointer)]),
    );
    this.#success = successOf(document, operation, this.enactment);
    this.#successHeaders = withType(this.enactment.headers, this.#success.mediaType);
    this.#errorHeaders = withType(this.enactment.headers, 'application/json');
    this.#readsText = this.enactment.inspections.some(({ readsText }) => readsText === true);
  }

  respond(request: MockRequest): MockResponse {
    const credential = this.#credential(request);
    if (credential && this.answerTo(credential) !== 'accepted') return this.refuse(credential);
    const body = this.#readBody(request);
    return 'kind' in body ? this.refuse(body) : this.#succeed(body.value);
  }

  /** How a problem is answered: as the enactments say, else as its kind usually is. */
  answerTo(problem: Problem): ProblemAnswer {
    const enacted = this.enactment.problems.get(problem.kind);
    return enacted ?? problemKinds[problem.kind]?.answer ?? 'accepted';
  }

  /** The response to a problem, in the document's error shape. */
  refuse(problem: Problem, headers: Readonly<Record<string, string>> = {}): MockResponse {
    const answer = this.answerTo(problem);
    const status = answer === 'accepted' ? 400 : answer;
    let write = this.#errorBodies.get(status);
    if (write === undefined) {
      write = errorBodyFor(this.#document, this.operation, status);
      this.#errorBodies.set(status, write);
    }
    const code = problemKinds[problem.kind]?.code ?? OTHER_CODE;
    return {
      status,
      headers: { ...this.#errorHeaders, ...headers },
      body: stringifyJson(write({ status, code, kind: problem.kind, message: problem.message })),
      problem,
    };
  }

  #succeed(value: JsonValue): MockResponse {
    let body = isJsonObject(value) ? value : EMPTY;
    for (const rewrite of this.enactment.rewrites) body = rewrite(body);
    if (this.operation.method === 'POST') this.#store.add(body);
    const { status } = this.#success;
    return { status, headers: this.#successHeaders, body: this.#success.write(body) };
  }

  /** The body, found well in every way, or the first problem with it that is not accepted. */
  #readBody(request: MockRequest): ReadBody | Problem {
    const { requestBody } = this.operation;
    if (requestBody === undefined) return NOTHING;
    if (request.body.length > this.enactment.bodyLimit) {
      return {
        kind: 'body-too-large',
        message: `the body must have at most ${this.enactment.bodyLimit} bytes, got ${request.body.length}`,
      };
    }
    if (request.body.length === 0) {
      if (!requestBody.required) return NOTHING;
      const pointer = `${requestBody.pointer}/required`;
      return { kind: 'body-missing', message: 'the request body is missing', pointer };
    }
    const { mediaType, problem } = readMediaType(request.header('content-type'), requestBody);
    if (problem && this.answerTo(problem) !== 'accepted') return problem;
    // Of a body that isn't JSON nothing is known but that it is there.
    if (mediaType !== undefined && !this.#jsonTypes.has(mediaType)) return NOTHING;
    const read = readJsonBody(request.body, this.enactment, this.#readsText);
    if ('kind' in read) return read;
    return (
      this.#schemaProblem(read.value, mediaType?.schemaPointer ?? '') ?? this.#inspect(read) ?? read
    );
  }

  #schemaProblem(value: JsonValue, schemaPointer: string): Problem | undefined {
    const issues = this.#validators.get(schemaPointer)?.(value) ?? [];
    if (issues.length === 0) return undefined;
    // Of a wrong type, every branch of an allOf complains in the same words.
    const messages = [...new Set(issues.map(({ message }) => message))];
    const more = messages.length - MAX_ISSUES;
    const message =
      messages.slice(0, MAX_ISSUES).join('; ') + (more > 0 ? `; and ${more} more` : '');
    return { kind: 'schema', message, pointer: issues[0]!.schemaPointer };
  }

  #inspect(read: ReadBody): Problem | undefined {
    const { value, numbers, duplicateKeys } = read;
    if (!isJsonObject(value)) return undefined;
    const body = { value, numbers, duplicateKeys, store: this.#store };
    for (const inspection of this.enactment.inspections) {
      const { kind } = inspection;
      const message = inspection.find(body);
      if (message === undefined) continue;
      const problem = { kind, message, pointer: this.#schemaPointer };
      if (this.answerTo(problem) !== 'accepted') return problem;
    }
    if (this.operation.method !== 'POST' || this.#store.size < this.#maxResources) return undefined;
    return { kind: 'store-full', message: `the store is full, it takes ${this.#maxResources}` };
  }
}

function withType(
  headers: Readonly<Record<string, string>>,
  mediaType: string,
): Readonly<Record<string, string>> {
  return mediaType === '' ? headers : { 'content-type': mediaType, ...headers };
}
