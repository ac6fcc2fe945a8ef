import type { OpenApiDocument } from '../../openapi/document.ts';
import {
  type JsonValue,
  isJsonObject,
  type JsonObject,
  propertyAt,
} from '../../openapi/json/json-value.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import type { MediaType } from '../operation.ts';
import { jsonMediaType } from '../media-type.ts';
import { type SchemaValidator, compileSchema } from '../../openapi/schema/compile-schema.ts';
import { createFreshValues } from './fresh-values.ts';
import {
  type EffectiveSchema,
  effectiveSchema,
  together,
} from '../../openapi/schema/effective-schema.ts';
import type { CreatedIdentity } from '../resources/identity.ts';
import { nounOf, plainName } from '../resources/names.ts';
import { hasFewIdentities, type FreshText, freeText, freshText } from './fresh-identity.ts';
import {
  type Names,
  isCreated,
  isNamed,
  markSlots,
  type Slot,
  samePath,
  slotsOf,
  withValue,
  isTop,
} from './slots.ts';
import { type Time, timesIn, withTimelyTexts } from '../believable/timely-texts.ts';
import { formsWithFiles, sampleTexts, withMadeUpFiles } from './made-up-files.ts';
import { otherSideRemover } from '../../openapi/schema/other-side.ts';
import { type SampleOptions, sampleValue } from '../../openapi/schema/sample-value.ts';
import { likelyLeaf } from '../believable/likely-leaf.ts';

export { type Slot, samePath, withValue } from './slots.ts';

/** A valid body, which every other generated body differs from in one thing. */
export interface BodyBase {
  readonly document: OpenApiDocument;
  readonly mediaType: MediaType;
  /** With every property, required or not; before fresh values are drawn. */
  readonly value: JsonValue;
  /** What may be taken where a server has its reasons to refuse that: with less in it, the last with plain words. */
  readonly lesser: readonly JsonValue[];
  readonly schema: EffectiveSchema;
  readonly slots: readonly Slot[];
  /** Properties that identify what the body, or its first item, is about; fresh in every request. */
  readonly identity: readonly Slot[];
  /** Whether those of what is created are so few that one which is drawn may be used already. */
  readonly hasFewIdentities: boolean;
  /** Texts of which one carries the run's marker: the first that is there, and not what a case is about. */
  readonly marks: readonly Slot[];
  /** Texts that others may not have, too, such as addresses. */
  readonly unique: readonly UniqueText[];
  /** Made-up dates and times: those ahead are others in each request. */
  readonly times: readonly Time[];
  /** As {@link createBodyBase} takes them. */
  readonly names: Names;
}

/** A property whose texts are fresh, although no path names anything by it. */
interface UniqueText {
  readonly path: readonly string[];
  readonly fresh: FreshText;
  /** The only text in whose place a fresh one is drawn: a made-up one. Default: any. */
  readonly usual?: string | undefined;
}

/** For texts that are only looked at. */
const PROBE = createFreshValues({ seed: 0, runId: 'probe' });

/**
 * The base of a media type's schema; `undefined` where no valid value is found for it.
 *
 * @param created The property by which paths name what is created. Default: integers named so.
 * @param fromPath Properties that say again what the path says, or name what is there, so that they
 *   can't be fresh.
 */
