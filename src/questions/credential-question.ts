import type { RelativeRequest } from '../http/relative-request.ts';
import { enactProblem } from './enacting.ts';
import { REFUSABLE, probeCase } from './probe.ts';
import type { QuestionFactory } from './question.ts';
import { readAcceptance } from './reading.ts';
import { freshBody, requestWith } from './subject.ts';
import { usesBearer } from './uses-bearer.ts';

/** What tells one question about credentials from another. */
export interface CredentialQuestion {
  readonly id: string;
  readonly question: string;
  /** The value of Authorization; `undefined` sends no such header. */
  readonly authorization: string | undefined;
  /** The kind of problem that the mock finds with it. */
  readonly problem: string;
}

/** A question about a valid request whose credential is missing or not as it should be. */
export function credentialQuestion(parts: CredentialQuestion): QuestionFactory {
  const { id, question, authorization, problem } = parts;
  const own: RelativeRequest['headers'] =
    authorization === undefined ? [] : [['Authorization', authorization]];
  return (subject) => {
    if (!usesBearer(subject.operation)) return [];
    return [
      {
        id,
        question,
        leftOpenBy: 'Token issuance and the response to a missing or invalid token: not shown.',
        answers: REFUSABLE,
        usual: 'refused 400',
        probe: (fresh) => {
          const request = requestWith(subject, freshBody(subject, fresh));
          const headers = [...request.headers, ...own];
          return [probeCase(subject, id, { ...request, headers, withCredential: false })];
        },
        read: ([exchange]) => readAcceptance(exchange),
        enact: (answer) => enactProblem(problem, answer),
      },
    ];
  };
}
