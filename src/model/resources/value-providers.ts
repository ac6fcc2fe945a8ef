/** Which operations' answers have a value for a parameter of another, and where in them it stands. */
import { rootOf } from '../../openapi/document.ts';
import { onceFor } from '../../openapi/once.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { JsonValue } from '../../openapi/json/json-value.ts';
import {
  type EffectiveSchema,
  effectiveSchema,
  shareSchema,
} from '../../openapi/schema/effective-schema.ts';
import { linksIn, placeInAnswer } from '../links.ts';
import { isAnswerDescribed } from '../body-shapes.ts';
import { bodySchema } from '../media-type.ts';
import {
  type Operation,
  hasNoContent,
  operationAt,
  operations,
  pathParameters,
  successResponse,
} from '../operation.ts';
import { schemaOf } from '../requests/required-parameters.ts';
import { type AnswerPlace, type Sought, scalarAt } from './answer-place.ts';
import { ENVELOPES } from './envelope.ts';
import { firstOfForm } from './path-identity.ts';
import {
  type Named,
  certainNames,
  endsInParameter,
  likelyNames,
  literalPath,
  nounOf,
  nounsOf,
  pathAbove,
  plainName,
} from './names.ts';
import { effectOf } from './resources.ts';

/** An operation whose answers have a value. */
export interface Provider extends AnswerPlace {
  readonly operation: Operation;
}

/** What a value is looked for: a path or query parameter, or a property of a body. */
export interface Wanted extends Named {
  readonly schema: EffectiveSchema;
}

/**
 * What has a value for a parameter, the surest first: a link of the document, a list of the collection
 * that the path goes through, answers about things that are named like the parameter.
 */
export function providersOf(
  document: OpenApiDocument,
  operation: Pick<Operation, 'id' | 'path'>,
  wanted: Wanted,
): Provider[] {
  const { reading, links } = indexOf(document);
  const linked = (links.get(operation.id) ?? []).filter(({ parameter }) => {
    return parameter === wanted.name;
  });
  const about = candidatesFor(reading, operation, wanted);
  const found = about.flatMap(([provider, isOwn]) => {
    const names = likelyNames(wanted, isOwn);
    const described = providerIn(provider, wanted, names, objectsAnswered(provider, document));
    return described ?? soughtIn(document, provider, wanted, { names, path: ['*'] }) ?? [];
  });
  return [...linked, ...found];
}

/** What creates something that has a value for a parameter: the run may change that. */
export function creatorOf(
  document: OpenApiDocument,
  operation: Pick<Operation, 'path'>,
  wanted: Wanted,
): Provider | undefined {
  const { creating } = indexOf(document);
  const envelopes = new Set([...ENVELOPES, ...nounsOf(wanted)]);
  const named = candidatesFor(creating, operation, wanted);
  const makers = makersOf(document, wanted).map((maker) => [maker, true] as const);
  for (const [creation, isOwn] of [...named, ...makers]) {
    // What stands in other places, or in lists, may be somebody else's.
    const isCreated = ({ path }: Objects): boolean =>
      path.every((key) => envelopes.has(plainName(key)));
    const names = likelyNames(wanted, isOwn);
    for (const object of objectsAnswered(creation, document).filter(isCreated)) {
      const provider = providerIn(creation, wanted, names, [object]);
      if (provider !== undefined) return provider;
    }
    // What is named otherwise may be somebody else's.
    const sought = soughtIn(document, creation, wanted, { names: certainNames(wanted), path: [] });
    if (sought !== undefined) return sought;
  }
  return undefined;
}

/**
 * What is posted elsewhere and answers with a new one, as it is read: `POST /carts/{cartId}/checkout` makes an order,
 * and what takes time a task (202).
 */
