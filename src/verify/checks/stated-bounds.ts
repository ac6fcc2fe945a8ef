/** Bounds of numbers that a refusal says, and no schema. */
import { type JsonNumber, type JsonValue, isJsonNumber } from '../../openapi/json/json-value.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { boundsOf } from '../../openapi/schema/fitting-numbers.ts';
import { bodySchema } from '../../model/media-type.ts';
import type { JudgedExchange } from '../cases/case.ts';
import { type Member, schemaAt } from './refusal-words.ts';

const NUMBER = String.raw`(?:is |of |to |= ?)?(-?\d+(?:\.\d+)?)`;

/** Words for a bound, what stands for its number, and whether what lies there is refused. */
const BOUNDS: readonly (readonly [
  words: RegExp,
  isRefused: (value: number, bound: number) => boolean,
])[] = [
  [
    bound('at least|not? (?:be )?(?:less|smaller|lower) than|minimum|greater than or equal|>='),
    below,
  ],
  [
    bound('(?<!no )(?<!not )(?<!not be )(?:greater|more|larger|higher) than|above|>(?!=)'),
    notAbove,
  ],
  [
    bound(
      'at most|not? (?:be )?(?:greater|more|larger|higher) than|maximum|less than or equal|<=|up to|not exceed',
    ),
    above,
  ],
  [bound('(?<!no )(?<!not )(?<!not be )(?:less|smaller|lower) than|below|<(?!=)'), notBelow],
  [/\bbetween (-?\d+(?:\.\d+)?)/i, below],
  [/\bbetween -?\d+(?:\.\d+)? (?:and|to) (-?\d+(?:\.\d+)?)/i, above],
  [/\b(?:non-?negative|(?:not|cannot) be negative)\b/i, (value) => value < 0],
  [/(?<!non-)\bpositive\b/i, (value) => value <= 0],
];

function bound(words: string): RegExp {
  return new RegExp(`(?:${words})\\s*${NUMBER}`, 'i');
}

function below(value: number, least: number): boolean {
  return value < least;
}

function notAbove(value: number, least: number): boolean {
  return value <= least;
}

function above(value: number, most: number): boolean {
  return value > most;
}

function notBelow(value: number, most: number): boolean {
  return value >= most;
}

/** Whether words say a bound beyond which a number lies. */
export function isBeyond(words: string, value: JsonNumber): boolean {
  return BOUNDS.some(([said, isRefused]) => {
    const found = said.exec(words);
    return found !== null && isRefused(Number(value), Number(found[1] ?? 0));
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