export function createBodyBase(
  document: OpenApiDocument,
  mediaType: MediaType,
  created?: CreatedIdentity,
  fromPath: readonly (string | undefined)[] = [],
): BodyBase | undefined {
  const { root } = document;
  const schema = effectiveSchema(root, mediaType.schemaPointer);
  const sample = likelySample(schema);
  // What only the server sets is not sent, though examples may show it.
  const sendable = otherSideRemover([schema], 'request');
  const examples = Object.values(mediaType.examples).map((example) => sendable(example));
  const isRead = mediaType.form !== undefined || mediaType.sequence !== undefined;
  const isText = !isRead && jsonMediaType([mediaType]) === undefined;
  const validate = isText ? takesTexts : validatorOf(root, mediaType);
  if (validate === undefined) return undefined;
  // An example of the document reads better than anything made up.
  const value = [
    ...examples.slice(0, 1).map((example) => complete(example, sample)),
    ...examples,
    ...(isText ? sampleTexts(mediaType, schema) : [sample, ...otherSamples(schema)]),
  ]
    .flatMap((candidate) => [withMadeUpFiles(candidate, mediaType), candidate])
    .flatMap((candidate) => [
      withTimelyTexts(candidate, notShown(schema, candidate, examples)),
      candidate,
    ])
    .find((candidate) => validate(candidate).length === 0);
  if (value === undefined) return undefined;
  const names: Names = { created, fromPath };
  const slots = slotsOf(schema, value, []);
  const identities = identitySlots(slots, names, value);
  // Other integers may just name what is there.
  const naming = identities.filter((slot) => isCreated(slot, created) || isNamed(slot, 'id'));
  const marks = markSlots(slots, names, value);
  const isOther = (slot: Slot): boolean =>
    !isCreated(slot, created) && !fromPath.some((name) => isNamed(slot, name));
  return {
    document,
    mediaType,
    value,
    lesser: lesserValues(value, { schema, mediaType }, examples, validate),
    schema,
    slots,
    names,
    identity: identities,
    hasFewIdentities: naming.some((slot) => hasFewIdentities(slot.schema)),
    marks,
    unique: slots
      .filter((slot) => isOther(slot) && slot !== marks[0])
      .flatMap((slot) => uniqueText(slot, sample, examples) ?? [])
      .filter(({ path, fresh }) => {
        const drawn = fresh.draw(PROBE);
        return drawn === undefined || validate(withValue(value, path, drawn)).length === 0;
      }),
    times: timesIn(value, notShown(schema, value, examples)),
  };
}

/** The places of which no example says what stands there: one that its schema doesn't take says nothing. */
function notShown(
  schema: EffectiveSchema,
  value: JsonValue,
  examples: readonly JsonValue[],
): Slot[] {
  return slotsOf(schema, value, []).filter(({ path, schema: slotSchema }) => {
    const current = propertyAt(value, path) ?? null;
    const shown = [...examples.map((example) => propertyAt(example, path)), ...slotSchema.examples];
    return !shown.some((example) => example !== undefined && equalJson(example, current));
  });
}

/** Without examples, which may be invalid, and with the least that there has to be. */
function otherSamples(schema: EffectiveSchema): JsonValue[] {
  const options = [{ examples: false }, { includes: () => false }];
  return options.map((option) => likelySample(schema, option));
}

function likelySample(schema: EffectiveSchema, options?: SampleOptions): JsonValue {
  return sampleValue(schema, { side: 'request', believer: likelyLeaf(), ...options });
}

function validatorOf(
  root: OpenApiDocument['root'],
  { schemaPointer }: MediaType,
): SchemaValidator | undefined {
  return schemaPointer === undefined ? undefined : compileSchema(root, schemaPointer, 'request');
}

/** Whatever a schema says of XML and its like, nobody reads it: a text stands for itself. */
const takesTexts: SchemaValidator = (value) => {
  const issue = { instancePointer: '', schemaPointer: '', keyword: 'type', message: 'no text' };
  return typeof value === 'string' ? [] : [issue];
};

/**
 * With dates and times where a service most likely takes them, whatever examples say: these grow old. Then with longer
 * spans between them, then in the past, then with files of other kinds, then without
 * the optional texts that may name something, then without the optional flags, which may rule out what is sent
 * beside them, then with the required properties only, then the document's examples
 * as they are. Last, the required ones again, for which whoever sends them draws plain words. Of a body that is all in
 * one property, what is in it has less.
 */
