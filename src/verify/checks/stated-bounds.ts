/** Bounds of numbers that a refusal says, and no schema. */
import { type JsonNumber, type JsonValue, isJsonNumber } from '../../openapi/json/json-value.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { boundsOf } from '../../openapi/schema/fitting-numbers.ts';
import { bodySchema } from '../../model/media-type.ts';
import type { JudgedExchange } from '../cases/case.ts';
import { type Member, schemaAt } from './refusal-words.ts';

const NUMBER = String.raw`(?:is |of |to |= ?)?(-?\d+(?:\.\d+)?)`;

/** How a number of JSON Schema 2020-12 is bound (validation, 6.2). */
type BoundKeyword = 'minimum' | 'exclusiveMinimum' | 'maximum' | 'exclusiveMaximum';

/** Words for a bound, with what stands for its number: 0 where nothing does. */
const BOUNDS: readonly (readonly [keyword: BoundKeyword, words: RegExp])[] = [
  [
    'minimum',
    bound('at least|not? (?:be )?(?:less|smaller|lower) than|minimum|greater than or equal|>='),
  ],
  [
    'exclusiveMinimum',
    bound('(?<!no )(?<!not )(?<!not be )(?:greater|more|larger|higher) than|above|>(?!=)'),
  ],
  [
    'maximum',
    bound(
      'at most|not? (?:be )?(?:greater|more|larger|higher) than|maximum|less than or equal|<=|up to|not exceed',
    ),
  ],
  [
    'exclusiveMaximum',
    bound('(?<!no )(?<!not )(?<!not be )(?:less|smaller|lower) than|below|<(?!=)'),
  ],
  ['minimum', /\bbetween (-?\d+(?:\.\d+)?)/i],
  ['maximum', /\bbetween -?\d+(?:\.\d+)? (?:and|to) (-?\d+(?:\.\d+)?)/i],
  ['minimum', /\b(?:non-?negative|(?:not|cannot) be negative)\b/i],
  ['exclusiveMinimum', /(?<!non-)\bpositive\b/i],
];

const BEYOND: readonly (readonly [BoundKeyword, (value: number, bound: number) => boolean])[] = [
  ['minimum', (value, least) => value < least],
  ['exclusiveMinimum', (value, least) => value <= least],
  ['maximum', (value, most) => value > most],
  ['exclusiveMaximum', (value, most) => value >= most],
];

function bound(words: string): RegExp {
  return new RegExp(`(?:${words})\\s*${NUMBER}`, 'i');
}

/** The bounds that words say, as a schema has them. */
export function saidBounds(words: string): Partial<Record<BoundKeyword, number>> {
  const found = BOUNDS.flatMap(([keyword, said]) => {
    const match = said.exec(words);
    return match === null ? [] : [[keyword, Number(match[1] ?? 0)] as const];
  });
  return Object.fromEntries(found.toReversed());
}

/** Whether words say a bound beyond which a number lies. */
export function isBeyond(words: string, value: JsonNumber): boolean {
  const said = saidBounds(words);
  return BEYOND.some(([keyword, isRefused]) => {
    const limit = said[keyword];
    return limit !== undefined && isRefused(Number(value), limit);
  });
}

/** Tells the numbers of a body that lie beyond a bound that is said of them, and that their schemas don't give. */
export function isBeyondSaid(
  { case: { operation } }: JudgedExchange,
  words: string,
  root: JsonValue,
): (member: Member) => boolean {
  const body = effectiveSchema(root, bodySchema(operation.requestBody), 'every');
  return ({ place, value }) => {
    const schema = schemaAt(body, place);
    if (schema === undefined || !isJsonNumber(value)) return false;
    const isStated = schema.format !== undefined || boundsOf(schema).length > 0;
    return !isStated && isBeyond(words, value);
  };
}
