/** Values of a request that may name what is elsewhere. */
import { type JsonValue, isJsonNumber, isJsonObject } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { type EffectiveSchema, effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { pairOf, percentDecoded } from '../../openapi/percent.ts';
import { bodySchema } from '../../model/media-type.ts';
import { wordsOf as wordsOfName } from '../../model/lists/item-properties.ts';
import { listOf } from '../../model/lists/lists.ts';
import { parameterNamed } from '../../model/operation.ts';
import type { JudgedExchange } from '../cases/case.ts';
import type { CheckContext } from './check.ts';
import { DEPTH, isWord } from './refusal-words.ts';

/** A value that may name something elsewhere. */
export interface Named {
  readonly place: string;
  readonly text: string;
  /** Whether a schema says that it is a text, and nothing more. */
  readonly isOpen?: boolean | undefined;
  /** Whether it says which items a list has: where none has it, the list has none. */
  readonly isFilter?: boolean | undefined;
}

/** Those of a body: its texts and numbers, but for those of a list of values. */
export function namedInBody(
  { case: { operation, request } }: JudgedExchange,
  root: JsonValue,
): Named[] {
  const schema = effectiveSchema(root, bodySchema(operation.requestBody), 'every');
  return namedIn(request.value, schema, '');
}

function namedIn(
  value: JsonValue | undefined,
  schema: EffectiveSchema | undefined,
  place: string,
  depth: number = 0,
): Named[] {
  if (depth > DEPTH || value === undefined || (schema && isClosed(schema))) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item) => namedIn(item, schema?.items, place, depth + 1));
  }
  if (!isJsonObject(value))
    return isName(value) ? [{ place, text: textOf(value), isOpen: isOpenText(schema) }] : [];
  return Object.entries(value).flatMap(([name, member]) =>
    namedIn(
      member,
      schema?.properties.get(name),
      place === '' ? name : `${place}.${name}`,
      depth + 1,
    ),
  );
}

/** Whether a schema lists all that a value may be: of several alternatives, each does. */
function isClosed(schema: EffectiveSchema): boolean {
  const branches = Array.from({ length: schema.branches }, (_, i) => schema.inBranch(i));
  return branches.every(({ values }) => values !== undefined);
}

function isOpenText(schema: EffectiveSchema | undefined): boolean {
  const { types = [], format, pattern, minLength = 0, maxLength } = schema ?? {};
  const isBound =
    minLength > 0 || [format, pattern, maxLength].some((keyword) => keyword !== undefined);
  return types.includes('string') && !isBound;
}

/** Whether a value can name something. */
export function isName(value: JsonValue): boolean {
  return typeof value === 'string' || isJsonNumber(value);
}

/** The last word of what names other resources, and not just what they are like. */
const IDENTITY = /^(?:id|uuid|key)s?$/;

/** Each word of a parameter, which may be written in a language of its own. */
export function namedInQuery(
  { case: { operation, request } }: JudgedExchange,
  document: CheckContext['document'],
): Named[] {
  const { filters = [] } = listOf(document, operation) ?? {};
  const [, query = ''] = request.target.split(/\?(.*)/s, 2);
  return query.split('&').flatMap((pair) => {
    const [name, value] = pairOf(pair).map((part) => percentDecoded(part.replaceAll('+', ' ')));
    const parameter = parameterNamed(operation, 'query', name!);
    const isListed = effectiveSchema(document.root, parameter?.schemaPointer).values !== undefined;
    if (parameter === undefined || isListed) return [];
    const isOwn = filters.some(({ field }) => field.parameter === parameter);
    const isFilter = isOwn && !IDENTITY.test(wordsOfName(parameter.name).at(-1) ?? '');
    const texts = value?.match(/[\w-]+/g) ?? [];
    return texts.map((text) => ({ place: parameter.name, text, isFilter }));
  });
}

/** Whether words have its text. */
export function isQuoted({ text }: Named, words: string): boolean {
  return text.length > 1 && isWord(text, words);
}
