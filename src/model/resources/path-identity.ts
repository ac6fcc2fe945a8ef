/** The property by which paths name a resource: it is called as they say, or has the form that they have it in. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type EffectiveSchema, effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { bodySchema } from '../media-type.ts';
import { type Operation, type RequestBody, successResponse } from '../operation.ts';
import { type Envelope, enveloped } from './envelope.ts';
import { certainNames, likelyNames, nounsOf, plainName } from './names.ts';

/** Whether an identity can stand there. */
export function isAlike(schema: EffectiveSchema, identity: EffectiveSchema): boolean {
  const { types, format, pattern } = identity;
  const isSameType = types.some((type) => type !== 'null' && schema.types.includes(type));
  return isSameType && schema.format === format && schema.pattern === pattern;
}

/** Whether the form of identities is more than that of any text or integer. */
export function isTelling(
  { format, pattern, pointers }: EffectiveSchema,
  identity?: EffectiveSchema,
): boolean {
  const isShared = pointers.slice(1).some((pointer) => identity?.pointers.includes(pointer));
  return isShared || format === 'uuid' || pattern !== undefined;
}

/** The first of several properties that has the very form of what is wanted, such as the pattern of `{org}`. */
export function firstOfForm<Property extends { readonly schema: EffectiveSchema }>(
  properties: readonly Property[],
  wanted: readonly EffectiveSchema[],
): Property | undefined {
  return properties.find(({ schema }) =>
    wanted.some((form) => isAlike(form, schema) && isTelling(form, schema)),
  );
}

/** Where the property is found; `undefined` where it isn't. */
interface PathIdentity {
  readonly identity: string | undefined;
  readonly envelope: Envelope;
}

/** A property that may be it. */
interface Member {
  readonly identity: string;
  readonly envelope: Envelope;
  readonly schema: EffectiveSchema;
}

/** What identifies the resources of a collection in its paths, and what its list has as items. */
interface Place {
  readonly parameter: string;
  readonly collection: string;
  readonly listed?: EffectiveSchema | undefined;
}

/**
 * The name that a request gives to what it creates, where the answer has no identity, and paths have another form than
 * that of the identity: `name` of `/databases/{database}`, whose `id` is a UUID, and nothing tells it.
 *
 * @param identity What the resource has as its identity when it is read.
 */
export function askedIdentity(
  { root }: OpenApiDocument,
  [create, ...others]: readonly [Operation, ...Operation[]],
  { parameter: name, collection }: Place,
  identity: string,
): string | undefined {
  const [answer, request] = [successResponse(create), create.requestBody].map((body) =>
    effectiveSchema(root, bodySchema(body)),
  );
  const isTold = !answer!.types.every((type) => type === 'object') || answer!.properties.size > 0;
  if (isTold || request!.properties.has(identity)) return undefined;
  const inPaths = others
    .flatMap(({ parameters }) => parameters)
    .filter((parameter) => parameter.in === 'path' && parameter.name === name)
    .map(({ schemaPointer }) => effectiveSchema(root, schemaPointer));
  const read = others.map((operation) =>
    effectiveSchema(root, bodySchema(successResponse(operation))),
  );
  const identities = read.flatMap(({ properties }) => properties.get(identity) ?? []);
  const isOfForm = (schema: EffectiveSchema): boolean =>
    inPaths.some((form) => isAlike(form, schema));
  if (identities.length === 0 || identities.some(isOfForm)) return undefined;
  return likelyNames({ name, collection }, true)
    .flatMap((word) =>
      [...request!.properties].filter(([property]) => plainName(property) === word),
    )
    .find(([property, schema]) => request!.required.has(property) && isOfForm(schema))?.[0];
}

/** Named like the parameter, else of its form, else `id`, in what the operations answer or take. */
export function pathIdentity(
  { root }: OpenApiDocument,
  onItem: readonly Operation[],
  { parameter: name, collection, listed }: Place,
): PathIdentity {
  const responses = onItem.flatMap((operation) => operation.responses);
  const successes = responses.filter(({ status }) => status.startsWith('2'));
  const defaults = responses.filter(({ status }) => /^default$/i.test(status));
  const requests = onItem.flatMap(({ requestBody }) => requestBody ?? []);
  const resource = { nouns: nounsOf({ name, collection }), listed };
  const membersIn = (bodies: readonly (Pick<RequestBody, 'content'> | undefined)[]): Member[] =>
    bodies
      .flatMap((body) => enveloped(effectiveSchema(root, bodySchema(body)), resource))
      .toSorted((a, b) => a.envelope.length - b.envelope.length)
      .flatMap(({ envelope, schema }) =>
        [...schema.properties]
          .filter(([, { types }]) => types.some((type) => !/^(?:object|array|null)$/.test(type)))
          .map(([identity, property]) => ({ identity, envelope, schema: property })),
      );
  const namesIn = (...bodies: Parameters<typeof membersIn>[0]): Set<string> =>
    new Set(membersIn(bodies).map(({ identity }) => plainName(identity)));
  const read = namesIn(...onItem.filter(({ method }) => method === 'GET').map(successResponse));
  const sent = namesIn(onItem[0]?.requestBody);
  const surest = certainNames({ name, collection });
  // Where reads show what was sent, it is the resource's own; what only other answers have is of a task, say.
  const isShown = surest.some((word) => sent.has(word) && read.has(word));
  const certain = isShown ? surest.filter((word) => read.has(word)) : surest;
  const likely = likelyNames({ name, collection }, true);
  const inPaths = onItem
    .flatMap(({ parameters }) => parameters)
    .filter((parameter) => parameter.in === 'path' && parameter.name === name)
    .map(({ schemaPointer }) => effectiveSchema(root, schemaPointer));
  // What is sent may be called as the resource is, and be something in it: `secret` beside `id`.
  // A default beside a success is an error.
  for (const bodies of [successes, [...(successes.length > 0 ? [] : defaults), ...requests]]) {
    const properties = membersIn(bodies);
    const called = (words: readonly string[]): Member[] =>
      words.flatMap((word) => properties.find((one) => plainName(one.identity) === word) ?? []);
    const [first] = called(certain);
    const isFallback = first === undefined || plainName(first.identity) === 'id';
    const isByForm = isFallback && plainName(name) !== 'id';
    const found = (isByForm ? firstOfForm(called(likely), inPaths) : undefined) ?? first;
    if (found !== undefined) return { identity: found.identity, envelope: found.envelope };
  }
  return { identity: undefined, envelope: [] };
}
