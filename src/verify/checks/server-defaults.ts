/** What a server answers of its own: defaults for what wasn't sent, the time, an identity, what the path says. */
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonObject,
  isJsonNumber,
} from '../../openapi/json/json-value.ts';
import { ENVELOPES, opened } from '../../model/resources/envelope.ts';
import type { JudgedExchange } from '../cases/case.ts';
import { showJson, textOf } from '../../openapi/json/stringify-json.ts';
import type { Finding, Observation, Symptom, CheckContext } from './check.ts';
import { type NamedProperty, isSameValue, otherSender } from './differences.ts';
import { readJsonBody } from './json-response.ts';
import { standingOf } from './standing.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { compareNumbers } from '../../openapi/json/exact-number.ts';
import { headerValue, responseOf } from '../../http/exchange.ts';
import {
  identityInLocation,
  isNaming,
  nameableBy,
  namesInLocation,
  namesOfIdentity,
  pathSchemas,
} from '../../model/resources/identity.ts';
import type { Operation } from '../../model/operation.ts';
import { isCommonIdentity, isSelf, namesResource, plainName } from '../../model/resources/names.ts';
import { familyCreatedBy, resourceFamilies } from '../../model/resources/resources.ts';
import { isSecretName } from '../../model/secrets/secret-places.ts';

/** Symptom of a value that comes back though none was sent. */
export const FILLED_IN = 'filled in';

/** Symptom of such a value where it is what was there before. */
export const MERGED = 'merged';

/** Symptom of such a value where a server fills in several, each with the same at all times. */
export const DEFAULT = 'default';

/** Whether the document says of a property in the answer what it doesn't say in the request: "the time that the server chose". */
export function isDescribedAnew(answered: EffectiveSchema, asked?: EffectiveSchema): boolean {
  const [told, wished] = [answered, asked].map((schema) => schema?.keyword('description'));
  return told !== undefined && wished !== undefined && !equalJson(told, wished);
}

/** Whether nothing that was there before can be left in a property, such as the value that it has now. */
export function isAnew(
  name: string,
  { case: { operation, given } }: JudgedExchange,
  is?: JsonValue,
): boolean {
  if (operation.method === 'POST') return true;
  const was = getProperty(given?.resource, name);
  const isOther = was === undefined || (is !== undefined && !equalJson(was, is));
  return operation.method === 'PUT' && isOther;
}

/** Symptom of a value that comes back in place of another one. */
export const ALTERED = 'altered';

/** Symptom of a value that comes back in place of an empty text. */
export const FILLED_IN_EMPTY = 'filled in where empty';

/** The findings but for those of an empty text that is taken for none: others who send none are given one, too. */
function withoutNone(
  findings: readonly Finding[],
  exchanges: readonly JudgedExchange[],
): readonly Finding[] {
  const isEmpty = ({ symptom }: Finding): boolean => symptom?.kind === FILLED_IN_EMPTY;
  if (!findings.some(isEmpty)) return findings;
  const byOperation = Map.groupBy(exchanges, ({ case: { operation } }) => operation.id);
  return findings.filter((finding) => {
    const { operation, symptom } = finding;
    const place = symptom?.place ?? '';
    return !isEmpty(finding) || !byOperation.get(operation)?.some((sent) => isGiven(sent, place));
  });
}

/** Whether a text comes back in a property that was not sent. */
function isGiven(exchange: JudgedExchange, name: string): boolean {
  const standing = standingOf(exchange);
  const { value = null } = exchange.case.request;
  if (standing.kind !== 'success' || !isJsonObject(value)) return false;
  if (readingsOf(value).some((sent) => Object.hasOwn(sent, name))) return false;
  const body = readJsonBody(standing.response);
  return body.ok && readingsOf(body.value).some((told) => isText(getProperty(told, name)));
}

/** A body, and what is in it where it is an envelope. */
function readingsOf(value: JsonValue): JsonObject[] {
  const inside = ENVELOPES.map((envelope) => opened(value, [envelope]));
  return [value, ...inside].filter((reading) => isJsonObject(reading));
}

function isText(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && value !== '';
}

/**
 * The findings, of which none speaks of a merge where what was there before is what the server also gives to what is
 * new: then that is filled in again.
 */
function withoutFalseMerges(findings: readonly Finding[]): readonly Finding[] {
  const filledIn = new Set(findings.map(filledInOf));
  return findings.map((finding) => {
    const { symptom } = finding;
    const { place, value } = symptom ?? {};
    if (symptom?.kind !== MERGED || !filledIn.has(`${place} ${value}`)) return finding;
    return { ...finding, ...filledInSymptom(place ?? '', value) };
  });
}

