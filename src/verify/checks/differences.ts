import type { OpenApiDocument } from '../../openapi/document.ts';
import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { equalJson, valueKey } from '../../openapi/schema/equal-json.ts';
import { isSameValue, spelledFormat } from './same-value.ts';
import { type NamedProperty, namedProperty, propertiesOf } from './schema-of.ts';

/** A part of a value that doesn't come back as it was sent, or the value itself. */
export interface Difference {
  /** Its name leads to it: `lines[].price`, `levels.*`. */
  readonly property: NamedProperty;
  readonly was: JsonValue;
  /** `undefined` where it doesn't come back. */
  readonly is: JsonValue | undefined;
}

/**
 * Where a returned value differs from the one that was sent, as deep as the response's schema
 * names its parts. What the server adds is no difference, nor that it leaves out what is implied or
 * for writing only, or what its schema doesn't name.
 *
 * @param format Default: that of the property's schema.
 */
export function differences(
  document: OpenApiDocument,
  property: NamedProperty,
  [was, is]: readonly [was: JsonValue, is: JsonValue],
  format: JsonValue | undefined = property.schema['format'],
): Difference[] {
  if (equalJson(was, is) || property.schema['writeOnly'] === true) return [];
  if (Array.isArray(was) && Array.isArray(is) && was.length === is.length && !isMoved(was, is)) {
    const item = itemOf(document, property);
    return was.flatMap((one, i) => nested(document, item, [one, is[i]!]));
  }
  if (isJsonObject(was) && isJsonObject(is)) return ofMembers(document, property, was, is);
  return isSameValue(was, is, format) ? [] : [{ property, was, is }];
}

/** Whether leaving a value out says the same: none (RFC 7396, 2), or the documented default. */
export function isImplied({ schema }: NamedProperty, value: JsonValue): boolean {
  return value === null || equalJson(schema['default'] ?? null, value);
}

/** What reads as an instant within a value is compared as one. */
function nested(
  document: OpenApiDocument,
  property: NamedProperty,
  values: readonly [was: JsonValue, is: JsonValue],
): Difference[] {
  const format = property.schema['format'] ?? spelledFormat(values[0]);
  return differences(document, property, values, format);
}

function ofMembers(
  document: OpenApiDocument,
  owner: NamedProperty,
  sent: JsonObject,
  returned: JsonObject,
): Difference[] {
  return Object.keys(sent).flatMap((key) => {
    const [was, is] = [sent[key]!, getProperty(returned, key)];
    const known = memberOf(document, owner, key);
    if (is !== undefined) return nested(document, known ?? unknownIn(owner, `.${key}`), [was, is]);
    if (known === undefined || known.required || isImplied(known, was)) return [];
    return isWriteOnly(document, owner, key) ? [] : [{ property: known, was, is }];
  });
}

/** `undefined` where the schema doesn't name it, nor say what other members are. */
function memberOf(
  document: OpenApiDocument,
  owner: NamedProperty,
  key: string,
): NamedProperty | undefined {
  const named = propertiesOf(document, owner.pointer).get(key);
  if (named) return { ...named, name: `${owner.name}.${key}` };
  const [additional] = effectiveSchema(document.root, [owner.pointer]).additional;
  return additional === undefined
    ? undefined
    : namedProperty(document, `${owner.name}.*`, additional);
}

/** Whether any of a schema's alternatives keeps a member to the server. */
function isWriteOnly({ root }: OpenApiDocument, { pointer }: NamedProperty, key: string): boolean {
  const { branches } = effectiveSchema(root, [pointer]);
  return Array.from({ length: branches }, (_, i) => effectiveSchema(root, [pointer], i)).some(
    ({ properties, additional }) =>
      effectiveSchema(root, properties.get(key) ?? additional).writeOnly,
  );
}

/** The same items in another order: of none can be said that it was changed. */
function isMoved(was: readonly JsonValue[], is: readonly JsonValue[]): boolean {
  const keys = (items: readonly JsonValue[]): string => items.map(valueKey).toSorted().join();
  return keys(was) === keys(is);
}

function itemOf(document: OpenApiDocument, list: NamedProperty): NamedProperty {
  const [items] = effectiveSchema(document.root, [list.pointer]).items;
  return items === undefined
    ? unknownIn(list, '[]')
    : namedProperty(document, `${list.name}[]`, items);
}

/** A part of which the schema says nothing. */
function unknownIn({ pointer, name }: NamedProperty, suffix: string): NamedProperty {
  return { name: `${name}${suffix}`, pointer, schema: {}, required: false };
}
