import { ExitCode } from './exit-code.ts';

/**
 * A failure that the user can mend: printed as its message, without a stack trace.
 * The message follows «Failed to ‹act›: ‹cause›. ‹what to do›».
 */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly exitCode: ExitCode;

  /** @param exitCode Default: 2, wrong usage or unreadable input. */
  constructor(message: string, exitCode: ExitCode = ExitCode.usage) {
    super(message);
    this.exitCode = exitCode;
  }
}
