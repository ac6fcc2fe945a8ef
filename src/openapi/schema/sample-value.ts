import {
  type JsonNumber,
  type JsonObject,
  type JsonValue,
  isJsonObject,
  setProperty,
} from '../json/json-value.ts';
import { Replayed } from '../once.ts';
import type { MessageSide } from './check.ts';
import { isValidFor } from './compile-schema.ts';
import { ANYTHING, type EffectiveSchema, type JsonType, impliedType } from './effective-schema.ts';
import { ordinaryNumbers } from './fitting-numbers.ts';
import { isOfOtherSide, otherSideRemover } from './other-side.ts';
import { sampleOfFormat } from './formats.ts';
import { CHARACTERS_OF_VALUE, isEndless, isVast } from './least-size.ts';
import { apart } from './apart.ts';
import { jsonText } from './json-texts.ts';
import { MAX_LENGTH, matchingTexts, patternText } from './pattern-texts.ts';

/** What a text, a number or a boolean is, fitted to its schema; `undefined` for an ordinary one. */
export type LeafChooser = (
  type: 'string' | 'integer' | 'number' | 'boolean',
  name: string,
) => JsonValue | undefined;

/** A value that has no others in it, and where it stands. */
export interface Leaf {
  readonly type: 'string' | 'integer' | 'number' | 'boolean';
  /** Keys and indices from the sample on. */
  readonly path: readonly string[];
  readonly schema: EffectiveSchema;
}

/** Makes values that people would believe; what doesn't fit the schema isn't taken. */
export interface Believer {
  /** Whether people look at what is made: there is more of it. */
  readonly isForPeople: boolean;
  /** Whether its values are better than the document's examples and defaults, as of the tenth of a list. */
  prefersOwn(this: void, at: Pick<Leaf, 'path' | 'schema'>): boolean;
  value(this: void, leaf: Leaf): JsonValue | undefined;
  /** What is taken where neither that nor the document tells a value: any ordinary one. */
  guess(this: void, leaf: Leaf): JsonValue | undefined;
  /** Which value of an `enum` is taken; `undefined` for the first. */
  pick(this: void, values: readonly JsonValue[], name: string): JsonValue | undefined;
}

/** Which of the values of a schema is made. */
export interface SampleOptions {
  /** The message that it is part of. Default: both sides', with what is for one of them alone. */
  readonly side?: MessageSide | undefined;
  /** Which optional properties there are, and which lists have more than they need. Default: all. */
  readonly includes?: ((name: string) => boolean) | undefined;
  /** Whether examples and defaults of schemas are taken. Default: where nothing is chosen. */
  readonly examples?: boolean | undefined;
  readonly choose?: LeafChooser | undefined;
  /** What is taken for an ordinary value, where it is valid. Default: the same for every property. */
  readonly believer?: Believer | undefined;
  /** Which value of an `enum` is taken. Default: the first. */
  readonly pick?:
    | ((values: readonly JsonValue[], name: string) => JsonValue | undefined)
    | undefined;
}

/** Deeper than this, optional parts with parts of their own are left out; at twice the depth, all of them. */
const MAX_DEPTH = 6;

/** Schemas that refer to each other have no end: beyond it, optional parts are left out. */
const MAX_VALUES = 1000;

/** Values that are made in search of a valid one, at the most. */
const MAX_ATTEMPTS = 20_000;

/** A list that needs more is too short. */
export const MAX_ITEMS = 1000;

/** An ordinary value of a schema, valid where one is found; the same on every call. */
export function sampleValue(schema: EffectiveSchema, options: SampleOptions = {}): JsonValue {
  const valid = validSample(schema, options);
  return valid === undefined ? likelySample(schema, options) : valid;
}

/**
 * An ordinary value of a schema, as rich as it can be: each part of it that isn't valid at first is made
 * in other ways, or left out. `undefined` where no valid one is found, as none may be.
 */
export function validSample(
  schema: EffectiveSchema,
  options: SampleOptions = {},
): JsonValue | undefined {
  const likely = likelySample(schema, options);
  if (isValidFor(likely, schema, options.side)) return likely;
  return new Sampler(options, true).value(schema, '');
}

