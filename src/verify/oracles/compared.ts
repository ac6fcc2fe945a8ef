/** Whether a resource is as it was: what only the server sets, times and states go on by themselves. */
import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonNumber,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { showJson } from '../../openapi/json/stringify-json.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { hasFields } from '../../model/json-api.ts';
import type { Operation } from '../../model/operation.ts';
import { resourceSchema } from '../../model/resources/envelopes-in.ts';
import { isAsLeft, isSameValue } from '../checks/differences.ts';
import type { ResourceOperations } from './resource-operations.ts';
import { membersOf, sentIn } from './resource-view.ts';
import type { Resource } from './resource-view.ts';
import type { Stage } from './stage.ts';

/** What operations say of the properties of a kind of resource. */
export interface ResourceSchemas {
  /** What clients send: in what creates, replaces and changes. */
  readonly sent: ReadonlyMap<string, EffectiveSchema>;
  /** What reading answers, or creating where nothing reads. */
  readonly told: ReadonlyMap<string, EffectiveSchema>;
}

/** The schemas of a kind of resource, out of their envelopes. */
export function schemasOf(document: OpenApiDocument, kind: ResourceOperations): ResourceSchemas {
  const { create, read = create, replace, change } = kind;
  const writes = [create, replace, change].filter((operation) => operation !== undefined);
  return {
    sent: new Map(writes.flatMap((write) => [...propertiesOf(document, kind, write, 'taken')])),
    told: propertiesOf(document, kind, read, 'told'),
  };
}

/** The properties of the resource in what an operation takes or tells. */
export function propertiesOf(
  document: OpenApiDocument,
  kind: ResourceOperations,
  operation: Operation,
  side: 'taken' | 'told',
): ReadonlyMap<string, EffectiveSchema> {
  return membersOf(document, kind, operation, side).properties;
}

/** Whether a resource that is read could have this, too: of alternatives, it has one. */
export function couldTell(
  document: OpenApiDocument,
  { family, create, read = create }: ResourceOperations,
  view: JsonObject,
  more: JsonObject,
): boolean {
  if (hasFields(family.envelope)) return true;
  const schema = resourceSchema(document, family, read, 'told');
  const fits = (value: JsonObject): boolean => isValidFor(value, schema, 'response');
  return fits({ ...view, ...more }) || !fits(view);
}

/** A property that is not as it was. */
export interface ChangedProperty {
  readonly name: string;
  readonly was: JsonValue;
  /** `undefined` where it is missing. */
  readonly is: JsonValue | undefined;
}

/** The clients' properties of a resource that have changed, of those that both have. */
export function changedProperties(
  { sent, told }: ResourceSchemas,
  before: JsonObject,
  after: JsonObject,
): ChangedProperty[] {
  return [...told].flatMap(([name, schema]) => {
    const [was, is] = [getProperty(before, name), getProperty(after, name)];
    const isClients = sent.get(name)?.readOnly === false && !schema.readOnly;
    if (was === undefined || !isClients || goesOn(name, schema)) return [];
    // Null says the same as nothing (RFC 7396, 2).
    if (is === undefined && was === null) return [];
    return is !== undefined && isAsLeft({ name, schema }, was, is) ? [] : [{ name, was, is }];
  });
}

/** What the server sets when it creates something, and never again. */
const ORIGIN =
  /^(?:(?:created|registered|inserted)(?:$|[-_A-Z])|(?:added|joined|enrolled|booked|ordered|signed_?[uU]p)[-_]?(?:at|At|on|On)$)/;

/** Of what the server made when it created a resource, what is another now. */
export function lostOrigins(before: Resource, after: Resource): ChangedProperty[] {
  return Object.entries(before.view).flatMap(([name, was]) => {
    const is = getProperty(after.view, name);
    const isOrigin = name === before.kind.family.identity || ORIGIN.test(name);
    const isScalar = typeof was === 'string' || isJsonNumber(was);
    if (!isOrigin || !isScalar || is === undefined) return [];
    const format = typeof was === 'string' ? 'date-time' : undefined;
    return isSameValue(was, is, format) ? [] : [{ name, was, is }];
  });
}

