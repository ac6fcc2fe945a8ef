/** Deleting several resources by one request: `POST /tools/bulk-delete` with `ids`, or `DELETE /tools?ids=1,2`. */
import { getProperty, type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type EffectiveSchema, effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { requestShape } from '../body-shapes.ts';
import type { Operation } from '../operation.ts';
import { barePath, endsInParameter } from './names.ts';
import { type OfOperation, ofOperation } from '../of-operation.ts';

/** An operation that deletes each of those that a request names. */
export interface BulkDeletion {
  /** The collection's path for the one of a request, and so its template. */
  readonly collectionAt: (path: string) => string;
  /** The list of identities: a property of the body, the body itself, or a parameter of the query. */
  readonly place: { readonly in: 'body' | 'query'; readonly name: string | undefined };
}

const DELETING =
  /[/:](?:(?:bulk|batch|mass|multi)[-_/]?(?:delete|remove)|(?:delete|remove)[-_/]?(?:many|multiple|bulk|batch|list|several)?)\/?$/i;

/** What lists of identities are called. */
const IDENTITIES = /^(?:[a-z]\w*)?(?:ids|Ids|IDs)$/;

/** Which resources an operation deletes by a list of their identities; `undefined` where it doesn't. */
export const bulkDeletionOf: OfOperation<BulkDeletion | undefined> = ofOperation(findDeletion);

function findDeletion(document: OpenApiDocument, operation: Operation): BulkDeletion | undefined {
  const { method, path, parameters } = operation;
  const isPosted = method === 'POST' && DELETING.test(path);
  if (!isPosted && method !== 'DELETE') return undefined;
  const collectionAt = (whole: string): string =>
    barePath(isPosted ? whole.replace(DELETING, '') : whole);
  if (endsInParameter(collectionAt(path))) return undefined;
  const body = requestShape(document, operation);
  if (isListOfNames(body)) return { collectionAt, place: { in: 'body', name: undefined } };
  const named = [...body.properties].filter(
    ([name, schema]) => IDENTITIES.test(name) && body.required.has(name) && isListOfNames(schema),
  );
  const asked = parameters.filter(
    ({ in: place, name, required, schemaPointer }) =>
      place === 'query' &&
      required &&
      IDENTITIES.test(name) &&
      isListOfNames(effectiveSchema(document.root, schemaPointer)),
  );
  const places = [
    ...named.map(([name]) => ({ in: 'body', name }) as const),
    ...asked.map(({ name }) => ({ in: 'query', name }) as const),
  ];
  const [place, ...others] = places;
  return place && others.length === 0 ? { collectionAt, place } : undefined;
}

function isListOfNames({ items }: EffectiveSchema): boolean {
  return items?.types.every((type) => type === 'string' || type === 'integer') === true;
}

/** The identities that a request names. */
export function identitiesSent(
  { place }: BulkDeletion,
  parameters: ReadonlyMap<string, JsonValue>,
  body: JsonValue | undefined,
): readonly JsonValue[] {
  const { name = '' } = place;
  const inBody = place.name !== undefined && isJsonObject(body) ? getProperty(body, name) : body;
  const list = place.in === 'query' ? parameters.get(`query ${name}`) : inBody;
  return Array.isArray(list) ? list : [];
}
