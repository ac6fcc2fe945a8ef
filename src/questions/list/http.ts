import { type RelativeRequest, statusOf } from '../../http/exchange.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import { refusedStatus } from '../answer.ts';
import {
  ACCEPTANCE,
  REFUSAL,
  problemQuestion,
  readAcceptance,
  probeCase,
  type OpenQuestion,
  type QuestionFactory,
} from '../question.ts';
import { UNAUTHORISED } from '../../mock/operation-responder.ts';
import type { FreshValues } from '../../model/requests/fresh-values.ts';
import { brokenBodyQuestions } from './bodies.ts';
import { type Subject, freshBody, requestWith, noDocumentedStatus } from '../subject.ts';
import { type Operation, isBearer, needsCredential, operationAt } from '../../model/operation.ts';

/** How large a request may be, and how many there may be. */
export const limitQuestions: QuestionFactory = (subject) => [
  largeBody(subject),
  rateLimitHeaders(subject),
];

const SIZE = 1024 * 1024;
/** Where the mock draws the line when it refuses, in bytes. */
const LIMIT = 512 * 1024;

/** A valid body that whitespace makes large: nothing but its size is unusual. */
function largeBody(subject: Subject): OpenQuestion {
  return {
    ...ACCEPTANCE,
    id: 'large-body',
    question: 'What happens to a body of 1 MiB?',
    leftOpenBy: noDocumentedStatus(subject, 413),
    usual: 'accepted',
    large: true,
    probe: (fresh) => {
      const value = freshBody(subject, fresh);
      const start = stringifyJson(value).slice(0, -1);
      const bytes = new TextEncoder().encode(`${start.padEnd(SIZE - 1, ' ')}}`);
      return [probeCase(subject, 'large-body', { ...requestWith(subject, bytes), value })];
    },
    enact: (answer) => {
      const status = refusedStatus(answer);
      if (status === undefined) return {};
      return { problems: { 'body-too-large': status }, bodyLimit: LIMIT };
    },
  };
}

const RATE_LIMIT = /^(x-)?rate-?limit/i;

/** Headers that tell a client how much it may still send. */
function rateLimitHeaders(subject: Subject): OpenQuestion {
  const headers = subject.operation.responses.flatMap((response) => response.headers);
  return {
    id: 'rate-limit-headers',
    question: 'Do responses carry rate-limit headers?',
    leftOpenBy: headers.some(({ name }) => RATE_LIMIT.test(name))
      ? 'Rate-limit headers are documented, but not that every response has them.'
      : 'No rate-limit headers are documented.',
    answers: { words: ['absent', 'present'], refused: false },
    usual: 'absent',
    probe: (fresh) => [
      probeCase(subject, 'rate-limit-headers', requestWith(subject, freshBody(subject, fresh))),
    ],
    read: ([exchange]) => {
      if (exchange?.outcome.kind !== 'response') return undefined;
      const names = exchange.outcome.response.headers.map(([name]) => name);
      return names.some((name) => RATE_LIMIT.test(name)) ? 'present' : 'absent';
    },
    enact: (answer) => {
      if (answer !== 'present') return {};
      const policy = '"default";q=1000;w=60';
      return { headers: { 'ratelimit-policy': policy, ratelimit: '"default";r=999;t=60' } };
    },
  };
}

/** What a server does beside the document's operations. */
export const routeQuestions: QuestionFactory = (subject) => {
  const { document, operation } = subject;
  const { path } = operation;
  // Else what GET does is no question; of one that is broken in the document nothing is known.
  const isBroken = document.quarantined?.some(
    (left) => left.path === path && ['GET', '*'].includes(left.method),
  );
  const hasGet = isBroken === true || operationAt(document, 'GET', path) !== undefined;
  const other = problemQuestion(subject, {
    ...ANSWERED,
    id: 'other-method',
    question: 'What happens to another method on the path?',
    leftOpenBy: `The document has no operation GET ${path}.`,
    usual: 'refused 405',
    problem: 'method-unknown',
    request: () => getOf(subject.target.split('?', 1)[0]!),
  });
  const unknown = problemQuestion(subject, {
    ...ANSWERED,
    id: 'unknown-path',
    question: 'What happens on a path that the document does not have?',
    leftOpenBy: 'The document says nothing of other paths.',
    usual: 'refused 404',
    problem: 'path-unknown',
    request: () => getOf('/no-such-path'),
  });
  return [...(hasGet ? [] : [other]), unknown, slashAtTheEnd(subject)];
};

const REDIRECTS = [301, 302, 303, 307, 308];

