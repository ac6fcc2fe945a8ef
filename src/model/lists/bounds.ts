/** Parameters for the least or the most that items have: `minPrice`, `startsFrom`. */
import type { ItemProperty } from './item-properties.ts';
import type { QueryField } from './query-field.ts';

/** How a value stands to a bound. */
export type Bound = '<' | '<=' | '>' | '>=';

/** The words for bounds, at either end of a name. */
export const BOUNDS: Readonly<Record<string, readonly [Bound, isOpen: boolean]>> = {
  min: ['>=', false],
  minimum: ['>=', false],
  gte: ['>=', false],
  ge: ['>=', false],
  gt: ['>', false],
  max: ['<=', false],
  maximum: ['<=', false],
  lte: ['<=', false],
  le: ['<=', false],
  lt: ['<', false],
  from: ['>=', true],
  since: ['>=', true],
  after: ['>', true],
  to: ['<=', true],
  until: ['<=', true],
  before: ['<', true],
  start: ['>=', true],
  end: ['<=', true],
};

/** Words for the value itself, at either end of a span of days or numbers. */
const INCLUSIVE =
  /\binclusive(?:ly)?\b|\b(?:first|last|earliest|latest) (?:day|date)\b|\bor (?:on|equal|later|earlier|more|less)\b|\b(?:on|at) or (?:after|before)\b|\bup to and including\b|\bno (?:later|earlier|more|less) than\b/i;
/** Words that leave it out, or something else. */
const EXCLUSIVE = /\bexclu|\bnot (?:be )?inclu/i;
/** Words that leave out nothing but the value itself. */
const STRICT =
  /(?<!mutually )\bexclusive\b|\bstrictly (?:before|after|earlier|later|more|less|greater|smaller)\b/i;

/** A bound as its description has it; a moment may be known to the server more exactly than it tells. */
export function boundSaid(
  { description = '' }: QueryField,
  { schema: { format } }: ItemProperty,
  [operator, isBoundOpen]: (typeof BOUNDS)[string],
): { readonly operator: Bound; readonly isBoundOpen: boolean } {
  const isIncluding = INCLUSIVE.test(description);
  const isStrict = STRICT.test(description);
  const isOpenToo = EXCLUSIVE.test(description) && !isStrict;
  const isSaid = isIncluding !== isStrict && !isOpenToo;
  if (!isBoundOpen || !isSaid || format === 'date-time') return { operator, isBoundOpen };
  const strict = operator.startsWith('<') ? '<' : '>';
  return { operator: isIncluding ? `${strict}=` : strict, isBoundOpen: false };
}
