/** Where a body has the resource that it is about: in itself, or in envelopes around it. */
import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonObject,
  objectOf,
} from '../../openapi/json/json-value.ts';
import { type EffectiveSchema, shareSchema } from '../../openapi/schema/effective-schema.ts';
import { nounOf, plainName } from './names.ts';

/** Keys that lead to it; none where nothing is around it. */
export type Envelope = readonly string[];

/** What an envelope calls what is in it, whatever that is. */
export const ENVELOPES: readonly string[] = [
  'data',
  'result',
  'item',
  'payload',
  'response',
  'content',
  'resource',
  'entity',
];

/** So many may be around each other. */
const DEPTH = 2;

/** What may be in an envelope. */
interface Resource {
  /** Words for it, as {@link plainName} spells them. */
  readonly nouns: ReadonlySet<string>;
  /** What the list of its collection has as items. */
  readonly listed?: EffectiveSchema | undefined;
}

/** A schema, and those of what it may be an envelope of. */
export function enveloped(
  schema: EffectiveSchema,
  resource: Resource,
  envelope: Envelope = [],
): { readonly envelope: Envelope; readonly schema: EffectiveSchema }[] {
  const isAlone = schema.properties.size === 1;
  const [listed, ...others] = [...schema.properties.values()].filter((property) =>
    isListed(property, resource),
  );
  const inside = [...schema.properties].filter(
    ([name, property]) =>
      property.properties.size > 0 &&
      (mayHold(name, resource.nouns) ||
        (isAlone && isCalledAs(plainName(name), resource)) ||
        // Beside it is what an answer says, such as a message.
        (property === listed && others.length === 0)),
  );
  const below = envelope.length < DEPTH ? inside : [];
  return [
    { envelope, schema },
    ...below.flatMap(([name, property]) => enveloped(property, resource, [...envelope, name])),
  ];
}

/** Whether a key is called as what is in it, or as envelopes are. */
export function mayHold(key: string, nouns: Resource['nouns']): boolean {
  const plain = plainName(key);
  return nouns.has(plain) || ENVELOPES.includes(plain);
}

/** An object, and what it may be an envelope of, as its keys say. */
export function envelopedIn(value: JsonValue, nouns: Resource['nouns'], depth = 0): JsonObject[] {
  if (!isJsonObject(value)) return [];
  const inside = Object.entries(value).filter(([key]) => depth < DEPTH && mayHold(key, nouns));
  return [value, ...inside.flatMap(([, member]) => envelopedIn(member, nouns, depth + 1))];
}

/** Whether what has nothing beside it is called as a resource: `ssh_key` below `/keys`, `run` below `/test_runs`. */
function isCalledAs(name: string, { nouns }: Resource): boolean {
  const isEnd = (long: string, short: string): boolean => short.length > 2 && long.endsWith(short);
  const held = nounOf(name);
  return [...nouns].some((noun) => isEnd(held, noun) || isEnd(noun, held));
}

function isListed(schema: EffectiveSchema, { listed }: Resource): boolean {
  return listed !== undefined && shareSchema(schema, listed);
}

/** The envelope that a schema has nothing beside; none where it has no such one. */
export function soleEnvelope(schema: EffectiveSchema, resource: Resource): Envelope {
  const [, inside] = enveloped(schema, resource);
  return schema.properties.size === 1 && inside !== undefined ? inside.envelope : [];
}

/** What a schema says of what is in an envelope; `undefined` where it has no such one. */
export function schemaIn(schema: EffectiveSchema, envelope: Envelope): EffectiveSchema | undefined {
  return envelope.reduce<EffectiveSchema | undefined>(
    (outer, name) => outer?.properties.get(name),
    schema,
  );
}

/** What is in an envelope; the value itself where there is none, and `undefined` where it isn't one. */
export function opened(value: JsonValue, [name, ...rest]: Envelope): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined;
  if (name === undefined) return value;
  return opened(getProperty(value, name) ?? null, rest);
}

/** A resource in an envelope, with what else is in that. */
export function closed(
  resource: JsonObject,
  [name, ...rest]: Envelope,
  around: JsonObject = {},
): JsonObject {
  if (name === undefined) return resource;
  const inside = getProperty(around, name) ?? {};
  return { ...around, [name]: closed(resource, rest, objectOf(inside)) };
}
