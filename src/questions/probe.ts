import type { Case, CaseRequest } from '../cases/case.ts';
import type { AnswerSpace } from './question.ts';
import type { Subject } from './subject.ts';

/** Questions about whether something is accepted. */
export const REFUSABLE: AnswerSpace = { words: ['accepted'], refused: true };

/** Questions about the status alone: the contract itself says that it is refused. */
export const REFUSED_ONLY: AnswerSpace = { words: [], refused: true };

/** What makes a probe invalid: acceptance would break the contract. */
export interface Breach {
  /** JSON Pointer into the document. */
  readonly pointer: string;
  readonly keyword: string;
}

/**
 * A question's request as a case: open, unless the document itself rules it out.
 *
 * @param name The question's id, with a number where it takes several requests.
 */
export function probeCase(
  subject: Subject,
  name: string,
  request: CaseRequest,
  breach?: Breach,
): Case {
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
export function validProbe(subject: Subject, name: string, request: CaseRequest): Case {
  return { ...probeCase(subject, name, request), validity: { kind: 'valid' } };
}

/** Whether the document by its letter allows the request: then `--strict` wants it accepted. */
function isAllowed(subject: Subject, request: CaseRequest): boolean {
  const mediaType = request.headers.find(([name]) => name === 'Content-Type')?.[1];
  return mediaType === subject.mediaType && request.withCredential !== false;
}
