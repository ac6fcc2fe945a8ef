/** Resources that a body names by itself, and that somebody else may have. */
import type { Case } from '../cases/case.ts';
import { itemPath } from '../../model/resources/family-paths.ts';
import { familyCreatedBy, familyOfItem, identitiesIn } from '../../model/resources/resources.ts';
import { type Operation, operationAt } from '../../model/operation.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type JsonValue, isJsonNumber, isJsonObject } from '../../openapi/json/json-value.ts';
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

/** What a body names besides its path that may be there already, as servers number what they have. */
export function namedByBody(document: OpenApiDocument, sent: Case): Named[] {
  const { operation, request, outsideOperation } = sent;
  const family = familyCreatedBy(document, operation) ?? familyOfItem(document, operation.path);
  if (family === undefined || outsideOperation === true) return [];
  const names = identitiesIn(document, operation);
  const body = bodyOf(sent);
  const resources = (Array.isArray(body) ? body : [body]).filter(isJsonObject);
  const ids = resources.flatMap((resource) => names.flatMap((name) => counted(resource[name])));
  const read = operationAt(document, 'GET', family.item);
  const own = request.target.split('?', 1)[0]!;
  const collection = operation.path === family.item ? own.replace(/\/[^/]*\/?$/, '') : own;
  return [...new Set(ids)].flatMap((id) => {
    const path = itemPath(family, collection, id);
    if (path === own) return [];
    return { path: path ?? collection, read: path === undefined ? undefined : read };
  });
}

/** The number that a lenient server reads, also in a list of one, where it is one that servers count up to. */
function counted(value: JsonValue | undefined): number[] {
  // JavaScript reads an empty list as 0.
  const id = Array.isArray(value) && value.length < 2 ? (value[0] ?? 0) : value;
  const isRead = typeof id === 'boolean' || typeof id === 'string' || isJsonNumber(id);
  if (!isRead) return [];
  const whole = Math.trunc(Number(typeof id === 'boolean' ? id : textOf(id)));
  return Math.abs(whole) < COUNTED ? [whole + 0] : [];
}
