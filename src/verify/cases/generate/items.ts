/** Items of lists, as many as are wanted. */
import { type JsonValue, isJsonObject } from '../../../openapi/json/json-value.ts';
import type { EffectiveSchema } from '../../../openapi/schema/effective-schema.ts';
import { patternText } from '../../../openapi/schema/pattern-texts.ts';
import { sampleValue } from '../../../openapi/schema/sample-value.ts';
import { textOfFormat } from '../../../model/requests/fresh-identity.ts';

/** So many, all the same unless any text will do. */
export function itemsOf(items: EffectiveSchema, length: number): JsonValue[] {
  const make = itemMaker(items);
  return Array.from({ length }, (_, i) => make(isFreeText(items) ? i : 0));
}

/** Items that are different, as far as there are others. */
export function differentItems(items: EffectiveSchema, length: number): JsonValue[] {
  const make = itemMaker(items);
  return Array.from({ length: Math.min(length, items.values?.length ?? length) }, (_, i) =>
    make(i),
  );
}

/** Makes the items of a list, by their number. */
export function itemMaker(items: EffectiveSchema): (i: number) => JsonValue {
  if (isFreeText(items)) return (i) => `x${i}`;
  const { values, types, pattern, minLength, properties } = items;
  if (values !== undefined) return (i) => values[i] ?? null;
  // Once: it may be a vast one.
  const sample = sampleValue(items, { side: 'request' });
  return (i) => {
    if (i === 0) return sample;
    if (typeof sample === 'number') return sample + i;
    if (types.includes('string')) {
      const text = pattern === undefined ? undefined : patternText(pattern, i, minLength);
      return text ?? textOfFormat(items, `item-${i}-${'0'.repeat(12)}`) ?? sample;
    }
    if (!isJsonObject(sample)) return sample;
    const named = [...properties].find(
      ([name, schema]) => isFreeText(schema) && Object.hasOwn(sample, name),
    );
    return named === undefined ? sample : { ...sample, [named[0]]: `x${i}` };
  };
}

/** Whether any text will do. */
export function isFreeText({ types, values, format, pattern }: EffectiveSchema): boolean {
  return (
    types.includes('string') && [values, format, pattern].every((value) => value === undefined)
  );
}