/** A best guess at {@link validSample}, which is quickly made: hold it against the compiled schema. */
export function likelySample(schema: EffectiveSchema, options: SampleOptions = {}): JsonValue {
  return new Sampler(options, false).value(schema, '') ?? null;
}

/** Numbers that a schema allows, and which of them was to be the first. */
interface OrdinaryNumbers {
  readonly chosen: JsonValue | undefined;
  readonly fitting: Replayed<JsonNumber>;
}

/** Whether values have no parts of their own. */
function isLeaf({ properties, items, additional }: EffectiveSchema): boolean {
  return properties.size === 0 && items === undefined && additional === undefined;
}

class Sampler {
  readonly #options: SampleOptions;
  /** Whether every value is valid; else the first of the ways to make one is taken. */
  readonly #isCareful: boolean;
  /** What was referred to on the way to a value. */
  readonly #open: string[] = [];
  /** Whether values are those of variants: a believed one might be that of another. */
  #isPlain = false;
  /** Where the value stands that is being made. */
  readonly #path: string[] = [];
  /** Valid values, with `undefined` for what none was found for, and how much of what is left each takes. */
  readonly #known = new Map<
    EffectiveSchema,
    { readonly value: JsonValue | undefined; readonly taken: number }
  >();
  /** Different numbers, by their schemas: a list that is a set draws one after the other. */
  readonly #numbersOf = new Map<EffectiveSchema, OrdinaryNumbers>();
  #left: number;
  /** Above 0, another value of the same schema is made, if there is one. */
  #variant = 0;

  constructor(options: SampleOptions, isCareful: boolean) {
    this.#options = options;
    this.#isCareful = isCareful;
    // Where people look at them, there may be more.
    this.#left = options.believer?.isForPeople === true ? 4 * MAX_VALUES : MAX_VALUES;
  }

