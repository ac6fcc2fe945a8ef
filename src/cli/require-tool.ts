import { findPackageJSON } from 'node:module';
import { UserError } from './user-error.ts';

/**
 * Fails with the command that installs a tool, where the kit was installed without its optional
 * dependencies.
 *
 * @param act What needs the tool: «Failed to ‹act›».
 * @throws {UserError} where the package isn't there.
 */
export function requireTool(name: string, act: string): void {
  if (isInstalled(name)) return;
  throw new UserError(
    `Failed to ${act}: ${name} is not installed. Install it: npm install --include=optional`,
  );
}

function isInstalled(name: string): boolean {
  try {
    return findPackageJSON(name, import.meta.url) !== undefined;
  } catch {
    return false;
  }
}
