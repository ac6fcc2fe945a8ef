import {
  type JsonObject,
  type JsonValue,
  isJsonNumber,
  isJsonObject,
  setProperty,
} from '../json/json-value.ts';
import type { MessageSide } from './check.ts';
import { ANYTHING, type EffectiveSchema, type JsonType } from './effective-schema.ts';
import { fittingNumbers } from './fitting-numbers.ts';
import { isOfOtherSide, lookBelow, otherSideRemover } from './other-side.ts';
import { patternText } from './pattern-texts.ts';

/** What a text, a number or a boolean is, fitted to its schema; `undefined` for an ordinary one. */
export type LeafChooser = (
  type: 'string' | 'integer' | 'number' | 'boolean',
  name: string,
) => JsonValue | undefined;

/** Which of the values of a schema is made. */
export interface SampleOptions {
  /** The message that it is part of. Default: both sides', with what is for one of them alone. */
  readonly side?: MessageSide | undefined;
  /** Which optional properties there are, and which lists have more than they need. Default: all. */
  readonly includes?: ((name: string) => boolean) | undefined;
  /** Whether examples and defaults of schemas are taken. Default: where nothing is chosen. */
  readonly examples?: boolean | undefined;
  readonly choose?: LeafChooser | undefined;
  /** Which value of an `enum` is taken. Default: the first. */
  readonly pick?:
    | ((values: readonly JsonValue[], name: string) => JsonValue | undefined)
    | undefined;
}

/** Deeper than this, optional parts are left out; at twice the depth, all of them. */
const MAX_DEPTH = 6;

/** Schemas that refer to each other have no end: beyond it, optional parts are left out. */
const MAX_VALUES = 1000;

/** A list that needs more is too short. */
const MAX_ITEMS = 1000;

/**
 * An ordinary value of a schema; the same on every call. A best guess: `not`, `if` and their like
 * are not solved, so hold it against the compiled schema before it is used as a valid one.
 */
export function sampleValue(schema: EffectiveSchema, options: SampleOptions = {}): JsonValue {
  return new Sampler(options).value(schema, '');
}

const REQUIRES_BELOW = lookBelow(({ required }) => required.size > 0);

/** A value with samples of what its schema requires and it lacks, at any depth. */
export function completeValue(
  value: JsonValue,
  schema: EffectiveSchema,
  side: MessageSide,
): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  const { required, branches } = schema;
  // Of alternatives, nothing tells which one a value is.
  if (branches > 1 || (required.size === 0 && !REQUIRES_BELOW(schema))) return value;
  if (Array.isArray(value)) {
    const { items = ANYTHING } = schema;
    return value.map((item) => completeValue(item, items, side));
  }
  if (!isJsonObject(value)) return value;
  let whole = value;
  for (const [name, property] of schema.properties) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    const isLacking = member === undefined && required.has(name) && !isOfOtherSide(property, side);
    const complete = isLacking
      ? sampleValue(property, { side })
      : member && completeValue(member, property, side);
    if (complete === undefined || complete === member) continue;
    if (whole === value) whole = { ...value };
    setProperty(whole, name, complete);
  }
  return whole;
}

class Sampler {
  readonly #options: SampleOptions;
  /** What was referred to on the way to a value. */
  readonly #open: string[] = [];
  #left = MAX_VALUES;
  /** Above 0, another value of the same schema is made, if there is one. */
  #variant = 0;

  constructor(options: SampleOptions) {
    this.#options = options;
  }

  value(schema: EffectiveSchema, name: string): JsonValue {
    const fixed = this.#fixed(schema, name);
    if (fixed !== undefined) return fixed;
    this.#left -= 1;
    const type = typeOf(schema) ?? (this.#open.length === 0 ? 'object' : 'string');
    if (type === 'null') return null;
    if (type === 'string') return this.#text(schema, name);
    if (type === 'integer' || type === 'number') return this.#number(schema, type, name);
    if (type === 'boolean') {
      return this.#options.choose?.(type, name) ?? this.#variant % 2 === 0;
    }
    this.#open.push(nameOf(schema));
    const value = type === 'object' ? this.#object(schema) : this.#array(schema, name);
    this.#open.pop();
    return value;
  }

  #fixed(schema: EffectiveSchema, name: string): JsonValue | undefined {
    const { values = [], example } = schema;
    const { pick, choose, examples = choose === undefined, side } = this.#options;
    const first = this.#variant === 0;
    if (first && examples && example !== undefined) {
      return side === undefined ? example : otherSideRemover([schema], side)(example);
    }
    const picked = first && values.length > 0 ? pick?.(values, name) : undefined;
    return picked ?? values[this.#variant % values.length];
  }

  #object(schema: EffectiveSchema): JsonObject {
    const { properties, required, additional = ANYTHING } = schema;
    const { side } = this.#options;
    const names = new Set([...properties.keys(), ...required]);
    if (schema.additional !== undefined) names.add('other');
    const object: JsonObject = {};
    for (const name of names) {
      const property = properties.get(name) ?? additional;
      if (isOfOtherSide(property, side)) continue;
      const isLeftOut = required.has(name)
        ? this.#open.length > MAX_DEPTH * 2
        : !this.#includes(property, name);
      if (!isLeftOut) setProperty(object, name, this.value(property, name));
    }
    return object;
  }

