import { type AnswerSpace, refusedStatus } from './answer.ts';
import type { FreshValues } from '../model/requests/fresh-values.ts';
import { type Exchange, type RelativeRequest, responseOf, statusOf } from '../http/exchange.ts';
import type { Enactment, InspectedBody, Inspection } from '../mock/enactment.ts';
import type { Subject } from './subject.ts';
import type { Operation } from '../model/operation.ts';
import type { Validity } from '../model/validity.ts';
import { jsonOf } from '../http/body-text.ts';
import { type JsonObject, isJsonObject } from '../openapi/json/json-value.ts';

/** As much of an open question as is shown, and as answers are held against. */
export interface QuestionInfo {
  /** Kebab-case; the key in profiles. */
  readonly id: string;
  /** In plain words: "May an id be used twice?" */
  readonly question: string;
  /** A true sentence about the document, or one of the service's specification. */
  readonly leftOpenBy: string;
  readonly answers: AnswerSpace;
  /** The answer that is given where nobody chooses one; what the `documented` profile says. */
  readonly usual: string;
}

/** A point that the document leaves open, asked of one operation. */
export interface OpenQuestion extends QuestionInfo {
  /** The requests that ask it, to be sent in this order, one after the other. */
  probe(fresh: FreshValues): Probe[];
  /**
   * What is to be asked after these exchanges; `undefined` where they tell enough. Default: nothing
   * follows.
   */
  next?(exchanges: readonly Exchange[], fresh: FreshValues): Probe | undefined;
  /** Where the answer is a limit that is searched for by halves: after `probe`, which asks for the most. */
  readonly search?: {
    /** The fewest, and the most. */
    readonly range: readonly [fewest: number, most: number];
    probe(size: number, fresh: FreshValues): Probe;
    /** Whether a conflict may be about an identity that was used before. Default false. */
    readonly mayBeUsed?: boolean;
  };
  /** The answer that the exchanges give; `undefined` where they give none. */
  read(exchanges: readonly Exchange[]): string | undefined;
  /** How the mock behaves that gives this answer. */
  enact(answer: string): Enactment;
  /** A probe has the same value in every run, so that a conflict is no answer. Default false. */
  readonly isFixed?: boolean;
  /** Probes with over 64 KiB, which `--no-large` leaves out. Default false. */
  readonly large?: boolean;
}

/** What can be asked, by operation id, in the order in which it is shown. */
export type Questions = ReadonlyMap<string, readonly QuestionInfo[]>;

/**
 * What leaves questions open in the words of a service's own specification, by question id. It
 * stands with the service and counts more than what the question says of the document.
 */
export type OpenQuestionSentences = Readonly<Record<string, string>>;

/** The questions of one theme about a subject: none where they can't be asked. */
export type QuestionFactory = (subject: Subject) => OpenQuestion[];

/** One request to send, with what the document says of it. */
export interface Probe {
  /** Stable from run to run, kebab-case with slashes: `curated/without-tag`. */
  readonly id: string;
  /** For people: "without the optional tag". */
  readonly title: string;
  readonly operation: Operation;
  readonly validity: Validity;
  readonly request: RelativeRequest;
  /**
   * The request's identity is not fresh, or one of few: a refusal may mean that it was used before.
   * Default false.
   */
  readonly fixedIdentity?: boolean | undefined;
  /** The open question that it asks, if it asks one: a refusal is its answer, and no finding. */
  readonly question?: string | undefined;
  /**
   * It goes to another method or path than the operation's, so that the operation's responses
   * promise nothing. Default false.
   */
  readonly outsideOperation?: boolean | undefined;
}

/** What makes a probe invalid: acceptance would break the contract. */
interface Breach {
  /** JSON Pointer into the document. */
  readonly pointer: string;
  readonly keyword: string;
}

/**
 * A question's request: open, unless the document itself rules it out.
 *
 * @param name The question's id, with a number where it takes several requests.
 */
export function probeCase(
  subject: Subject,
  name: string,
  request: RelativeRequest,
  breach?: Breach,
): Probe {
  const title = name.replaceAll('-', ' ');
  const { target, qualifier } = subject;
  const { method } = subject.operation;
  return {
    id: qualifier === undefined ? `question/${name}` : `question/${qualifier}/${name}`,
    title: `the question of ${title}`,
    operation: subject.operation,
    validity: breach
      ? { kind: 'invalid', ...breach, reason: title }
      : { kind: 'open', reason: title, strictlyValid: isAllowed(subject, request) },
    request,
    question: name,
    outsideOperation: request.method !== method || request.target !== target,
  };
}