function makersOf(document: OpenApiDocument, { name, collection }: Wanted): Operation[] {
  const { root } = document;
  const read = operationAt(document, 'GET', `${collection ?? ''}/{${name}}`);
  const item = effectiveSchema(root, bodySchema(read && successResponse(read)));
  if (item.pointers.length === 0) return [];
  return operations(document).filter((operation) => {
    const made = operation.responses.find(({ status }) => status === '201' || status === '202');
    const isMaking = operation.method === 'POST' && made !== undefined;
    return isMaking && shareSchema(effectiveSchema(root, bodySchema(made)), item);
  });
}

/** An operation whose answers nobody describes; `undefined` where somebody does, or it has none. */
function soughtIn(
  document: OpenApiDocument,
  operation: Operation,
  wanted: Wanted,
  { names, path }: Pick<Sought, 'names'> & Pick<AnswerPlace, 'path'>,
): Provider | undefined {
  const hasNone = hasNoContent(operation.method, successResponse(operation)?.status ?? '');
  if (hasNone || isAnswerDescribed(document, operation)) return undefined;
  return { operation, path, sought: { names, nouns: nounsOf(wanted), schema: wanted.schema } };
}

/** Where something is deleted that is created elsewhere: `DELETE /note/{noteId}` of `POST /notes`. */
interface Deletion {
  /** The path template, which has no other parameter. */
  readonly path: string;
  readonly parameter: string;
  /** Where the answer to the creation has its value. */
  readonly provider: Provider;
}

/** Where the things that an operation creates are deleted, by what its answer says; the first one. */
export function deletionOf(document: OpenApiDocument, create: Operation): Deletion | undefined {
  return deletionsBy(document).get(create);
}

const deletionsBy = onceFor((document: OpenApiDocument): ReadonlyMap<Operation, Deletion> => {
  const found = operations(document).flatMap((remove): [Operation, Deletion][] => {
    const [parameter, ...others] = remove.method === 'DELETE' ? pathParameters(remove) : [];
    if (parameter === undefined || others.length > 0 || !endsInParameter(remove.path)) return [];
    const { path } = remove;
    const schema = schemaOf(document, parameter);
    const wanted = { name: parameter.name, collection: pathAbove(path), schema };
    const provider = creatorOf(document, remove, wanted);
    return provider ? [[provider.operation, { path, parameter: parameter.name, provider }]] : [];
  });
  return new Map(found.toReversed());
}, rootOf);

/** Those of the parameter's collection, then those about things that are called so. */
function candidatesFor(
  index: OperationIndex,
  operation: Pick<Operation, 'path'>,
  wanted: Wanted,
): (readonly [operation: Operation, isOwn: boolean])[] {
  const there = wanted.collection === undefined ? [] : (index.byPath.get(wanted.collection) ?? []);
  const named = [...nounsOf(wanted)].flatMap((noun) => index.byNoun.get(noun) ?? []);
  const others = new Set(named.filter((lister) => lister.path !== wanted.collection));
  return [
    ...there.map((lister) => [lister, true] as const),
    ...[...others]
      .filter((other) => other.path !== operation.path)
      .slice(0, MOST)
      .map((other) => [other, false] as const),
  ];
}

/** So many are looked into for one parameter. */
const MOST = 8;

/** Operations by what their paths say. */
interface OperationIndex {
  readonly byPath: ReadonlyMap<string, readonly Operation[]>;
  readonly byNoun: ReadonlyMap<string, readonly Operation[]>;
}

interface LinkedValue extends Provider {
  readonly parameter: string;
}

interface DocumentIndex {
  readonly reading: OperationIndex;
  readonly creating: OperationIndex;
  /** By the id of the operation that they lead to. */
  readonly links: ReadonlyMap<string, readonly LinkedValue[]>;
}

const indexOf = onceFor((document: OpenApiDocument): DocumentIndex => {
  const all = operations(document);
  return {
    reading: byPathAndNoun(all.filter(({ method }) => method === 'GET')),
    creating: byPathAndNoun(all.filter((operation) => effectOf(document, operation) === 'creates')),
    links: linksByTarget(document),
  };
}, rootOf);

