import { onceFor } from '../../openapi/once.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonObject,
  isJsonNumber,
} from '../../openapi/json/json-value.ts';
import {
  ANYTHING,
  type EffectiveSchema,
  effectiveSchema,
} from '../../openapi/schema/effective-schema.ts';
import { equalJson, valueKey } from '../../openapi/schema/equal-json.ts';
import { type Envelope, schemaIn } from '../../model/resources/envelope.ts';
import type { Case } from '../cases/case.ts';
import { compareNumbers, decimalsOf } from '../../openapi/json/exact-number.ts';
import type { CheckContext } from './check.ts';

/** A part of a body whose schema is known. */
export interface NamedProperty {
  /** What leads to it: `id`, `lines[].price`. */
  readonly name: string;
  /** JSON Pointer to where the document has it. */
  readonly pointer: string;
  /** Of alternatives, what any of them says. */
  readonly schema: EffectiveSchema;
  readonly required: boolean;
}

/**
 * The properties that a schema names, in any of its alternatives.
 *
 * @param envelope What is around them. Default: nothing.
 * @param value Whose alternatives they are. Default: all count.
 */
export function propertiesOf(
  { root }: OpenApiDocument,
  pointer: string,
  envelope: Envelope = [],
  value?: JsonObject,
): ReadonlyMap<string, NamedProperty> {
  const inside = schemaIn(effectiveSchema(root, pointer, 'every'), envelope);
  if (inside === undefined) return new Map();
  return value === undefined ? membersOf(inside) : propertiesFor(inside, value);
}

/** Those that a value's own alternatives name, where it has what these require and none of their values is another's; else those of any. */
export function propertiesFor(
  schema: EffectiveSchema,
  value: JsonObject,
): ReadonlyMap<string, NamedProperty> {
  const all = Array.from({ length: schema.branches }, (_, i) => schema.inBranch(i));
  const matching = all.filter(
    ({ required, properties }) =>
      [...required].every((name) => Object.hasOwn(value, name)) &&
      [...properties].every(([name, { values }]) => {
        const own = getProperty(value, name);
        return own === undefined || (values?.some((known) => equalJson(known, own)) ?? true);
      }),
  );
  const isNamed = (name: string): boolean =>
    matching.length === 0 || matching.some(({ properties }) => properties.has(name));
  return new Map(
    [...membersOf(schema)].filter(([name]) => isNamed(name) || Object.hasOwn(value, name)),
  );
}

const membersOf = onceFor((owner: EffectiveSchema): ReadonlyMap<string, NamedProperty> => {
  const names = [...owner.properties.keys()];
  return new Map(names.map((name) => [name, memberOf(owner, name)!]));
});

/** A property by its name; one of those without a name of their own is `*`. */
function memberOf(
  { properties, additional, required }: EffectiveSchema,
  name: string,
): NamedProperty | undefined {
  const schema = properties.get(name) ?? additional;
  if (schema === undefined) return undefined;
  const label = properties.has(name) ? name : '*';
  return { name: label, pointer: schema.pointers[0] ?? '', schema, required: required.has(name) };
}

/** A part of a value that doesn't come back as it was sent, or the value itself. */
interface Difference {
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
  property: NamedProperty,
  [was, is]: readonly [was: JsonValue, is: JsonValue],
  format: JsonValue | undefined = property.schema.format,
): Difference[] {
  if (equalJson(was, is) || isOneSided(property)) return [];
  if (Array.isArray(was) && Array.isArray(is) && isSet(property, was, is)) return [];
  if (Array.isArray(was) && Array.isArray(is) && was.length === is.length && !isMoved(was, is)) {
    const item = itemOf(property);
    return was.flatMap((before, i) => nested(item, [before, is[i]!]));
  }
  if (isJsonObject(was) && isJsonObject(is)) return ofMembers(property, was, is);
  return isSameValue(was, is, format) ? [] : [{ property, was, is }];
}

/**
 * Whether leaving a value out says the same: none (RFC 7396, 2), a list or map of nothing, the documented default, or
 * an object of these.
 */
