import { type Diagnostic, DiagnosticError } from '../openapi/diagnostic.ts';
import { diagnosticAt } from '../openapi/inspect-form.ts';
import { isJsonObject, objectOf } from '../openapi/json/json-value.ts';
import { didYouMean } from '../openapi/nearest-word.ts';
import { toPointer } from '../openapi/pointer.ts';
import { type YamlSource, readYaml } from '../openapi/read-yaml.ts';
import { type ProfileAnswers, describeAnswers } from './answer.ts';
import { inspectAnswers } from './profile.ts';
import type { QuestionInfo, Questions } from './question.ts';

/**
 * Reads a profile. Questions that it leaves out have no answer in it.
 *
 * @param file How the file is called in diagnostics.
 * @param questions What can be asked, by operation id.
 * @throws {DiagnosticError} for an unknown operation or question, and for an impossible answer.
 */
export function readProfile(text: string, file: string, questions: Questions): ProfileAnswers {
  const source = readYaml(text, file);
  const fail = (diagnostics: readonly Diagnostic[]): never => {
    throw new DiagnosticError(`read the profile ${file}`, diagnostics, text);
  };
  if (source.diagnostics.length > 0) return fail(source.diagnostics);
  const { answers, diagnostics } = readAnswers(source, questions);
  const all = [...formProblems(source), ...diagnostics];
  return all.length > 0 ? fail(all) : answers;
}

/**
 * Reads the answers under the key `answers` of a file.
 *
 * @returns The answers, and what is wrong with them.
 */
export function readAnswers(
  source: YamlSource,
  questions: Questions,
): { readonly answers: ProfileAnswers; readonly diagnostics: readonly Diagnostic[] } {
  const value = isJsonObject(source.value) ? source.value['answers'] : undefined;
  const { answers, problems } = inspectAnswers(value, questions);
  const diagnostics = problems.map(({ path, ...parts }) =>
    diagnosticAt(source, toPointer(['answers', ...path]), parts),
  );
  return { answers, diagnostics };
}

const KEYS = ['profile', 'answers'];

function formProblems(source: YamlSource): Diagnostic[] {
  const { value } = source;
  const root = objectOf(value);
  const unknown = Object.keys(root)
    .filter((key) => !KEYS.includes(key))
    .map((key) =>
      diagnosticAt(source, toPointer([key]), {
        code: 'unknown-key',
        message: `there is no key "${key}"`,
        help: didYouMean(key, KEYS),
      }),
    );
  const map = diagnosticAt(source, '', {
    code: 'not-a-map',
    message: 'the profile must be a map',
    help: 'Write `key: value` lines.',
  });
  const version = diagnosticAt(source, '/profile', {
    code: 'profile-version',
    message: 'the profile must say "profile: 1"',
    help: 'Add the line.',
  });
  return [
    ...(isJsonObject(value) ? [] : [map]),
    ...unknown,
    ...(root['profile'] === 1 ? [] : [version]),
  ];
}

/**
 * A profile as YAML: every question in the registry's order with its words as a comment, so that
 * a changed answer is a change of one line.
 *
 * @param heading Comment lines for the top, without `#`.
 */
export function formatProfile(
  answers: ProfileAnswers,
  questions: Questions,
  heading: readonly string[] = [],
): string {
  const lines = heading.map((line) => `# ${line}`);
  lines.push('profile: 1', 'answers:');
  for (const [operation, list] of questions) {
    if (list.length === 0) continue;
    lines.push(`  ${plainKey(operation)}:`);
    for (const question of list) lines.push(...entry(question, answers[operation]?.[question.id]));
  }
  return `${lines.join('\n')}\n`;
}

function entry(question: QuestionInfo, answer: string | undefined): string[] {
  return [
    `    # ${question.question} (${describeAnswers(question.answers)})`,
    // A question that got no answer stays visible, and says nothing.
    answer === undefined ? `    # ${question.id}: no answer` : `    ${question.id}: ${answer}`,
  ];
}

/** An operation id that YAML would read as something else is quoted. */
function plainKey(key: string): string {
  return /^[A-Za-z_][\w-]*$/.test(key) ? key : JSON.stringify(key);
}
