/** A merge patch changes a part of an object and leaves the rest, at any depth (RFC 7396, 2); null takes away what may be null. */
import {
  type JsonObject,
  getProperty,
  objectOf,
  type JsonValue,
} from '../../openapi/json/json-value.ts';
import { anotherValue } from '../../openapi/schema/another-value.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import { type EffectiveSchema, takesNull } from '../../openapi/schema/effective-schema.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { otherSideRemover } from '../../openapi/schema/other-side.ts';
import type { Operation } from '../../model/operation.ts';
import { schemasOf, showProperty, PROPERTIES, clientProperties } from './compared.ts';
import type { Resource, ResourceOperations, Scene, Stage, Cast } from './oracle.ts';
import { responsesPointer } from '../checks/standing.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { bodyMediaType } from '../../model/media-type.ts';
import { isSameValue } from '../checks/differences.ts';
import { membersOf } from './resource-view.ts';

/** Changes a part of a property, where that is an object. */
export function* mergeScenes(
  kind: ResourceOperations,
  operation: Operation,
  name: string,
  schema: EffectiveSchema,
): Iterable<Scene> {
  const mediaType = mergePatchOf(operation);
  if (kind.read === undefined || mediaType === undefined || !isOpenObject(schema)) return;
  const place: Place = { kind, operation, mediaType, name, schema };
  const play = (stage: Stage): Promise<void> => playParts(stage, place);
  yield { operation, title: `changes a part of ${name}`, requests: 8, play };
}

/** The media type of a change that says what becomes of what lies in a property. */
function mergePatchOf({ requestBody }: Operation): string | undefined {
  const names = requestBody?.content.map(({ name }) => name) ?? [];
  return names.find((name) => name.startsWith('application/merge-patch+json'));
}

function isOpenObject({ properties, additional }: EffectiveSchema): boolean {
  return properties.size > 1 || additional !== undefined;
}

/** A property of a kind of resource, and what changes it. */
interface Place {
  readonly kind: ResourceOperations;
  readonly operation: Operation;
  readonly mediaType: string;
  readonly name: string;
  readonly schema: EffectiveSchema;
}

/** Changes one property of an object, then removes it by null: the others in it stay. */
async function playParts(stage: Stage, place: Place): Promise<void> {
  const { kind, schema } = place;
  const before = await stage.read(await stage.create(kind));
  let was = partsOf(stage, before, place);
  const [first, ...others] = Object.keys(was);
  if (first === undefined) return;
  if (others.length === 0) {
    // Where any name may stand, there is something to keep.
    if (schema.additional === undefined) return;
    const beside = `${first}2`;
    const done = await send(stage, before, place, { [beside]: was[first]! });
    const is = partsOf(stage, await stage.read(before), place);
    if (reportLost(stage, done, place, { first: beside, was, is })) return;
    was = is;
  }
  const below = schema.properties.get(first) ?? schema.additional;
  const value = below && anotherValue(below, was[first], 'request');
  if (value === undefined || Object.keys(was).length < 2) return;
  // What the object has to have is sent with it.
  const needed = Object.entries(was).filter(([part]) => schema.required.has(part));
  const done = await send(stage, before, place, { ...Object.fromEntries(needed), [first]: value });
  const is = partsOf(stage, await stage.read(before), place);
  if (reportLost(stage, done, place, { first, was, is })) return;
  if (isValidFor(null, below!, 'request')) await playPartNull(stage, before, place, first);
}

/** What the change may have of what lies in the property, and clients may set. */
function partsOf(stage: Stage, { view }: Resource, { kind, name, schema }: Place): JsonObject {
  const told = schemasOf(stage.document, kind).told.get(name);
  const clients = otherSideRemover(told === undefined ? [schema] : [told, schema], 'request');
  const current = clients(getProperty(view, name) ?? null);
  const isTaken = (part: string): boolean =>
    schema.properties.has(part) || schema.additional !== undefined;
  const parts = Object.entries(objectOf(current));
  return Object.fromEntries(parts.filter(([part]) => isTaken(part)));
}

/** @throws an error that ends the scene where the document or the service doesn't take it. */
async function send(
  stage: Stage,
  resource: Resource,
  { kind, operation, mediaType, name }: Place,
  part: JsonObject,
): Promise<Resource['exchange']> {
  const { given } = await stage.read(resource);
  const change = stage.changing(kind, operation, () => ({ [name]: part }));
  const done = await stage.finish(operation, {
    given,
    change: (parts, fresh) => ({ ...change(parts, fresh), mediaType }),
  });
  return done.case.validity.kind === 'invalid' ? stage.end() : done;
}

interface Parts {
  /** The one that was sent. */
  readonly first: string;
  readonly was: JsonObject;
  readonly is: JsonObject;
}

