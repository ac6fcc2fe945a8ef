import type { RelativeRequest } from '../../http/exchange.ts';
import { type Operation, isBearer } from '../../model/operation.ts';
import {
  ACCEPTANCE,
  problemQuestion,
  type OpenQuestion,
  type QuestionFactory,
} from '../question.ts';
import { type Subject, freshBody, requestWith, unsaidStatus } from '../subject.ts';

/** What tells one question about credentials from another. */
interface CredentialQuestion {
  readonly id: string;
  readonly question: string;
  /** The value of Authorization; absent where no such header is sent. */
  readonly authorization?: string;
  /** The kind of problem that the mock finds with it. */
  readonly problem: string;
}

/** In place of a bearer token. */
const TOKENS: readonly CredentialQuestion[] = [
  {
    id: 'missing-token',
    question: 'What happens to a request without a token?',
    problem: 'credential-missing',
  },
  {
    id: 'invalid-token',
    question: 'What happens to a request with a token that nobody has issued?',
    authorization: 'Bearer invalid-token',
    problem: 'credential-invalid',
  },
  {
    // RFC 9110, 11.1
    id: 'other-scheme',
    question: 'What happens to a credential of another scheme, such as Basic?',
    authorization: 'Basic c2FtcGxlOnNhbXBsZQ==',
    problem: 'credential-scheme',
  },
  {
    // The scheme without a token behind it (RFC 6750, 2.1).
    id: 'empty-token',
    question: 'What happens to "Authorization: Bearer" without a token?',
    authorization: 'Bearer',
    problem: 'credential-empty',
  },
];

/** The credentials that aren't bearer tokens: API keys, user and password. */
const KEY: CredentialQuestion = {
  id: 'missing-key',
  question: 'What happens without the API key, or without user and password?',
  problem: 'credential-missing',
};

/** A valid request whose credential is missing or not as it should be. */
export const credentialQuestions: QuestionFactory = (subject) => {
  const { security } = subject.operation;
  if (usesBearer(subject.operation)) {
    const withoutToken = TOKENS.map((parts) => withoutCredential(subject, parts));
    return [...withoutToken, lowercaseBearer(subject)];
  }
  const isRequired = security.length > 0 && security.every((schemes) => schemes.length > 0);
  return isRequired ? [withoutCredential(subject, KEY)] : [];
};

/** Whether the operation asks for a bearer credential and nothing less would do. */
export function usesBearer({ security }: Operation): boolean {
  return security.length > 0 && security.every((schemes) => schemes.some(isBearer));
}

function withoutCredential(subject: Subject, parts: CredentialQuestion): OpenQuestion {
  const { id, question, authorization, problem } = parts;
  const instead: RelativeRequest['headers'] =
    authorization === undefined ? [] : [['Authorization', authorization]];
  return problemQuestion(subject, {
    ...ACCEPTANCE,
    id,
    question,
    leftOpenBy: unsaidStatus(subject, 401),
    problem,
    request: (fresh) => {
      const request = requestWith(subject, freshBody(subject, fresh));
      return { ...request, headers: [...request.headers, ...instead], withCredential: false };
    },
  });
}

/** The scheme's name is case-insensitive (RFC 9110, 11.1); not every server knows. */
function lowercaseBearer(subject: Subject): OpenQuestion {
  return problemQuestion(subject, {
    ...ACCEPTANCE,
    id: 'lowercase-bearer',
    question: 'Is the scheme accepted in lowercase, "bearer"?',
    leftOpenBy: 'The document does not say in which case the scheme is to be written.',
    usual: 'accepted',
    problem: 'credential-lowercase',
    request: (fresh) => {
      const request = requestWith(subject, freshBody(subject, fresh));
      return { ...request, credentialScheme: 'bearer' };
    },
  });
}
