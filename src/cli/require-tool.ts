import { installTools, manifestOf } from './doctor/packages.ts';
import { UserError } from './user-error.ts';

/**
 * Fails with the command that installs a tool, where the kit was installed without its optional
 * dependencies.
 *
 * @param act What needs the tool: «Failed to ‹act›».
 * @throws {UserError} where the package isn't there.
 */
export function requireTool(name: string, act: string): void {
  if (manifestOf(name) !== undefined) return;
  throw new UserError(`Failed to ${act}: ${name} is not installed. Install it: ${installTools}.`);
}
