/** Versions in bodies: a change names the one that it is of, and whoever comes late is refused (RFC 9110, 13.1, in other words). */
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { type OfOperation, ofOperation } from '../of-operation.ts';
import { type Operation, operationAt, operations } from '../operation.ts';
import { saidOf, sentencesOf } from '../words.ts';
import { envelopesIn, resourceSchema } from './envelopes-in.ts';
import { plainName } from './names.ts';
import { familyOfItem } from './resources.ts';

/** What a version is called. */
const NAME =
  /^(?:(?:lock|resource|object|entity|record|row|current)?(?:version|revision)(?:number|id)?|rev|etag)$/;

/** Whether a sentence speaks of it. */
const NAMED = /\b(?:version|revision|rev|etag)\b/i;

/** What tells of one that it must be the one that is there. */
const LOCKING =
  /\b(?:current|latest|last|conflict\w*|concurren\w*|optimistic|lock(?:ing|s)?|stale|up[- ]to[- ]date|must (?:be|match|equal))\b/i;

/**
 * The property by which a change of a resource names the version that it is of; `undefined` where it names none, or
 * where clients choose versions as they like.
 */
export const bodyVersion: OfOperation<string | undefined> = ofOperation(findVersion);

/** The same of whatever changes the resource at a path: each change brings another version. */
export function versionAt(document: OpenApiDocument, path: string): string | undefined {
  return operations(document)
    .filter((operation) => operation.path === path)
    .map((operation) => bodyVersion(document, operation))
    .find((name) => name !== undefined);
}

/** The keys in the body that lead to {@link bodyVersion}; `undefined` where it has none. */
export function versionPath(
  document: OpenApiDocument,
  operation: Operation,
): readonly string[] | undefined {
  const name = bodyVersion(document, operation);
  return name === undefined ? undefined : [...envelopesIn(document, operation).taken, name];
}

function findVersion(document: OpenApiDocument, operation: Operation): string | undefined {
  const { method, path } = operation;
  const family = familyOfItem(document, path);
  const read = operationAt(document, 'GET', path);
  if (!/^(?:PUT|PATCH)$/.test(method) || family === undefined || read === undefined)
    return undefined;
  if (family.create === operation) return undefined;
  const shapeOf = (of: Operation, side: 'taken' | 'told'): EffectiveSchema['properties'] =>
    resourceSchema(document, family, of, side).properties;
  const [taken, told] = [shapeOf(operation, 'taken'), shapeOf(read, 'told')];
  const created = shapeOf(family.create, 'taken');
  return [...taken].find(([name, schema]) => {
    const isChosen = created.has(name) && created.get(name)?.readOnly !== true;
    const description = schema.keyword('description');
    const about = sentencesOf(saidOf(document, operation)).filter((words) => NAMED.test(words));
    const isSaid = [description, ...about].some(
      (words) => typeof words === 'string' && LOCKING.test(words),
    );
    // A text can be the version of a product, which clients choose late.
    const isCounted = !schema.types.includes('string') || !/version/i.test(name);
    const isVersion = NAME.test(plainName(name)) && told.has(name) && !schema.readOnly;
    return isVersion && (isSaid || (isCounted && !isChosen));
  })?.[0];
}
