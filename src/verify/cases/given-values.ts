/** Values that the user gives for parameters and for properties of bodies. */
import { StateError } from '../../mock/state-error.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type JsonValue, isJsonNumber, isJsonObject } from '../../openapi/json/json-value.ts';
import { parseJson } from '../../openapi/json/parse-json.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { didYouMean } from '../../openapi/nearest-word.ts';
import { compileSchema } from '../../openapi/schema/compile-schema.ts';
import { type EffectiveSchema, effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { type Operation, operations, parameterNamed } from '../../model/operation.ts';
import { identitiesIn } from '../../model/resources/resources.ts';

/**
 * By the name of a parameter or property, for every operation that has it; by `operation.name`, or in a
 * map under the operation's id, for that operation. A text stands for a number where a number is due.
 */
export type GivenValues = Readonly<Record<string, JsonValue>>;

/** The value that the user gives for a name in an operation; `undefined` where there is none. */
export type GivenFor = (operation: Operation, name: string) => JsonValue | undefined;

/**
 * Reads what the user gives.
 *
 * @throws {StateError} where no operation has such a name, or the document allows the value in none of them.
 */
export function readGivenValues(document: OpenApiDocument, given: GivenValues = {}): GivenFor {
  const all = operations(document);
  const ids = new Set(all.map(({ id }) => id));
  const entries = Object.entries(given).flatMap(([key, value]) =>
    ids.has(key) && isJsonObject(value)
      ? Object.entries(value).map(([name, child]) => [`${key}.${name}`, child] as const)
      : [[key, value] as const],
  );
  if (entries.length === 0) return nothingGiven;
  const values = new Map<string, JsonValue>();
  for (const [key, value] of entries) {
    const places = placesOf(document, all, key);
    if (places.length === 0) throw unknownName(document, all, key);
    const isThere = places.some(({ isInPath }) => isInPath);
    const problems: string[] = [];
    // What a path names is there already, and is not created once more, unless that is said for the operation.
    const meant = places.filter(({ operation, name, isInPath }) => {
      const isOther = isInPath || !identitiesIn(document, operation).includes(name);
      return isOther || !isThere || key === `${operation.id}.${name}`;
    });
    for (const { operation, name, schema } of meant) {
      const place = `${operation.id}.${name}`;
      // What is said for one operation wins.
      if (place !== key && values.has(place)) continue;
      const found = valueFor(document, name, value, schema);
      if (typeof found === 'string') problems.push(found);
      else values.set(place, found.value);
    }
    // Elsewhere, the same name may mean something else.
    if (problems.length === meant.length)
      throw new StateError(
        'wrong-value',
        `Failed to use the value of ${key}: ${problems[0]}. Give one that the document allows.`,
      );
  }
  return ({ id }, name) => values.get(`${id}.${name}`);
}

interface Place {
  readonly operation: Operation;
  readonly name: string;
  readonly schema: EffectiveSchema;
  readonly isInPath: boolean;
}

function placesOf(document: OpenApiDocument, all: readonly Operation[], key: string): Place[] {
  return all.flatMap((operation) => {
    const name = key.startsWith(`${operation.id}.`)
      ? key.slice(operation.id.length + 1)
      : undefined;
    const names = namedIn(document, operation);
    return [key, name].flatMap((name) => {
      const schema = name === undefined ? undefined : names.get(name);
      const isInPath = parameterNamed(operation, 'path', name ?? '') !== undefined;
      return schema === undefined ? [] : [{ operation, name: name!, schema, isInPath }];
    });
  });
}

/** Its parameters, and the properties of its body. */
function namedIn(
  { root }: Pick<OpenApiDocument, 'root'>,
  { parameters, requestBody }: Operation,
): ReadonlyMap<string, EffectiveSchema> {
  const bodies = (requestBody?.content ?? []).map((type) =>
    effectiveSchema(root, type.schemaPointer),
  );
  return new Map([
    ...bodies.flatMap(({ properties }) => [...properties]),
    ...parameters.map(
      (parameter) => [parameter.name, effectiveSchema(root, parameter.schemaPointer)] as const,
    ),
  ]);
}

/** The value as it is used there, or what is wrong with it. */
function valueFor(
  { root }: OpenApiDocument,
  name: string,
  value: JsonValue,
  { types, pointers }: EffectiveSchema,
): { readonly value: JsonValue } | string {
  const isText = typeof value === 'string' && !types.includes('string');
  const parsed = isText ? parseJson(value) : undefined;
  const read = parsed?.ok === true ? parsed.value : value;
  const isScalar = isJsonNumber(read) || typeof read === 'boolean';
  const text = isScalar && types.length === 1 && types[0] === 'string' ? textOf(read) : read;
  const [pointer] = pointers;
  const [issue] = pointer === undefined ? [] : compileSchema(root, pointer, 'request')(text, name);
  return issue === undefined ? { value: text } : issue.message;
}

function unknownName(
  document: OpenApiDocument,
  all: readonly Operation[],
  key: string,
): StateError {
  const operation = all.find(({ id }) => key.startsWith(`${id}.`));
  const known = (operation === undefined ? all : [operation]).flatMap((target) => [
    ...namedIn(document, target).keys(),
  ]);
  const name = operation === undefined ? key : key.slice(operation.id.length + 1);
  const where = operation === undefined ? 'no operation has' : `${operation.id} has no`;
  const cause = `${where} ${operation === undefined ? 'a ' : ''}parameter or property "${name}"`;
  const help = didYouMean(name, [...new Set(known)]);
  return new StateError('unknown-value', `Failed to use the value of ${key}: ${cause}. ${help}`);
}

/** What the user gives for an operation but for what its path names, by name. */
export function givenBesidePath(
  { root }: OpenApiDocument,
  operation: Operation,
  givenFor: GivenFor,
): Record<string, JsonValue> {
  const names = [...namedIn({ root }, operation).keys()].filter(
    (name) => parameterNamed(operation, 'path', name) === undefined,
  );
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = givenFor(operation, name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** Where the user gives none. */
export const nothingGiven: GivenFor = () => undefined;
