import { type JsonObject, type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import type { MessageSide } from '../../openapi/schema/check.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { likelySample, sampleValue } from '../../openapi/schema/sample-value.ts';
import { type BelieverOptions, believer } from './believer.ts';

/**
 * Makes values of a schema, another one for each number from 0. What is hard to make valid is so in the first
 * one, and the others have it from there: to find it anew for each can take seconds.
 */
export function believableValues(
  schema: EffectiveSchema,
  side: MessageSide,
  options: Omit<BelieverOptions, 'n'>,
): (n: number) => JsonValue {
  const optionsFor = (n: number) => ({ side, believer: believer({ ...options, n }) });
  let first: JsonValue | undefined;
  const hard = new Set<string>();
  return (n) => {
    if (n > 0) {
      const likely = likelySample(schema, optionsFor(n));
      if (isValidFor(likely, schema, side)) return likely;
      first ??= sampleValue(schema, optionsFor(0));
      return withWhatFits(first, likely, {
        hard,
        isValid: (value) => isValidFor(value, schema, side),
      });
    }
    return (first ??= sampleValue(schema, optionsFor(0)));
  };
}

/** What is known of properties. */
interface Fitting {
  readonly isValid: (value: JsonValue) => boolean;
  /** Those that were not valid once, which isn't tried again. */
  readonly hard: Set<string>;
}

/** A valid object with as many properties of another as it can have and stay valid. */
function withWhatFits(valid: JsonValue, other: JsonValue, { isValid, hard }: Fitting): JsonValue {
  if (!isJsonObject(valid) || !isJsonObject(other)) return valid;
  const taken = (whole: JsonObject, entries: readonly [string, JsonValue][]): JsonObject => {
    const changed = { ...whole, ...Object.fromEntries(entries) };
    if (entries.length === 0 || isValid(changed)) return changed;
    if (entries.length === 1) {
      hard.add(entries[0]![0]);
      return whole;
    }
    const half = Math.ceil(entries.length / 2);
    return taken(taken(whole, entries.slice(0, half)), entries.slice(half));
  };
  return taken(
    valid,
    Object.entries(other).filter(([name]) => Object.hasOwn(valid, name) && !hard.has(name)),
  );
}
