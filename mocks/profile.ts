import type { Enactment } from '../src/mock/enactment.ts';
import type { OpenApiDocument } from '../src/openapi/document.ts';
import type { ProfileAnswers } from '../src/questions/format-profile.ts';
import { questionsByOperation } from '../src/questions/index.ts';
import type { OpenQuestion } from '../src/questions/question.ts';
import { namedProfiles } from './profiles.generated.ts';

/** A profile that comes with the kit (`mocks/profiles/`). */
export type ProfileName = 'documented' | 'typical' | 'lenient';

/** Answers to the open questions: by name, or by operation and question. */
export type Profile = ProfileName | ProfileAnswers;

/**
 * A profile's answers. Questions that it leaves out get the `documented` answer.
 *
 * @throws {Error} for an unknown name.
 */
export function profileAnswers(profile: Profile = 'documented'): ProfileAnswers {
  if (typeof profile !== 'string') return profile;
  const answers = namedProfiles[profile];
  if (answers !== undefined) return answers;
  const known = Object.keys(namedProfiles).join(', ');
  throw new Error(`Failed to find the profile "${profile as string}". Known: ${known}.`);
}

/**
 * How the mock gives a profile's answers.
 *
 * @throws {Error} for an unknown name.
 */
export function enactProfile(
  document: OpenApiDocument,
  profile?: Profile,
): Map<string, Enactment[]> {
  return enactAnswers(questionsByOperation(document), profileAnswers(profile));
}

/** How the mock gives answers; questions that are left out get their usual one. */
export function enactAnswers(
  questions: ReadonlyMap<string, readonly OpenQuestion[]>,
  answers: ProfileAnswers,
): Map<string, Enactment[]> {
  return new Map(
    [...questions].map(([operation, list]) => [
      operation,
      list.map((one) => one.enact(answers[operation]?.[one.id] ?? one.usual)),
    ]),
  );
}
