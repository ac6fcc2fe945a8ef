/** Resources of one kind that differ from each other wherever the document lets them. */
import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isIntegerValue,
  isJsonNumber,
  propertyAt,
} from '../../openapi/json/json-value.ts';
import { isTimeName } from '../../model/believable/moments.ts';
import { isMoment, timeLater } from '../../model/believable/timely-texts.ts';
import { exactNumber } from '../../openapi/json/exact-number.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { anotherValue } from '../../openapi/schema/another-value.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import type { Filter } from '../../model/lists/filters.ts';
import type { Members } from '../../model/json-api.ts';
import type { Operation } from '../../model/operation.ts';
import { type Slot, withValue } from '../../model/requests/body-base.ts';
import { type Change } from '../../model/requests/fresh-body.ts';
import { slotsOf } from '../../model/requests/slots.ts';
import { namesResource } from '../../model/resources/names.ts';
import { resourcesIn } from './resource-operations.ts';
import type { Resource, ResourceOperations, Stage } from './oracle.ts';
import { membersOf, placeIn, sentIn } from './resource-view.ts';

/** Some resources beside each other; those that the service refuses are left out. */
export interface Varied {
  /** As the kind's plain requests create it. */
  readonly plain: Resource;
  /** With another value wherever there is one. */
  readonly other?: Resource | undefined;
  /** With no more than what is required. */
  readonly lean?: Resource | undefined;
}

/** Creates them, below parents of their own. */
export async function createVaried(stage: Stage, kind: ResourceOperations): Promise<Varied> {
  const plain = await stage.create(kind);
  return { plain, other: await createOther(stage, plain), lean: await createLean(stage, plain) };
}

/** So many values of a filter get a resource that has them. */
const RARE = 4;

/** A resource for each value of a choice that none has yet, such as those that lists leave out unless they are asked for. */
export async function createRare(
  stage: Stage,
  { operator, property: { path } }: Filter,
  all: readonly [Resource, ...Resource[]],
): Promise<ReadonlyMap<JsonValue, Resource>> {
  const [{ kind }] = all;
  const [name = '', ...inside] = path;
  const schema = membersOf(stage.document, kind, kind.create, 'taken').properties.get(name);
  const isChosen = operator === '=' && inside.length === 0 && schema?.readOnly === false;
  const values = isChosen
    ? (schema.values ?? (schema.types.includes('boolean') ? [true, false] : []))
    : [];
  const isHad = (value: JsonValue): boolean =>
    all.some(({ view }) => equalJson(getProperty(view, name) ?? null, value));
  const rare = new Map<JsonValue, Resource>();
  for (const value of values.filter((choice) => choice !== null && !isHad(choice)).slice(0, RARE)) {
    const change = stage.changing(kind, kind.create, (body) => ({ ...body, [name]: value }));
    const made = await stage.make(kind, { given: stage.besides(all[0]), change });
    const view = made && (kind.read === undefined ? made : await stage.read(made));
    if (view !== undefined) rare.set(value, view);
  }
  return rare;
}

/** What is called so may hide a resource from lists, without a word in the document. */
const HIDING =
  /^(?:is|has)?_?(?:state|status|phase|stage|visib|hidden|hide|active|inactive|enabled|disabled|publi|privat|secret|draft|archiv|delet|remov|trash|cancel|clos|expir|valid|approv|confirm|lock|block|suspend|avail|stock|sold|type$|kind$|scope|access)/i;

/** What keeps a resource out of lists where it is true. */
const HIDDEN =
  /^(?:is|has)?_?(?:hidden|hide|invisible|unlisted|private|secret|draft|archived|deleted|removed|trashed|disabled|inactive|suspended)$/i;

/** Whether a resource says of itself that lists may not have it: `hidden` is true, or 1. */
export function saysHidden(view: JsonObject): boolean {
  return Object.entries(view).some(
    ([name, value]) => HIDDEN.test(name) && (value === true || equalJson(value, 1)),
  );
}

/** A change that leaves as it was what may hide the resource. */
export function keepingSeen(body: JsonObject, view: JsonObject): JsonObject {
  const members = Object.entries(body).map(([name, value]) => {
    return [name, isHiding(name) ? (getProperty(view, name) ?? value) : value] as const;
  });
  return Object.fromEntries(members);
}

/** Whether a property may say that lists are to leave a resource out. */
function isHiding(name: string): boolean {
  return HIDING.test(name);
}

/**
 * A value beside the one that a property has, of which a careless copy tells.
 *
 * @param mayHide Whether only properties that may hide the resource from lists have another, or only the others.
 */
