import { didYouMean } from '../src/openapi/nearest-word.ts';
import { StateError } from '../src/mock/state-error.ts';

/**
 * Options of code that isn't typed may be misspelled, and would silently do nothing.
 *
 * @throws {StateError} for an unknown one.
 */
export function demandNames(options: object, names: readonly string[]): void {
  for (const name of Object.keys(options)) {
    if (names.includes(name)) continue;
    const help = didYouMean(name, names);
    throw new StateError('unknown-option', `Failed to use the option "${name}". ${help}`);
  }
}
