import { nearestWord } from '../openapi/nearest-word.ts';
import { type Diagnostic, DiagnosticError } from '../openapi/diagnostic.ts';
import { type JsonValue, isJsonObject } from '../openapi/json/json-value.ts';
import { showJson } from '../openapi/json/stringify-json.ts';
import { toPointer } from '../openapi/pointer.ts';
import { type YamlSource, readYaml } from '../openapi/read-yaml.ts';
import { describeAnswers, isPossible } from './answer.ts';
import type { ProfileAnswers } from './answer.ts';
import type { OpenQuestion } from './question.ts';

type Questions = ReadonlyMap<string, readonly OpenQuestion[]>;

/**
 * Reads a profile. Questions that it leaves out have no answer in it.
 *
 * @param file How the file is called in diagnostics.
 * @param questions What can be asked, by operation id.
 * @throws {DiagnosticError} for an unknown operation or question, and for an impossible answer.
 */
export function readProfile(text: string, file: string, questions: Questions): ProfileAnswers {
  const source = readYaml(text, file);
  const reader = new ProfileReader(source, questions);
  const answers = source.diagnostics.length > 0 ? {} : reader.read();
  const diagnostics = [...source.diagnostics, ...reader.diagnostics];
  if (diagnostics.length > 0) {
    throw new DiagnosticError(`read the profile ${file}`, diagnostics, text);
  }
  return answers;
}

/**
 * Reads the answers under the key `answers` of another kind of file.
 *
 * @returns The answers, and what is wrong with them.
 */
export function readAnswers(
  source: YamlSource,
  questions: Questions,
): { answers: ProfileAnswers; diagnostics: readonly Diagnostic[] } {
  const reader = new ProfileReader(source, questions);
  const value = isJsonObject(source.value) ? source.value['answers'] : undefined;
  return { answers: reader.answers(value), diagnostics: reader.diagnostics };
}

class ProfileReader {
  readonly diagnostics: Diagnostic[] = [];
  readonly #source: YamlSource;
  readonly #questions: Questions;

  constructor(source: YamlSource, questions: Questions) {
    this.#source = source;
    this.#questions = questions;
  }

  read(): ProfileAnswers {
    const root = this.#map(this.#source.value, [], 'the profile');
    this.#known(Object.keys(root), ['profile', 'answers'], [], 'key');
    if (root['profile'] !== 1) {
      this.#say(
        ['profile'],
        'profile-version',
        'the profile must say "profile: 1"',
        'Add the line.',
      );
    }
    return this.answers(root['answers']);
  }

  answers(value: JsonValue | undefined): ProfileAnswers {
    const operations = this.#map(value ?? null, ['answers'], '"answers"');
    this.#known(Object.keys(operations), [...this.#questions.keys()], ['answers'], 'operation');
    const entries = Object.entries(operations).map(([operation, value]) => [
      operation,
      this.#operation(operation, value),
    ]);
    return Object.fromEntries(entries) as ProfileAnswers;
  }

  #operation(operation: string, value: JsonValue): Record<string, string> {
    const list = this.#questions.get(operation) ?? [];
    const path = ['answers', operation];
    // Learnt without an answer: all lines below it are comments.
    const map = this.#map(value ?? {}, path, `the answers of ${operation}`);
    const ids = list.map(({ id }) => id);
    if (list.length > 0) this.#known(Object.keys(map), ids, path, 'question');
    const answers: Record<string, string> = {};
    for (const question of list) {
      const answer = Object.hasOwn(map, question.id) ? map[question.id] : undefined;
      if (answer === undefined) continue;
      if (typeof answer === 'string' && isPossible(question.answers, answer)) {
        answers[question.id] = answer;
      } else {
        this.#impossible(question, answer, [...path, question.id]);
      }
    }
    return answers;
  }

  #impossible(question: OpenQuestion, answer: JsonValue, path: string[]): void {
    const words = [...question.answers.words, ...(question.answers.refused ? ['refused 400'] : [])];
    const near = typeof answer === 'string' ? nearestWord(answer, words) : undefined;
    this.#say(
      path,
      'impossible-answer',
      `${showJson(answer)} does not answer "${question.question}"`,
      `${near === undefined ? '' : `Did you mean "${near}"? `}Possible: ${describeAnswers(question.answers)}.`,
    );
  }

  #map(value: JsonValue, path: string[], name: string): Record<string, JsonValue> {
    if (isJsonObject(value)) return value;
    this.#say(path, 'not-a-map', `${name} must be a map`, 'Write `key: value` lines.');
    return {};
  }

  #known(keys: string[], known: string[], path: string[], what: string): void {
    for (const key of keys.filter((candidate) => !known.includes(candidate))) {
      const near = nearestWord(key, known);
      const help = near === undefined ? `Known: ${known.join(', ')}.` : `Did you mean "${near}"?`;
      this.#say([...path, key], `unknown-${what}`, `there is no ${what} "${key}"`, help);
    }
  }

  #say(path: string[], code: string, message: string, help: string): void {
    const pointer = toPointer(path);
    const { file } = this.#source;
    // An empty file has no node at all.
    const start = this.#source.locate('') ?? { file, line: 1, column: 1 };
    const location = this.#source.locate(pointer) ?? start;
    this.diagnostics.push({ code, message, help, pointer, location });
  }
}
