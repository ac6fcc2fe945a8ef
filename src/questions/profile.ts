import { bytesOfBody } from '../http/body-text.ts';
import { type Enactment, mergeEnactments } from '../mock/enactment.ts';
import { type ProblemAnswer, problemKinds } from '../mock/problem-kinds.ts';
import { MemoryStore } from '../mock/resource-store.ts';
import { StateError } from '../mock/state-error.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../openapi/json/json-value.ts';
import { showJson } from '../openapi/json/stringify-json.ts';
import { LazyMap } from '../openapi/lazy-map.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { didYouMean, nearestWord } from '../openapi/nearest-word.ts';
import {
  type OperationAnswers,
  type ProfileAnswers,
  describeAnswers,
  isPossible,
} from './answer.ts';
import { questionsByOperation } from './index.ts';
import type { OpenQuestion, QuestionInfo, Questions, Probe } from './question.ts';
import { createFreshValues } from '../model/requests/fresh-values.ts';
import type { Exchange, ReceivedResponse } from '../http/exchange.ts';
import type { MockResponse } from '../http/message.ts';
import { type Responder, createResponder } from '../mock/responder.ts';
import { type WireContext, composeWire } from '../http/compose-wire.ts';
import { parseTarget } from '../http/target.ts';

/** One thing that is wrong with answers, wherever they come from. */
export interface AnswerProblem {
  /** Stable and kebab-case. */
  readonly code: 'not-a-map' | 'unknown-operation' | 'unknown-question' | 'impossible-answer';
  /** What it is about: nothing, an operation, or an operation and a question. */
  readonly path: readonly string[];
  /** Without a full stop. */
  readonly message: string;
  /** What to do, in a sentence. */
  readonly help: string;
}

/**
 * Holds answers by operation and question against what can be asked. Questions that are left out, or
 * `undefined`, have no answer; of an operation that nothing is asked of, everything is left out.
 *
 * @returns The possible answers, in the questions' order, and everything that is wrong with the others.
 */
export function inspectAnswers(
  value: unknown,
  questions: Questions,
): { readonly answers: ProfileAnswers; readonly problems: readonly AnswerProblem[] } {
  const problems: AnswerProblem[] = [];
  const answers: Record<string, OperationAnswers> = {};
  const known = [...questions.keys()];
  const operations = mapOf(value, [], '"answers"', problems);
  for (const [operation, given] of Object.entries(operations)) {
    const list = questions.get(operation);
    if (list === undefined) problems.push(unknown('operation', [operation], known));
    else answers[operation] = answersTo(list, operation, given, problems);
  }
  return { answers, problems };
}

/**
 * Answers that came from code or over the control API.
 *
 * @param act What fails where they can't be given: "use the profile".
 * @throws {StateError} with the first thing that is wrong with them.
 */
export function demandAnswers(value: unknown, questions: Questions, act: string): ProfileAnswers {
  const { answers, problems } = inspectAnswers(value, questions);
  const [problem] = problems;
  if (problem === undefined) return answers;
  throw new StateError('invalid-answer', `Failed to ${act}: ${problem.message}. ${problem.help}`);
}

/**
 * The answers of a profile that is known by name.
 *
 * @throws {StateError} for an unknown name.
 */
export function namedAnswers(
  profiles: Readonly<Record<string, ProfileAnswers>>,
  name: string,
): ProfileAnswers {
  if (Object.hasOwn(profiles, name)) return profiles[name]!;
  const known = Object.keys(profiles).join(', ');
  throw new StateError('unknown-profile', `Failed to find the profile "${name}". Known: ${known}.`);
}

/**
 * The answers of the profile that an option gives: by name, or by operation and question. Default: the
 * usual ones.
 *
 * @param profiles Those that are known by name.
 * @throws {StateError} for an unknown name, operation or question, and for an impossible answer.
 */
export function profileAnswers(
  profile: string | ProfileAnswers = {},
  profiles: Readonly<Record<string, ProfileAnswers>>,
  questions: Questions,
): ProfileAnswers {
  return typeof profile === 'string'
    ? namedAnswers(profiles, profile)
    : demandAnswers(profile, questions, 'use the profile');
}

/** How the mock gives answers; questions that are left out get their usual one. */
export function enactAnswers(
  questions: ReadonlyMap<string, readonly OpenQuestion[]>,
  answers: ProfileAnswers,
): ReadonlyMap<string, Enactment[]> {
  let shared: Enactment | undefined;
  return new LazyMap(questions, (list, operation) => {
    const enactments = list.map((question) => {
      const given = answers[operation]?.[question.id];
      return given === undefined
        ? { ...question.enact(question.usual), isUsual: true }
        : question.enact(given);
    });
    return [...enactments, (shared ??= agreedProblems(questions, answers))];
  });
}