function otherValue(
  { path, schema }: Slot,
  value: JsonValue,
  mayHide: boolean,
): JsonValue | undefined {
  const { values, format, pattern, items } = schema;
  const name = path.at(-1)!;
  if (schema.readOnly || isHiding(name) !== mayHide || items !== undefined) return undefined;
  // What names something else is another one only where there is one.
  if (namesResource(name) && isJsonNumber(value)) return undefined;
  if (values !== undefined || typeof value === 'boolean') return anotherValue(schema, value);
  if (isJsonNumber(value)) {
    // A time has no fraction, though a schema says only that it is a number.
    const isWhole = isTimeName({ path });
    return otherNumbers(value)
      .filter((other) => !isWhole || (isJsonNumber(other) && isIntegerValue(other)))
      .find((otherNumber) => isValidFor(otherNumber, schema));
  }
  if (typeof value !== 'string') return undefined;
  if (format === 'date' || format === 'date-time') return later(value);
  if (format !== undefined) return undefined;
  return pattern === undefined ? anotherValue(schema, value) : otherAmount(schema, value);
}

/** Another amount that is a text, with as many digits: all orders agree on which is the greater one. */
function otherAmount(schema: EffectiveSchema, text: string): string | undefined {
  const [, whole = '', fraction = ''] = /^([1-9]\d*)(\.\d+)?$/.exec(text) ?? [];
  if (whole === '') return undefined;
  const amounts = [BigInt(whole) - 1n, BigInt(whole) + 1n].map((beside) => `${beside}${fraction}`);
  return amounts.find((amount) => amount.length === text.length && isValidFor(amount, schema));
}

/** With more or fewer digits, so that their texts have another order; with a fraction, where that is allowed. */
function otherNumbers(value: JsonValue): JsonValue[] {
  const [whole = ''] = textOf(value).replace('-', '').split('.');
  const [more, less] = [`1${'0'.repeat(whole.length)}`, '9'.repeat(Math.max(1, whole.length - 1))];
  const texts = [more, less].flatMap((integer) => [`${integer}.75`, `${integer}.5`]);
  const beside = Number(whole);
  return [...texts, more, less, `${beside + 1}`, `${beside - 1}`].map(exactNumber);
}

/** Another value, which careless code puts elsewhere among those that {@link createVaried} makes. */
export function valueBetween(
  schema: EffectiveSchema,
  value: JsonValue | undefined,
): JsonValue | undefined {
  // As a text, 999 comes after 100 and 1000.
  const [whole = ''] =
    value !== undefined && isJsonNumber(value) ? textOf(value).replace('-', '').split('.') : [];
  const numbers =
    whole === '' ? [] : ['9'.repeat(whole.length), `2${'0'.repeat(whole.length - 1)}`];
  const found = numbers.map(exactNumber);
  return (
    found.find((number) => isValidFor(number, schema) && !equalJson(number, value!)) ??
    anotherValue(schema, value, 'request')
  );
}

const LATER_MS = 3 * 86_400_000;

/** All of them by the same span, so that what comes first still does. */
function later(text: string): string | undefined {
  return isMoment(text) ? timeLater(text, LATER_MS) : undefined;
}

/** What could be different in the body of a resource. */
function otherValues(schema: Members, body: JsonObject, mayHide: boolean): Change[] {
  const inLists = (path: readonly string[]): boolean => path.includes('0');
  return slotsOf(schema, body, []).flatMap((slot): Change[] => {
    const was = propertyAt(body, slot.path);
    if (inLists(slot.path) || was === undefined) return [];
    const isList = Array.isArray(was);
    if (isList && mayHide) return [];
    const value = isList ? longer(slot.schema, was) : otherValue(slot, was, mayHide);
    return value === undefined ? [] : [{ path: slot.path, value }];
  });
}

/** With one more item. */
function longer(schema: EffectiveSchema, list: readonly JsonValue[]): JsonValue | undefined {
  const [first] = list;
  const isReference = schema.items?.format === 'uuid' || schema.items?.properties.has('id');
  const more = schema.items && !isReference ? anotherValue(schema.items, first) : undefined;
  const whole = more === undefined ? undefined : [...list, more];
  return whole && isValidFor(whole, schema) ? whole : undefined;
}

/**
 * A change of those constants of a body that another one has, too: what is fresh each time differs anyway.
 *
 * @param mayHide Whether of those that may hide it from lists, in place of the others. Default false.
 */
