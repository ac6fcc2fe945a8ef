import type { OpenApiDocument } from '../openapi/document.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../openapi/json/json-value.ts';
import { type Operation, documentedResponse } from '../model/operation.ts';
import { type CredentialCheck, challengesOf, credentialCheck } from './credential.ts';
import { type Enactment, type MergedEnactment, mergeEnactments } from './enactment.ts';
import { type ErrorBody, errorBodyFor } from './error-body.ts';
import {
  type LongResponse,
  type MockRequest,
  type MockResponse,
  type Problem,
} from '../http/message.ts';
import { OTHER_CODE, type ProblemAnswer, documentedAnswer, problemKinds } from './problem-kinds.ts';
import { type ParameterCheck, createParameterCheck } from '../model/parameters/parameter-check.ts';
import { type BodyTaker, bodyTaker } from './one-sided.ts';
import { BodyReader, joinMessages } from './body-reader.ts';
import { RepeatedRequests } from './repeated-requests.ts';
import { requiredHeaders, withType } from './required-headers.ts';
import type { ResourceAction, ResourceCall, ResourceOutcome } from './resource-action.ts';
import { addressOf } from './list-leads.ts';
import type { ResourceActions } from './resource-actions.ts';
import { fieldChooser } from './chosen-fields.ts';
import { type ParameterValues, withBody } from '../model/lists/query-field.ts';
import { type Negotiator, negotiator, preferences, succeeding } from './negotiation.ts';
import { type Success, successOf } from './success-body.ts';
import { type Versions, tagOf, versionsOf } from './versions.ts';
import { DEFAULT_MAX_RESOURCES } from './resource-store.ts';
import { type Envelope, closed, opened } from '../model/resources/envelope.ts';
import { bulkCreationOf } from '../model/resources/bulk.ts';
import { envelopesIn } from '../model/resources/envelopes-in.ts';
import { pathAbove } from '../model/resources/names.ts';

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
const NO_PARAMETERS: ParameterValues = new Map();

