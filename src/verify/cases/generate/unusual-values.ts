/** Values that a service may have rules of its own about, although the schema takes them. */
import type { Form } from '../../../model/form.ts';
import { freshForm, isFormedText } from '../../../model/believable/formed-texts.ts';
import { isFormedNumber } from '../../../model/believable/numbers.ts';
import { freshText } from '../../../model/requests/fresh-identity.ts';
import { openFile } from '../../../model/requests/made-up-files.ts';

import { reversedIn } from '../../../model/spans.ts';
import type { Unusual } from '../../../model/validity.ts';
import { compareNumbers } from '../../../openapi/json/exact-number.ts';
import {
  type JsonNumber,
  type JsonValue,
  isJsonNumber,
  isJsonObject,
  typeName,
  propertyAt,
} from '../../../openapi/json/json-value.ts';
import { pointerLabel, toPointer } from '../../../openapi/pointer.ts';
import { type EffectiveSchema, JSON_TYPES } from '../../../openapi/schema/effective-schema.ts';
import { boundsOf } from '../../../openapi/schema/fitting-numbers.ts';
import { equalJson } from '../../../openapi/schema/equal-json.ts';

/** A body as far as something in it could be unusual. */
export interface Body {
  readonly value?: JsonValue | undefined;
  readonly form?: Form | undefined;
  readonly schema?: EffectiveSchema | undefined;
  /** What it is where nothing is unusual. */
  readonly usual?: JsonValue | undefined;
}

/** Longer texts are not ordinary where the schema gives no limit. */
const ORDINARY_LENGTH = 64;

/**
 * What makes a text one that a service may have its own rules about, although the schema takes it;
 * `undefined` for printable ASCII of ordinary length.
 */
function unusual(text: string, examples: readonly JsonValue[] = []): string | undefined {
  if (text === '') return 'is empty';
  if (text.length > ORDINARY_LENGTH) return `has more than ${ORDINARY_LENGTH} characters`;
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(text)) return 'has control characters';
  if (/[^ -~]/.test(text)) return 'has characters beyond ASCII';
  if (text.trim() !== text) return 'has white space at its edge';
  const isShown =
    examples.length === 0 || examples.some((example) => !isText(example) || example.includes(' '));
  return isShown || !text.includes(' ') ? undefined : 'has a blank, unlike its example';
}

function isText(value: JsonValue): value is string {
  return typeof value === 'string';
}

/** Whether a list or a map has nothing in it, and nothing says that it may. */
function isOpenlyEmpty(value: JsonValue, schema: EffectiveSchema): boolean {
  const { items, properties, additional, examples } = schema;
  const isList = Array.isArray(value);
  if (!isList && !isJsonObject(value)) return false;
  if (Object.keys(value).length > 0) return false;
  const holds = isList ? items !== undefined : properties.size === 0 && additional !== undefined;
  const isStated = schema.keyword(isList ? 'minItems' : 'minProperties') !== undefined;
  return holds && !isStated && !examples.some((example) => equalJson(example, value));
}

/** Larger numbers are not ordinary where the schema gives no maximum, nor a format that has one. */
const ORDINARY_NUMBER = 100;

/** What makes a number one that a service may have its own rules about; `undefined` for ordinary ones. */
function unusualNumber(
  value: JsonNumber,
  { minimum, maximum, examples }: EffectiveSchema,
): string | undefined {
  const shown = examples.filter(isJsonNumber);
  const isBeyond = (bound: JsonNumber, sign: -1 | 1): boolean =>
    [bound, ...shown].every((ordinary) => compareNumbers(value, ordinary) * sign > 0);
  if (minimum === undefined && isBeyond(0, -1)) return 'is below 0';
  if (maximum === undefined && isBeyond(ORDINARY_NUMBER, 1)) return `is above ${ORDINARY_NUMBER}`;
  return undefined;
}

/** Whether a text of a name is none that requests draw. */
function isNoFresh(text: string, key: string, schema: EffectiveSchema): boolean {
  const fresh = freshText(key, schema);
  return fresh === undefined || (freshForm(key) !== undefined && !fresh.isMadeUp(text));
}

