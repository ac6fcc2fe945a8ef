/** Lists that say in their path that they are asked for: `POST /things/search` and `GET /search/things` beside `/things`. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type EffectiveSchema, shareSchema } from '../../openapi/schema/effective-schema.ts';
import { type Operation, operations, successResponse } from '../operation.ts';
import { placeOfItems } from '../lists/list-answer.ts';
import { successShape } from '../body-shapes.ts';
import { barePath, literalPath, nounOf } from './names.ts';
import { type OfOperation, ofOperation } from '../of-operation.ts';

/** A list of what is asked for: without a question, it may have nothing. */
export interface Search {
  /** Path template of the collection of which it finds something. */
  readonly collection: string;
  /** The collection's path for the one of a request. */
  readonly collectionAt: (path: string) => string;
}

/** What a search is called, at the end of its path or before its collection. */
const AT_END = /[/:_-]_?(?:search|query|find|filter|lookup)(?:[-_]?by[-_]?\w+)?\/?$/i;
const BEFORE = /\/(?:search|find|query)\/(?=[^{}]+$)/;

/** Of which collection an operation finds something; `undefined` where nothing tells. Found once an operation. */
export const searchOf: OfOperation<Search | undefined> = ofOperation(findSearch);

function findSearch(document: OpenApiDocument, operation: Operation): Search | undefined {
  const { method, path } = operation;
  const collectionAt = placeOfCollection(path);
  const isCreation = successResponse(operation)?.status === '201';
  if (collectionAt === undefined || !/^(?:GET|POST)$/.test(method) || isCreation) return undefined;
  const wanted = collectionAt(path);
  const place = placeOfItems(successShape(document, operation), nounOf(wanted), true);
  const isOne = (schema: EffectiveSchema | undefined): boolean =>
    schema !== undefined && place !== undefined && shareSchema(place.items, schema);
  const teller = operations(document).find((candidate) => {
    const isBeside = barePath(literalPath(candidate.path)) === wanted && candidate !== operation;
    const told = successShape(document, candidate);
    return isBeside && (isOne(told) || isOne(placeOfItems(told, nounOf(wanted), true)?.items));
  });
  const itself = operations(document).find((candidate) => barePath(candidate.path) === wanted);
  return teller && { collection: itself?.path ?? wanted, collectionAt };
}

/** `/accounts` of `/accounts/search`, and of `/search/accounts`; `undefined` of any other path. */
function placeOfCollection(path: string): Search['collectionAt'] | undefined {
  if (AT_END.test(path)) return (whole) => barePath(whole.replace(AT_END, ''));
  return BEFORE.test(path) ? (whole) => barePath(whole.replace(BEFORE, '/')) : undefined;
}