/**
 * What operations that were asked all refuse alike, as one server's framework does, goes for the others, too:
 * after what their own answers and the document say.
 */
function agreedProblems(
  questions: ReadonlyMap<string, readonly OpenQuestion[]>,
  answers: ProfileAnswers,
): Enactment {
  const agreed = new Map<string, ProblemAnswer | undefined>();
  for (const [operation, given] of Object.entries(answers)) {
    for (const question of questions.get(operation) ?? []) {
      const answer = given[question.id];
      const { problems = {} } = answer === undefined ? {} : question.enact(answer);
      for (const [kind, found] of Object.entries(problems)) {
        const isAlike = !agreed.has(kind) || agreed.get(kind) === found;
        if (problemKinds[kind.split('/', 1)[0]!] !== undefined)
          agreed.set(kind, isAlike ? found : undefined);
      }
    }
  }
  const problems = Object.fromEntries([...agreed].filter(([, found]) => found !== undefined));
  return { isUsual: true, isAgreed: true, problems: problems as Record<string, ProblemAnswer> };
}

/** Finds the status with which a server that gives these answers refuses a body. Default: it takes it. */
export function refusalsBy(
  document: OpenApiDocument,
  answers: ProfileAnswers,
): (operation: string, body: JsonObject) => number | undefined {
  const known = new LazyMap(questionsByOperation(document), (list, operation) => {
    const given = answers[operation] ?? {};
    const asked = list.filter(({ id }) => given[id] !== undefined);
    return mergeEnactments(asked.map((question) => question.enact(given[question.id]!)));
  });
  const store = new MemoryStore();
  return (operation, value) => {
    const { inspections = [], problems, limits = {} } = known.get(operation) ?? {};
    const body = { value, numbers: [], duplicateKeys: [], path: '', store, limits };
    const found = inspections.find((inspection) => inspection.find(body) !== undefined);
    const status = found && problems?.get(found.kind);
    return typeof status === 'number' ? status : undefined;
  };
}

/** Answers to every question, the usual ones included. */
export function allAnswers(answers: ProfileAnswers, questions: Questions): ProfileAnswers {
  const entries = [...questions].map(([operation, list]) => {
    const all = list.map(({ id, usual }) => [id, answers[operation]?.[id] ?? usual] as const);
    return [operation, Object.fromEntries(all)] as const;
  });
  return Object.fromEntries(entries);
}

/**
 * Answers without those that are given anyway, so that what is shown can be put back and changes
 * nothing.
 */
export function chosenAnswers(answers: ProfileAnswers, questions: Questions): ProfileAnswers {
  const entries = Object.entries(answers).map(([operation, given]) => {
    const usual = new Map(questions.get(operation)?.map((asked) => [asked.id, asked.usual]));
    const chosen = Object.entries(given).filter(([id, answer]) => usual.get(id) !== answer);
    return [operation, Object.fromEntries(chosen)] as const;
  });
  return Object.fromEntries(entries);
}

function answersTo(
  list: readonly QuestionInfo[],
  operation: string,
  given: unknown,
  problems: AnswerProblem[],
): OperationAnswers {
  // Learnt without an answer: all lines below it are comments.
  const map = mapOf(given ?? {}, [operation], `the answers of ${operation}`, problems);
  const ids = list.map(({ id }) => id);
  for (const id of Object.keys(map)) {
    if (ids.length === 0 || ids.includes(id)) continue;
    problems.push(unknown('question', [operation, id], ids));
  }
  const answers: Record<string, string> = {};
  for (const question of list) {
    const given = Object.hasOwn(map, question.id) ? map[question.id] : undefined;
    if (given === undefined) continue;
    // A number in YAML is the same answer.
    const isNumber = question.answers.number === true && typeof given === 'number';
    const answer = isNumber ? String(given) : given;
    if (typeof answer === 'string' && isPossible(question.answers, answer)) {
      answers[question.id] = answer;
    } else {
      problems.push(impossible(question, answer, [operation, question.id]));
    }
  }
  return answers;
}

function mapOf(
  value: unknown,
  path: readonly string[],
  name: string,
  problems: AnswerProblem[],
): JsonObject {
  // Code that isn't typed can give anything; what is no map is told.
  const given = value as JsonValue;
  if (isJsonObject(given)) return given;
  const help = 'Write `key: value` lines.';
  problems.push({ code: 'not-a-map', path, message: `${name} must be a map`, help });
  return {};
}

