/** Open questions: what the specification leaves open, asked of a server and enacted by the mock. */
import type { Exchange } from '../http/exchange.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { type Operation, operations } from '../model/operation.ts';
import { astralText } from './list/astral-text.ts';
import { brokenSchema } from './list/broken-schema.ts';
import { controlText } from './list/control-text.ts';
import { duplicateKey } from './list/duplicate-key.ts';
import { emptyText } from './list/empty-text.ts';
import { emptyToken } from './list/empty-token.ts';
import { exponentSpelling } from './list/exponent-spelling.ts';
import { fractionSpelling } from './list/fraction-spelling.ts';
import { identityInResponse } from './list/identity-in-response.ts';
import { invalidToken } from './list/invalid-token.ts';
import { largeBody } from './list/large-body.ts';
import { longText } from './list/long-text.ts';
import { lowercaseBearer } from './list/lowercase-bearer.ts';
import { malformedJson } from './list/malformed-json.ts';
import { missingBody } from './list/missing-body.ts';
import { missingKey } from './list/missing-key.ts';
import { missingToken } from './list/missing-token.ts';
import { nonAsciiText } from './list/non-ascii-text.ts';
import { otherMediaType } from './list/other-media-type.ts';
import { otherMethod } from './list/other-method.ts';
import { otherScheme } from './list/other-scheme.ts';
import { rateLimitHeaders } from './list/rate-limit-headers.ts';
import { repeatedText } from './list/repeated-text.ts';
import { unknownPath } from './list/unknown-path.ts';
import { unknownProperty } from './list/unknown-property.ts';
import { usedIdentity } from './list/used-identity.ts';
import { whitespaceText } from './list/whitespace-text.ts';
import type { OpenQuestion, QuestionFactory } from './question.ts';
import { statusOf } from './reading.ts';
import { subjectOf } from './subject.ts';

/** In the order of tables and profiles. A new question is a file in `list/` and a line here. */
export const questionFactories: readonly QuestionFactory[] = [
  usedIdentity,
  identityInResponse,
  repeatedText,
  missingToken,
  missingKey,
  invalidToken,
  otherScheme,
  emptyToken,
  lowercaseBearer,
  brokenSchema,
  malformedJson,
  missingBody,
  otherMediaType,
  emptyText,
  whitespaceText,
  longText,
  nonAsciiText,
  astralText,
  controlText,
  unknownProperty,
  duplicateKey,
  fractionSpelling,
  exponentSpelling,
  largeBody,
  rateLimitHeaders,
  otherMethod,
  unknownPath,
];

/** The open questions of one operation; none where its request can't be made up. */
export function questionsOf(document: OpenApiDocument, operation: Operation): OpenQuestion[] {
  const subject = subjectOf(document, operation);
  if (subject === undefined) return [];
  const questions = questionFactories.flatMap((create) => create(subject));
  return subject.base.hasFewIdentities ? questions.map(unlessUsed) : questions;
}

/** A conflict may be about an identity that was used before, and not about what is asked. */
function unlessUsed(question: OpenQuestion): OpenQuestion {
  const isUsed = (exchange: Exchange): boolean => statusOf(exchange) === 409;
  return {
    ...question,
    read: (exchanges) => (exchanges.some(isUsed) ? undefined : question.read(exchanges)),
  };
}

/** The open questions of all operations, by operation id. */
export function questionsByOperation(document: OpenApiDocument): Map<string, OpenQuestion[]> {
  return new Map(
    operations(document).map((operation) => [operation.id, questionsOf(document, operation)]),
  );
}
