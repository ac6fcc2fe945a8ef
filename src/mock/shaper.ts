/** What an answer has of a resource. */
import {
  type JsonObject,
  type JsonValue,
  isJsonObject,
  objectOf,
  setProperty,
} from '../openapi/json/json-value.ts';
import { isValidFor } from '../openapi/schema/compile-schema.ts';
import { ANYTHING, type EffectiveSchema } from '../openapi/schema/effective-schema.ts';
import { fitter } from '../openapi/schema/fit-value.ts';
import { otherSideRemover } from '../openapi/schema/other-side.ts';
import { sampleValue } from '../openapi/schema/sample-value.ts';
import { believer } from '../model/believable/believer.ts';
import { presentOf } from '../model/believable/moments.ts';
import type { MergedEnactment } from './enactment.ts';
import { type RequestPlace, type Whereabouts, selfTeller } from './self-addresses.ts';

/**
 * A resource as an answer tells it.
 *
 * @param at Where the request went. Default: the resource does not say where it is.
 */
export type Shape = (body: JsonObject, at?: RequestPlace) => JsonValue;

/** A believable value of what a response's schema has. */
export function believed(schema: EffectiveSchema, noun?: string): JsonObject {
  return objectOf(sampleValue(schema, { side: 'response', believer: believer({ noun }) }));
}

/** What is known of what an answer tells. */
export interface Shaping {
  readonly enactment: MergedEnactment;
  /** What the operation's request names. */
  readonly known: ReadonlySet<string>;
  /** What it takes, which says what it means where it says nothing of a property. Default: nothing. */
  readonly taken?: EffectiveSchema | undefined;
  /** Which properties there are though neither the request has nor the answer needs them. */
  readonly made?: readonly string[] | undefined;
  /** What is told beside what the answer has. Default: nothing. */
  readonly identity?: string | undefined;
  /** Where it is. Default: nothing is known of that. */
  readonly whereabouts?: Whereabouts | undefined;
  readonly requests: readonly EffectiveSchema[];
}

function defaultsOf({ properties }: EffectiveSchema): JsonObject {
  const entries = [...properties].flatMap(([name, property]): [string, JsonValue][] => {
    const usual = property.keyword('default');
    return usual === undefined ? [] : [[name, usual]];
  });
  return Object.fromEntries(entries);
}

/** A value with what a request means where it says nothing of a member. */
function withDefaults(value: JsonValue, taken: EffectiveSchema): JsonValue {
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]): [string, JsonValue] => {
    const property = taken.properties.get(name) ?? ANYTHING;
    return [name, property.keyword('default') ?? withDefaults(member, property)];
  });
  return Object.fromEntries(members);
}

/** Makes what a schema has of a body; the stand-in where it has nothing of it. */
export function shaper(schema: EffectiveSchema, standIn: JsonValue, shaping: Shaping): Shape {
  const { enactment, known, requests, identity, taken = ANYTHING } = shaping;
  const { properties, additional } = schema.inBranch('every');
  const hide = otherSideRemover([schema, ...requests], 'response');
  const usual = withDefaults(standIn, taken);
  const fit = fitter(schema, 'response', isValidFor(usual, schema, 'response') ? usual : standIn);
  const isOpen = properties.size === 0 || additional !== undefined;
  const isEither = schema.branches > 1;
  const shown: JsonObject = isJsonObject(standIn) && !isEither ? standIn : {};
  const made = isEither ? [] : (shaping.made ?? []);
  // Examples leave out what is optional.
  const isWhole = made.every((name) => Object.hasOwn(shown, name));
  const samples = { ...(isWhole ? {} : believed(schema)), ...shown, ...defaultsOf(taken) };
  const defaults = new Map([...schema.required, ...made].map((name) => [name, samples[name]]));
  const present = (name: string): JsonValue | undefined =>
    made.includes(name) ? presentOf(name, properties.get(name) ?? ANYTHING) : undefined;
  // What is required is told, also where nothing else is said of it.
  const names = new Set([...enactment.returned, ...properties.keys(), ...schema.required]);
  if (identity !== undefined) names.add(identity);
  const tellSelf = shaping.whereabouts && selfTeller(schema, standIn, shaping.whereabouts);
  return (body, at) => {
    // Of alternatives, nothing tells which one is meant.
    if (isEither && known.size === 0 && Object.keys(body).length === 0) return standIn;
    const answer: JsonObject = {};
    for (const name of isOpen ? new Set([...names, ...Object.keys(body)]) : names) {
      const value = Object.hasOwn(body, name) ? body[name] : (present(name) ?? defaults.get(name));
      if (value !== undefined) setProperty(answer, name, value);
    }
    if (enactment.returnsUnknown) copyUnknown(body, known, answer);
    const told = fit(hide(answer));
    return at && tellSelf ? tellSelf(told, body, at) : told;
  };
}

function copyUnknown(body: JsonObject, known: ReadonlySet<string>, answer: JsonObject): void {
  for (const [name, value] of Object.entries(body)) {
    if (!known.has(name)) setProperty(answer, name, value);
  }
}
