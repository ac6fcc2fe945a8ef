import type { CaseTemplate, JudgedExchange } from '../cases/case.ts';
import { hasRunCredential, statusOf } from '../../http/exchange.ts';
import { inShares } from '../cases/in-shares.ts';
import type { Observation } from '../checks/check.ts';
import { refusingOperations } from '../checks/refused-valid.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { freshKey, onceKeyOf, schemaOf } from '../../model/requests/required-parameters.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { createFreshValues } from '../../model/requests/fresh-values.ts';
import { type Operation, operations } from '../../model/operation.ts';
import { changesStored } from '../../model/resources/danger.ts';
import { questionsOf } from '../../questions/index.ts';
import { sayAnswer } from '../../questions/answer.ts';
import type { ProfileAnswers } from '../../questions/answer.ts';
import type { OpenQuestion, Probe } from '../../questions/question.ts';

/** A question to one operation. */
export interface AskedQuestion {
  readonly operation: Operation;
  readonly question: OpenQuestion;
}

/**
 * Open questions of all operations that can be asked without harm: their requests name nothing that
 * was created for them. Those of an operation are made up when the first of them is asked for.
 *
 * @param most At the most so many requests, some of every operation. Default: every question.
 */
export function* allQuestions(
  document: OpenApiDocument,
  most: number = Number.POSITIVE_INFINITY,
): Generator<AskedQuestion, void, undefined> {
  const harmless = operations(document).filter((operation) => !changesStored(document, operation));
  const asked = harmless.map((operation) => questionsTo(document, operation));
  if (most === Number.POSITIVE_INFINITY) for (const questions of asked) yield* questions;
  else yield* inShares(asked, most, requestsOf);
}

function* questionsTo(
  document: OpenApiDocument,
  operation: Operation,
): Generator<AskedQuestion, void, undefined> {
  for (const question of questionsOf(document, operation)) yield { operation, question };
}

/** A question's request as a case, with a key of its own each time where the operation knows requests by one. */
export function askedBy(document: OpenApiDocument, probe: Probe): CaseTemplate {
  const { operation, request } = probe;
  const key = onceKeyOf(operation);
  if (key === undefined) return { ...probe, build: () => request };
  const name = key.name.toLowerCase();
  const build: CaseTemplate['build'] = (fresh) => {
    const value = textOf(freshKey(schemaOf(document, key), fresh));
    const headers = request.headers.map((header) =>
      header[0].toLowerCase() === name ? ([header[0], value] as const) : header,
    );
    return { ...request, headers };
  };
  return { ...probe, build };
}

/** How many requests a question takes. */
export function requestsOf({ question }: AskedQuestion): number {
  return question.probe(createFreshValues({ seed: 0, runId: 'scratch' })).length;
}

/** A question with the exchanges that asked it and the answer that they gave. */
export interface AnsweredQuestion extends AskedQuestion {
  readonly exchanges: readonly JudgedExchange[];
  /** `undefined` where the exchanges gave none. */
  readonly answer: string | undefined;
}

/**
 * Answers by operation and question, in the order in which they were to be asked. A server that
 * refuses whatever it gets, for its credential or its path, answers none.
 *
 * @param exchanges All of the run.
 */
export function collectAnswers(
  asked: readonly AskedQuestion[],
  answered: readonly AnsweredQuestion[],
  exchanges: readonly JudgedExchange[],
): ProfileAnswers {
  const answers: Record<string, Record<string, string>> = {};
  const credible = answeredForThemselves(answered, exchanges);
  const found = new Map(credible.map(({ question, answer }) => [question, answer]));
  for (const { operation, question } of asked) {
    const answer = found.get(question);
    if (answer !== undefined) (answers[operation.id] ??= {})[question.id] = answer;
  }
  return answers;
}

function answeredForThemselves(
  answered: readonly AnsweredQuestion[],
  exchanges: readonly JudgedExchange[],
): AnsweredQuestion[] {
  const refusing = refusingOperations(exchanges);
  const sent = Map.groupBy(exchanges, (exchange) => exchange.case.operation.id);
  const denying = new Set([...sent].flatMap(([id, answers]) => (deniesAll(answers) ? [id] : [])));
  return answered.filter(({ operation: { id } }) => !refusing.has(id) && !denying.has(id));
}

const DENIALS: ReadonlySet<number> = new Set([401, 403, 404]);

/** What a run shows that sends nothing valid, such as one of a single question. */
function deniesAll(exchanges: readonly JudgedExchange[]): boolean {
  const usual = exchanges.filter(isWithCredential);
  return usual.length > 0 && usual.every((exchange) => DENIALS.has(statusOf(exchange) ?? 0));
}

function isWithCredential({ case: { request, outsideOperation } }: JudgedExchange): boolean {
  const isUsual = request.credentialScheme === undefined && outsideOperation !== true;
  return isUsual && hasRunCredential(request);
}

/** How an answer differs from what a profile says; `undefined` where it doesn't. */
export function compareAnswer(
  { operation, question, exchanges, answer }: AnsweredQuestion,
  profile: ProfileAnswers,
): Observation | undefined {
  const expected = profile[operation.id]?.[question.id];
  if (expected === undefined || expected === answer) return undefined;
  // It was used before, and taken then.
  const isUsed = answer === undefined && exchanges.some((exchange) => statusOf(exchange) === 409);
  if (isUsed) return undefined;
  const received = answer === undefined ? 'no answer' : sayAnswer(answer);
  return {
    // Without an answer nothing contradicts the profile; what failed has a finding of its own.
    severity: answer === undefined ? 'warning' : 'violation',
    rule: 'P1',
    message: `${question.id}: the profile says ${sayAnswer(expected)}, the server ${received}`,
    received,
    documented: `${sayAnswer(expected)} (the profile's answer to "${question.question}")`,
    pointer: operation.pointer,
  };
}