/** Whether a value tells nothing else than another does, though it may tell less: members that are missing are not told. */
export function tellsNoOther(told: JsonValue, value: JsonValue): boolean {
  if (Array.isArray(told) && Array.isArray(value)) {
    return told.length === value.length && told.every((item, i) => tellsNoOther(item, value[i]!));
  }
  if (!isJsonObject(told) || !isJsonObject(value)) return equalJson(told, value);
  return Object.entries(told).every(([name, member]) => {
    const other = getProperty(value, name);
    return other !== undefined && tellsNoOther(member, other);
  });
}

/** `seats: 2`, or that it is missing. */
export function showProperty(name: string, value: JsonValue | undefined): string {
  return value === undefined ? `${name} is missing` : `${name}: ${showJson(value, 120)}`;
}

/** States, counts and times that a server moves on by itself. */
const MOVING =
  /^(?:.*[-_])?(?:state|status|phase|stage|progress|version|revision|etag)$|(?:State|Status|Version|Revision)$|^(?:last|latest|updated|modified|changed|seen|viewed)(?:[-_A-Z]|$)|(?:count|Count|Views|_views)$/;

/** Whole numbers that count changes; a text of the name is a client's, as a device has one. */
const COUNTING = /(?:^|[-_a-z])(?:serial|generation|sequence)$/i;

/** Whether a server moves a property on by itself. */
export function goesOn(name: string, { readOnly, types }: EffectiveSchema): boolean {
  const isCounting = COUNTING.test(name) && types.includes('integer') && !types.includes('string');
  return readOnly || isMovedOn(name) || isCounting;
}

/** The same, told by its name alone. */
export function isMovedOn(name: string): boolean {
  return MOVING.test(name);
}

/** What tells of a resource that something was done to it, and not what. */
const TRACE =
  /^(?:.*[-_])?(?:version|revision|etag)$|(?:Version|Revision)$|^(?:last|latest)?[-_]?(?:updated|modified|changed)(?:[-_A-Z]|$)/i;

/** All but the version of a resource, and when it was changed last. */
export function withoutTraces(view: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(view).filter(([name]) => !TRACE.test(name)));
}

/** So many properties of a kind are changed alone. */
export const PROPERTIES = 8;

/** What of a kind an operation changes, as clients want it. */
export function clientProperties(
  document: OpenApiDocument,
  kind: ResourceOperations,
  operation: Operation,
  most: number = PROPERTIES,
): [string, EffectiveSchema][] {
  return [...propertiesOf(document, kind, operation, 'taken')]
    .filter(([name, schema]) => name !== kind.family.identity && !goesOn(name, schema))
    .slice(0, most);
}

/** Tells the properties that a server sets by itself: what the creation sent of them is not what it has made. */
export function overridden(stage: Stage, made: Resource): (name: string) => boolean {
  const sent = sentIn(stage.document, made.kind, made.exchange) ?? {};
  const { told } = schemasOf(stage.document, made.kind);
  return (name) => {
    const [was, is] = [getProperty(sent, name), getProperty(made.view, name)];
    const schema = told.get(name);
    return (
      !!schema && was !== undefined && is !== undefined && !isAsLeft({ name, schema }, was, is)
    );
  };
}

/** Tells what has changed besides the property that was sent. */
export function reportOthers(
  stage: Stage,
  done: Resource['exchange'],
  { before, after, name }: { before: Resource; after: Resource; name: string },
): void {
  const { kind } = before;
  const changed = changedProperties(schemasOf(stage.document, kind), before.view, after.view);
  for (const { name: other, was, is } of [...changed, ...lostOrigins(before, after)]) {
    if (other === name) continue;
    stage.report(done, {
      message: `${other} changes, though only ${name} was sent`,
      received: showProperty(other, is),
      documented: showProperty(other, was),
      symptom: { kind: 'changed besides', of: done.case.operation.id, place: other },
    });
  }
}
