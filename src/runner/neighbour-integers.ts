import type { CaseTemplate, FreshValues } from '../cases/case.ts';
import { NEIGHBOUR_INTEGERS } from '../checks/refused-valid.ts';
import type { JsonNumber } from '../openapi/json/json-value.ts';

/**
 * Two requests whose fresh integers are neighbours that a double can't tell apart: a server that
 * rounds, and never returns what it rounded, takes the second for the first.
 */
export function neighbourIntegers(
  template: CaseTemplate,
): [first: CaseTemplate, second: CaseTemplate] {
  let drawn: bigint[] = [];
  const titled = { ...template, title: 'an integer beside which another is used' };
  const first: CaseTemplate = {
    ...titled,
    id: 'run/integer',
    build: (fresh) => {
      drawn = [];
      return template.build(
        withIntegers(fresh, (own) => {
          const even = beyondDoubles(own);
          drawn.push(even);
          return even;
        }),
      );
    },
  };
  const second: CaseTemplate = {
    ...titled,
    id: NEIGHBOUR_INTEGERS,
    title: 'an integer that a double takes for the one before',
    build: (fresh) => {
      const left = [...drawn];
      return template.build(
        withIntegers(fresh, (own) => (left.shift() ?? beyondDoubles(own)) + 1n),
      );
    },
  };
  return [first, second];
}

/** Between 2^53 and 2^54 a double holds even integers only; a multiple of 8 takes in its successor. */
function beyondDoubles(own: bigint): bigint {
  return 2n ** 53n + 8n * (BigInt.asUintN(64, own) % 2n ** 49n);
}

function withIntegers(fresh: FreshValues, change: (own: bigint) => bigint): FreshValues {
  return {
    text: (base) => fresh.text(base),
    integer: (within) => {
      const own = fresh.integer(within);
      const fits = (within?.maximum ?? 2n ** 63n) >= 2n ** 54n;
      return fits && isExact(own) ? change(BigInt(own)) : own;
    },
  };
}

function isExact(value: JsonNumber): value is number | bigint {
  return typeof value === 'bigint' || Number.isInteger(value);
}
