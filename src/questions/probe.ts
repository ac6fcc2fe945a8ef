import type { RelativeRequest } from '../http/exchange.ts';
import type { Operation } from '../model/operation.ts';
import type { Validity } from '../model/validity.ts';
import type { Subject } from './subject.ts';

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
export interface Breach {
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

/** A question's request with which nothing is unusual: like any valid one, it must be taken. */
export function validProbe(subject: Subject, name: string, request: RelativeRequest): Probe {
  return { ...probeCase(subject, name, request), validity: { kind: 'valid' } };
}

/** Whether the document by its letter allows the request: then `--strict` wants it accepted. */
function isAllowed(subject: Subject, request: RelativeRequest): boolean {
  const mediaType = request.headers.find(([name]) => name === 'Content-Type')?.[1];
  return mediaType === subject.mediaType && request.withCredential !== false;
}
