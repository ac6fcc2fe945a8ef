import type { OpenApiDocument } from '../openapi/document.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../openapi/json/json-value.ts';
import { type Operation, documentedResponse } from '../model/operation.ts';
import { type SchemaValidator, compileSchema } from '../openapi/schema/compile-schema.ts';
import { type CredentialCheck, credentialCheck } from './credential.ts';
import { type Enactment, type MergedEnactment, mergeEnactments } from './enactment.ts';
import { type ErrorBody, errorBodyFor } from './error-body.ts';
import {
  type LongResponse,
  type MockRequest,
  type MockResponse,
  type Problem,
  baseOf,
} from '../http/message.ts';
import { OTHER_CODE, type ProblemAnswer, documentedAnswer, problemKinds } from './problem-kinds.ts';
import { type ContentTypeReading, bodySchema, contentTypeReader } from '../model/media-type.ts';
import { type ParameterCheck, createParameterCheck } from '../model/parameters/parameter-check.ts';
import { type BodyTaker, bodyTaker } from './one-sided.ts';
import {
  type ReadBody,
  joinMessages,
  readFormBody,
  readJsonBody,
  readSequenceBody,
} from './read-body.ts';
import { RepeatedRequests } from './repeated-requests.ts';
import { requiredHeaders } from './required-headers.ts';
import type { Address } from './list-leads.ts';
import type { ResourceAction, ResourceActions, ResourceOutcome } from './resource-actions.ts';
import { type Success, successOf } from './success-body.ts';
import { DEFAULT_MAX_RESOURCES } from './resource-store.ts';
import { closed, opened } from '../model/resources/envelope.ts';
import { envelopesIn } from '../model/resources/envelopes-in.ts';

/** What an operation's responder is made of. */
export interface OperationParts {
  readonly document: OpenApiDocument;
  readonly operation: Operation;
  readonly enactments: readonly Enactment[];
  /** The one valid token. Default: any but `invalid-token`. */
  readonly token?: string | undefined;
  /** How many resources the store takes before creates are refused. Default 1,000,000. */
  readonly maxResources?: number | undefined;
  /** What operations do with stored resources. */
  readonly actions: ResourceActions;
}

/** The variant of a problem with a request that has no valid credential either. */
export const UNAUTHORISED = 'unauthorised';

const EMPTY: JsonObject = {};
/** Values of parameters by `in name`, such as `path thingId`. */
type ParameterValues = ReadonlyMap<string, JsonValue>;

const NO_PARAMETERS: ParameterValues = new Map();
const NOTHING: ReadBody = { value: EMPTY, numbers: [], duplicateKeys: [] };

/** What every answer with one error status has in common. */
interface ErrorAnswer extends Pick<ErrorBody, 'write'> {
  readonly headers: Readonly<Record<string, string>>;
}

/** Answers the requests of one operation. */
export class OperationResponder {
  readonly operation: Operation;
  readonly enactment: MergedEnactment;
  readonly #document: OpenApiDocument;
  readonly #maxResources: number;
  readonly #credential: CredentialCheck;
  /** By JSON Pointer to the schema. */
  readonly #validators: ReadonlyMap<string, SchemaValidator>;
  readonly #schemaPointer: string;
  readonly #readType: ((header: string | undefined) => ContentTypeReading) | undefined;
  readonly #success: Success;
  readonly #successHeaders: Readonly<Record<string, string>>;
  readonly #errors = new Map<number, ErrorAnswer>();
  readonly #readsText: boolean;
  readonly #checkParameters: ParameterCheck | undefined;
  /** Those that the document has. */
  readonly #statuses: readonly string[];
  readonly #take: BodyTaker;
  readonly #action: ResourceAction | undefined;
  readonly #actions: ResourceActions;
  /** Whether a success adds a resource. */
  readonly #creates: boolean;
  readonly #repeated: RepeatedRequests;
  readonly #orphanCheck: ReturnType<ResourceActions['orphanCheckOf']>;

