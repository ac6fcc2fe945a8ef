/** Which of its properties an answer has, where a request can say so: `fields`, `fields[type]`, `$select`. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { JsonValue } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { type EffectiveSchema, effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { type Members, fieldHolders, flatSchema, hasFields } from '../json-api.ts';
import { bodySchema } from '../media-type.ts';
import { type OfOperation, ofOperation } from '../of-operation.ts';
import { type Operation, successResponse } from '../operation.ts';
import { type Envelope, schemaIn } from '../resources/envelope.ts';
import { envelopesIn } from '../resources/envelopes-in.ts';
import { literalPath, nounOf } from '../resources/names.ts';
import { familyOfItem } from '../resources/resources.ts';
import { listed } from './filters.ts';
import { listOf } from './lists.ts';
import {
  type ParameterValues,
  type QueryField,
  choosesFields,
  givenIn,
  queryFields,
} from './query-field.ts';

/** A field of the query that says which properties of a resource an answer has. */
export interface FieldChoice {
  readonly field: QueryField;
  /** Keys from the answer to the resource, or to the list of them. */
  readonly path: Envelope;
  /** Of the resource. */
  readonly schema: EffectiveSchema;
  /** The keys in the resource below which its properties are, each: of most, none. */
  readonly places: readonly Envelope[];
  /** What can be chosen. */
  readonly names: ReadonlySet<string>;
  /** Of these, what the schema lets an answer do without, and what doesn't tell one resource from another. */
  readonly optional: ReadonlySet<string>;
  /** Whether it is certain that nothing else is told: the document names all that can be left out, or JSON:API says so. */
  readonly isTold: boolean;
}

/** Some say by such a field what an answer has besides the usual. */
const MORE =
  /\b(?:additional|extra|also|expand|(?:not|un)[- ]?(?:normally|usually|default)|default)/i;

/** What a request can choose of an answer; `undefined` where it can't, or nothing tells what of. */
export const fieldChoiceOf: OfOperation<FieldChoice | undefined> = ofOperation(findChoice);

function findChoice(document: OpenApiDocument, operation: Operation): FieldChoice | undefined {
  const list = listOf(document, operation);
  if (operation.method !== 'GET' && list === undefined) return undefined;
  const whole = effectiveSchema(document.root, bodySchema(successResponse(operation)));
  const path = list?.path ?? envelopesIn(document, operation).told;
  const schema = list?.item ?? schemaIn(whole, path) ?? whole;
  const field = queryFields(document, operation).find(
    (candidate) => choosesFields(candidate.name) && isOfType(candidate, schema, operation),
  );
  if (field === undefined || MORE.test(field.description ?? '')) return undefined;
  const { identity } = list?.family ?? familyOfItem(document, operation.path) ?? {};
  const holders = hasFields(path) ? fieldHolders(schema) : [];
  const places = holders.length > 0 ? holders.map((holder) => [holder]) : [[]];
  const members: Members = holders.length > 0 ? flatSchema(schema) : schema;
  // Whatever holds them is there, whether it has to be or not.
  const held = holders.map((holder) => schema.properties.get(holder)!.required);
  const required = held.reduce((all, more) => all.union(more), new Set(members.required));
  const names = namesIn(field, { properties: members.properties, required }, identity);
  return names && { field, path, schema, places, ...names };
}

/** What can be chosen of a resource; `undefined` where nothing of it can be left out. */
function namesIn(
  field: QueryField,
  { properties, required }: Pick<Members, 'properties' | 'required'>,
  identity: string | undefined,
): Pick<FieldChoice, 'names' | 'optional' | 'isTold'> | undefined {
  const values = field.schema.items?.values ?? field.schema.values;
  const told = values && new Set(values.map(textOf));
  const all = [...properties.keys()];
  const names = all.filter((name) => told?.has(name) ?? true);
  const lesser = all.filter((name) => name !== identity && !required.has(name));
  const optional = new Set(lesser).intersection(new Set(names));
  if (names.length < 2 || optional.size === 0) return undefined;
  // Where some can't be chosen, they may be there as ever, and these besides.
  const isWhole = told !== undefined && lesser.every((name) => told.has(name));
  return { names: new Set(names), optional, isTold: isWhole || typeIn(field) !== undefined };
}

/** The type of the resources of which it chooses, as JSON:API has it (1.1, 6.3). */
function typeIn({ name }: QueryField): string | undefined {
  return /\[([^\]]+)\]$/.exec(name)?.[1];
}

function isOfType(field: QueryField, schema: EffectiveSchema, { path }: Operation): boolean {
  const type = typeIn(field);
  const types = schema.properties.get('type')?.values;
  return (
    type === undefined || (types?.includes(type) ?? nounOf(type) === nounOf(literalPath(path)))
  );
}

/** The names that a request chooses; `undefined` where it chooses none, or something that isn't known. */
export function chosenIn(
  { field, names }: FieldChoice,
  values: ParameterValues,
): ReadonlySet<string> | undefined {
  const given: JsonValue | undefined = givenIn(field, values);
  if (given === undefined || given === null || given === '') return undefined;
  // Of `author.name`, the author is told.
  const chosen = listed(given).map((name) => textOf(name).split(/[./]/, 1)[0]!);
  return chosen.every((name) => names.has(name) || name === 'id') ? new Set(chosen) : undefined;
}
