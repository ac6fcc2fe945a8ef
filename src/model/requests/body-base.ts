import type { OpenApiDocument } from '../../openapi/document.ts';
import { type JsonValue, isJsonObject, setProperty } from '../../openapi/json/json-value.ts';
import type { MediaType } from '../operation.ts';
import { compileSchema } from '../../openapi/schema/compile-schema.ts';
import { type FreshValues, createFreshValues } from './fresh-values.ts';
import { type EffectiveSchema, effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { freshIdentity, hasFewIdentities } from './fresh-identity.ts';
import { type FreshText, freshText } from './fresh-text.ts';
import { otherSideRemover } from '../../openapi/schema/other-side.ts';
import { sampleValue } from '../../openapi/schema/sample-value.ts';

/** A property of a body, at any depth. */
export interface Slot {
  readonly path: readonly string[];
  readonly schema: EffectiveSchema;
  readonly required: boolean;
}

/** A valid body, which every other generated body differs from in one thing. */
export interface BodyBase {
  readonly document: OpenApiDocument;
  /** With every property, required or not; before fresh values are drawn. */
  readonly value: JsonValue;
  readonly schema: EffectiveSchema;
  readonly slots: readonly Slot[];
  /** Top-level properties that identify what the body is about, fresh in every request. */
  readonly identity: readonly Slot[];
  /** Whether those of what is created are so few that one which is drawn may be used already. */
  readonly hasFewIdentities: boolean;
  /** The property that carries the run's marker. */
  readonly mark?: Slot | undefined;
  /** Texts that others may not have, too, such as addresses. */
  readonly unique: readonly UniqueText[];
}

/** A property whose texts are fresh, although no path names anything by it. */
interface UniqueText {
  readonly path: readonly string[];
  readonly fresh: FreshText;
  /** The only text in whose place a fresh one is drawn: a made-up one. Default: any. */
  readonly usual?: string | undefined;
}

/** One thing that is different: `undefined` removes the property. */
export interface Change {
  readonly path: readonly string[];
  readonly value: JsonValue | undefined;
}

/** For texts that are only looked at. */
const PROBE = createFreshValues({ seed: 0, runId: 'probe' });

/**
 * The base of a media type's schema; `undefined` where no valid value is found for it.
 *
 * @param identity The property by which paths name what is created. Default: integers named so.
 * @param fromPath Properties that say again what the path says, so that they can't be fresh.
 */
export function createBodyBase(
  document: OpenApiDocument,
  mediaType: MediaType,
  identity?: string,
  fromPath: readonly (string | undefined)[] = [],
): BodyBase | undefined {
  if (mediaType.schemaPointer === undefined) return undefined;
  const { root } = document;
  const schema = effectiveSchema(root, mediaType.schemaPointer);
  const validate = compileSchema(root, mediaType.schemaPointer, 'request');
  const sample = sampleValue(schema, { side: 'request' });
  // What only the server sets is not sent, though examples may show it.
  const sendable = otherSideRemover([schema], 'request');
  const examples = Object.values(mediaType.examples).map((example) => sendable(example));
  // An example of the document reads better than anything made up.
  const value = [
    ...examples.slice(0, 1).map((example) => complete(example, sample)),
    ...examples,
    sample,
    sampleValue(schema, { side: 'request', examples: false }),
  ].find((candidate) => validate(candidate).length === 0);
  if (value === undefined) return undefined;
  const slots = slotsOf(schema, value, []);
  const isFromPath = (slot: Slot): boolean => fromPath.some((name) => isNamed(slot, name));
  const others = slots.filter((slot) => !isNamed(slot, identity));
  const own = slots.filter(
    (slot) => (isIdentity(slot) && !isFromPath(slot)) || isNamed(slot, identity),
  );
  // Other integers may just name what is there.
  const created = own.filter((slot) => isNamed(slot, identity) || isNamed(slot, 'id'));
  const mark = markOf(others);
  return {
    document,
    value,
    schema,
    slots,
    identity: own,
    hasFewIdentities: created.some((slot) => hasFewIdentities(slot.schema)),
    mark,
    unique: others
      .filter((slot) => !isFromPath(slot) && slot !== mark)
      .flatMap((slot) => uniqueText(slot, sample, examples) ?? [])
      .filter(({ path, fresh }) => {
        const drawn = fresh.draw(PROBE);
        return drawn === undefined || validate(withValue(value, path, drawn)).length === 0;
      }),
  };
}

/** A base with another value, which has fresh values where it has the properties for them. */
export function baseWith(base: BodyBase, value: JsonValue): BodyBase {
  const present = ({ path }: Slot): boolean =>
    isJsonObject(value) && Object.hasOwn(value, path[0]!);
  return {
    ...base,
    value,
    identity: base.identity.filter(present),
    mark: base.mark && present(base.mark) ? base.mark : undefined,
  };
}

function uniqueText(
  { path, schema }: Slot,
  sample: JsonValue,
  examples: readonly JsonValue[],
): UniqueText | undefined {
  const fresh = freshText(path.at(-1)!, schema);
  if (fresh === undefined) return undefined;
  if (fresh.isAlwaysDrawn) return { path, fresh };
  const usual = valueOf(sample, path);
  const isFixed =
    schema.example !== undefined || examples.some((example) => valueOf(example, path) === usual);
  return isFixed || typeof usual !== 'string' ? undefined : { path, fresh, usual };
}

/** The base with fresh values and one thing different. */
export function freshBody(base: BodyBase, fresh: FreshValues, change?: Change): JsonValue {
  let body = base.value;
  for (const { path, schema } of base.identity) {
    if (change && samePath(path, change.path)) continue;
    body = withValue(body, path, freshIdentity(schema, fresh));
  }
  const { mark } = base;
  if (mark && !(change && samePath(mark.path, change.path))) {
    const text = valueOf(body, mark.path);
    if (typeof text === 'string') {
      body = withValue(body, mark.path, fresh.text(text, mark.schema.maxLength));
    }
  }
  for (const { path, fresh: own, usual } of base.unique) {
    if (change && samePath(path, change.path)) continue;
    const given = valueOf(body, path);
    if (usual === undefined ? typeof given !== 'string' : given !== usual) continue;
    const text = own.draw(fresh);
    if (text !== undefined) body = withValue(body, path, text);
  }
  return change ? withValue(body, change.path, change.value) : body;
}

/** A copy with another value at a path; `undefined` removes it. */
export function withValue(
  value: JsonValue,
  path: readonly string[],
  replacement: JsonValue | undefined,
): JsonValue {
  const [key, ...rest] = path;
  if (key === undefined) return replacement ?? null;
  if (Array.isArray(value)) {
    return value.map((item, i) => (String(i) === key ? withValue(item, rest, replacement) : item));
  }
  const copy = isJsonObject(value) ? { ...value } : {};
  if (rest.length === 0 && replacement === undefined) delete copy[key];
  else setProperty(copy, key, withValue(copy[key] ?? {}, rest, replacement));
  return copy;
}

/** The value at a path of object keys and array indices. */
export function valueOf(value: JsonValue, path: readonly string[]): JsonValue | undefined {
  let current: JsonValue | undefined = value;
  for (const key of path) {
    if (Array.isArray(current)) current = current[Number(key)];
    else current = isJsonObject(current) ? current[key] : undefined;
  }
  return current;
}

export function samePath(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((key, i) => key === right[i]);
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

/** Properties of the value's objects; deeper than three levels, mistakes repeat themselves. */
function slotsOf(owner: EffectiveSchema, value: JsonValue, path: readonly string[]): Slot[] {
  if (path.length >= 3) return [];
  if (Array.isArray(value)) return itemSlots(owner, value, path);
  if (!isJsonObject(value)) return [];
  const slots: Slot[] = [];
  for (const [name, schema] of owner.properties) {
    const child = value[name];
    if (child === undefined) continue;
    const slot: Slot = { path: [...path, name], schema, required: owner.required.has(name) };
    slots.push(slot, ...slotsOf(schema, child, slot.path));
  }
  return slots;
}

/** The first item stands for all. */
function itemSlots(
  { items: schema }: EffectiveSchema,
  value: readonly JsonValue[],
  path: readonly string[],
): Slot[] {
  const [first] = value;
  if (first === undefined || schema === undefined) return [];
  // An item can't be left out: the list would be shorter.
  const slot: Slot = { path: [...path, '0'], schema, required: false };
  return [slot, ...slotsOf(schema, first, slot.path)];
}

function isNamed({ path }: Slot, name: string | undefined): boolean {
  return path.length === 1 && path[0] === name;
}

function isIdentity({ path, schema, required }: Slot): boolean {
  const name = path[0]!;
  const isNamedSo = name === 'id' || /(Id|_id)$/.test(name);
  return (
    path.length === 1 && required && isNamedSo && schema.types.includes('integer') && !schema.values
  );
}

/** The first required free text, `name` and its like before others; it must have room for a mark. */
function markOf(slots: readonly Slot[]): Slot | undefined {
  const free = slots.filter(
    ({ path, required, schema }) =>
      path.length === 1 && required && schema.types.includes('string') && isFreeText(schema),
  );
  return free.find(({ path }) => /^(name|title|label)$/i.test(path[0]!)) ?? free[0];
}

function isFreeText({ format, pattern, values, maxLength }: EffectiveSchema): boolean {
  return (
    format === undefined && pattern === undefined && values === undefined && (maxLength ?? 64) >= 64
  );
}