  /** `undefined` where it is to be valid, and can't be, or where there are too many already. */
  value(schema: EffectiveSchema, name: string): JsonValue | undefined {
    this.#left -= 1;
    // Vast lists of vast lists would have no end.
    if (this.#left < -MAX_ATTEMPTS) return undefined;
    if (!this.#isCareful) return this.#ways(schema, name).take(1).toArray()[0];
    // As the tenth of a list, it is another one.
    const isUsual = this.#variant === 0 && !(isLeaf(schema) && this.#options.believer);
    const known = isUsual ? this.#known.get(schema) : undefined;
    if (known !== undefined) {
      this.#left -= known.taken;
      return known.value;
    }
    const before = this.#left;
    const value = this.#validValue(schema, name);
    if (isUsual) this.#known.set(schema, { value, taken: before - this.#left });
    return value;
  }

  #validValue(schema: EffectiveSchema, name: string): JsonValue | undefined {
    for (const value of this.#ways(schema, name)) {
      if (isValidFor(value, schema, this.#options.side)) return value;
      if (this.#left < -MAX_ATTEMPTS) return undefined;
    }
    return undefined;
  }

  /** The ways to make a value, the best first. */
  *#ways(schema: EffectiveSchema, name: string): Generator<JsonValue, void, undefined> {
    for (const value of this.#waysOfSchema(schema, name)) {
      if (typeof value === 'string') this.#left -= value.length / CHARACTERS_OF_VALUE;
      yield value;
    }
  }

  *#waysOfSchema(schema: EffectiveSchema, name: string): Generator<JsonValue, void, undefined> {
    yield* this.#waysOfBranch(schema, name);
    const others = Array.from({ length: schema.branches }, (_, i) => schema.inBranch(i));
    for (const other of others) if (other !== schema) yield* this.#waysOfBranch(other, name);
    for (const branch of schema.branches > 1 ? others : []) {
      const [value] = this.#containers('object', branch, name).take(1);
      if (isJsonObject(value))
        yield others.reduce<JsonValue>((member, other) => apart(member, branch, other), value);
    }
  }

  *#waysOfBranch(schema: EffectiveSchema, name: string): Generator<JsonValue, void, undefined> {
    const isOwnFirst = this.#options.believer?.prefersOwn({ path: this.#path, schema }) === true;
    if (!isOwnFirst) yield* this.#examples(schema);
    const { values = [] } = schema;
    if (values.length > 0) {
      yield* this.#listed(values, name);
      return;
    }
    const likely = impliedType(schema) ?? (this.#open.length === 0 ? 'object' : 'string');
    const types = new Set([likely, ...schema.types.toReversed()]);
    for (const type of types) {
      yield* this.#believed('value', type, schema);
      if (isOwnFirst && !this.#hasOwnParts(schema)) yield* this.#examples(schema);
      yield* this.#believed('guess', type, schema);
      yield* this.#ofType(type, schema, name);
    }
    if (isOwnFirst) yield* this.#examples(schema);
  }

  /** Whether its parts would be believed: of a map, or a list of words, the example tells more. */
  #hasOwnParts({ properties, items }: EffectiveSchema): boolean {
    if (properties.size > 0 || items === undefined) return properties.size > 0;
    const type = impliedType(items) ?? 'object';
    return items.properties.size > 0 || this.#believed('value', type, items).next().done !== true;
  }

  *#believed(
    how: 'value' | 'guess',
    type: JsonType,
    schema: EffectiveSchema,
  ): Generator<JsonValue, void, undefined> {
    const { believer, side } = this.#options;
    const isScalar = type !== 'object' && type !== 'array' && type !== 'null';
    if (believer === undefined || !isScalar || this.#variant > 0 || this.#isPlain) return;
    const value = believer[how]({ type, path: this.#path, schema });
    if (value !== undefined && isValidFor(value, schema, side)) yield value;
  }

  #ofType(type: JsonType, schema: EffectiveSchema, name: string): Iterable<JsonValue> {
    if (type === 'null') return [null];
    if (type === 'string') return this.#texts(schema, name);
    if (type === 'integer' || type === 'number') return this.#numbers(schema, type, name);
    if (type !== 'boolean') return this.#containers(type, schema, name);
    const usual = this.#options.choose?.(type, name) ?? this.#variant % 2 === 0;
    return [usual, usual !== true];
  }

  *#containers(
    type: 'object' | 'array',
    schema: EffectiveSchema,
    name: string,
  ): Generator<JsonValue, void, undefined> {
    for (const isRich of [true, false]) {
      this.#open.push(nameOf(schema));
      const value =
        type === 'object' ? this.#object(schema, isRich) : this.#array(schema, name, isRich);
      this.#open.pop();
      yield value;
    }
  }

  *#examples(schema: EffectiveSchema): Generator<JsonValue, void, undefined> {
    const { choose, examples = choose === undefined, side } = this.#options;
    if (!examples || this.#variant > 0) return;
    const remove = side && otherSideRemover([schema], side);
    for (const example of schema.examples) yield remove === undefined ? example : remove(example);
  }

  *#listed(values: readonly JsonValue[], name: string): Generator<JsonValue, void, undefined> {
    const picked = this.#variant === 0 ? this.#picked(values, name) : undefined;
    if (picked !== undefined) yield picked;
    for (const i of values.keys()) yield values[(this.#variant + i) % values.length]!;
  }

  #picked(values: readonly JsonValue[], name: string): JsonValue | undefined {
    const { pick, believer } = this.#options;
    return pick?.(values, name) ?? (this.#isPlain ? undefined : believer?.pick(values, name));
  }

  #object(schema: EffectiveSchema, isRich: boolean): JsonObject {
    const { properties, required, additional = ANYTHING } = schema;
    const names = new Set([...properties.keys(), ...required]);
    if (schema.additional !== undefined) {
      names.add('other');
      if (this.#options.believer?.isForPeople === true) names.add('another');
    }
    const object: JsonObject = {};
    for (const name of names) {
      const property = properties.get(name) ?? additional;
      if (isOfOtherSide(property, this.#options.side)) continue;
      const isLeftOut = required.has(name)
        ? this.#open.length > MAX_DEPTH * 2 || this.#isVain(property)
        : !isRich || !this.#includes(property, name);
      const value = isLeftOut ? undefined : this.#at(name, property, name);
      if (value !== undefined) setProperty(object, name, value);
    }
    return object;
  }

  /** Whether it is inside of another one, as the next would be inside of it: there is no end. */
  #isVain(schema: EffectiveSchema): boolean {
    const label = nameOf(schema);
    return label !== '' && this.#open.includes(label) && isEndless(schema);
  }

  #array(schema: EffectiveSchema, name: string, isRich: boolean): JsonValue[] {
    const { items = ANYTHING, minItems, maxItems = Infinity, prefixItems, uniqueItems } = schema;
    const usual = isRich && this.#includes(items, name) ? Math.max(1, prefixItems.length) : 0;
    const least = isVast(schema) ? 0 : minItems;
    const length = Math.min(Math.max(least, Math.min(usual, maxItems)), MAX_ITEMS);
    const variant = this.#variant;
    const isPlain = this.#isPlain;
    this.#isPlain ||= uniqueItems && length > 1;
    const list = Array.from({ length }, (_, i) => {
      if (uniqueItems) this.#variant = variant + i;
      return this.#at(String(i), prefixItems[i] ?? items, name);
    });
    this.#variant = variant;
    this.#isPlain = isPlain;
    return list.filter((item) => item !== undefined);
  }

  #at(key: string, schema: EffectiveSchema, name: string): JsonValue | undefined {
    this.#path.push(key);
    const value = this.value(schema, name);
    this.#path.pop();
    return value;
  }

  /** A schema that contains itself does so once. */
  #includes(schema: EffectiveSchema, name: string): boolean {
    const depth = this.#options.believer?.isForPeople === true ? MAX_DEPTH + 6 : MAX_DEPTH;
    // What has no parts in any branch leads no deeper.
    const leadsDeeper = !isLeaf(schema) || schema.branches > 1;
    if (this.#left <= 0 || (leadsDeeper && this.#open.length > depth)) return false;
    const label = nameOf(schema);
    const isRepeated = label !== '' && this.#open.filter((open) => open === label).length > 1;
    return !isRepeated && (this.#options.includes?.(name) ?? true);
  }

  *#texts(schema: EffectiveSchema, name: string): Generator<string, void, undefined> {
    const { format = '', pattern, minLength, maxLength = Infinity } = schema;
    const told = [sampleOfFormat[format]?.(this.#variant), jsonText(schema.keyword('description'))];
    yield* told.filter((text) => text !== undefined);
    const chosen = this.#options.choose?.('string', name);
    if (chosen === undefined && pattern !== undefined) {
      const byPattern = patternText(pattern, 1 + this.#variant, minLength);
      if (byPattern !== undefined) yield byPattern;
    }
    const mark = this.#variant === 0 ? '' : String(this.#variant);
    const characters = Array.from(typeof chosen === 'string' ? chosen : 'sample');
    const text = characters.slice(0, Math.max(0, maxLength - mark.length)).join('');
    const length = minLength > MAX_LENGTH ? 0 : minLength;
    yield `${text}${mark}`.slice(0, maxLength).padEnd(length, chosen === undefined ? 'x' : '.');
    if (pattern === undefined) return;
    const exact = matchingTexts(pattern, minLength, maxLength)?.text(BigInt(this.#variant));
    if (exact !== undefined) yield exact;
  }

  *#numbers(
    schema: EffectiveSchema,
    type: 'integer' | 'number',
    name: string,
  ): Generator<JsonNumber, void, undefined> {
    const chosen = this.#options.choose?.(type, name);
    const known = this.#numbersOf.get(schema);
    const isKnown = known !== undefined && known.chosen === chosen;
    const fitting = isKnown ? known.fitting : new Replayed(ordinaryNumbers(schema, chosen));
    this.#numbersOf.set(schema, { chosen, fitting });
    const numbers = Iterator.from(fitting).take(this.#variant + 1);
    yield numbers.toArray().at(-1) ?? schema.minimum ?? schema.maximum ?? 0;
  }
}

/** What a schema refers to; empty where it is written down in its place. */
function nameOf({ pointers }: EffectiveSchema): string {
  return pointers.slice(1).join('\n');
}
