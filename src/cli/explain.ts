import { CommanderError } from 'commander';
import {
  DiagnosticError,
  LintError,
  PersistError,
  StateError,
  StoreAwayError,
} from '../face/errors.ts';
import { type Io, ExitCode, UserError } from './io.ts';
import { errorMessage } from '../openapi/error-message.ts';

/** Says why a command went wrong, and what to do; gives its exit code. */
export function explain(error: unknown, io: Io): number {
  if (error instanceof CommanderError) {
    // Commander has printed its message already; 0 stands for --help and --version.
    return error.exitCode === 0 ? ExitCode.pass : ExitCode.usage;
  }
  if (isExplained(error)) {
    io.stderr.write(`${error.message}\n`);
    return error instanceof UserError ? error.exitCode : ExitCode.usage;
  }
  const detail = errorMessage(error);
  io.stderr.write(`Failed to run the command: ${detail}. This is a bug in the kit.\n`);
  if (io.env[io.service.debugVariable] && error instanceof Error)
    io.stderr.write(`${error.stack}\n`);
  return ExitCode.usage;
}

/** Whether its message says what the user can do. */
function isExplained(error: unknown): error is Error {
  const ofEngine = [DiagnosticError, LintError, PersistError, StateError, StoreAwayError];
  const kinds = [UserError, ...ofEngine];
  return kinds.some((kind) => error instanceof kind);
}