/** Whether a name tells a form, such as that of a phone number or a year, where the schema says nothing of it. */
function mayBeOther(value: JsonValue, schema: EffectiveSchema, path: readonly string[]): boolean {
  const { values, pattern, format, examples } = schema;
  const key = path.findLast((name) => !/^\d+$/.test(name)) ?? '';
  const [isFormed, stated] =
    typeof value === 'string'
      ? [isFormedText(key) && isNoFresh(value, key, schema), [pattern, format]]
      : [isFormedNumber(key), boundsOf(schema)];
  const isFree = [values, ...stated].every((keyword) => keyword === undefined);
  return isFree && isFormed && !examples.some((example) => equalJson(example, value));
}

/** Whether a schema takes values of any type, and each that it shows is of another type than this one. */
function isOfStrangeType(value: JsonValue, { types, examples }: EffectiveSchema): boolean {
  const isOpen = types.length === JSON_TYPES.length && examples.length > 0;
  return isOpen && !examples.some((example) => typeName(example) === typeName(value));
}

/** @param path Where it stands; `undefined` where it is what stands there usually. */
function unusualScalar(
  value: JsonValue,
  schema: EffectiveSchema | undefined,
  path: readonly string[] | undefined,
): string | undefined {
  const text = typeof value === 'string' ? unusual(value, schema?.examples) : undefined;
  const isNumber = isJsonNumber(value);
  if (text !== undefined || schema === undefined || path === undefined) return text;
  if (isOfStrangeType(value, schema)) return 'is of another type than its example';
  if (!isNumber && typeof value !== 'string') return undefined;
  const number = isNumber ? unusualNumber(value, schema) : undefined;
  const isOther = mayBeOther(value, schema, path);
  return number ?? (isOther ? 'may have another form than its name tells' : undefined);
}

function isUsual(value: JsonValue, usual: JsonValue | undefined, path: readonly string[]): boolean {
  const was = usual === undefined ? undefined : propertyAt(usual, path);
  return was !== undefined && equalJson(was, value);
}

/** The first file that a service may have rules of its own about, as a sentence. */
export function unusualFile(
  value: JsonValue | undefined,
  form: Form | undefined,
): string | undefined {
  const name = openFile(form, value);
  return name && `a service may have rules of its own about what is in the file ${name}`;
}

/** The first such text, list or map in a value, as a sentence: `name is empty: …`. */
export function unusualPart(
  value: JsonValue = null,
  { form, schema, usual }: Omit<Body, 'value'>,
  path: readonly string[] = [],
): Unusual | undefined {
  const isKnown = isUsual(value, usual, path);
  const isEmpty = schema !== undefined && !isKnown && isOpenlyEmpty(value, schema);
  const what = isEmpty ? 'is empty' : unusualScalar(value, schema, isKnown ? undefined : path);
  if (what !== undefined) {
    const place = pointerLabel(toPointer(path));
    const reason = `${place} ${what}: the schema allows it, and nothing more is said about it`;
    return { place, reason };
  }
  const reversed = isJsonObject(value) ? reversedIn(value) : undefined;
  if (reversed !== undefined)
    return { reason: `${reversed}: nothing says which of them is the greater one` };
  const found = membersOf(value, schema)
    .values()
    .filter(([key]) => form?.fields.get(key)?.isFile !== true)
    .map(([key, child, inner]) => unusualPart(child, { schema: inner, usual }, [...path, key]));
  return found.find((part) => part !== undefined);
}

function membersOf(
  value: JsonValue,
  schema: EffectiveSchema | undefined,
): (readonly [key: string, value: JsonValue, schema: EffectiveSchema | undefined])[] {
  if (!Array.isArray(value) && !isJsonObject(value)) return [];
  const items = isJsonObject(value) ? undefined : schema?.items;
  return Object.entries(value).map(([key, child]) => {
    return [key, child, schema?.properties.get(key) ?? items] as const;
  });
}
