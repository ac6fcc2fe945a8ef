/** What a server may answer of its own: what the path says, the time, an identity, and nothing of a secret. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonNumber,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { compareNumbers } from '../../openapi/json/exact-number.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
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
import { namesResource, plainName } from '../../model/resources/names.ts';
import { familyCreatedBy, resourceFamilies } from '../../model/resources/resources.ts';
import { isSecretName } from '../../model/secrets/secret-places.ts';
import type { JudgedExchange } from '../cases/case.ts';
import type { CheckContext, Observation } from './check.ts';
import { type NamedProperty, isSameValue, otherSender } from './differences.ts';

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
export function isCopied({ case: sent }: JudgedExchange): boolean {
  const body = sent.request.value ?? null;
  if (!isJsonObject(body)) return false;
  const named = Object.entries(body).filter(([name]) => COPIED.test(name) && namesResource(name));
  return named.some(([, value]) => value !== null && !equalJson(value, 0));
}

/** What says where among others something stands. */
const PLACE = /^(?:position|index|rank|ordinal|(?:sort|display)?order|orderindex)$/;

/** Whether something stands further ahead than was asked for: behind all others, it is the last. */
export function isLastOfAll(name: string, was: JsonValue, is: JsonValue): boolean {
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
