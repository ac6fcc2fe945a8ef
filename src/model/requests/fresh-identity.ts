import { onceFor } from '../../openapi/once.ts';
import type { JsonNumber, JsonValue } from '../../openapi/json/json-value.ts';
import { showJson, textOf } from '../../openapi/json/stringify-json.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { integersOf } from '../../openapi/schema/fitting-numbers.ts';
import {
  MAX_LENGTH,
  type MatchingTexts,
  matchingTexts,
  patternText,
} from '../../openapi/schema/pattern-texts.ts';
import type { IntegerRange } from '../../openapi/schema/formats.ts';
import { type Draw, type FreshValues, hash64 } from './fresh-values.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import { freshForm, isOfMany } from '../believable/formed-texts.ts';
import { tellsNumber } from '../believable/numbers.ts';

/** Where there are fewer, some may be used already, by whoever uses the server. */
const FEW = 1_000_000;

/** Draws for a text that matches its pattern after all. */
const TRIES = 20;

/** As many digits as the longest integer that every language holds exactly has. */
const DIGITS = 16;

/**
 * An identity that nothing has yet, in the form that its schema has: another one for each integer
 * that is drawn, as long as there are so many.
 *
 * @param property What the property is called that has it. A name starts with a letter: that of a table has to.
 */
export function freshIdentity(
  schema: EffectiveSchema,
  fresh: FreshValues,
  property: string = '',
): JsonValue {
  const { types, format, pattern, minLength, maxLength = Infinity, values } = schema;
  if (values) return values[Number(freshNumber(fresh) % BigInt(values.length))] ?? null;
  if (!types.includes('string')) return fresh.integer(rangeOf(schema));
  const text = drawText(textsOf(schema), fresh);
  if (text !== undefined) return text;
  const digits = showJson(fresh.integer());
  if (format === 'uuid') return `00000000-0000-4000-9000-${digits.slice(-12).padStart(12, '0')}`;
  if (pattern !== undefined) {
    return patternText(pattern, Number(digits.slice(-6)), minLength) ?? digits;
  }
  const formatted = textOfFormat(schema, digits);
  if (formatted !== undefined) return formatted;
  const isName = /name$/i.test(property) && maxLength > DIGITS;
  return isName ? `v${padDigits(digits, minLength - 1)}` : padDigits(digits, minLength);
}

/** Digits as a text that is long enough, where one is made up that is so long. */
export function padDigits(digits: string, minLength: number): string {
  return minLength > MAX_LENGTH ? digits : digits.padStart(minLength, '0');
}

/** People and programs number what they create from 0, or from 1: so far up nobody has come. */
const ORDINARY = 1_000_000_000n;

/**
 * An identity that nothing has and nobody could have given: fresh, and far from ordinary ones,
 * whatever range ids are created in. `undefined` where the schema has none.
 */
export function absentIdentity(schema: EffectiveSchema, fresh: FreshValues): JsonValue | undefined {
  const isScalar = schema.types.some((type) => ['string', 'integer', 'number'].includes(type));
  const count = countOf(schema);
  if (!isScalar || (count !== undefined && count < ORDINARY)) return undefined;
  const end = edge(schema.maximum, FARTHEST);
  const top = end < FARTHEST ? end : FARTHEST;
  if (top < ORDINARY) return undefined;
  const low = edge(schema.minimum, top - top / 16n);
  if (low > top) return undefined;
  const far = { minimum: low > top - top / 16n ? low : top - top / 16n, maximum: top };
  const draw = (): JsonValue =>
    freshIdentity(schema, { ...fresh, integer: () => fresh.integer(far) });
  for (let i = 0; i < TRIES; i += 1) {
    const value = draw();
    if (!mayBeTaken(schema, value)) return value;
  }
  return undefined;
}

/** A bound as an integer; what no number holds exactly counts as none. */
function edge(bound: JsonNumber | undefined, fallback: bigint): bigint {
  if (typeof bound === 'number') return BigInt(Math.trunc(bound));
  return typeof bound === 'bigint' ? bound : fallback;
}

const FARTHEST = 2n ** 53n - 1n;

/** Where a schema has no bound, that of int64 is one. */
function rangeOf({ minimum, maximum }: EffectiveSchema): IntegerRange {
  return { minimum: edge(minimum, -(2n ** 63n)), maximum: edge(maximum, 2n ** 63n - 1n) };
}

/**
 * Whether somebody's resource could have the value for its identity, also where a careless server
 * cuts off what is no digit, or lets an integer overflow.
 */
