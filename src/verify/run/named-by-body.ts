/** Resources that a body names by itself, and that somebody else may have. */
import { type Case, type CaseTemplate, sharedIdentities, bodyInRun } from '../cases/case.ts';
import { hasFewIdentities } from '../../model/requests/fresh-identity.ts';
import { resourceSchema } from '../../model/resources/envelopes-in.ts';
import { ANYTHING } from '../../openapi/schema/effective-schema.ts';
import { itemPath } from '../../model/resources/family-paths.ts';
import { familyCreatedBy, familyOfItem, identitiesIn } from '../../model/resources/resources.ts';
import { type Operation, operationAt } from '../../model/operation.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import {
  type JsonNumber,
  type JsonValue,
  isJsonNumber,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { onceFor } from '../../openapi/once.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { bodyOf } from './effects.ts';

/** Servers that number what they have seldom come so far. */
const COUNTED = 2 ** 31;

/** Where one may be that a request would overwrite. */
export interface Named {
  /** Below base_url. */
  readonly path: string;
  /** What reads it; `undefined` where nothing does. */
  readonly read: Operation | undefined;
}

/**
 * What a body names besides its path that may be there already.
 *
 * @param fixed Properties of which others may have used the value.
 */
export function namedByBody(
  document: OpenApiDocument,
  sent: Case,
  fixed: ReadonlySet<string>,
): Named[] {
  const { operation, request } = sent;
  const { family, names, read } = namingOf(document, operation);
  if (family === undefined) return [];
  const body = bodyOf(sent);
  const resources = (Array.isArray(body) ? body : [body]).filter(isJsonObject);
  const members = resources.flatMap((resource) =>
    names.map((name) => [name, resource[name]] as const),
  );
  // What nothing reads can't be looked at: then only those are feared that servers count up to.
  const ids = new Set(
    members.flatMap(([name, value]) => [
      ...counted(value),
      ...(read !== undefined && isTelling(value) && fixed.has(name) ? [textOf(value)] : []),
    ]),
  );
  const own = request.target.split('?', 1)[0]!;
  const collection = operation.path === family.item ? own.replace(/\/[^/]*\/?$/, '') : own;
  return [...ids].flatMap((id) => {
    const path = itemPath(family, collection, id);
    if (path === own) return [];
    return { path: path ?? collection, read: path === undefined ? undefined : read };
  });
}

/**
 * Which properties name what a case creates by a value that is the same in every run, or one of few. To be asked for
 * before the case is built: what is drawn last counts.
 */
export function fixedNames(
  document: OpenApiDocument,
  { operation, build, isStaged = false }: CaseTemplate,
): (sent: Case) => ReadonlySet<string> {
  const { names, few, read } = namingOf(document, operation);
  // It is made up once more for that: not where no body can name anything.
  if (read === undefined || operation.requestBody === undefined) return () => new Set();
  // Scenes draw fresh values, and one request may repeat what another one has drawn last.
  if (isStaged || names.length === 0) return () => few;
  const other = bodyInRun('another', build);
  return ({ request: { value = null } }) =>
    few.union(new Set(sharedIdentities(names, value, other)));
}

/** All properties that name what an operation creates. */
export function namesIn(document: OpenApiDocument, operation: Operation): ReadonlySet<string> {
  return new Set(namingOf(document, operation).names);
}

/** By which properties an operation names one of what it creates, and what reads that. */
const namingOf = onceFor(
  (document: OpenApiDocument, operation: Operation) => {
    const family = familyCreatedBy(document, operation) ?? familyOfItem(document, operation.path);
    const read = operationAt(document, 'GET', family?.item);
    const names = family === undefined ? [] : identitiesIn(document, operation);
    const { properties } = resourceSchema(document, family, operation, 'taken');
    const few = new Set(names.filter((name) => hasFewIdentities(properties.get(name) ?? ANYTHING)));
    return { family, read, names, few };
  },
  (_document, operation) => operation,
);

/** Whether a path can have it as its last part. */
function isTelling(value: JsonValue | undefined): value is string | JsonNumber {
  return isJsonNumber(value) || (typeof value === 'string' && !/^\.{0,2}$/.test(value));
}

/** The number that a lenient server reads, also in a list of one, where it is one that servers count up to. */
function counted(value: JsonValue | undefined): string[] {
  // JavaScript reads an empty list as 0.
  const id = Array.isArray(value) && value.length < 2 ? (value[0] ?? 0) : value;
  const isRead = typeof id === 'boolean' || typeof id === 'string' || isJsonNumber(id);
  if (!isRead) return [];
  const whole = Math.trunc(Number(typeof id === 'boolean' ? id : textOf(id)));
  return Math.abs(whole) < COUNTED ? [`${whole + 0}`] : [];
}
