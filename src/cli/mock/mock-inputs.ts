import { resolve } from 'node:path';
import type { LoadedDocument } from '../../model/load-document.ts';
import type { ProfileAnswers } from '../../questions/answer.ts';
import { comesOnce } from '../inputs/read-once.ts';
import { readDocument, readInput } from '../inputs/read-input.ts';
import { readProfileInput } from '../inputs/read-profile-input.ts';
import type { Io } from '../io.ts';
import { UserError } from '../user-error.ts';
import { type ScenarioFlags, type ScenarioInputs, readScenarios } from './read-scenarios.ts';
import { type Seed, readSeed } from './read-seed.ts';

/** Where the command line says that the mock's files are. */
export interface InputFlags extends ScenarioFlags {
  readonly spec: string;
  readonly profile?: string;
  readonly seed?: string;
  /** A module. */
  readonly handlers?: string;
}

/** What the mock answers from. */
export interface MockInputs extends ScenarioInputs, Seed {
  readonly document: LoadedDocument;
  readonly profile: ProfileAnswers | undefined;
}

/**
 * Reads all files that the mock answers from.
 *
 * @throws {UserError} where one can't be read.
 * @throws {DiagnosticError} with everything that is wrong with one.
 */
export function readMockInputs(flags: InputFlags, io: Io): MockInputs {
  const { profile, seed } = flags;
  const document = readDocument(flags.spec, io);
  return {
    document,
    ...(seed === undefined
      ? { seed, collections: undefined }
      : readSeed(readInput(seed, 'the seed', '--seed', io), seed, document)),
    profile: profile === undefined ? undefined : readProfileInput(profile, document, io),
    ...readScenarios(flags, document, io),
  };
}

/**
 * The paths of those files, and of the folder of scenarios, to be watched.
 *
 * @throws {UserError} where one can be read only once.
 */
export function watchedPaths(
  { spec, profile, seed, scenario, scenarios, handlers }: InputFlags,
  io: Io,
): string[] {
  const { profileNames, profileFile } = io.service;
  const profilePath = profile && profileNames.includes(profile) ? profileFile(profile) : profile;
  return [spec, profilePath, seed, scenario, scenarios, handlers]
    .filter((path) => path !== undefined)
    .map((path) => {
      if (!comesOnce(path, io)) return resolve(io.cwd, path);
      throw new UserError(
        `Failed to watch ${path}: it can be read only once. Name a file, or leave --watch out.`,
      );
    });
}