export function mayBeTaken(schema: EffectiveSchema, value: JsonValue): boolean {
  if (schema.values !== undefined || typeof value === 'object' || typeof value === 'boolean')
    return true;
  const text = textOf(value);
  if (/^[\da-f]{8}-[\da-f]{4}-/i.test(text)) return false;
  const digits = /^\s*([-+]?\d+)/.exec(text)?.[1];
  if (digits === undefined) return schema.types.includes('string') && text.length < 5;
  const whole = BigInt(digits);
  const range = integersOf(schema);
  const isBeyond = range !== undefined && (whole < range.minimum || whole > range.maximum);
  const read = isBeyond ? [whole, BigInt.asIntN(64, whole), BigInt.asIntN(32, whole)] : [whole];
  return read.some((number) => number > -ORDINARY && number < ORDINARY);
}

function drawText(texts: MatchingTexts | undefined, fresh: FreshValues): string | undefined {
  if (texts === undefined) return undefined;
  for (let i = 0; i < TRIES; i += 1) {
    const text = texts.text(freshNumber(fresh));
    if (text !== undefined) return text;
  }
  return undefined;
}

/** From 0. */
function freshNumber(fresh: FreshValues): bigint {
  return BigInt.asUintN(64, BigInt(showJson(fresh.integer())));
}

/** Whether a schema allows so few identities that one which is drawn may be used already. */
export function hasFewIdentities(schema: EffectiveSchema): boolean {
  const count = countOf(schema);
  return count !== undefined && count < FEW;
}

function countOf(schema: EffectiveSchema): number | bigint | undefined {
  if (schema.values) return schema.values.length;
  if (schema.types.includes('string')) return textsOf(schema)?.count;
  const { minimum, maximum } = rangeOf(schema);
  return maximum - minimum + 1n;
}

/** `undefined` where digits will do, or nothing counts what matches; counted once a schema. */
const textsOf = onceFor(countTexts);

function countTexts(schema: EffectiveSchema): MatchingTexts | undefined {
  const { pattern, format, minLength, maxLength } = schema;
  if (pattern !== undefined) return matchingTexts(pattern, minLength, maxLength);
  const isShort = maxLength !== undefined && maxLength < DIGITS && !isFreshFormat(format);
  return isShort ? matchingTexts('^[a-z\\d]*$', minLength, maxLength) : undefined;
}

/** What tells one from another needs so much room. */
const LEAST_ROOM = 6;

/** What a text of a format has before and after the part that tells one from another. */
const FORMATS: Readonly<Record<string, readonly [before: string, after: string, room: number]>> = {
  email: ['', '@example.com', 64],
  'idn-email': ['', '@example.com', 64],
  hostname: ['', '.example.com', 63],
  'idn-hostname': ['', '.example.com', 63],
  uri: ['https://example.com/', '', 200],
  iri: ['https://example.com/', '', 200],
  'json-pointer': ['/', '', 200],
};

const MADE_UP_UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8000-[\da-f]{12}$/;

/** Whether texts of a format can be told from each other, and there is no end of them. */
export function isFreshFormat(format: string | undefined): boolean {
  return format !== undefined && (format === 'uuid' || Object.hasOwn(FORMATS, format));
}

/**
 * A text of a format with a mark in it, such as `verify-1a2b3c4d-17@example.com`; `undefined` for
 * other formats, and where its length leaves no room.
 *
 * @param mark Its end is what tells it from others. Characters that the format lacks are replaced.
 */
export function textOfFormat(
  { format = '', minLength, maxLength = Infinity }: EffectiveSchema,
  mark: string,
): string | undefined {
  if (format === 'uuid') return uuidOf(mark);
  const [before, after, most] = FORMATS[format] ?? [];
  if (before === undefined || after === undefined || most === undefined) return undefined;
  const room = Math.min(most, maxLength - before.length - after.length);
  if (room < LEAST_ROOM) return undefined;
  const plain = mark.toLowerCase().replaceAll(/[^a-z\d]+/g, '-');
  const end = plain.slice(-room).replaceAll(/^-+|-+$/g, '');
  const text = `${before}${end}${after}`;
  return text.length < minLength ? undefined : text;
}

/** Whether a text looks like those that {@link textOfFormat} makes. */
export function isMadeUp(format: string | undefined, text: string): boolean {
  if (format === 'uuid') return MADE_UP_UUID.test(text);
  const [before, after] = FORMATS[format ?? ''] ?? [];
  if (before === undefined || after === undefined) return false;
  return text.startsWith(before) && text.endsWith(after);
}

/** In the form of random ones (RFC 9562, 5.4). */
function uuidOf(mark: string): string {
  const digits = hash64(mark).toString(16).padStart(16, '0');
  const [first, second, third] = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 15)];
  return `${first}-${second}-4${third}-8000-${digits.slice(15).padStart(12, '0')}`;
}

/**
 * Properties of which many a service has each value but once, though nothing in a document can say
 * so. Not codes of countries and the like: those name what is there.
 */
const KEY_NAME = /^(?:user_?name|login|handle|slug|sku|identifier)$/i;