export function isImplied({ schema }: NamedProperty, value: JsonValue): boolean {
  const usual = schema.keyword('default');
  if (value === null || equalJson(usual ?? null, value)) return true;
  if (typeof value !== 'object' || isJsonNumber(value)) return false;
  if (Object.keys(value).length === 0) {
    const kind = Array.isArray(value) ? 'array' : 'object';
    const isOfKind = schema.types.every((type) => type === kind || type === 'null');
    return isOfKind && usual === undefined;
  }
  if (!isJsonObject(value)) return false;
  return Object.entries(value).every(([name, memberValue]) => {
    const member = memberOf(schema, name);
    return member !== undefined && isImplied(member, memberValue);
  });
}

/** What reads as an instant within a value is compared as one. */
function nested(
  property: NamedProperty,
  values: readonly [was: JsonValue, is: JsonValue],
): Difference[] {
  const format = property.schema.format ?? spelledFormat(values[0]);
  return differences(property, values, format);
}

function ofMembers(owner: NamedProperty, sent: JsonObject, returned: JsonObject): Difference[] {
  return Object.keys(sent).flatMap((key) => {
    const [was, is] = [sent[key]!, getProperty(returned, key)];
    const member = memberOf(owner.schema, key);
    const known = member && { ...member, name: `${owner.name}.${member.name}` };
    if (is !== undefined) return nested(known ?? unknownIn(owner, `.${key}`), [was, is]);
    if (known === undefined || known.required || isImplied(known, was)) return [];
    return isOneSided(known) ? [] : [{ property: known, was, is }];
  });
}

/** What the server sets is not the client's to say; what is for writing only doesn't come back. */
export function isOneSided({ schema }: NamedProperty): boolean {
  return schema.readOnly || schema.writeOnly;
}

/** The same items in another order: of none can be said that it was changed. */
function isMoved(was: readonly JsonValue[], is: readonly JsonValue[]): boolean {
  const keys = (items: readonly JsonValue[]): string => items.map(valueKey).toSorted().join();
  return keys(was) === keys(is);
}

/** Lists that are called so have things in them or not: which of them comes first says nothing. */
const SETS =
  /(?:ids|names|tags|labels|keywords|categories|roles|permissions|scopes|groups|flags)$/i;

/** Whether a list is a set: the document says so, or its items stand for what there is, of which each is meant once. */
function tellsSet({ name, schema: { uniqueItems, items } }: NamedProperty): boolean {
  return uniqueItems || items?.values !== undefined || items?.format === 'uuid' || SETS.test(name);
}

/**
 * The same items, of which each is there once: a service tells those of a set in an order of its own, and may well
 * take a list of names for one.
 */
function isSet(
  property: NamedProperty,
  was: readonly JsonValue[],
  is: readonly JsonValue[],
): boolean {
  if (was.some((item) => typeof item === 'object' && !isJsonNumber(item))) return false;
  const sent = new Set(was.map(valueKey));
  if (sent.size === was.length) return tellsSet(property) && isMoved(was, is);
  const isOnce = is.length === sent.size && is.every((item) => sent.delete(valueKey(item)));
  return isOnce && was.every((item) => typeof item === 'string');
}

function itemOf(list: NamedProperty): NamedProperty {
  const { items: schema } = list.schema;
  const [pointer] = schema?.pointers ?? [];
  return schema === undefined || pointer === undefined
    ? unknownIn(list, '[]')
    : { name: `${list.name}[]`, pointer, schema, required: false };
}

/** A part of which the schema says nothing. */
function unknownIn({ pointer, name }: NamedProperty, suffix: string): NamedProperty {
  return { name: `${name}${suffix}`, pointer, schema: ANYTHING, required: false };
}

/**
 * Whether a returned value is the one that was sent: the same, but for another spelling of it, and for properties of nested objects that the server adds.
 *
 * @param format The `format` of the value's schema, if it has one.
 */
export function isSameValue(sent: JsonValue, returned: JsonValue, format?: JsonValue): boolean {
  if (equalJson(sent, returned)) return true;
  if (typeof sent === 'string' && typeof returned === 'string') {
    return isOtherSpelling(sent, returned, format);
  }
  if (typeof sent === 'number' && typeof returned === 'number') {
    return format === 'float' && Math.fround(sent) === Math.fround(returned);
  }
  if (Array.isArray(sent) && Array.isArray(returned)) {
    return (
      sent.length === returned.length && sent.every((item, i) => isSameValue(item, returned[i]!))
    );
  }
  if (!isJsonObject(sent) || !isJsonObject(returned)) return false;
  return Object.keys(sent).every((name) => {
    const value = getProperty(returned, name);
    // Nothing tells here whether it is writeOnly; what is required is another check's word.
    return value === undefined || isSameValue(sent[name]!, value, spelledFormat(sent[name]!));
  });
}

