import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { formatProfile } from '../../questions/profile-file.ts';
import type { LoadedDocument, RunResult, VerificationPlan } from '../../index.ts';
import { questionsByOperation } from '../../questions/index.ts';
import { demandWritable, writeProblem } from '../inputs/write-output.ts';
import { refuseAddress } from '../inputs/addresses.ts';
import type { Io } from '../io.ts';
import { UserError } from '../user-error.ts';

/**
 * Writes what a run has learnt as a profile, or says that it has learnt nothing.
 *
 * @returns Whether it is written.
 * @throws {UserError} where the file can't be written.
 */
export function learnProfile(
  file: string,
  result: RunResult,
  document: LoadedDocument,
  io: Io,
): boolean {
  if (Object.keys(result.answers).length === 0) {
    io.stderr.write(
      `Failed to learn a profile: ${result.target} gave no answer to an open question; what refuses ` +
        `every request alike is none. ${file} is not written. Check the token and the path in base_url.\n`,
    );
    return false;
  }
  const { info } = document.root as { info?: { title?: string; version?: string } };
  const heading = [
    `Answers of ${result.target} to the open questions of ${info?.title ?? 'its document'} ${info?.version ?? ''}`.trimEnd(),
    'Each line below a question is its answer; the possible ones stand in parentheses.',
  ];
  try {
    const text = formatProfile(result.answers, questionsByOperation(document), heading);
    writeFileSync(resolve(io.cwd, file), text);
    return true;
  } catch (error) {
    throw cannotLearn(file, error);
  }
}

/**
 * Makes sure that there is something to learn, and that a profile can be written there; writes
 * nothing. What a run creates stays on the server, so none is sent in vain.
 *
 * @throws {UserError} where it can't.
 */
export function assertLearnable(file: string, plans: readonly VerificationPlan[], io: Io): void {
  if (plans.every(({ questions }) => questions.length === 0)) {
    throw new UserError(
      'Failed to learn a profile: nothing that would be sent asks an open question. Leave --learn ' +
        "out, or choose questions, as in --only 'question/*'.",
    );
  }
  refuseAddress(file, 'write the profile', '--learn', 'output');
  try {
    demandWritable(resolve(io.cwd, file));
  } catch (error) {
    throw cannotLearn(file, error);
  }
}

function cannotLearn(file: string, error: unknown): UserError {
  return new UserError(
    `Failed to write the profile ${file}: ${writeProblem(error)}. Check the path after --learn.`,
  );
}