function lesserValues(
  value: JsonValue,
  { schema, mediaType }: Pick<BodyBase, 'schema' | 'mediaType'>,
  examples: readonly JsonValue[],
  validate: SchemaValidator,
): JsonValue[] {
  if (!isJsonObject(value)) return [];
  const [only = '', ...others] = Object.keys(value);
  const inside = others.length === 0 ? schema.properties.get(only) : undefined;
  if (inside !== undefined && inside.properties.size > 1 && isJsonObject(value[only] ?? null)) {
    const within = examples.flatMap((example) => propertyAt(example, [only]) ?? []);
    const around = (part: JsonValue): JsonValue => ({ [only]: part });
    const parts = { schema: inside, mediaType };
    return lesserValues(value[only]!, parts, within, (part) => validate(around(part))).map(around);
  }
  const isValid = (candidate: JsonValue): boolean => validate(candidate).length === 0;
  const slots = slotsOf(schema, value, []);
  const soon = withTimelyTexts(value, slots);
  const longer = withTimelyTexts(value, slots, { isLong: true });
  const over = withTimelyTexts(value, slots, { isOver: true });
  const naming = namesThatRefer(schema);
  const unnamed = withoutOptional(value, schema, (name) => naming.has(name));
  const isFlag = (name: string): boolean => typeof value[name] === 'boolean';
  const unset = withoutOptional(unnamed, schema, isFlag);
  const least = withoutOptional(value, schema);
  const files = formsWithFiles(value, mediaType);
  const bodies = [soon, longer, over, ...files, unnamed, unset, least, ...examples]
    .filter((example) => isValid(example) && !equalJson(example, value))
    .filter((example, i, all) => all.findIndex((other) => equalJson(example, other)) === i);
  return [...bodies, isValid(least) ? least : value];
}

/** A base with another value, which has fresh values where it has the properties for them. */
export function baseWith(base: BodyBase, value: JsonValue): BodyBase {
  const present = ({ path }: Slot): boolean => propertyAt(value, path) !== undefined;
  const isUsual = ({ path, text }: Time): boolean => propertyAt(value, path) === text;
  const [identity, times] = [base.identity.filter(present), base.times.filter(isUsual)];
  return { ...base, value, lesser: [], identity, times };
}

/** A base in which nothing fresh stands at some paths: what is there names something. */
export function baseReferring(base: BodyBase, paths: readonly (readonly string[])[]): BodyBase {
  const isOther = ({ path }: Pick<Slot, 'path'>): boolean =>
    !paths.some((other) => samePath(other, path));
  const { identity, marks, unique } = base;
  return {
    ...base,
    identity: identity.filter(isOther),
    marks: marks.filter(isOther),
    unique: unique.filter(isOther),
  };
}

/** A base with another alternative of its schema, or of what stands in it. */
interface Alternative {
  /** Keys that lead to it; none where it is the body itself. */
  readonly path: readonly string[];
  /** Among all alternatives there, from 0: the base has the first. */
  readonly index: number;
  /** Its slots are those of the alternative. */
  readonly base: BodyBase;
}

/** Of more alternatives, only so many are looked at. */
const MAX_ALTERNATIVES = 8;

/** What stands in place of the first of each `oneOf` and `anyOf`. */
export function alternativesOf(base: BodyBase): Alternative[] {
  const whole: Slot = { path: [], schema: base.schema, required: true };
  return [whole, ...base.slots].flatMap(({ path, schema }) =>
    Array.from({ length: Math.min(schema.branches, MAX_ALTERNATIVES) - 1 }, (_, i) => {
      return { path, index: i + 1, base: alternativeBase(base, path, schema.inBranch(i + 1)) };
    }),
  );
}

/** What the first alternative says of properties doesn't hold for another. */
function alternativeBase(
  base: BodyBase,
  path: readonly string[],
  schema: EffectiveSchema,
): BodyBase {
  const sample = likelySample(schema);
  const slots = slotsOf(schema, sample, path);
  const { names } = base;
  const value = withValue(base.value, path, sample);
  // A scalar has no places in it, and bounds of its own.
  const itself = isJsonObject(sample) ? [] : [{ path, schema, required: false }];
  if (path.length > 0) return { ...baseWith(base, value), slots: [...itself, ...slots] };
  return {
    ...base,
    value,
    slots,
    lesser: [],
    identity: identitySlots(slots, names, value),
    marks: markSlots(slots, names, value),
  };
}

