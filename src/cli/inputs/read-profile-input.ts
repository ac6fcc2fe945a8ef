import type { OpenApiDocument, ProfileAnswers } from '../../index.ts';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { didYouMean } from '../../openapi/nearest-word.ts';
import { DiagnosticError } from '../../openapi/diagnostic.ts';
import { questionsByOperation } from '../../questions/index.ts';
import { readProfile } from '../../questions/profile-file.ts';
import type { Io } from '../io.ts';
import { readInput } from './read-input.ts';
import { refuseAddress } from './addresses.ts';
import { UserError } from '../user-error.ts';

/**
 * The answers of the profile that `--profile` names: one of the kit's, or a file.
 *
 * @throws {UserError} where it can't be read.
 * @throws {DiagnosticError} where it is no profile of this document.
 */
export function readProfileInput(name: string, document: OpenApiDocument, io: Io): ProfileAnswers {
  refuseAddress(name, 'read the profile', '--profile');
  const { profileNames, profileFile } = io.service;
  if (!profileNames.includes(name) && !existsSync(resolve(io.cwd, name))) {
    throw new UserError(
      `Failed to read the profile ${name}: there is no profile and no file of this name. ${didYouMean(name, profileNames)}`,
    );
  }
  const isNamed = profileNames.includes(name);
  const file = isNamed ? profileFile(name) : name;
  const text = readInput(file, 'the profile', '--profile', io);
  try {
    return readProfile(text, file, questionsByOperation(document));
  } catch (error) {
    throw isNamed && isOfAnother(error) ? foreignProfile(name) : error;
  }
}

function isOfAnother(error: unknown): boolean {
  return (
    error instanceof DiagnosticError &&
    error.diagnostics.every(({ code }) => code === 'unknown-operation')
  );
}

function foreignProfile(name: string): DiagnosticError {
  const message =
    "the kit's profiles are for its own service, which has other operations than this document";
  const help = 'Leave --profile out, or give a file, such as one that verify --learn has written.';
  return new DiagnosticError(`use the profile ${name}`, [
    { code: 'foreign-profile', message, help },
  ]);
}
