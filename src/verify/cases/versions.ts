/** The versions that requests are on: by a header (RFC 9110, 13.1), or by a property of their bodies. */
import { IF_MATCH, parameterFor, requires } from '../../model/conditions.ts';
import type { Operation } from '../../model/operation.ts';
import { withValue } from '../../model/requests/body-base.ts';

import {
  type JsonObject,
  type JsonValue,
  getProperty,
  propertyAt,
} from '../../openapi/json/json-value.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';

/** What a case says of versions. */
interface Versioned {
  readonly operation: Operation;
  /** Whether it has to say one, and only what is given can tell which. Default false. */
  readonly needsVersion?: boolean | undefined;
  /** The keys in its body that lead to one. Default: it has none. */
  readonly version?: readonly string[] | undefined;
}

/** What is known of a resource. */
interface Known {
  readonly etag?: string | undefined;
  /** The path template of what has the ETag. Default: it is of whatever is asked for. */
  readonly versioned?: string | undefined;
  readonly resource: JsonObject;
}

/** The version that a body is to name is given under it. */
export const BODY_VERSION = 'body version';

type Values = Readonly<Record<string, JsonValue>>;

/**
 * What says the version that a request is on: in its header, and in its body.
 *
 * @param isAbout Whether the request is about the resource that is known.
 */
export function conditionOf(versioned: Versioned, known: Known, isAbout: boolean): Values {
  const version = isAbout ? versionIn(versioned, known) : undefined;
  return {
    ...(matchOf(versioned.operation, known) ?? anyVersion(versioned, known)),
    ...(version === undefined ? {} : { [BODY_VERSION]: version }),
  };
}

/** Whether it is known which version a request has to be on. */
export function isOnVersion(versioned: Versioned, known: Known, isAbout: boolean): boolean {
  const isNamed = isAbout && versionIn(versioned, known) !== undefined;
  return isNamed || matchOf(versioned.operation, known) !== undefined;
}

function versionIn({ version }: Versioned, { resource }: Known): JsonValue | undefined {
  const name = version?.at(-1);
  return name === undefined ? undefined : getProperty(resource, name);
}

/**
 * A weak ETag matches nothing (RFC 9110, 13.1.1): it goes out only where something has to. What is put below a
 * resource has a version of its own; an action is on that of the resource.
 */
function matchOf(
  operation: Operation,
  { etag, versioned = operation.path }: Known,
): Values | undefined {
  const { path, method } = operation;
  if (etag === undefined || (versioned !== path && method !== 'POST')) return undefined;
  if (etag.startsWith('W/') && !requires(operation, IF_MATCH)) return undefined;
  return { [ifMatchIn(operation)]: etag };
}

/** Where the version isn't known, any will do (RFC 9110, 13.1.1): else the lack of one would hide what is asked. */
function anyVersion(
  { operation, needsVersion = false }: Versioned,
  { versioned }: Known,
): Values | undefined {
  const isAsked = versioned === undefined ? needsVersion : versioned === operation.path;
  return isAsked && requires(operation, IF_MATCH) ? { [ifMatchIn(operation)]: '*' } : undefined;
}

/** As the document spells it. */
function ifMatchIn(operation: Operation): string {
  return parameterFor(operation, IF_MATCH.header) ?? IF_MATCH.header;
}

/** Where a body names a version. */
interface VersionPlace {
  /** The keys that lead there. Default: nowhere. */
  readonly version?: readonly string[] | undefined;
  /** The body where nothing is broken. */
  readonly usual?: JsonValue | undefined;
}

/** Whether nothing but what is there can tell the version that a request has to name. */
export function hasToName(
  operation: Operation,
  { version }: VersionPlace,
  byUser: Values = {},
): boolean {
  const name = parameterFor(operation, IF_MATCH.header) ?? '';
  return version !== undefined || (requires(operation, IF_MATCH) && !Object.hasOwn(byUser, name));
}

/**
 * A body with the version that is there, unless another one is what it is about.
 *
 * @param given What is given, with the version under {@link BODY_VERSION}.
 * @param isDrawn Whether nobody has chosen what it names.
 */
export function withVersion(
  body: JsonValue | undefined,
  given: Values = {},
  { version, usual }: VersionPlace,
  isDrawn: boolean,
): JsonValue | undefined {
  const current = given[BODY_VERSION];
  if (version === undefined || current === undefined || body === undefined) return body;
  const [named, was] = [body, usual ?? null].map((value) => propertyAt(value, version));
  const isUsual = isDrawn || (was !== undefined && equalJson(named ?? null, was));
  return isUsual && named !== undefined ? withValue(body, version, current) : body;
}