/** Digits of base 16, of which the case is no matter: `#ff8800`, `0xFF`. */
const HEXADECIMAL = /^(?:#|0x)[\da-f]+$/i;

/**
 * Whether two texts spell one value: an instant, a URI (RFC 3986, 6.2.2), an amount, or what means the same in small
 * letters: a UUID (RFC 9562, 4), an address, digits of base 16.
 */
function isOtherSpelling(sent: string, returned: string, format?: JsonValue): boolean {
  if (format === 'date-time') return Date.parse(sent) === Date.parse(returned);
  if (format === 'decimal') return withoutLastZeros(sent) === withoutLastZeros(returned);
  if (format === 'uri') return URL.canParse(sent) && URL.parse(sent)?.href === returned;
  const hasNoCase = format === 'uuid' || format === 'email' || HEXADECIMAL.test(sent);
  return hasNoCase && sent.toLowerCase() === returned.toLowerCase();
}

/** Amounts come back with as many digits as a column has. */
function withoutLastZeros(text: string): string {
  if (!text.includes('.')) return text;
  // A pattern for the end would begin anew at each zero of a long text.
  let { length } = text;
  while (text[length - 1] === '0') length -= 1;
  return text.slice(0, text[length - 1] === '.' ? length - 1 : length);
}

/** The format of what reads as an instant, where no schema says one. */
function spelledFormat(value: JsonValue): string | undefined {
  const isInstant = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
  return isInstant ? 'date-time' : undefined;
}

/**
 * Whether a property is as it was, but for what the server sets or leaves out within it, and for the order of what
 * has none.
 */
export function isAsLeft(
  { name, schema }: Pick<NamedProperty, 'name' | 'schema'>,
  was: JsonValue,
  is: JsonValue,
): boolean {
  if (isSameValue(was, is, schema.format)) return true;
  const property = { name, schema, pointer: schema.pointers[0] ?? '', required: false };
  const isWhole = isJsonObject(was) || Array.isArray(was);
  return (
    isWhole && differences(property, [was, is]).every((difference) => difference.is === undefined)
  );
}

/** So many decimals a number keeps, as amounts of money do; what is beyond them, a store may round. */
const DECIMALS = 2;

/** Whether a number comes back with fewer decimals, of which no multiple, default or example promises more. */
export function isRounded(schema: EffectiveSchema, sent: JsonValue, returned: JsonValue): boolean {
  if (!isJsonNumber(sent) || !isJsonNumber(returned) || !schema.types.includes('number')) {
    return false;
  }
  const promised = [schema.multipleOf, schema.keyword('default'), ...schema.examples];
  const known = [...promised, returned].filter((value) => isJsonNumber(value)).map(decimalsOf);
  const places = Math.max(DECIMALS, ...known);
  return decimalsOf(sent) > places && Math.abs(Number(sent) - Number(returned)) < 10 ** -places;
}

/** Texts of fewer characters, and numbers nearer to 0, come back by chance, too. */
const LEAST_CHARACTERS = 3;
const LEAST_NUMBER = 50;

/** Another case that sent a value, where the value is one that tells cases apart, and not sent elsewhere by this one. */
export function otherSender(
  context: CheckContext,
  property: string,
  value: JsonValue,
  than: Case,
): Pick<Case, 'id'> | undefined {
  const body = than.request.value ?? null;
  const isOwn = isJsonObject(body) && Object.values(body).some((sent) => equalJson(sent, value));
  return isTelling(value) && !isOwn ? context.sentElsewhere?.(property, value, than) : undefined;
}

function isTelling(value: JsonValue): boolean {
  if (typeof value === 'string') return Array.from(value.trim()).length >= LEAST_CHARACTERS;
  if (!isJsonNumber(value)) return false;
  return compareNumbers(value, LEAST_NUMBER) >= 0 || compareNumbers(value, -LEAST_NUMBER) <= 0;
}

/** Whether a value says that there is none. A text that is empty is a text. */
export function isNothing(value: JsonValue): boolean {
  if (value === false || (isJsonNumber(value) && equalJson(value, 0))) return true;
  return typeof value === 'object' && !isJsonNumber(value) && Object.keys(value ?? {}).length === 0;
}
