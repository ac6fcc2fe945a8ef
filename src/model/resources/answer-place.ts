/** Where an answer has a value: where its schema says, else where it is found when the answer comes. */
import { type JsonValue, getProperty, isJsonObject } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { envelopedIn } from './envelope.ts';
import { plainName } from './names.ts';

/** A place in answers. */
export interface AnswerPlace {
  /** Keys from the root of the answer; `*` stands for any item. */
  readonly path: readonly string[];
  /**
   * What is looked for where the document says nothing of the answer: in the items of its first list where the path
   * has a key for these, else in itself. Default: the path leads to the value.
   */
  readonly sought?: Sought | undefined;
}

/** What a value is known by. */
export interface Sought {
  /** Names that it may have, the surest first, as {@link plainName} spells them. */
  readonly names: readonly string[];
  /** Words for what has it, which may be around that. */
  readonly nouns: ReadonlySet<string>;
  /** What is to be filled with it. */
  readonly schema: EffectiveSchema;
}

/** The first scalar at a place; `undefined` where there is none. */
export function valueIn(answer: JsonValue, { path, sought }: AnswerPlace): JsonValue | undefined {
  if (sought === undefined) return scalarAt(answer, path);
  const [item] = path;
  const list = item === undefined ? [answer] : (itemsOf(answer, sought) ?? []);
  const items =
    item === undefined || item === '*' ? list : list.slice(Number(item), Number(item) + 1);
  const holders = items.flatMap((value) => envelopedIn(value, sought.nouns));
  const values = sought.names.flatMap((name) =>
    holders.flatMap((holder) =>
      Object.keys(holder).flatMap((key) => (plainName(key) === name ? [holder[key]!] : [])),
    ),
  );
  return [...values, ...(item === undefined ? [] : items)].find((value) => canFill(sought, value));
}

/** The items that are answered; of what is one of them itself, its lists have something else. */
function itemsOf(answer: JsonValue, { names }: Sought): readonly JsonValue[] | undefined {
  const isItem =
    isJsonObject(answer) && Object.keys(answer).some((key) => names.includes(plainName(key)));
  return isItem ? undefined : listIn(answer);
}

/** So deep is looked for a list. */
const DEPTH = 2;

/** The first list, the outermost before others. */
function listIn(value: JsonValue, depth = 0): readonly JsonValue[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isJsonObject(value) || depth > DEPTH) return undefined;
  const members = Object.values(value);
  const lists = [...members.filter(Array.isArray), ...members].map((member) =>
    listIn(member, depth + 1),
  );
  return lists.find((list) => list !== undefined);
}

/** A text can have any scalar. */
function canFill({ schema: { types } }: Sought, value: JsonValue): boolean {
  if (!isScalar(value) || typeof value === 'boolean') return false;
  return types.includes('string') || /^-?\d+$/.test(textOf(value));
}

/** The first scalar at a path of keys; `*` stands for any item. */
export function scalarAt(
  value: JsonValue,
  [key, ...rest]: readonly string[],
): JsonValue | undefined {
  if (key === undefined) return isScalar(value) ? value : undefined;
  if (key !== '*') {
    const child = Array.isArray(value) ? value[Number(key)] : getProperty(value, key);
    return child === undefined ? undefined : scalarAt(child, rest);
  }
  for (const item of Array.isArray(value) ? value : []) {
    const found = scalarAt(item, rest);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isScalar(value: JsonValue): boolean {
  return value !== null && value !== '' && typeof value !== 'object';
}
