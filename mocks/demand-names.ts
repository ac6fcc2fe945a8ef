import { didYouMean } from '../src/openapi/nearest-word.ts';
import { StateError } from '../src/mock/state-error.ts';

/** Names of before. */
const RENAMED: Readonly<Record<string, string>> = { maxPlants: 'maxResources' };

/**
 * Options of code that isn't typed may be misspelled, and would silently do nothing.
 *
 * @throws {StateError} for an unknown one.
 */
export function demandNames(options: object, names: readonly string[]): void {
  for (const name of Object.keys(options)) {
    if (names.includes(name)) continue;
    const by = RENAMED[name];
    const help = by === undefined ? didYouMean(name, names) : `It was renamed: write ${by}.`;
    throw new StateError('unknown-option', `Failed to use the option "${name}". ${help}`);
  }
}