/** How an outcome is told. */
interface Telling {
  readonly success: Success;
  /** What the request said around the resource. */
  readonly around?: JsonObject | undefined;
  readonly parameters: ParameterValues;
  /** The whole body, as it came. */
  readonly sent: JsonValue;
  /** Whether nothing is stored that it tells of. */
  readonly isStandIn?: boolean | undefined;
}

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
  readonly #bodies: BodyReader;
  readonly #negotiator: Negotiator;
  /** For what creates what it was to change. */
  readonly #created: Negotiator;
  readonly #prefer: (request: MockRequest) => MockResponse | Problem | undefined;
  readonly #versions: Versions;
  readonly #errors = new Map<number, ErrorAnswer>();
  readonly #checkParameters: ParameterCheck | undefined;
  /** Those that the document has. */
  readonly #statuses: readonly string[];
  readonly #take: BodyTaker;
  readonly #action: ResourceAction | undefined;
  /** What is around the resource in what is taken. */
  readonly #envelope: Envelope;
  readonly #actions: ResourceActions;
  /** Whether a success adds a resource. */
  readonly #creates: boolean;
  readonly #chooseFields: ReturnType<typeof fieldChooser>;
  readonly #repeated: RepeatedRequests;
  readonly #orphanCheck: ReturnType<ResourceActions['orphanCheckOf']>;

  constructor(parts: OperationParts) {
    const { document, operation, token } = parts;
    this.operation = operation;
    this.enactment = mergeEnactments(parts.enactments);
    this.#document = document;
    this.#maxResources = parts.maxResources ?? DEFAULT_MAX_RESOURCES;
    this.#credential = credentialCheck(operation, token);
    const isBulk = bulkCreationOf(document, operation) !== undefined;
    this.#bodies = new BodyReader(document, operation, {
      enactment: this.enactment,
      isAccepted: (problem) => this.answerTo(problem) === 'accepted',
      storeAt: (path) => parts.actions.storeAt(isBulk ? pathAbove(path) : path),
    });
    this.#checkParameters = createParameterCheck(document, operation);
    this.#statuses = operation.responses.map(({ status }) => status);
    this.#take = bodyTaker(document, operation);
    this.#action = parts.actions.actionOf(operation);
    this.#repeated = new RepeatedRequests(operation, parts.actions.answers);
    this.#actions = parts.actions;
    this.#creates = parts.actions.creates(operation);
    this.#orphanCheck = parts.actions.orphanCheckOf(operation);
    const envelopes = operation.requestBody && envelopesIn(document, operation);
    const about = this.#action ?? (envelopes && { envelopes });
    this.#envelope = about?.envelopes.taken ?? [];
    const answering = (answered: Operation): Negotiator =>
      negotiator(answered, (other) => successOf(document, other, this.enactment, about));
    const mayCreate = this.#action?.mayCreate === true;
    this.#negotiator = answering(mayCreate ? succeeding(operation, 'changed') : operation);
    this.#created = mayCreate ? answering(succeeding(operation, 'created')) : this.#negotiator;
    this.#prefer = preferences(document, operation, (status) => this.#refuseAs(status));
    this.#versions = versionsOf(document, operation);
    this.#chooseFields = fieldChooser(document, operation);
  }

  respond(request: MockRequest): LongResponse {
    const preferred = this.#prefer(request);
    if (preferred !== undefined && 'kind' in preferred) return this.refuse(preferred);
    if (preferred !== undefined && preferred.status >= 400) return preferred;
    const credential = this.#credential(request);
    if (credential && this.answerTo(credential) !== 'accepted') {
      return this.refuse(this.#toldFirst(credential, request));
    }
    const parameters = this.#readParameters(request);
    if ('kind' in parameters) return this.refuse(parameters);
    const body = this.#bodies.read(request);
    if ('kind' in body) {
      return this.refuse(credential === undefined ? body : this.#withoutCredential(body));
    }
    if (preferred !== undefined) return preferred;
    return this.#repeated.once(request, () => this.#succeed(body.value, request, parameters));
  }

  /** How a problem is answered: as the enactments say, else the document, else as it usually is. */
  answerTo(
    problem: Pick<Problem, 'kind' | 'variant'> & { readonly elsewhere?: number | undefined },
  ): ProblemAnswer {
    const { kind, variant, elsewhere } = problem;
    const { problems, usualProblems, agreedProblems } = this.enactment;
    const agreed = agreedProblems.get(kind);
    const told =
      problems.get(`${kind}/${variant}`) ??
      problems.get(kind) ??
      (this.#statuses.includes(String(agreed)) ? agreed : documentedAnswer(kind, this.#statuses));
    const usual = usualProblems.get(`${kind}/${variant}`) ?? usualProblems.get(kind);
    return told ?? usual ?? elsewhere ?? problemKinds[kind]?.answer ?? 'accepted';
  }

  /** Whether something is wrong with the request's credential, though it may be accepted. */
  isUnauthorised(request: MockRequest): boolean {
    return this.#credential(request) !== undefined;
  }

  /** Of a credential and a body that are both wrong, what the server sees first. */
  #toldFirst(credential: Problem, request: MockRequest): Problem {
    const body = this.#bodies.read(request);
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
    const { write, headers: extraHeaders } = this.#errorOf(status);
    const code = problemKinds[problem.kind]?.code ?? OTHER_CODE;
    return {
      status,
      headers: { ...extraHeaders, ...headers },
      body: write({ status, code, kind: problem.kind, message: problem.message }),
      problem,
    };
  }

  #errorOf(status: number): ErrorAnswer {
    const known = this.#errors.get(status);
    if (known !== undefined) return known;
    const { write, mediaType } = errorBodyFor(this.#document, this.operation, status);
    const required = requiredHeaders(this.#document, documentedResponse(this.operation, status));
    const challenges = status === 401 ? challengesOf(this.operation) : '';
    const asked = challenges === '' ? {} : { 'www-authenticate': challenges };
    const answer = {
      write,
      headers: { ...asked, ...required, ...withType(this.enactment.headers, mediaType) },
    };
    this.#errors.set(status, answer);
    return answer;
  }

  #refuseAs(status: number): MockResponse {
    const { write, headers } = this.#errorOf(status);
    const lack = documentedResponse(this.operation, status) ? '' : ', and the document lacks it';
    const message = `this answer was asked for with the header Prefer${lack}`;
    return { status, headers, body: write({ status, code: status, kind: 'preferred', message }) };
  }

  #succeed(value: JsonValue, request: MockRequest, parameters: ParameterValues): LongResponse {
    const { path } = request;
    const success = (this.#creates ? this.#fullProblem() : undefined) ?? this.#successFor(request);
    if ('kind' in success) return this.refuse(success);
    const { call, around } = this.#callFor(value, request, parameters);
    const { body } = call;
    const orphan = this.#orphanCheck?.(call);
    if (orphan && this.answerTo(orphan) !== 'accepted') return this.refuse(orphan);
    const telling = { success, parameters, sent: value };
    if (this.#action === undefined) {
      if (this.#creates) this.#actions.storeAt(path).add(body);
      return this.#tell({ resource: body }, request, { ...telling, isStandIn: true });
    }
    const conflict = this.#action.conflict?.(call);
    if (conflict && this.answerTo(conflict) !== 'accepted') return this.refuse(conflict);
    const outcome = this.#action.perform(call);
    if ('kind' in outcome) return this.refuse(outcome);
    if (outcome.isMadeUp === true) {
      return this.#tell({ resource: body }, request, { ...telling, isStandIn: true });
    }
    const told = outcome.isCreated === true ? this.#successFor(request, this.#created) : success;
    if ('kind' in told) return this.refuse(told);
    if (outcome.file !== undefined) return this.#tellFile(outcome.file, told);
    return this.#tell({ resource: body, ...outcome }, request, {
      ...telling,
      success: told,
      around,
    });
  }

  /** What a request asks for; and what it says around the resource, where something is around that. */
  #callFor(
    value: JsonValue,
    request: MockRequest,
    parameters: ParameterValues,
  ): { readonly call: ResourceCall; readonly around: JsonObject | undefined } {
    let sent = isJsonObject(value) ? value : EMPTY;
    for (const rewrite of this.enactment.rewrites) sent = rewrite(sent);
    const taken = this.#envelope;
    const whole = this.#take(sent);
    const { complete, tellItem } = this.#negotiator.usual;
    const { path } = request;
    const address = addressOf(request);
    const call: ResourceCall = {
      path,
      address,
      parameters,
      sent: value,
      bytes: request.body,
      mediaType: request.header('content-type') ?? '',
      body: opened(whole, taken) ?? EMPTY,
      over: (old) => opened(this.#take(sent, closed(old, taken)), taken) ?? EMPTY,
      complete: (resource) => complete(resource, address),
      tellItem,
      unmet: (resource) => this.#versions.unmet(request, resource),
      full: () => this.#fullProblem(),
    };
    return { call, around: taken.length === 0 ? undefined : whole };
  }

  /** In a type that the client takes; in the usual one, where servers answer all the same. */
  #successFor(request: MockRequest, negotiator = this.#negotiator): Success | Problem {
    const success = negotiator.for(request.header('accept'));
    if (!('kind' in success) || this.answerTo(success) !== 'accepted') return success;
    return negotiator.usual;
  }

  #tell(outcome: ResourceOutcome, request: MockRequest, telling: Telling): LongResponse {
    const { resource = EMPTY, list, location: path } = outcome;
    const { success, parameters, sent, around, isStandIn } = telling;
    const { status, writeList, location, mediaType } = success;
    const at = addressOf(request);
    const isShown = isStandIn === true && this.operation.requestBody === undefined;
    const write = (): string => success.write(resource, { around, at });
    const whole = list ? writeList(list, at) : isShown ? success.standIn(parameters) : write();
    const body = this.#chooseFields?.(whole, withBody(parameters, sent)) ?? whole;
    const isText = typeof body === 'string' && (isStandIn === true || list !== undefined);
    const tag = this.#tagOf(isText ? body : list === undefined ? versionedIn(outcome) : undefined);
    const address = path === undefined ? undefined : location?.(at().base, path);
    const headers = {
      ...success.headers,
      ...withType(this.enactment.headers, mediaType),
      ...(address !== undefined && { location: address }),
      ...list?.headers,
      ...(tag !== undefined && { etag: tag }),
    };
    if (tag === undefined || !this.#versions.isKnown(request, tag))
      return { status, headers, body };
    const { 'content-type': _type, ...others } = headers as Record<string, string>;
    return { status: 304, headers: others, body: '' };
  }

  #tagOf(told: JsonObject | string | undefined): string | undefined {
    return this.#versions.isTold && told !== undefined ? tagOf(told) : undefined;
  }

  #tellFile(
    { bytes, mediaType }: NonNullable<ResourceOutcome['file']>,
    { status, headers }: Success,
  ): LongResponse {
    const typed = withType(this.enactment.headers, mediaType);
    return { status, headers: { ...headers, ...typed }, body: bytes };
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

  /** The bound is on what is stored altogether: a collection costs as much as another. */
  #fullProblem(): Problem | undefined {
    if (this.#actions.total < this.#maxResources) return undefined;
    return { kind: 'store-full', message: `the store is full, it takes ${this.#maxResources}` };
  }
}

/** What an outcome has a version of. */
function versionedIn({ resource = EMPTY, stored = resource }: ResourceOutcome): JsonObject {
  return stored;
}
