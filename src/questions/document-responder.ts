import { type Responder, type ResponderOptions, createResponder } from '../mock/responder.ts';
import type { ProfileAnswers } from './answer.ts';
import { questionsByOperation } from './index.ts';
import { enactAnswers, profileAnswers } from './profile.ts';

/** What a responder of a document needs. */
export interface DocumentResponderOptions extends Omit<ResponderOptions, 'enactments'> {
  /** How the open questions are answered: a name of `profiles`, or answers. Default: as usual. */
  readonly profile?: string | ProfileAnswers | undefined;
  /** Profiles that can be taken by name. Default: none. */
  readonly profiles?: Readonly<Record<string, ProfileAnswers>> | undefined;
}

/**
 * Answers as a document says, from a store, the open questions as a profile says.
 *
 * @throws {StateError} for an unknown profile, operation or question, and for an impossible answer.
 */
export function documentResponder(options: DocumentResponderOptions): Responder {
  const { document, profile, profiles = {} } = options;
  const questions = questionsByOperation(document);
  const answers = profileAnswers(profile, profiles, questions);
  return createResponder({ ...options, enactments: enactAnswers(questions, answers) });
}
