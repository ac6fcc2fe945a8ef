/** Lists of what is created where it is listed, and has no name that tells one from another: notes, measurements. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type EffectiveSchema, shareSchema } from '../../openapi/schema/effective-schema.ts';
import { requestShape, successShape } from '../body-shapes.ts';
import { type OfOperation, ofOperation } from '../of-operation.ts';
import { type Operation, operationAt } from '../operation.ts';
import { type Envelope, enveloped, schemaIn } from '../resources/envelope.ts';
import { type Envelopes, commonEnvelopes } from '../resources/envelopes-in.ts';
import { nounsOf } from '../resources/names.ts';
import { creating } from '../resources/resources.ts';
import { type ListModel, listOf } from './lists.ts';

/** What is created and listed at one path. */
export interface Nameless {
  readonly list: ListModel;
  readonly create: Operation;
  /** Where the creation takes and tells it. */
  readonly envelopes: Envelopes;
}

/**
 * What has no identity, and is listed where an operation creates it: the items have all that must be sent, and the
 * schema of what is taken or told, or the answer is 201; `undefined` where there is no such thing.
 */
export const namelessAt: OfOperation<Nameless | undefined> = ofOperation(findNameless);

function findNameless(document: OpenApiDocument, { path }: Operation): Nameless | undefined {
  const create = creating(document).find((operation) => operation.path === path);
  const read = operationAt(document, 'GET', path);
  const list = read && listOf(document, read);
  if (create?.requestBody === undefined || list === undefined) return undefined;
  if (list.family?.identity !== undefined) return undefined;
  const common = commonEnvelopes(document, create, create);
  const answer = common && schemaIn(successShape(document, create), common.told);
  const isCreated = create.responses.some(({ status }) => status === '201');
  const isOne = (item: EffectiveSchema, sent: EffectiveSchema): boolean =>
    isCreated || [sent, answer].some((schema) => schema && shareSchema(item, schema));
  const taken = enveloped(requestShape(document, create), {
    nouns: nounsOf({ name: '', collection: path }),
  });
  const found = taken.find(({ envelope, schema }) => {
    const isAnswered = common === undefined || common.taken.join() === envelope.join();
    const isListed = (item: EffectiveSchema): boolean => tells(item, schema) && isOne(item, schema);
    return isAnswered && inItems(list, isListed) !== undefined;
  });
  return found && { list, create, envelopes: { taken: found.envelope, told: common?.told ?? [] } };
}

/** Whether an item has most of what is sent, and all that must be. */
function tells({ properties }: EffectiveSchema, sent: EffectiveSchema): boolean {
  const readable = [...sent.properties].flatMap(([name, { writeOnly }]) =>
    writeOnly ? [] : [name],
  );
  const told = readable.filter((name) => properties.has(name));
  return (
    told.length * 2 > readable.length &&
    readable.every((name) => properties.has(name) || !sent.required.has(name))
  );
}

/**
 * What is around the resource in each item of a list: around the property that names it, else around what has all
 * that its creation takes; none where neither is in an envelope.
 */
export function envelopeOfItems(document: OpenApiDocument, list: ListModel): Envelope {
  const { identity, envelope = [] } = list.family ?? {};
  if (identity !== undefined) {
    return inItems(list, ({ properties }) => properties.has(identity)) ?? envelope;
  }
  const { create, envelopes } = namelessAt(document, list.operation) ?? {};
  const sent = create && schemaIn(requestShape(document, create), envelopes?.taken ?? []);
  return (sent && inItems(list, (item) => tells(item, sent))) ?? [];
}

/** What is around a schema in each item; `undefined` where no schema is such. */
function inItems(
  { item, family, operation }: ListModel,
  isIt: (schema: EffectiveSchema) => boolean,
): Envelope | undefined {
  const { parameter: name = '', collection = operation.path } = family ?? {};
  const found = enveloped(item, { nouns: nounsOf({ name, collection }) });
  return found.find(({ schema }) => isIt(schema))?.envelope;
}