function unknown(
  what: 'operation' | 'question',
  path: readonly string[],
  known: readonly string[],
): AnswerProblem {
  const name = path.at(-1)!;
  const message = `there is no ${what} ${JSON.stringify(name)}`;
  return { code: `unknown-${what}`, path, message, help: didYouMean(name, known) };
}

function impossible(
  { id, question, answers }: QuestionInfo,
  answer: JsonValue,
  path: readonly string[],
): AnswerProblem {
  const words = [...answers.words, ...(answers.refused ? ['refused 400'] : [])];
  const near = typeof answer === 'string' ? nearestWord(answer, words) : undefined;
  const message = `${shown(answer)} does not answer ${id}, "${question}"`;
  const meant = near === undefined ? '' : `Did you mean "${near}"? `;
  const help = `${meant}Possible: ${describeAnswers(answers)}.`;
  return { code: 'impossible-answer', path, message, help };
}

/**
 * Id of the one operation that has an open question.
 *
 * @throws {StateError} where none has it, or several have.
 */
export function operationWith(question: string, questions: Questions): string {
  const found = [...questions]
    .filter(([, list]) => list.some(({ id }) => id === question))
    .map(([operation]) => operation);
  if (found.length === 1) return found[0]!;
  const cause =
    found.length === 0
      ? `no operation has the question "${question}"`
      : `several operations have the question "${question}": ${found.join(', ')}`;
  throw new StateError(
    found.length === 0 ? 'unknown-question' : 'ambiguous-question',
    `Failed to change the answers: ${cause}. Name one of the operation's questions.`,
  );
}

/** Of what is no JSON, or has no end, only its kind. */
function shown(answer: unknown): string {
  const value = answer as JsonValue;
  if (Array.isArray(value)) return 'a list';
  if (isJsonObject(value)) return 'an object';
  return ['function', 'symbol'].includes(typeof value) ? `a ${typeof value}` : showJson(value);
}

/**
 * The questions with the answers that the mock of this document gives where nobody says otherwise.
 * What the document itself says (401, 409, `additionalProperties: false`) counts, so the mock is
 * asked, once somebody wants to know.
 */
export function withUsualAnswers(
  document: OpenApiDocument,
  questions: ReadonlyMap<string, readonly OpenQuestion[]>,
): Questions {
  const usualOf = usualAnswers(document, questions);
  const infoOf = (question: OpenQuestion): QuestionInfo => {
    let usual: string | undefined;
    return {
      ...question,
      get usual() {
        return (usual ??= usualOf(question));
      },
    };
  };
  return new LazyMap(questions, (list) => list.map(infoOf));
}

function usualAnswers(
  document: OpenApiDocument,
  questions: ReadonlyMap<string, readonly OpenQuestion[]>,
): (question: OpenQuestion) => string {
  const fresh = createFreshValues({ seed: 0, runId: 'usual' });
  let responder: Responder | undefined;
  return (question) => {
    // Nothing in a document limits the size of a body.
    if (question.large === true) return question.usual;
    responder ??= createResponder({
      document,
      store: new MemoryStore(),
      enactments: enactAnswers(questions, {}),
    });
    const exchanges: Exchange[] = [];
    for (const probe of question.probe(fresh)) exchanges.push(ask(probe, responder));
    return question.read(exchanges) ?? question.usual;
  };
}

const CONTEXT: WireContext = {
  target: parseTarget('http://mock.invalid'),
  credential: { variable: 'TOKEN' },
  userAgent: 'mock',
};

function ask(probe: Probe, responder: Responder): Exchange {
  const { wire, sent } = composeWire(probe, CONTEXT);
  const [path = '', query] = wire.target.split('?', 2);
  const headers = new Map(wire.headers.map(([name, value]) => [name.toLowerCase(), value]));
  const response = responder.respond({
    method: wire.method,
    path,
    query,
    header: (name) => headers.get(name),
    body: wire.body ?? new Uint8Array(),
  });
  return {
    sequence: 0,
    connection: { id: 0, request: 0 },
    request: sent,
    outcome: { kind: 'response', response: received(response) },
    startedAt: 0,
    durationMs: 0,
  };
}

function received({ status, headers, body: text }: MockResponse): ReceivedResponse {
  const body = bytesOfBody(text);
  return { status, statusText: '', headers: Object.entries(headers), rawBody: body, body };
}
