/** A merge patch changes a part of an object and leaves the rest, at any depth (RFC 7396, 2). */
import { type JsonObject, getProperty, objectOf } from '../../openapi/json/json-value.ts';
import { anotherValue } from '../../openapi/schema/another-value.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { otherSideRemover } from '../../openapi/schema/other-side.ts';
import type { Operation } from '../../model/operation.ts';
import { schemasOf, showProperty } from './compared.ts';
import type { Resource, ResourceOperations, Scene, Stage } from './oracle.ts';
import { responsesPointer } from '../checks/standing.ts';

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
  if (isValidFor(null, below!, 'request')) await playNull(stage, before, place, first);
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
  const done = await stage.succeed(operation, {
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

async function playNull(
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