export function varying(
  stage: Stage,
  kind: ResourceOperations,
  operation: Operation,
  usual: JsonObject,
  mayHide = false,
): (body: JsonObject) => JsonObject {
  const schema = membersOf(stage.document, kind, operation, 'taken');
  return (body) => {
    const isConstant = ({ path }: Change): boolean => {
      const [value, same] = [propertyAt(body, path), propertyAt(usual, path)];
      if (value === undefined || same === undefined) return false;
      // Of a list, how many items it has is constant.
      const isList = Array.isArray(value) && Array.isArray(same);
      return isList ? value.length === same.length : equalJson(value, same);
    };
    return changed(body, otherValues(schema, body, mayHide).filter(isConstant));
  };
}

function changed(body: JsonObject, changes: readonly Change[]): JsonObject {
  return changes.reduce<JsonValue>(
    (whole, { path, value }) => withValue(whole, path, value),
    body,
  ) as JsonObject;
}

/** Half of what could differ may be all that a service has no rules about. */
async function createOther(stage: Stage, plain: Resource): Promise<Resource | undefined> {
  const { kind } = plain;
  const { create } = kind;
  const usual = sentBody(stage, plain);
  if (usual === undefined) return undefined;
  const references = await otherReferences(stage, plain, usual);
  const vary = varying(stage, kind, create, usual);
  const parts: ((name: string, i: number) => boolean)[] = [
    () => true,
    (_, i) => i % 2 === 0,
    (_, i) => i % 2 === 1,
  ];
  for (const isIn of parts) {
    const change = stage.changing(kind, create, (body) => {
      const other = changed(vary(body), references);
      const names = Object.keys(other).filter(
        (name) => !equalJson(other[name]!, getProperty(body, name) ?? null),
      );
      const swapped = names.filter((name, i) => isIn(name, i)).map((name) => [name, other[name]!]);
      return { ...body, ...Object.fromEntries(swapped) };
    });
    const made = await stage.make(kind, { given: stage.besides(plain), change });
    if (made !== undefined) return made;
  }
  return undefined;
}

/** What was sent to create a resource, out of its envelope; `undefined` where it is not known. */
export function sentBody(stage: Stage, { kind, exchange }: Resource): JsonObject | undefined {
  return sentIn(stage.document, kind, exchange);
}

/** So many resources are created for others to refer to. */
const REFERRED = 2;

/** Where a resource refers to one, what it can refer to as well: the other one that it names, else a new one. */
async function otherReferences(
  stage: Stage,
  { kind }: Resource,
  usual: JsonObject,
): Promise<Change[]> {
  const { references = [] } = stage.template(kind.create, {}) ?? {};
  const known = references.flatMap(({ path, key }) => {
    const rest = placeIn(stage.document, kind, kind.create, path);
    const is = propertyAt(usual, rest);
    const collection = key.slice(0, key.lastIndexOf(' '));
    return is === undefined ? [] : [{ path: rest, collection, is }];
  });
  const changes: Change[] = [];
  let left = REFERRED;
  for (const { path, collection, is } of known) {
    const beside = known.find(
      (candidate) => candidate.collection === collection && !equalJson(candidate.is, is),
    );
    const target = resourcesIn(stage.document).find(
      (resource) => resource.family.collection === collection,
    );
    if (beside === undefined && (target === undefined || left === 0)) continue;
    if (beside === undefined) left -= 1;
    const value = beside?.is ?? (await identityOfNew(stage, target!));
    if (value === undefined) continue;
    const isInList = path.at(-1) === '0';
    changes.push(isInList ? { path: path.slice(0, -1), value: [is, value] } : { path, value });
  }
  return changes;
}

async function identityOfNew(
  stage: Stage,
  target: ResourceOperations,
): Promise<JsonValue | undefined> {
  return (await stage.make(target))?.identity;
}

async function createLean(stage: Stage, plain: Resource): Promise<Resource | undefined> {
  const { kind } = plain;
  const schema = membersOf(stage.document, kind, kind.create, 'taken');
  const usual = sentBody(stage, plain);
  const dropped = usual === undefined ? [] : slotsOf(schema, usual, []).filter(isOptional);
  if (dropped.length === 0) return undefined;
  const change = stage.changing(kind, kind.create, (body) =>
    dropped.reduce<JsonObject>((lean, { path }) => {
      const isThere = propertyAt(lean, path) !== undefined;
      return isThere ? changed(lean, [{ path, value: undefined }]) : lean;
    }, body),
  );
  return stage.make(kind, { given: stage.besides(plain), change });
}

function isOptional({ path, required }: Slot): boolean {
  return !required && !path.includes('0') && !isHiding(path.at(-1)!);
}
