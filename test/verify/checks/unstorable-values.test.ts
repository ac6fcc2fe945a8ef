import { expect, it } from 'vitest';
import { statusOf } from '../../../src/http/exchange.ts';
import { unstorableValues } from '../../../src/verify/checks/unstorable-values.ts';
import { exchange, open } from './exchanges.ts';

it('finds a value that another has in a list of any length', () => {
  const taken = ['a', 'b', 'c', 'd'].map((name) => exchange({ sent: { name } }));
  const others = Array.from({ length: 200_000 }, (_, i) => ({ name: `${i}` }));
  const failing = exchange({ status: 500, validity: open, sent: [...others, { name: 'c' }] });
  const told = unstorableValues([...taken, failing], (sent) =>
    statusOf(sent) === 500 ? 500 : undefined,
  );
  expect(told(failing)).toBe('500 on a value that another has');
  expect(told(exchange({ status: 500, validity: open, sent: others }))).toBeUndefined();
});
