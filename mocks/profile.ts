import { didYouMean } from '../src/openapi/nearest-word.ts';
import type { Enactment } from '../src/mock/enactment.ts';
import { StateError } from '../src/mock/state-error.ts';
import type { OpenApiDocument } from '../src/openapi/document.ts';
import { describeAnswers, isPossible } from '../src/questions/answer.ts';
import type { OperationAnswers, ProfileAnswers } from '../src/questions/answer.ts';
import { questionsByOperation } from '../src/questions/index.ts';
import type { OpenQuestion } from '../src/questions/question.ts';
import type { Answers } from './answers.generated.ts';
import { type ProfileName, namedProfiles } from './profiles.generated.ts';

/** Answers to the open questions: by name (`mocks/profiles/`), or by operation and question. */
export type Profile = ProfileName | Answers;

/**
 * A profile's answers. Questions that it leaves out get the `documented` answer.
 *
 * @throws {StateError} for an unknown name, operation or question, and for an impossible answer.
 */
export function profileAnswers(
  questions: ReadonlyMap<string, readonly OpenQuestion[]>,
  profile: Profile = 'documented',
): ProfileAnswers {
  const answers = typeof profile === 'object' ? (profile as ProfileAnswers) : namedAnswers(profile);
  for (const [operation, given] of Object.entries(answers)) {
    // A name of the kit's speaks of the kit's document; another one is answered as usual.
    if (typeof profile === 'object') inspect(operation, given, questions);
  }
  return answers;
}

/**
 * How the mock gives a profile's answers.
 *
 * @throws {StateError} as {@link profileAnswers} does.
 */
export function enactProfile(
  document: OpenApiDocument,
  profile?: Profile,
): Map<string, Enactment[]> {
  const questions = questionsByOperation(document);
  return enactAnswers(questions, profileAnswers(questions, profile));
}

/** How the mock gives answers; questions that are left out get their usual one. */
export function enactAnswers(
  questions: ReadonlyMap<string, readonly OpenQuestion[]>,
  answers: ProfileAnswers,
): Map<string, Enactment[]> {
  return new Map(
    [...questions].map(([operation, list]) => [
      operation,
      list.map((one) => {
        const given = answers[operation]?.[one.id];
        return given === undefined ? { ...one.enact(one.usual), isUsual: true } : one.enact(given);
      }),
    ]),
  );
}

/** @throws {StateError} for an unknown name. */
export function namedAnswers(name: string): ProfileAnswers {
  if (Object.hasOwn(namedProfiles, name))
    return namedProfiles[name as ProfileName] as ProfileAnswers;
  const known = Object.keys(namedProfiles).join(', ');
  throw new StateError('unknown-profile', `Failed to find the profile "${name}". Known: ${known}.`);
}

function inspect(
  operation: string,
  given: OperationAnswers,
  questions: ReadonlyMap<string, readonly OpenQuestion[]>,
): void {
  const list = questions.get(operation);
  if (list === undefined) refuse(`operation "${operation}"`, operation, [...questions.keys()]);
  for (const [id, answer] of Object.entries(given)) {
    const question = list.find((one) => one.id === id);
    if (question === undefined) {
      refuse(
        `question "${id}"`,
        id,
        list.map((one) => one.id),
      );
    }
    if (isPossible(question.answers, answer)) continue;
    const possible = describeAnswers(question.answers);
    throw new StateError(
      'invalid-answer',
      `Failed to use the profile: "${answer}" is no answer to ${id}. Possible: ${possible}.`,
    );
  }
}

function refuse(what: string, word: string, known: readonly string[]): never {
  throw new StateError(
    'invalid-answer',
    `Failed to use the profile: there is no ${what}. ${didYouMean(word, known)}`,
  );
}
