import type { Enactment } from '../src/mock/enactment.ts';
import type { OpenApiDocument } from '../src/openapi/document.ts';
import type { ProfileAnswers } from '../src/questions/format-profile.ts';
import { questionsByOperation } from '../src/questions/index.ts';
import { namedProfiles } from './profiles.generated.ts';

/** A profile that comes with the kit (`mocks/profiles/`). */
export type ProfileName = 'documented' | 'typical' | 'lenient';

/** Answers to the open questions: by name, or by operation and question. */
export type Profile = ProfileName | ProfileAnswers;

/**
 * How the mock gives a profile's answers. Questions that it leaves out get the `documented` answer.
 *
 * @throws {Error} for an unknown name.
 */
export function enactProfile(
  document: OpenApiDocument,
  profile: Profile = 'documented',
): Map<string, Enactment[]> {
  const name = typeof profile === 'string' ? profile : '';
  const answers = typeof profile === 'string' ? namedProfiles[profile] : profile;
  if (answers === undefined) {
    const known = Object.keys(namedProfiles).join(', ');
    throw new Error(`Failed to find the profile "${name}". Known: ${known}.`);
  }
  const enactments = [...questionsByOperation(document)].map(
    ([operation, questions]) =>
      [
        operation,
        questions.map((one) => one.enact(answers[operation]?.[one.id] ?? one.usual)),
      ] as const,
  );
  return new Map(enactments);
}
