import { expect, it } from 'vitest';
import type { JudgedExchange } from '../../../src/verify/cases/case.ts';
import { refusedValid } from '../../../src/verify/checks/refused-valid.ts';
import { context, exchange, open, strict } from './exchanges.ts';

const say = (exchanges: readonly JudgedExchange[], given = context): object[] =>
  [refusedValid.checkRun(exchanges, given)].flat();

const odd = (reason: string, message: string): JudgedExchange =>
  exchange({ status: 400, body: JSON.stringify({ message }), validity: { kind: 'open', reason } });

it('an operation that refuses everything alike tells nothing of what is odd', () => {
  const ids = ['0b0ffd7a-94f5-4fa5-8b4d-d4b15ff5c4ef', 'f5aa0a0e-1c3f-4e07-a51c-7c1f2ec5b90f'];
  const alike = ids.map((id) => odd(`name is ${id}`, `no project, see error ${id}`));
  expect(say(alike)).toEqual([]);
  expect(say([odd('name is empty', 'no project'), odd('name is long', 'too long')])).toHaveLength(
    2,
  );
  expect(say(alike, strict)).toHaveLength(2);
});

it('an operation that takes anything refuses for what is odd', () => {
  const alike = [odd('name is empty', 'no'), odd('name is long', 'no')];
  expect(say([...alike, exchange({ validity: open })])).toHaveLength(2);
  const options = exchange({ validity: open, outsideOperation: true, method: 'OPTIONS' });
  expect(say([...alike, options])).toEqual([]);
});
