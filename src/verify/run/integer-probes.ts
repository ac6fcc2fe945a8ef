import type { CaseTemplate } from '../cases/case.ts';
import type { FreshValues } from '../../model/requests/fresh-values.ts';
import { CUT_INTEGERS, FIRST_INTEGER, NEIGHBOUR_INTEGERS } from '../checks/refused-valid.ts';
import type { JsonNumber } from '../../openapi/json/json-value.ts';

const LARGEST = 2n ** 63n - 1n;

/**
 * Valid requests whose fresh integers lie where servers lose them. Unlike the well-known edges, no
 * earlier run can have used these: a refusal is one, whatever the server says of it.
 *
 * The first three belong together: a server that rounds or cuts, and never returns what it made of
 * an integer, takes the second or the third for the first.
 */
export function integerProbes(template: CaseTemplate): CaseTemplate[] {
  let drawn: bigint[] = [];
  const probe = (
    id: string,
    title: string,
    change: (own: bigint, i: number) => bigint,
  ): CaseTemplate => ({
    ...template,
    id,
    title,
    build: (fresh) => template.build(withIntegers(fresh, change)),
  });
  const first = probe(FIRST_INTEGER, 'an integer beside which others are used', (own) => {
    drawn.push(beyondDoubles(own));
    return drawn.at(-1)!;
  });
  return [
    {
      ...first,
      build: (fresh) => {
        drawn = [];
        return first.build(fresh);
      },
    },
    probe(NEIGHBOUR_INTEGERS, 'an integer that a double takes for another', (own, i) => {
      return (drawn[i] ?? beyondDoubles(own)) + 1n;
    }),
    probe(CUT_INTEGERS, 'an integer that 32 bits take for another', (own, i) => {
      return (drawn[i] ?? beyondDoubles(own)) + 2n ** 32n;
    }),
    probe('run/negative-integer', 'a fresh negative integer', (own) => -own),
    probe('run/integer-below-doubles', 'a fresh integer below -2^53', (own) => -beyondDoubles(own)),
    probe('run/integer-near-the-largest', 'a fresh integer near 2^63', (own) => {
      return LARGEST - BigInt.asUintN(48, own);
    }),
  ];
}

/** Between 2^53 and 2^54 a double holds even integers only; a multiple of 8 takes in its successor. */
function beyondDoubles(own: bigint): bigint {
  return 2n ** 53n + 8n * (BigInt.asUintN(64, own) % 2n ** 49n);
}

function withIntegers(fresh: FreshValues, change: (own: bigint, i: number) => bigint): FreshValues {
  let count = 0;
  return {
    ...fresh,
    integer: (within) => {
      const own = fresh.integer(within);
      if (!isExact(own)) return own;
      const changed = change(BigInt(own), count);
      count += 1;
      const { minimum = -(2n ** 63n), maximum = LARGEST } = within ?? {};
      return changed < minimum || changed > maximum ? own : shortest(changed);
    },
  };
}

function isExact(value: JsonNumber): value is number | bigint {
  return typeof value === 'bigint' || Number.isInteger(value);
}

/** As {@link JsonNumber} has it: no bigint where a number holds the integer. */
function shortest(value: bigint): JsonNumber {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}