function filledInOf({ symptom }: Finding): string | undefined {
  return symptom?.kind === FILLED_IN ? `${symptom.place} ${symptom.value}` : undefined;
}

/** What is told of a value that comes back though none was sent. */
export function filledInSymptom(
  place: string,
  value: string | undefined,
  why = '',
): Pick<Finding, 'message'> & { readonly symptom: Symptom } {
  const message = `${place} comes back though none was sent${why}`;
  return { message, symptom: { kind: FILLED_IN, of: `${place}${why}`, place, value } };
}

/** What is told of a value that comes back in place of the documented default. */
export function otherDefault(
  { name, pointer }: Pick<NamedProperty, 'name' | 'pointer'>,
  usual: JsonValue,
  is: JsonValue,
): Observation {
  return {
    severity: 'violation',
    rule: 'R4',
    message: `${name} comes back with another value than its default, though none was sent`,
    received: `${name}: ${showJson(is, 120)}`,
    documented: `${name}: ${showJson(usual, 120)}, its default`,
    pointer,
  };
}

/** One property may be made up by mistake; several, each with one value or a choice of few, are the server's way. */
const LEAST = 2;

/** Of a choice of few, such as the colours of a palette, each comes so often; what leaks is another each time. */
const AGAIN = 4;

/** The findings, of which those about defaults of a server's own are warnings. */
export function withServerDefaults(
  all: readonly Finding[],
  exchanges: readonly JudgedExchange[],
): Finding[] {
  const findings = withoutFalseMerges(withoutNone(all, exchanges));
  const filled = findings.filter(({ symptom }) => symptom?.kind === FILLED_IN);
  const places = Map.groupBy(filled, placeOf);
  const chosen = [...places].filter(([, group]) => {
    const values = new Set(group.map(({ symptom }) => symptom?.value)).size;
    return group.length > 1 && (values === 1 || values * AGAIN <= group.length);
  });
  if (chosen.length < LEAST) return [...findings];
  const usual = new Set(chosen.map(([place]) => place));
  return findings.map((finding) => (usual.has(placeOf(finding)) ? asDefault(finding) : finding));
}

function placeOf({ operation, symptom }: Finding): string | undefined {
  return symptom?.kind === FILLED_IN ? `${operation} ${symptom.place}` : undefined;
}

function asDefault({ symptom, ...finding }: Finding): Finding {
  const { place, value } = symptom ?? {};
  return {
    ...finding,
    severity: 'warning',
    message: 'a value comes back for what was not sent: a default that the document does not have',
    received: `${place}: ${value}`,
    symptom: { kind: DEFAULT, place },
  };
}

/** So many seconds a clock may be away from that of the answer's `Date`. */
const CLOCK_S = 5;

/** Whether it is what the request's path says. */
export function isInPath(is: JsonValue, { case: { operation, request } }: JudgedExchange): boolean {
  const names = namesInLocation(request.target, operation.path);
  return names.values().some((name) => name === textOf(is));
}

/** Says which other one something is to be like: `cloneFromId`. */
const COPIED = /clone|cop(?:y|ied)|duplicate/i;

/** Whether a request names another resource, of which the new one has its values. */
function isCopied({ case: sent }: JudgedExchange): boolean {
  const body = sent.request.value ?? null;
  if (!isJsonObject(body)) return false;
  const named = Object.entries(body).filter(([name]) => COPIED.test(name) && namesResource(name));
  return named.some(([, value]) => value !== null && !equalJson(value, 0));
}

/** What says where among others something stands. */
const PLACE = /^(?:position|index|rank|ordinal|(?:sort|display)?order|orderindex)$/;

/** Whether something stands further ahead than was asked for: behind all others, it is the last. */
function isLastOfAll(name: string, was: JsonValue, is: JsonValue): boolean {
  if (!PLACE.test(plainName(name)) || !isJsonNumber(was) || !isJsonNumber(is)) return false;
  return compareNumbers(is, was) < 0 && compareNumbers(is, 0) >= 0;
}

/** Whether a secret comes back without its text. */
export function isHidden(name: string, is: JsonValue): boolean {
  return isSecretName(name) && (is === null || (typeof is === 'string' && /^(?:[*•]+)?$/.test(is)));
}

