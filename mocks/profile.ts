import type { Enactment } from '../src/mock/enactment.ts';
import type { OpenApiDocument } from '../src/openapi/document.ts';
import type { ProfileAnswers } from '../src/questions/answer.ts';
import { questionsByOperation } from '../src/questions/index.ts';
import { demandAnswers, enactAnswers, namedAnswers } from '../src/questions/profile.ts';
import type { Questions } from '../src/questions/question.ts';
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
  questions: Questions,
  profile: Profile = 'documented',
): ProfileAnswers {
  // A name of the kit's speaks of the kit's document; another one is answered as usual.
  return typeof profile === 'object'
    ? demandAnswers(profile, questions, 'use the profile')
    : namedAnswers(namedProfiles, profile);
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