/** Id of the case that asks the same once more, with fresh values. */
export function repeatedProbeId(id: string): string {
  return `${id}/again`;
}

/** A question's request with which nothing is unusual: like any valid one, it must be taken, unless it refers to nothing. */
export function validProbe(subject: Subject, name: string, request: RelativeRequest): Probe {
  const probe = probeCase(subject, name, request);
  const reason = 'what it refers to is made up';
  const validity: Validity = subject.isReferring
    ? { kind: 'open', reason, strictlyValid: false }
    : { kind: 'valid' };
  return { ...probe, validity };
}

/** Whether the document by its letter allows the request: then `--strict` wants it accepted. */
function isAllowed(subject: Subject, request: RelativeRequest): boolean {
  const mediaType = request.headers.find(([name]) => name === 'Content-Type')?.[1];
  const isIssued = request.withCredential !== false && request.madeUpCredential !== true;
  return mediaType === subject.mediaType && isIssued;
}

/** Of questions about whether something is accepted. */
export const ACCEPTANCE: Pick<OpenQuestion, 'answers' | 'read'> = {
  answers: { words: ['accepted'], refused: true },
  read: ([exchange]) => readAcceptance(exchange),
};

/** Of questions about the status alone: the contract itself says that it is refused. */
export const REFUSAL: Pick<OpenQuestion, 'answers' | 'read'> = {
  answers: { words: [], refused: true },
  read: ([exchange]) => readRefusal(exchange),
};

/** `accepted` for a 2xx, `refused ‹status›` for a 4xx; else no answer. */
export function readAcceptance(exchange: Exchange | undefined): string | undefined {
  const status = statusOf(exchange);
  if (status === undefined) return undefined;
  if (status >= 200 && status < 300) return 'accepted';
  return status >= 400 && status < 500 ? `refused ${status}` : undefined;
}

/** `refused ‹status›` for a 4xx; else no answer. */
export function readRefusal(exchange: Exchange | undefined): string | undefined {
  const acceptance = readAcceptance(exchange);
  return acceptance === 'accepted' ? undefined : acceptance;
}

/** The JSON object of a 2xx; `undefined` for anything else. */
export function acceptedBody(exchange: Exchange | undefined): JsonObject | undefined {
  const response = exchange && responseOf(exchange);
  const value = readAcceptance(exchange) === 'accepted' ? jsonOf(response?.body) : undefined;
  return isJsonObject(value) ? value : undefined;
}

/** A question that one request asks, about a problem that the responder finds by itself. */
interface ProblemQuestion extends Pick<
  OpenQuestion,
  'id' | 'question' | 'leftOpenBy' | 'answers' | 'read'
> {
  /** Default: `refused 400`. */
  readonly usual?: string;
  /** The problem's kind. */
  readonly problem: string;
  readonly request: (fresh: FreshValues) => RelativeRequest;
  /** What makes the request invalid. Default: nothing does. */
  readonly breach?: Breach;
}

/** Such a question; the mock answers the problem as the question is answered. */
export function problemQuestion(subject: Subject, parts: ProblemQuestion): OpenQuestion {
  const { usual = 'refused 400', problem, request, breach, ...rest } = parts;
  return {
    ...rest,
    usual,
    probe: (fresh) => [probeCase(subject, parts.id, request(fresh), breach)],
    enact: (answer) => ({ problems: { [problem]: refusedStatus(answer) ?? 'accepted' } }),
  };
}

/**
 * Refuses where `find` says what is wrong with the body; nothing where it is accepted.
 *
 * @param reads Whether it looks at numbers or keys as they were written. Default: at values only.
 */
export function enactInspection(
  kind: string,
  answer: string,
  find: (body: InspectedBody) => string | undefined,
  more: Pick<Inspection, 'readsText' | 'isOfAnother'> = {},
): Enactment {
  const status = refusedStatus(answer);
  if (status === undefined) return {};
  return { problems: { [kind]: status }, inspections: [{ kind, find, ...more }] };
}
