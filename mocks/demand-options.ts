import { StateError } from '../src/mock/state-error.ts';
import { demandNames } from './demand-names.ts';

/** What an option must be, in words, and whether a value is that. */
export type OptionRule = readonly [must: string, is: (value: unknown) => boolean];

export const ANY: OptionRule = ['anything', () => true];
export const LIST: OptionRule = ['a list', Array.isArray];
export const COUNT: OptionRule = [
  'a whole number, 0 or more',
  (value) => Number(value) >= 0 && (Number.isInteger(value) || value === Infinity),
];
export const OBJECT: OptionRule = [
  'an object',
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
];

/** Of every form of the fake. */
export const FAKE_RULES: Readonly<Record<string, OptionRule>> = {
  store: OBJECT,
  profile: ANY,
  token: [
    'a text that a request can carry',
    (value) => typeof value === 'string' && /^\P{Cc}+$/u.test(value),
  ],
  maxResources: COUNT,
  document: ANY,
};

/**
 * Makes sure of options before anything is started with them. Not for pages: each byte of their
 * script counts, and types say the same.
 *
 * @throws {StateError} for an unknown option, and one that isn't as its rule has it.
 */
export function demandOptions(options: object, rules: Readonly<Record<string, OptionRule>>): void {
  demandNames(options, Object.keys(rules));
  for (const [name, value] of Object.entries(options)) {
    const [must, is] = rules[name]!;
    if (value === undefined || is(value)) continue;
    throw new StateError(
      'invalid-option',
      `Failed to use the option "${name}": it must be ${must}.`,
    );
  }
}