function byPathAndNoun(all: readonly Operation[]): OperationIndex {
  return {
    byPath: Map.groupBy(all, ({ path }) => path),
    byNoun: Map.groupBy(all, ({ path }) => nounOf(literalPath(path))),
  };
}

/** The objects that an operation's success has; looked for once. */
const objectsAnswered = onceFor(
  (operation: Operation, { root }: OpenApiDocument): readonly Objects[] =>
    objectsIn(effectiveSchema(root, bodySchema(successResponse(operation))), []),
);

/** What the document's examples of answers have for it: those of the operation itself, or of others. */
export function exampleFrom(
  document: OpenApiDocument,
  operation: Operation,
  wanted: Wanted,
  providers: readonly Provider[],
): JsonValue | undefined {
  const objects = objectsAnswered(operation, document);
  const provider = providerIn(operation, wanted, likelyNames(wanted, true), objects) ?? [];
  for (const { operation: source, path } of [...providers, provider].flat()) {
    for (const { examples } of successResponse(source)?.content ?? []) {
      for (const example of Object.values(examples)) {
        const value = scalarAt(example, path);
        if (value !== undefined) return value;
      }
    }
  }
  return undefined;
}

function providerIn(
  operation: Operation,
  { schema }: Wanted,
  names: readonly string[],
  objects: readonly Objects[],
): Provider | undefined {
  const found = names.flatMap((name) =>
    objects.flatMap(({ path, named }) =>
      (named.get(name) ?? [])
        .filter(([, property]) => canHold(schema, property))
        .map(([key, property]) => ({ name, path: [...path, key], schema: property })),
    ),
  );
  const [first] = found;
  // The `id` of an organization is not what `{org}` names where its `slug` has that form.
  const isCalledSo = first?.name === names[0];
  const { path } = (isCalledSo ? first : firstOfForm(found, [schema])) ?? first ?? {};
  return path && { operation, path };
}

function canHold({ types }: EffectiveSchema, { types: others }: EffectiveSchema): boolean {
  if (types.includes('string')) return others.some((type) => type !== 'object' && type !== 'array');
  return others.some((type) => types.includes(type) && type !== 'object' && type !== 'array');
}

/** Answers put what they are about into lists, and into envelopes around these: so deep they are opened. */
const DEPTH = 3;

interface Objects {
  readonly path: readonly string[];
  /** Its properties, by their names as {@link plainName} spells them. */
  readonly named: ReadonlyMap<string, readonly (readonly [key: string, EffectiveSchema])[]>;
}

/** The objects that an answer has, those of lists before the one around them. */
function objectsIn(schema: EffectiveSchema, path: readonly string[]): Objects[] {
  const { items, properties } = schema;
  if (path.length > DEPTH) return [];
  if (items !== undefined) return objectsIn(items, [...path, '*']);
  if (properties.size === 0) return [];
  const inside = path.includes('*')
    ? []
    : [...properties].flatMap(([name, property]) => objectsIn(property, [...path, name]));
  const isList = ({ path: place }: Objects): boolean => place.includes('*');
  const [lists, others] = [inside.filter(isList), inside.filter((provider) => !isList(provider))];
  const named = Map.groupBy(properties, ([key]) => plainName(key));
  return [...lists, { path, named }, ...others];
}

/** Where the document's links lead, by operation. */
function linksByTarget(document: OpenApiDocument): ReadonlyMap<string, readonly LinkedValue[]> {
  const found = linksIn(document).flatMap(({ source, target, parameters }) =>
    Object.entries(parameters).flatMap(([parameter, expression]) => {
      const path = placeInAnswer(expression);
      return path === undefined ? [] : { target, link: { operation: source, parameter, path } };
    }),
  );
  const groups = Map.groupBy(found, ({ target }) => target.id);
  return new Map([...groups].map(([id, group]) => [id, group.map(({ link }) => link)]));
}
