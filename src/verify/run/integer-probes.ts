import type { JsonNumber } from '../../openapi/json/json-value.ts';
import { toJsonNumber } from '../../openapi/json/exact-number.ts';
import type { FreshValues } from '../../model/requests/fresh-values.ts';
import type { CaseTemplate } from '../cases/case.ts';
import { CUT_INTEGERS, FIRST_INTEGER, NEIGHBOUR_INTEGERS } from '../checks/refused-valid.ts';

const LARGEST = 2n ** 63n - 1n;

/**
 * Valid requests whose fresh integers lie where servers lose them. Unlike the well-known edges, no
 * earlier run can have used these: a refusal is one, whatever the server says of it.
 *
 * The first three belong together: a server that rounds or cuts, and never returns what it made of
 * an integer, takes the second or the third for the first.
 */
export function integerProbes(template: CaseTemplate): CaseTemplate[] {
  const drawn: bigint[] = [];
  const probe = (
    id: string,
    title: string,
    change: (n: bigint, i: number) => bigint,
  ): CaseTemplate => ({
    ...template,
    id,
    title,
    build: (fresh) => template.build(withIntegers(fresh, change)),
  });
  const first = (n: bigint, i: number): bigint => (drawn[i] = beyondDoubles(n));
  const beside = (distance: bigint) => (n: bigint, i: number) =>
    (drawn[i] ?? beyondDoubles(n)) + distance;
  return [
    probe(FIRST_INTEGER, 'an integer beside which others are used', first),
    probe(NEIGHBOUR_INTEGERS, 'an integer that a double takes for another', beside(1n)),
    probe(CUT_INTEGERS, 'an integer that 32 bits take for another', beside(2n ** 32n)),
    probe('run/negative-integer', 'a fresh negative integer', (n) => -n),
    probe('run/integer-below-doubles', 'a fresh integer below -2^53', (n) => -beyondDoubles(n)),
    probe('run/integer-near-the-largest', 'a fresh integer near 2^63', (n) => {
      return LARGEST - BigInt.asUintN(48, n);
    }),
  ];
}

/** Between 2^53 and 2^54 a double holds even integers only; a multiple of 8 takes in its successor. */
function beyondDoubles(n: bigint): bigint {
  return 2n ** 53n + 8n * (BigInt.asUintN(64, n) % 2n ** 49n);
}

function withIntegers(fresh: FreshValues, change: (n: bigint, i: number) => bigint): FreshValues {
  let count = 0;
  return {
    ...fresh,
    integer: (within) => {
      const integer = fresh.integer(within);
      if (!isExact(integer)) return integer;
      const changed = change(BigInt(integer), count++);
      const { minimum = -(2n ** 63n), maximum = LARGEST } = within ?? {};
      return changed < minimum || changed > maximum ? integer : toJsonNumber(changed);
    },
  };
}

function isExact(value: JsonNumber): value is number | bigint {
  return typeof value === 'bigint' || Number.isInteger(value);
}