function reportLost(
  stage: Stage,
  done: Resource['exchange'],
  { operation, name }: Place,
  { first, was, is }: Parts,
): boolean {
  const others = Object.keys(was).filter((key) => key !== first);
  const lost = others.find((other) => !equalJson(is[other] ?? null, was[other]!));
  if (lost === undefined) return false;
  stage.report(done, {
    pointer: responsesPointer(operation),
    message: `${name}.${lost} changes, though only ${name}.${first} was sent`,
    received: showProperty(`${name}.${lost}`, is[lost]),
    documented: `${showProperty(`${name}.${lost}`, was[lost])} (RFC 7396, 2)`,
  });
  return true;
}

async function playPartNull(
  stage: Stage,
  before: Resource,
  place: Place,
  first: string,
): Promise<void> {
  const { operation, name } = place;
  const done = await send(stage, before, place, { [first]: null });
  const left = partsOf(stage, await stage.read(before), place)[first] ?? null;
  if (left === null) return;
  stage.report(done, {
    pointer: responsesPointer(operation),
    message: `${name}.${first} is not removed by null`,
    received: showProperty(`${name}.${first}`, left),
    documented: `${name}.${first}: null, or none (RFC 7396, 2)`,
  });
}

/** So many are replaced by null at once. */
const ALL = 24;

/** Of a kind: null for each property alone, where it is changed, and for all of them, where it is replaced. */
export function* nullScenes({ document }: Cast, kind: ResourceOperations): Iterable<Scene> {
  const { change, replace } = kind;
  for (const property of change ? nullableIn(document, kind, change) : []) {
    const play = (stage: Stage): Promise<void> => playNull(stage, kind, property);
    yield { operation: change!, title: `takes null for ${property[0]}`, requests: 4, play };
  }
  const nullable = replace ? nullableIn(document, kind, replace, ALL) : [];
  if (nullable.length === 0) return;
  const play = (stage: Stage): Promise<void> => playNulls(stage, kind, nullable);
  yield { operation: replace!, title: 'takes null for what may be null', requests: 4, play };
}

/** A property with its schema in a request. */
type Property = readonly [name: string, schema: EffectiveSchema];

async function playNull(stage: Stage, kind: ResourceOperations, property: Property): Promise<void> {
  const operation = kind.change!;
  const [name] = property;
  const before = await stage.read(await stage.create(kind));
  const was = getProperty(before.view, name);
  if (was === undefined || was === null) return;
  const done = await stage.finish(operation, {
    given: before.given,
    change: stage.changing(kind, operation, () => ({ [name]: null })),
  });
  if (done.case.validity.kind === 'invalid') return;
  const is = getProperty((await stage.read(before)).view, name);
  if (is === undefined || is === null) return;
  if (mayStandForNull(stage, kind, property, is)) return;
  stage.report(done, {
    message: `${name} is not removed by null`,
    received: showProperty(name, is),
    documented: `${name}: null, or none`,
  });
}

/** Whether null may come back as a value: the default, or any where an answer must have one. */
function mayStandForNull(
  stage: Stage,
  kind: ResourceOperations,
  [name, taken]: Property,
  value: JsonValue,
): boolean {
  const told = schemasOf(stage.document, kind).told.get(name);
  const isNeeded = membersOf(stage.document, kind, kind.read!, 'told').required.has(name);
  if (isNeeded && !(told && takesNull(told))) return true;
  const defaults = [taken, told].map((schema) => schema?.keyword('default'));
  return defaults.some((usual) => usual !== undefined && equalJson(value, usual));
}

/** The clients' properties that may be null; none in a form, which has no null. */
function nullableIn(
  document: OpenApiDocument,
  kind: ResourceOperations,
  operation: Operation,
  most: number = PROPERTIES,
): Property[] {
  const isForm = bodyMediaType(operation.requestBody?.content)?.form !== undefined;
  const all = isForm ? [] : clientProperties(document, kind, operation, Infinity);
  return all.filter(([, schema]) => takesNull(schema)).slice(0, most);
}

/** A replacement that has null in some places: nothing is left there from before. */
async function playNulls(
  stage: Stage,
  kind: ResourceOperations,
  nullable: readonly Property[],
): Promise<void> {
  const operation = kind.replace!;
  const before = await stage.read(await stage.create(kind));
  const nulls = Object.fromEntries(nullable.map(([name]) => [name, null]));
  const done = await stage.finish(operation, {
    given: before.given,
    change: stage.changing(kind, operation, (body) => ({ ...body, ...nulls })),
  });
  if (done.case.validity.kind === 'invalid') return;
  const { view } = await stage.read(before);
  for (const property of nullable) {
    const [name, schema] = property;
    const [was, is] = [getProperty(before.view, name), getProperty(view, name)];
    if (was === undefined || is === undefined || was === null) continue;
    if (!isSameValue(was, is, schema.format)) continue;
    if (mayStandForNull(stage, kind, property, is)) continue;
    stage.report(done, {
      message: `${name} is left from before, though the replacement has null`,
      received: showProperty(name, is),
      documented: `${name}: null, or none`,
    });
  }
}