/** Whether it is the time of the answer: as a text, or in seconds or milliseconds of Unix. */
export function isNow(is: JsonValue, exchange: JudgedExchange): boolean {
  const date = Date.parse(headerValue(responseOf(exchange)?.headers ?? [], 'date') ?? '');
  const times = isJsonNumber(is)
    ? [Number(is), Number(is) * 1000]
    : [typeof is === 'string' ? Date.parse(is) : Number.NaN];
  return times.some((time) => Math.abs(time - date) <= CLOCK_S * 1000);
}

/** Whether a value names what comes back in its place: `{ "id": 7, "title": "A" }` for 7. */
function isWholeOf(was: JsonValue, is: JsonValue): boolean {
  if (typeof was === 'object' || !isJsonObject(is)) return false;
  return Object.entries(is).some(
    ([name, member]) =>
      isCommonIdentity(plainName(name)) &&
      typeof member !== 'object' &&
      textOf(member) === textOf(was),
  );
}

/**
 * Whether a server may decide so by itself: what is told of the path, where it is, the time for none, what it hides,
 * and the whole of what is named.
 */
export function isDecided(
  name: string,
  { was, is }: Readonly<Record<'was' | 'is', JsonValue>>,
  exchange: JudgedExchange,
): boolean {
  if (isInPath(is, exchange) || isCopied(exchange) || isLastOfAll(name, was, is)) return true;
  if (typeof is === 'string' && isSelf(name.split('.'))) return true;
  // Where nothing is to identify a part, the server does.
  const isUnnamed = was === null && /(?:^|\.)(?:id|uuid)$/i.test(name);
  if (isUnnamed || isWholeOf(was, is)) return true;
  return (was === null && isNow(is, exchange)) || isHidden(name, is);
}

/** Whoever creates without an identity, or a slug, is given one; what is replaced has that which the path names. */
export function isAssigned(
  { name }: NamedProperty,
  is: JsonValue,
  { case: sent }: JudgedExchange,
  context: CheckContext,
): boolean {
  const { method, path } = sent.operation;
  if (method === 'POST') {
    const { identity, envelope = [] } = familyCreatedBy(context.document, { path }) ?? {};
    if ([...envelope, identity].includes(name) || /^id$/i.test(name)) return true;
    return isNaming(name, is) && otherSender(context, name, is, sent) === undefined;
  }
  const family = resourceFamilies(context.document).get(path);
  return (
    family?.identity === name && identityInLocation(sent.request.target, family) === textOf(is)
  );
}

/** What was sent and came back, and what the request's schema says of it. */
interface Echoed {
  readonly sent: JsonObject;
  readonly returned: JsonObject;
  readonly asked: ReadonlyMap<string, NamedProperty>;
}

/** Whether an empty text is as good as none, which the document leaves open: what comes back may come where none is sent. */
export function isTakenForNone(
  property: NamedProperty,
  { sent, returned, asked }: Echoed,
  exchange: JudgedExchange,
  context: CheckContext,
): boolean {
  const { name, schema } = property;
  const [was, is] = [sent, returned].map((body) => getProperty(body, name));
  if (was !== '' || is === undefined || context.strict) return false;
  if (is === null) return true;
  const usual = asked.get(name);
  if (usual?.required === true) return false;
  const value = usual?.schema.keyword('default');
  if (value !== undefined && isSameValue(value, is, schema.format)) return true;
  return isNow(is, exchange) || isAssigned(property, is, exchange, context);
}

/**
 * How grave it is that a value comes back for an empty text: who is to name something, and gives it no name, may be
 * given one. `undefined` where the text is not empty.
 */
export function gravityForNone(
  was: JsonValue,
  is: JsonValue,
  { strict }: CheckContext,
): Observation['severity'] | undefined {
  if (was !== '') return undefined;
  return typeof is === 'string' && !strict ? 'warning' : 'violation';
}

/**
 * Tells the names under which a creation but proposes an identity: one that need not be sent, or that no path can have.
 *
 * @param bodies The resource as it was sent, and as the answer tells it.
 */
export function proposedNames(
  document: OpenApiDocument,
  operation: Operation,
  { sent, returned }: Readonly<Record<'sent' | 'returned', JsonObject>>,
): (name: string, required: boolean) => boolean {
  const family = operation.method === 'POST' ? familyCreatedBy(document, operation) : undefined;
  const identities = namesOfIdentity(document, operation, returned);
  return (name, required) =>
    family !== undefined && name === family.identity
      ? !required || !nameableBy(pathSchemas(document, family))(sent[name] ?? null)
      : !required && identities.has(name);
}