function uniqueText(
  { path, schema }: Slot,
  sample: JsonValue,
  examples: readonly JsonValue[],
): UniqueText | undefined {
  const isItem = path.length > 1 && path.at(-1) === '0';
  // Of `usernames`, each is a `username`.
  const named = freshText(isItem ? nounOf(plainName(path.at(-2)!)) : path.at(-1)!, schema);
  const isPart = path.length > 2 && path.at(-1) === 'id' && /^\d+$/.test(path.at(-2)!);
  const fresh = named ?? (isPart ? freeText(schema) : undefined);
  if (fresh === undefined) return undefined;
  if (fresh.isAlwaysDrawn) return { path, fresh };
  if (isItem) return undefined;
  const usual = propertyAt(sample, path);
  const isFixed =
    schema.examples.length > 0 || examples.some((example) => propertyAt(example, path) === usual);
  return isFixed || typeof usual !== 'string' ? undefined : { path, fresh, usual };
}

/** The document's example, with what it leaves out. */
function complete(example: JsonValue, sample: JsonValue): JsonValue {
  return isJsonObject(example) && isJsonObject(sample)
    ? {
        ...example,
        ...Object.fromEntries(Object.entries(sample).filter(([key]) => !(key in example))),
      }
    : example;
}

/** What its properties are called that may name something elsewhere. */
export function namesThatRefer({ properties }: EffectiveSchema): ReadonlySet<string> {
  const some = [...properties].filter(([name, schema]) => isId(name) || isBareText(schema));
  return new Set(some.map(([name]) => name));
}

function isId(name: string): boolean {
  return /(?:Id|ID|_id|Key|_key)s?$/.test(name);
}

/** Whether it is a text of which the schema says no more than how it is written. */
function isBareText({ types, values, format = 'uuid' }: EffectiveSchema): boolean {
  return types.includes('string') && values === undefined && NAMING.has(format);
}

/** Formats of texts by which things are told apart. */
const NAMING: ReadonlySet<string> = new Set(['uuid', 'int64', 'uint64']);

/** The body without its optional properties, or those of them that a test is true of. */
export function withoutOptional(
  body: JsonObject,
  { required }: EffectiveSchema,
  isOne: (name: string) => boolean = () => true,
): JsonObject {
  const members = Object.entries(body).filter(([name]) => required.has(name) || !isOne(name));
  return Object.fromEntries(members);
}

/** The slots of a body that an identity of its own belongs in. */
export function identitySlots(
  slots: readonly Slot[],
  { created, fromPath }: Names,
  value: JsonValue,
): Slot[] {
  const isFromPath = (slot: Slot): boolean => fromPath.some((name) => isNamed(slot, name));
  const found = slots.flatMap((slot) => {
    if (isCreated(slot, created)) return { ...slot, schema: withinPaths(slot.schema, created) };
    return isIdentity(slot) && !isFromPath(slot) ? slot : [];
  });
  const isDescribed = slots.some((slot) => isCreated(slot, created));
  return isDescribed ? found : [...found, ...requiredIdentity(created, value)];
}

/** What a schema requires, and says nothing of, is as paths have it. */
function requiredIdentity(created: CreatedIdentity | undefined, value: JsonValue): Slot[] {
  const { name, envelope = [], inPaths: [schema, ...others] = [] } = created ?? {};
  if (name === undefined || schema === undefined) return [];
  const path = [...envelope, name];
  const isThere = propertyAt(value, path) !== undefined;
  return isThere ? [{ path, schema: together(schema, ...others), required: true }] : [];
}

/** What a path doesn't take, nothing can be named by. */
function withinPaths(
  schema: EffectiveSchema,
  { inPaths = [] }: Partial<CreatedIdentity> = {},
): EffectiveSchema {
  const all = together(schema, ...inPaths);
  // A path has as a text what is a number, too.
  return all.types.length === 0 ? schema : all;
}

function isIdentity({ path, schema, required }: Slot): boolean {
  const name = path.at(-1)!;
  const isNamedSo = name === 'id' || /(Id|_id)$/.test(name);
  return isTop(path) && required && isNamedSo && schema.types.includes('integer') && !schema.values;
}