  constructor(parts: OperationParts) {
    const { document, operation, token } = parts;
    this.operation = operation;
    this.enactment = mergeEnactments(parts.enactments);
    this.#document = document;
    this.#maxResources = parts.maxResources ?? DEFAULT_MAX_RESOURCES;
    this.#credential = credentialCheck(operation, token);
    this.#schemaPointer = bodySchema(operation.requestBody) ?? '';
    this.#readType = operation.requestBody && contentTypeReader(operation.requestBody);
    this.#validators = new Map(
      (operation.requestBody?.content ?? [])
        .flatMap(({ schemaPointer }) => schemaPointer ?? [])
        .map((pointer) => [pointer, compileSchema(document.root, pointer, 'request')]),
    );
    this.#checkParameters = createParameterCheck(document, operation);
    this.#statuses = operation.responses.map(({ status }) => status);
    this.#take = bodyTaker(document, operation);
    this.#action = parts.actions.actionOf(operation);
    this.#repeated = new RepeatedRequests(operation);
    this.#actions = parts.actions;
    this.#creates = parts.actions.creates(operation);
    this.#orphanCheck = parts.actions.orphanCheckOf(operation);
    const around = operation.requestBody && envelopesIn(document, operation);
    const envelopes = this.#action?.envelopes ?? around;
    this.#success = successOf(document, operation, this.enactment, envelopes);
    const { mediaType, headers } = this.#success;
    this.#successHeaders = { ...headers, ...withType(this.enactment.headers, mediaType) };
    this.#readsText = this.enactment.inspections.some(({ readsText }) => readsText === true);
  }

  respond(request: MockRequest): LongResponse {
    const credential = this.#credential(request);
    if (credential && this.answerTo(credential) !== 'accepted') {
      return this.refuse(this.#toldFirst(credential, request));
    }
    const parameters = this.#readParameters(request);
    if ('kind' in parameters) return this.refuse(parameters);
    const body = this.#readBody(request);
    if ('kind' in body) {
      return this.refuse(credential === undefined ? body : this.#withoutCredential(body));
    }
    if (this.#actions.total === 0) this.#repeated.clear();
    return this.#repeated.once(request, () => this.#succeed(body.value, request, parameters));
  }

  /** How a problem is answered: as the enactments say, else the document, else as it usually is. */
  answerTo({ kind, variant }: Pick<Problem, 'kind' | 'variant'>): ProblemAnswer {
    const { problems, usualProblems } = this.enactment;
    const told =
      problems.get(`${kind}/${variant}`) ??
      problems.get(kind) ??
      documentedAnswer(kind, this.#statuses);
    const usual = usualProblems.get(`${kind}/${variant}`) ?? usualProblems.get(kind);
    return told ?? usual ?? problemKinds[kind]?.answer ?? 'accepted';
  }

  /** Whether something is wrong with the request's credential, though it may be accepted. */
  isUnauthorised(request: MockRequest): boolean {
    return this.#credential(request) !== undefined;
  }

  /** Of a credential and a body that are both wrong, what the server sees first. */
  #toldFirst(credential: Problem, request: MockRequest): Problem {
    const body = this.#readBody(request);
    if (!('kind' in body)) return credential;
    const told = this.enactment.problems.get(`${body.kind}/${UNAUTHORISED}`);
    const isCredential =
      told === undefined || told === this.answerTo({ kind: 'credential-missing' });
    return isCredential ? credential : this.#withoutCredential(body);
  }

  /** A problem with the body of a request that has no valid credential either. */
  #withoutCredential(problem: Problem): Problem {
    const { kind } = problem;
    const told = this.enactment.problems.get(`${kind}/${UNAUTHORISED}`);
    const isOther = told !== undefined && told !== this.answerTo({ kind });
    return isOther ? { ...problem, variant: UNAUTHORISED } : problem;
  }

  /** The response to a problem, in the document's error shape. */
  refuse(problem: Problem, headers: Readonly<Record<string, string>> = {}): MockResponse {
    const answer = this.answerTo(problem);
    const status = answer === 'accepted' ? 400 : answer;
    const { write, headers: own } = this.#errorOf(status);
    const code = problemKinds[problem.kind]?.code ?? OTHER_CODE;
    return {
      status,
      headers: { ...own, ...headers },
      body: write({ status, code, kind: problem.kind, message: problem.message }),
      problem,
    };
  }

  #errorOf(status: number): ErrorAnswer {
    const known = this.#errors.get(status);
    if (known !== undefined) return known;
    const { write, mediaType } = errorBodyFor(this.#document, this.operation, status);
    const required = requiredHeaders(this.#document, documentedResponse(this.operation, status));
    const answer = {
      write,
      headers: { ...required, ...withType(this.enactment.headers, mediaType) },
    };
    this.#errors.set(status, answer);
    return answer;
  }

  #succeed(value: JsonValue, request: MockRequest, parameters: ParameterValues): LongResponse {
    const { path } = request;
    const full = this.#fullProblem();
    if (full !== undefined) return this.refuse(full);
    let body = isJsonObject(value) ? value : EMPTY;
    for (const rewrite of this.enactment.rewrites) body = rewrite(body);
    const sent = body;
    const { taken = [] } = this.#action?.envelopes ?? {};
    const whole = this.#take(sent);
    body = opened(whole, taken) ?? EMPTY;
    const over = (old: JsonObject): JsonObject =>
      opened(this.#take(sent, closed(old, taken)), taken) ?? EMPTY;
    const address = (): Address => ({ base: baseOf(request), path, query: request.query ?? '' });
    const call = { path, address, parameters, body, over, complete: this.#success.complete };
    const orphan = this.#orphanCheck?.(call);
    if (orphan && this.answerTo(orphan) !== 'accepted') return this.refuse(orphan);
    if (this.#action === undefined) {
      if (this.#creates) this.#actions.storeAt(path).add(body);
      const { status } = this.#success;
      return { status, headers: this.#successHeaders, body: this.#success.write(body) };
    }
    const conflict = this.#action.conflict?.(call);
    if (conflict && this.answerTo(conflict) !== 'accepted') return this.refuse(conflict);
    const outcome = this.#action.perform(call);
    if ('kind' in outcome) return this.refuse(outcome);
    const around = taken.length === 0 ? undefined : whole;
    return this.#tell({ resource: body, ...outcome }, request, around);
  }

  /** @param around What the request said around the resource. */
  #tell(outcome: ResourceOutcome, request: MockRequest, around?: JsonObject): LongResponse {
    const { resource = EMPTY, list, location: path } = outcome;
    const { status, write, writeList, location } = this.#success;
    const isCreated = location !== undefined && path !== undefined;
    const headers = isCreated
      ? { ...this.#successHeaders, location: location(request.header('host') ?? 'localhost', path) }
      : list === undefined
        ? this.#successHeaders
        : { ...this.#successHeaders, ...list.headers };
    const text = list === undefined ? write(resource, around) : writeList(list);
    return { status, headers, body: text };
  }

  #readParameters(request: MockRequest): ParameterValues | Problem {
    if (this.#checkParameters === undefined) return NO_PARAMETERS;
    const { path, query = '' } = request;
    const header = (name: string): string | undefined => request.header(name);
    const { values, faults } = this.#checkParameters({ path, query, header });
    const [first] = faults;
    if (first === undefined) return values;
    const message = joinMessages(faults.map(({ reason }) => reason));
    return { kind: 'parameter', message, pointer: first.pointer };
  }

  /** The body, found well in every way, or the first problem with it that is not accepted. */
  #readBody(request: MockRequest): ReadBody | Problem {
    const { requestBody } = this.operation;
    if (requestBody === undefined || this.#readType === undefined) return NOTHING;
    if (request.body.length > this.enactment.bodyLimit) {
      return {
        kind: 'body-too-large',
        message: `the body must have at most ${this.enactment.bodyLimit} bytes, got ${request.body.length}`,
      };
    }
    if (request.body.length === 0) {
      if (!requestBody.required) return NOTHING;
      const pointer = `${requestBody.pointer}/required`;
      const isTyped = (request.header('content-type') ?? '') !== '';
      const variant = isTyped ? 'typed' : undefined;
      return { kind: 'body-missing', variant, message: 'the request body is missing', pointer };
    }
    const type = this.#readType(request.header('content-type'));
    const problem = type.fault && { kind: 'media-type', ...type.fault };
    if (problem && this.answerTo(problem) !== 'accepted') return problem;
    const read = this.#read(request, type);
    if ('kind' in read || read === NOTHING) return read;
    return (
      this.#schemaProblem(read.value, type.mediaType?.schemaPointer ?? '') ??
      this.#inspect(read, request.path) ??
      read
    );
  }

  #read(request: MockRequest, { as, mediaType }: ContentTypeReading): ReadBody | Problem {
    if (as === 'json') return readJsonBody(request.body, this.enactment, this.#readsText);
    if (as === 'form' && mediaType?.form !== undefined) {
      return readFormBody(mediaType.form, request);
    }
    if (as === 'sequence' && mediaType?.sequence !== undefined) {
      return readSequenceBody(mediaType.sequence, request.body);
    }
    // Of another body nothing is known but that it is there.
    return NOTHING;
  }

  #schemaProblem(value: JsonValue, schemaPointer: string): Problem | undefined {
    const issues = this.#validators.get(schemaPointer)?.(value) ?? [];
    if (issues.length === 0) return undefined;
    const message = joinMessages(issues.map((issue) => issue.message));
    return { kind: 'schema', message, pointer: issues[0]!.schemaPointer };
  }

  #inspect(read: ReadBody, path: string): Problem | undefined {
    const { value, numbers, duplicateKeys } = read;
    if (!isJsonObject(value)) return undefined;
    const store = this.#actions.storeAt(path);
    const { limits } = this.enactment;
    const body = { value, numbers, duplicateKeys, store, limits };
    for (const inspection of this.enactment.inspections) {
      const { kind } = inspection;
      const message = inspection.find(body);
      if (message === undefined) continue;
      const problem = { kind, message, pointer: this.#schemaPointer };
      if (this.answerTo(problem) !== 'accepted') return problem;
    }
    return undefined;
  }

  /** The bound is on what is stored altogether: a collection costs as much as another. */
  #fullProblem(): Problem | undefined {
    if (!this.#creates || this.#actions.total < this.#maxResources) return undefined;
    return { kind: 'store-full', message: `the store is full, it takes ${this.#maxResources}` };
  }
}

function withType(
  headers: Readonly<Record<string, string>>,
  mediaType: string,
): Readonly<Record<string, string>> {
  return mediaType === '' ? headers : { 'content-type': mediaType, ...headers };
}
