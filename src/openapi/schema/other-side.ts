import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonObject,
  objectOf,
  setProperty,
} from '../json/json-value.ts';
import type { MessageSide } from './check.ts';
import type { EffectiveSchema } from './effective-schema.ts';
import { equalJson } from './equal-json.ts';

/** Whether a value is of the other side alone (OpenAPI 3.1.0, 4.8.24): `readOnly` in requests. */
export function isOfOtherSide(schema: EffectiveSchema, side: MessageSide | undefined): boolean {
  return side === 'request' ? schema.readOnly : side === 'response' && schema.writeOnly;
}

/**
 * Takes from a value the properties that are of the other side alone, at any depth.
 *
 * @param known What the receiver has already: of the other side's properties it has these.
 */
export type OtherSideRemover = (value: JsonValue, known?: JsonValue) => JsonValue;

/**
 * Gives values back as they are where no schema marks anything. Of alternatives (`anyOf`, `oneOf`)
 * whichever marks a property counts.
 *
 * @param schemas What says something of the values: the first that names a property decides.
 */
export function otherSideRemover(
  schemas: readonly EffectiveSchema[],
  side: MessageSide,
): OtherSideRemover {
  const remover = new Remover(side);
  const views = schemas.map((schema) => schema.inBranch('every'));
  let isMarked: boolean | undefined;
  return (value, known) => {
    isMarked ??= views.some((view) => MARKED_BELOW[side](view));
    return isMarked ? remover.value(value, views, known) : value;
  };
}

class Remover {
  readonly #side: MessageSide;

  constructor(side: MessageSide) {
    this.#side = side;
  }

  value(value: JsonValue, views: readonly EffectiveSchema[], known?: JsonValue): JsonValue {
    if (!views.some((view) => MARKED_BELOW[this.#side](view))) return value;
    if (Array.isArray(value)) {
      const others = Array.isArray(known) ? known : [];
      return value.map((item, i) => {
        const below = views.flatMap(({ prefixItems, items }) => prefixItems[i] ?? items ?? []);
        return this.value(item, below, this.#counterpart(item, i, others, below));
      });
    }
    return isJsonObject(value) ? this.#object(value, views, known) : value;
  }

  #object(
    value: JsonObject,
    views: readonly EffectiveSchema[],
    known: JsonValue | undefined,
  ): JsonObject {
    const old = objectOf(known);
    const copy: JsonObject = {};
    for (const [name, member] of Object.entries(value)) {
      const below = viewsOf(views, name);
      if (this.#isMarked(below)) continue;
      const before = Object.hasOwn(old, name) ? old[name] : undefined;
      setProperty(copy, name, this.value(member, below, before));
    }
    for (const [name, member] of Object.entries(old)) {
      if (this.#isMarked(viewsOf(views, name))) setProperty(copy, name, member);
    }
    return copy;
  }

  #isMarked([first]: readonly EffectiveSchema[]): boolean {
    return first !== undefined && isOfOtherSide(first, this.#side);
  }

  /** What an item was before: the one with the values that it repeats, else the one in its place. */
  #counterpart(
    item: JsonValue,
    i: number,
    known: readonly JsonValue[],
    views: readonly EffectiveSchema[],
  ): JsonValue | undefined {
    if (known.length === 0 || !isJsonObject(item)) return undefined;
    const repeated = Object.keys(item).filter((name) => this.#isMarked(viewsOf(views, name)));
    if (repeated.length === 0) return known[i];
    return known.find(
      (old) =>
        isJsonObject(old) &&
        repeated.every((name) => equalJson(getProperty(old, name) ?? null, item[name]!)),
    );
  }
}

/** Those that name a property before those that say something of any. */
function viewsOf(views: readonly EffectiveSchema[], name: string): EffectiveSchema[] {
  const named = views.flatMap(({ properties }) => properties.get(name) ?? []);
  return named.length > 0 ? named : views.flatMap(({ additional }) => additional ?? []);
}

/**
 * Whether anything below a schema is what is looked for: its properties, items and theirs. Looked
 * up once a schema.
 */
export function lookBelow(
  isFound: (schema: EffectiveSchema) => boolean,
): (schema: EffectiveSchema) => boolean {
  const known = new WeakMap<EffectiveSchema, boolean>();
  return (schema) => {
    const answer = known.get(schema);
    if (answer !== undefined) return answer;
    const seen = new Set([schema]);
    for (const { properties, items, prefixItems, additional } of seen) {
      const below = [...properties.values(), ...prefixItems, items ?? [], additional ?? []].flat();
      if (below.some((view) => isFound(view) || known.get(view) === true)) {
        known.set(schema, true);
        return true;
      }
      for (const view of below) if (known.get(view) === undefined) seen.add(view);
    }
    for (const view of seen) known.set(view, false);
    return false;
  };
}

const MARKED_BELOW = {
  request: lookBelow(({ readOnly }) => readOnly),
  response: lookBelow(({ writeOnly }) => writeOnly),
};