/** The path with a slash behind it, which is another path (RFC 3986, 6.2.3). */
function slashAtTheEnd(subject: Subject): OpenQuestion {
  const { operation, target } = subject;
  const [path = '', query] = target.split('?', 2);
  return {
    id: 'slash-at-the-end',
    question: 'What happens to a request whose path has a slash at its end?',
    leftOpenBy: `The document has no path ${operation.path}/.`,
    answers: {
      words: ['accepted', ...REDIRECTS.map((status) => `redirected-${status}`)],
      refused: true,
    },
    usual: 'refused 404',
    probe: (fresh) => {
      const request = requestWith(subject, freshBody(subject, fresh));
      const to = query === undefined ? `${path}/` : `${path}/?${query}`;
      return [probeCase(subject, 'slash-at-the-end', { ...request, target: to })];
    },
    read: ([exchange]) => {
      const status = statusOf(exchange);
      return REDIRECTS.includes(status ?? 0) ? `redirected-${status}` : readAcceptance(exchange);
    },
    enact: (answer) => {
      const redirect = /^redirected-(\d+)$/.exec(answer)?.[1];
      const status = redirect === undefined ? refusedStatus(answer) : Number(redirect);
      return { problems: { 'path-unknown/slash': status ?? 'accepted' } };
    },
  };
}

const ANSWERED: Pick<OpenQuestion, 'answers' | 'read'> = {
  answers: { words: ['answered'], refused: true },
  read: ([exchange]) => {
    const acceptance = readAcceptance(exchange);
    return acceptance === 'accepted' ? 'answered' : acceptance;
  },
};

/** With GET, the one other method that is safe to send to a deployed server (RFC 9110, 9.2.1). */
function getOf(target: string): RelativeRequest {
  return { method: 'GET', target, headers: [] };
}

/** What tells one question about credentials from another. */
interface CredentialQuestion {
  readonly id: string;
  readonly question: string;
  /** The value of Authorization; absent where no such header is sent. */
  readonly authorization?: string;
  /** Whether a made-up one is sent where the document wants it. Default: none is. */
  readonly isMadeUp?: boolean;
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

const INVALID_KEY: CredentialQuestion = {
  id: 'invalid-key',
  question: 'What happens with an API key, or a user and password, that nobody has issued?',
  isMadeUp: true,
  problem: 'credential-invalid',
};

/** A valid request whose credential is missing or not as it should be. */
export const credentialQuestions: QuestionFactory = (subject) => {
  if (usesBearer(subject.operation)) {
    const withoutToken = TOKENS.map((parts) => withoutCredential(subject, parts));
    return [...withoutToken, lowercaseBearer(subject), ...unauthorised(subject)];
  }
  return needsCredential(subject.operation)
    ? [
        ...[KEY, INVALID_KEY].map((parts) => withoutCredential(subject, parts)),
        ...unauthorised(subject),
      ]
    : [];
};

/** What is wrong in another way, too, without a credential: what is looked at first? */
function unauthorised(subject: Subject): OpenQuestion[] {
  const asked = [...brokenBodyQuestions(subject), ...routeQuestions(subject)];
  return asked.flatMap((question) => {
    const problem = ORDERED[question.id];
    if (problem === undefined) return [];
    const id = `${question.id}-without-credential`;
    const isRoute = problem.endsWith('-unknown');
    const [first = '', ...rest] = question.question;
    return {
      ...(isRoute ? ANSWERED : REFUSAL),
      id,
      question: `Without a credential: ${first.toLowerCase()}${rest.join('')}`,
      leftOpenBy: 'The document does not say what is looked at first.',
      usual: isRoute ? question.usual : 'refused 400',
      probe: (fresh: FreshValues) =>
        question.probe(fresh).map((probe) => ({
          ...probe,
          id: probe.id.replace(question.id, id),
          title: `the question of ${id.replaceAll('-', ' ')}`,
          question: id,
          request: { ...probe.request, withCredential: false },
        })),
      enact: (answer: string) => ({
        problems: { [`${problem}/${UNAUTHORISED}`]: refusedStatus(answer) ?? 'accepted' },
      }),
    };
  });
}

/** The problems of these questions. */
const ORDERED: Readonly<Record<string, string>> = {
  'broken-schema': 'schema',
  'malformed-json': 'json-malformed',
  'missing-body': 'body-missing',
  'other-media-type': 'media-type',
  'other-method': 'method-unknown',
  'unknown-path': 'path-unknown',
};

/** Whether the operation asks for a bearer credential and nothing less would do. */
export function usesBearer({ security }: Operation): boolean {
  return security.length > 0 && security.every((schemes) => schemes.some(isBearer));
}

function withoutCredential(subject: Subject, parts: CredentialQuestion): OpenQuestion {
  const { id, question, authorization, isMadeUp = false, problem } = parts;
  const instead: RelativeRequest['headers'] =
    authorization === undefined ? [] : [['Authorization', authorization]];
  return problemQuestion(subject, {
    ...ACCEPTANCE,
    id,
    question,
    leftOpenBy: noDocumentedStatus(subject, 401),
    problem,
    request: (fresh) => {
      const request = requestWith(subject, freshBody(subject, fresh));
      if (isMadeUp) return { ...request, madeUpCredential: true };
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