  #array({ items = ANYTHING, ...schema }: EffectiveSchema, name: string): JsonValue[] {
    const { minItems, maxItems = Infinity, prefixItems, uniqueItems } = schema;
    const usual = this.#includes(items, name) ? Math.max(1, prefixItems.length) : 0;
    const length = Math.min(Math.max(minItems, Math.min(usual, maxItems)), MAX_ITEMS);
    const variant = this.#variant;
    const list = Array.from({ length }, (_, i) => {
      if (uniqueItems) this.#variant = variant + i;
      return this.value(prefixItems[i] ?? items, name);
    });
    this.#variant = variant;
    return list;
  }

  /** A schema that contains itself does so once. */
  #includes(schema: EffectiveSchema, name: string): boolean {
    if (this.#left <= 0 || this.#open.length > MAX_DEPTH) return false;
    const own = nameOf(schema);
    const isRepeated = own !== '' && this.#open.filter((open) => open === own).length > 1;
    return !isRepeated && (this.#options.includes?.(name) ?? true);
  }

  #text(schema: EffectiveSchema, name: string): string {
    const { format = '', pattern, minLength, maxLength = Infinity } = schema;
    const byFormat = FORMATS[format]?.(this.#variant);
    if (byFormat !== undefined) return byFormat;
    const chosen = this.#options.choose?.('string', name);
    if (chosen === undefined && pattern !== undefined) {
      const byPattern = patternText(pattern, 1 + this.#variant, minLength);
      if (byPattern !== undefined) return byPattern;
    }
    const mark = this.#variant === 0 ? '' : String(this.#variant);
    const characters = Array.from(typeof chosen === 'string' ? chosen : 'sample');
    const text = characters.slice(0, Math.max(0, maxLength - mark.length)).join('');
    return `${text}${mark}`.slice(0, maxLength).padEnd(minLength, chosen === undefined ? 'x' : '.');
  }

  #number(schema: EffectiveSchema, type: 'integer' | 'number', name: string): JsonValue {
    const { format, minimum, maximum, multipleOf } = schema;
    const chosen = this.#options.choose?.(type, name);
    // Many documents say just `number` where they mean integers.
    const fractions = format === 'float' || format === 'double' ? [42.5, 0.5] : [];
    const steps = typeof multipleOf === 'number' ? [multipleOf, multipleOf * 10] : [];
    const isInteger = !schema.types.includes('number');
    const wanted = isJsonNumber(chosen) ? [chosen] : [...steps, ...fractions, 42, 1, 0];
    const numbers = fittingNumbers({ isInteger, minimum, maximum, multipleOf }, wanted);
    return [...numbers.take(this.#variant + 1)].at(-1) ?? minimum ?? maximum ?? 0;
  }
}

/** What a schema refers to; empty where it is written down in its place. */
function nameOf({ pointers }: EffectiveSchema): string {
  return pointers.slice(1).join('\n');
}

/** `undefined` where nothing tells. */
function typeOf(schema: EffectiveSchema): JsonType | undefined {
  const { types, properties, required, additional, items, prefixItems, minItems } = schema;
  // What says most: a nullable string is a string.
  if (types.length < 7) return types.at(-1) ?? 'null';
  if (properties.size + required.size > 0 || additional !== undefined) return 'object';
  if (items !== undefined || prefixItems.length > 0 || minItems > 0) return 'array';
  const { minimum, maximum, multipleOf, minLength, pattern } = schema;
  if (minimum ?? maximum ?? multipleOf) return 'integer';
  return minLength > 0 || pattern !== undefined ? 'string' : undefined;
}

const moment = (seconds: number): string => new Date(seconds * 1000).toISOString();

const uri = (variant: number): string => `https://example.com/${variant || ''}`;

/** Texts of formats that not every text has (JSON Schema 2020-12, validation 7.3). */
const FORMATS: Readonly<Record<string, (variant: number) => string>> = {
  'date-time': (variant) => moment(NOON + variant).replace('.000', ''),
  date: (variant) => moment(NOON + variant * 86_400).slice(0, 10),
  time: (variant) => `${moment(NOON + variant).slice(11, 19)}Z`,
  duration: (variant) => `P${1 + variant}D`,
  email: (variant) => `someone${variant || ''}@example.com`,
  'idn-email': (variant) => `someone${variant || ''}@example.com`,
  hostname: (variant) => `example${variant || ''}.com`,
  'idn-hostname': (variant) => `example${variant || ''}.com`,
  ipv4: (variant) => `192.0.2.${1 + (variant % 254)}`,
  ipv6: (variant) => `2001:db8::${(1 + variant).toString(16)}`,
  uri,
  'uri-reference': uri,
  iri: uri,
  'iri-reference': uri,
  'uri-template': (variant) => `${uri(variant)}{?page}`,
  'json-pointer': (variant) => `/sample${variant || ''}`,
  'relative-json-pointer': (variant) => `0/sample${variant || ''}`,
  regex: (variant) => `^sample${variant || ''}`,
  uuid: (variant) => `123e4567-e89b-42d3-a456-${String(426614174000 + variant)}`,
};

/** 2024-02-29T12:00:00Z, in seconds. */
const NOON = 1_709_208_000;
