/** Creating several resources by one request: `POST /tools/bulk` beside `POST /tools`. */
import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import {
  type EffectiveSchema,
  effectiveSchema,
  shareSchema,
} from '../../openapi/schema/effective-schema.ts';
import { bodySchema } from '../media-type.ts';
import { type Operation, operations } from '../operation.ts';
import { placeOfItems } from '../lists/list-answer.ts';
import type { Envelope } from './envelope.ts';
import { barePath, nounOf, pathAbove } from './names.ts';
import { successShape } from '../body-shapes.ts';
import { type OfOperation, ofOperation } from '../of-operation.ts';

/** An operation that creates several resources, each as another one creates it. */
export interface BulkCreation {
  readonly operation: Operation;
  /** What creates one. */
  readonly create: Operation;
  /** Keys that lead to the list in what is sent; none where that is the list. */
  readonly taken: Envelope;
  /** The list in what is answered; `undefined` where the answer has none. */
  readonly told: ResponseList | undefined;
}

/** A list in an answer. */
export interface ResponseList {
  /** The whole answer. */
  readonly answer: EffectiveSchema;
  /** Keys from its root to the list; none where it is the list itself. */
  readonly path: Envelope;
  readonly item: EffectiveSchema;
}

/** The resources in what is sent. */
export function itemsSent(
  { taken: [name] }: Pick<BulkCreation, 'taken'>,
  sent: JsonValue,
): JsonObject[] {
  const list = name === undefined ? sent : getProperty(sent, name);
  return (Array.isArray(list) ? list : []).filter(isJsonObject);
}

const BULK =
  /\/[_:$-]?(?:(?:bulk|batch)(?:[-_]?create)?|(?:create|add)(?:[-_]?with)?[-_]?(?:list|array|many|multiple|bulk|batch))\/?$/i;

/** What an operation creates several of, where its list has what the one above it takes; found once an operation. */
export const bulkCreationOf: OfOperation<BulkCreation | undefined> = ofOperation(findBulk);

function findBulk(document: OpenApiDocument, operation: Operation): BulkCreation | undefined {
  const { path, method } = operation;
  if (method !== 'POST' || !BULK.test(path)) return undefined;
  const collection = pathAbove(path);
  const create = operations(document).find(
    (candidate) => candidate.method === 'POST' && barePath(candidate.path) === collection,
  );
  const [list, single] = [operation, create].map((other) =>
    effectiveSchema(document.root, bodySchema(other?.requestBody)),
  );
  const lists = [[] as Envelope, ...[...list!.properties.keys()].map((name) => [name])];
  const taken = lists.find((place) => {
    const items = itemsAt(list!, place);
    return items !== undefined && shareSchema(items, single!);
  });
  if (create === undefined || taken === undefined) return undefined;
  const answer = successShape(document, operation);
  const place = placeOfItems(answer, nounOf(collection), true);
  const told = place && { answer, path: place.path, item: place.items };
  return { operation, create, taken, told };
}

function itemsAt(schema: EffectiveSchema, [name]: Envelope): EffectiveSchema | undefined {
  return (name === undefined ? schema : schema.properties.get(name))?.items;
}
