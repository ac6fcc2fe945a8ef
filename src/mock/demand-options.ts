import type { OpenApiDocument } from '../openapi/document.ts';
import { isJsonObject } from '../openapi/json/json-value.ts';
import { didYouMean } from '../openapi/nearest-word.ts';
import { StateError } from './state-error.ts';

/** What an option must be, in words, and whether a value is that. */
export type OptionRule = readonly [must: string, is: (value: unknown) => boolean];

/** What each option must be, by its name. */
export type OptionRules = Readonly<Record<string, OptionRule>>;

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

/** Of every form of a mock. */
export const MOCK_RULES: OptionRules = {
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
export function demandOptions(options: object, rules: OptionRules): void {
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

/**
 * The operation that a test names may be misspelled, and no request would ever be meant.
 *
 * @param known Ids of the document's operations.
 * @param act What it is named for: `add the fault`.
 * @throws {StateError} for an unknown one.
 */
export function demandOperation(
  operation: string | undefined,
  known: Iterable<string>,
  act: string,
): void {
  const ids = new Set(known);
  if (operation === undefined || ids.has(operation)) return;
  const help = didYouMean(operation, [...ids]);
  const cause = `there is no operation ${JSON.stringify(operation)}`;
  throw new StateError('unknown-operation', `Failed to ${act}: ${cause}. ${help}`);
}

/**
 * The document that an option gives.
 *
 * @throws {StateError} where it is none.
 */
export function demandDocument(document: OpenApiDocument): OpenApiDocument {
  const { root, locate } = Object(document) as Partial<OpenApiDocument>;
  if (typeof locate === 'function' && isJsonObject(root)) return document;
  throw new StateError(
    'invalid-document',
    'Failed to use the document: it is not one that the kit has read. Give what ' +
      "await readDocument('api.yaml') or loadDocument returns, or documentFrom(json) where there are no files.",
  );
}
