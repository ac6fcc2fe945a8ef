import { onceFor } from '../../openapi/once.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonObject,
  isIntegerValue,
  isJsonNumber,
} from '../../openapi/json/json-value.ts';
import {
  ANYTHING,
  type EffectiveSchema,
  effectiveSchema,
} from '../../openapi/schema/effective-schema.ts';
import { equalJson, valueKey } from '../../openapi/schema/equal-json.ts';
import { showJson } from '../../openapi/json/stringify-json.ts';
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
 */
export function propertiesOf(
  { root }: OpenApiDocument,
  pointer: string,
  envelope: Envelope = [],
): ReadonlyMap<string, NamedProperty> {
  const inside = schemaIn(effectiveSchema(root, pointer, 'every'), envelope);
  return inside === undefined ? new Map() : membersOf(inside);
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
    return was.flatMap((one, i) => nested(item, [one, is[i]!]));
  }
  if (isJsonObject(was) && isJsonObject(is)) return ofMembers(property, was, is);
  return isSameValue(was, is, format) ? [] : [{ property, was, is }];
}

/**
 * Whether leaving a value out says the same: none (RFC 7396, 2), a list of nothing, the documented default, or
 * an object of these.
 */
export function isImplied({ schema }: NamedProperty, value: JsonValue): boolean {
  const usual = schema.keyword('default');
  if (value === null || equalJson(usual ?? null, value)) return true;
  if (Array.isArray(value)) {
    const isList = schema.types.every((type) => type === 'array' || type === 'null');
    return isList && value.length === 0 && usual === undefined;
  }
  if (!isJsonObject(value) || Object.keys(value).length === 0) return false;
  return Object.entries(value).every(([name, own]) => {
    const member = memberOf(schema, name);
    return member !== undefined && isImplied(member, own);
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

/** The likely reasons why a text comes back altered, in the order in which they are tried. */
const CHANGES: readonly (readonly [words: string, change: (text: string) => string])[] = [
  ['trimmed', (text) => text.trim()],
  ['trimmed at its start', (text) => text.trimStart()],
  ['trimmed at its end', (text) => text.trimEnd()],
  ['lowercased', (text) => text.toLowerCase()],
  ['uppercased', (text) => text.toUpperCase()],
  ['capitalised', capitalise],
  ['capitalised word by word', (text) => text.replaceAll(/\S+/g, capitalise)],
  ['normalised to NFC', (text) => text.normalize('NFC')],
  ['normalised to NFD', (text) => text.normalize('NFD')],
  ['normalised to NFKC', (text) => text.normalize('NFKC')],
  ['normalised to NFKD', (text) => text.normalize('NFKD')],
  ['stripped of accents', (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')],
  ['with its spaces collapsed', (text) => text.replaceAll(/\s+/g, ' ')],
  ['with its spaces collapsed', (text) => text.trim().replaceAll(/\s+/g, ' ')],
  ['stripped of control characters', (text) => text.replaceAll(/\p{Cc}/gu, '')],
  ['stripped of astral characters', (text) => text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '')],
  ['stripped of what is not ASCII', (text) => text.replaceAll(/[^\0-\x7F]/g, '')],
  ['with “?” for what is not ASCII', (text) => text.replaceAll(/[^\0-\x7F]/gu, '?')],
  ['with “?” for what is not Latin-1', (text) => text.replaceAll(/[^\0-\u00FF]/gu, '?')],
  ['stripped of HTML tags', (text) => text.replaceAll(/<[^>]*>/g, '')],
  ['stripped of backslashes', (text) => text.replaceAll('\\', '')],
  ['with doubled backslashes', (text) => text.replaceAll('\\', '\\\\')],
  ['with its quotes escaped', (text) => text.replaceAll(/["'\\]/g, String.raw`\$&`)],
  ['with its quotes escaped', (text) => text.replaceAll('"', String.raw`\"`)],
  ['percent-decoded', (text) => text.replaceAll(/%[2-7][\da-f]/gi, decodeURIComponent)],
  ['with blanks in place of “+”', (text) => text.replaceAll('+', ' ')],
  ['URL-encoded', (text) => encodeURIComponent(text.toWellFormed())],
  ['JSON-encoded twice', (text) => JSON.stringify(text)],
  ['UTF-8 read as Latin-1', readAsLatin1],
];

/** What happened to a text on its way, where it can be told: `trimmed`, `lowercased` … */
export function describeChange(sent: string, received: string): string | undefined {
  if (sent === received) return undefined;
  if (received === '') return 'emptied';
  const known = CHANGES.find(([, change]) => change(sent) === received);
  if (known) return known[0];
  if (unescapeHtml(received) === sent) return 'HTML-escaped';
  if (sent.startsWith(received)) return truncated(sent, received);
  if (received.includes('\u{FFFD}') && !sent.includes('\u{FFFD}')) {
    return 'with U+FFFD in place of characters';
  }
  if (isByChance(sent)) return undefined;
  if (received.startsWith(sent)) return 'with something added at its end';
  return received.endsWith(sent) ? 'with something added at its start' : undefined;
}

function truncated(sent: string, received: string): string | undefined {
  if (received.endsWith('\0') || sent[received.length] === '\0') return 'cut off at a NUL';
  if (isByChance(received)) return undefined;
  return `truncated to ${Array.from(received).length} characters`;
}

/** So short a text begins or ends others that have nothing to do with it. */
function isByChance(text: string): boolean {
  return text.length < 3;
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
}

function readAsLatin1(text: string): string {
  return String.fromCodePoint(...new TextEncoder().encode(text.slice(0, 2000)));
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
};

function unescapeHtml(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (decimal !== undefined) return codePoint(Number(decimal)) ?? whole;
    if (hex !== undefined) return codePoint(Number.parseInt(String(hex), 16)) ?? whole;
    return NAMED[String(name)] ?? whole;
  });
}

function codePoint(value: number): string | undefined {
  return value <= 0x10_ff_ff ? String.fromCodePoint(value) : undefined;
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
    const own = getProperty(returned, name);
    // Nothing tells here whether it is writeOnly; what is required is another check's word.
    return own === undefined || isSameValue(sent[name]!, own, spelledFormat(sent[name]!));
  });
}

/** Digits of base 16, of which the case is no matter: `#ff8800`, `0xFF`. */
const HEXADECIMAL = /^(?:#|0x)[\da-f]+$/i;

/**
 * Whether two texts spell one value: an instant, a URI (RFC 3986, 6.2.2), or what means the same in small letters:
 * a UUID (RFC 9562, 4), an address, digits of base 16.
 */
function isOtherSpelling(sent: string, returned: string, format?: JsonValue): boolean {
  if (format === 'date-time') return Date.parse(sent) === Date.parse(returned);
  if (format === 'uri') return URL.canParse(sent) && URL.parse(sent)?.href === returned;
  const hasNoCase = format === 'uuid' || format === 'email' || HEXADECIMAL.test(sent);
  return hasNoCase && sent.toLowerCase() === returned.toLowerCase();
}

/** The format of what reads as an instant, where no schema says one. */
function spelledFormat(value: JsonValue): string | undefined {
  const isInstant = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
  return isInstant ? 'date-time' : undefined;
}

/**
 * How an integer was damaged, where it can be told from one that was made up: `rounded`, `cut to 32
 * bits` …
 */
export function integerChange(was: JsonValue, is: JsonValue): string | undefined {
  if (!isJsonNumber(was) || !isIntegerValue(was)) return undefined;
  if (typeof is === 'string' && is === showJson(was, 500)) return 'as a string';
  if (is === null) return 'as null';
  if (typeof is !== 'number' && typeof is !== 'bigint') {
    return isJsonNumber(is) ? 'rounded' : undefined;
  }
  if (typeof was !== 'number' && typeof was !== 'bigint') return undefined;
  if (!isIntegerValue(is)) return 'as a fraction';
  const [before, after] = [BigInt(was), BigInt(is)];
  // A double may have been printed with fewer digits than it takes to read it back exactly.
  if (Number(after) === Number(before)) return 'rounded';
  if (after === BigInt.asIntN(32, before) || after === BigInt.asUintN(32, before)) {
    return 'cut to 32 bits';
  }
  if (after === BigInt(Math.fround(Number(before)))) return 'rounded';
  if (after === BigInt.asUintN(64, before)) return 'as an unsigned integer';
  return isBound(after) ? `as the bound ${after}` : undefined;
}

function isBound(value: bigint): boolean {
  return [31n, 53n, 63n].some((bits) => value === 2n ** bits - 1n || value === -(2n ** bits));
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
  return isWhole && differences(property, [was, is]).every((one) => one.is === undefined);
}

/** So many decimals a number keeps, as amounts of money do; what is beyond them, a store may round. */
const DECIMALS = 2;

/** Whether a number comes back with fewer decimals, of which no multiple, default or example promises more. */
export function isRounded(schema: EffectiveSchema, sent: JsonValue, returned: JsonValue): boolean {
  if (!isJsonNumber(sent) || !isJsonNumber(returned) || !schema.types.includes('number')) {
    return false;
  }
  const promised = [schema.multipleOf, schema.keyword('default'), ...schema.examples];
  const known = [...promised, returned].filter((one) => isJsonNumber(one)).map(decimalsOf);
  const kept = Math.max(DECIMALS, ...known);
  return decimalsOf(sent) > kept && Math.abs(Number(sent) - Number(returned)) < 10 ** -kept;
}

/** Texts of fewer characters, and numbers nearer to 0, come back by chance, too. */
const LEAST_CHARACTERS = 3;
const LEAST_NUMBER = 50;

/** Another case that sent a value, where the value is one that tells cases apart. */
export function otherSender(
  context: CheckContext,
  property: string,
  value: JsonValue,
  than: Case,
): Pick<Case, 'id'> | undefined {
  return isTelling(value) ? context.sentElsewhere?.(property, value, than) : undefined;
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