/** Of these, many a service has each but once as well; an example of the document may name what is there. */
const TITLE_NAME = /^(?:code|key|name|title|label|number|reference|serial(?:_?number)?)$/i;

const EMAIL_NAME = /^e_?mail(?:_?address)?$/i;

/** Whether a property is an address of e-mail, by its format or, without one, by its name. */
export function isEmail(name: string, { format, types }: EffectiveSchema): boolean {
  return format === 'email' || (format === undefined && isText(types) && EMAIL_NAME.test(name));
}

function isText(types: readonly string[]): boolean {
  return types.includes('string');
}

/** How fresh texts of a property are drawn. */
export interface FreshText {
  /** Whether each is drawn in place of whatever text stands there, not just of a made-up one. */
  readonly isAlwaysDrawn: boolean;
  /** Whether {@link draw} may have made it. */
  isMadeUp(text: string): boolean;
  /** `undefined` where its length leaves no room. */
  draw(fresh: FreshValues): JsonValue | undefined;
}

/** Of a property that nothing but its format or its name decides; `undefined` for all others. */
export function freshText(name: string, schema: EffectiveSchema): FreshText | undefined {
  if (schema.values !== undefined) return undefined;
  const isKey = KEY_NAME.test(name);
  const isPlain = [undefined, 'byte'].includes(schema.format) && isText(schema.types);
  const isTitle = isPlain && TITLE_NAME.test(name);
  const formed = isPlain ? formedText(name, schema) : undefined;
  if (formed !== undefined) return formed;
  // Of few texts, each may mean something, as the codes of currencies do.
  const isOfOne = !isOfMany(name) && !tellsNumber(name);
  const isCode = isPlain && schema.pattern !== undefined && !hasFewIdentities(schema) && isOfOne;
  if ((isKey && isText(schema.types)) || isTitle || isCode) {
    return { isAlwaysDrawn: isKey, isMadeUp: () => isKey, draw: drawnFor(schema) };
  }
  if (schema.pattern !== undefined) return undefined;
  const format = isEmail(name, schema) ? 'email' : schema.format;
  if (format === undefined || !isFreshFormat(format)) return undefined;
  const formatted = schema.withFormat(format);
  return {
    // Whose address it is matters little.
    isAlwaysDrawn: format === 'email',
    isMadeUp: (text) => isMadeUp(format, text),
    draw: (fresh) => textOfFormat(formatted, fresh.text('')),
  };
}

/** Of a name that tells a form, where its texts can be told from each other and the schema takes them. */
function formedText(name: string, schema: EffectiveSchema): FreshText | undefined {
  const make = freshForm(name);
  if (make === undefined || !isValidFor(make(1), schema, 'request')) return undefined;
  const draw: FreshText['draw'] = (fresh) => make(Number(fresh.integer()));
  const shapeOf = (text: string): string => text.replaceAll(/[\da-f]/g, '0');
  const shape = shapeOf(make(1));
  return { isAlwaysDrawn: false, isMadeUp: (text) => shapeOf(text) === shape, draw };
}

/** An identity that nothing has yet, in the form that the name of its property tells where its schema has none. */
export function freshNamed(
  property: string,
  schema: EffectiveSchema,
  fresh: FreshValues,
): JsonValue {
  const { types, values, format } = schema;
  const isPlain = (values ?? format) === undefined && isText(types);
  const formed = isPlain ? formedText(property, schema) : undefined;
  return formed?.draw(fresh) ?? freshIdentity(schema, fresh, property);
}

/** Of a text that nothing is said of; `undefined` for all others. */
export function freeText(schema: EffectiveSchema): FreshText | undefined {
  const { types, format, pattern, values, examples } = schema;
  const isFree = (format ?? pattern ?? values) === undefined && examples.length === 0;
  if (!isFree || types.some((type) => type !== 'string' && type !== 'null')) return undefined;
  return { isAlwaysDrawn: false, isMadeUp: () => false, draw: drawnFor(schema) };
}

/** A name of a host in full, such as `www.example.com` or `example.com.`. */
const HOST = /^(?:[a-z\d_-]{1,63}\.)+[a-z]{2,63}\.?$/i;

function drawnFor(schema: EffectiveSchema): Draw {
  const isFree = schema.pattern === undefined && schema.format === undefined;
  const host = schema.examples.find((shown) => typeof shown === 'string' && HOST.test(shown));
  return (fresh) => {
    const mark = isFree ? fresh.text('') : undefined;
    const text =
      mark === undefined || typeof host !== 'string' ? mark : `${mark.toLowerCase()}.${host}`;
    const hasRoom = text !== undefined && text.length <= (schema.maxLength ?? Infinity);
    return hasRoom ? text : freshIdentity(schema, fresh);
  };
}
