/** Open questions: what the document leaves open, asked of a server and enacted by the mock. */
import { type Exchange, statusOf } from '../http/exchange.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { LazyMap } from '../openapi/lazy-map.ts';
import { type Operation, operations } from '../model/operation.ts';
import { type OpenQuestion, type OpenQuestionSentences, type QuestionFactory } from './question.ts';
import { brokenBodyQuestions, memberQuestions, numberQuestions } from './list/bodies.ts';
import { credentialQuestions, limitQuestions, routeQuestions } from './list/http.ts';
import { identityQuestions } from './list/identities.ts';
import { textQuestions } from './list/texts.ts';
import { type Subject, subjectOf } from './subject.ts';

/** In the order of tables and profiles. */
const factories: readonly QuestionFactory[] = [
  identityQuestions,
  credentialQuestions,
  brokenBodyQuestions,
  textQuestions,
  memberQuestions,
  numberQuestions,
  limitQuestions,
  routeQuestions,
];

/**
 * The open questions of one operation; none where its request can't be made up.
 *
 * @param sentences Of the service's specification. Default: what the document says of each.
 * @param subject What they are about. Default: what the document alone tells.
 */
export function questionsOf(
  document: OpenApiDocument,
  operation: Operation,
  sentences: OpenQuestionSentences = {},
  subject: Subject | undefined = subjectOf(document, operation),
): OpenQuestion[] {
  if (subject === undefined) return [];
  return factories
    .flatMap((create) => create(subject))
    .map((question) => ({
      ...(subject.base.hasFewIdentities || question.isFixed === true
        ? unlessUsed(question)
        : question),
      leftOpenBy: sentences[question.id] ?? question.leftOpenBy,
    }));
}

/** A conflict may be about an identity that was used before, and not about what is asked. */
export function unlessUsed(question: OpenQuestion): OpenQuestion {
  const isUsed = (exchange: Exchange): boolean => statusOf(exchange) === 409;
  return {
    ...question,
    read: (exchanges) => (exchanges.some(isUsed) ? undefined : question.read(exchanges)),
  };
}

/**
 * The open questions of all operations, by operation id; parameters as {@link questionsOf} has. Those
 * of an operation are made up when they are first asked for.
 */
export function questionsByOperation(
  document: OpenApiDocument,
  sentences?: OpenQuestionSentences,
): ReadonlyMap<string, OpenQuestion[]> {
  const byId = new Map(operations(document).map((operation) => [operation.id, operation]));
  return new LazyMap(byId, (operation) => questionsOf(document, operation, sentences));
}
