/** Several runs against the data of one server; `npm run rich -- --steady` tries all of them. */
import { expect, it } from 'vitest';
import { conformant } from './conformant/index.ts';
import { likenessOf } from './likeness.ts';
import { unsteadiness } from './steadiness.ts';

const some = conformant.filter(({ id }) => /^(?:trips|tickets)$/.test(id));

it.each(some)('is judged alike, five times in a row and by two at a time: $id', async (member) => {
  expect(await unsteadiness(member, { maxCases: 20 })).toEqual([]);
});

it('is what the mock with its profile answers as', async () => {
  const { requests, differences } = await likenessOf(some[0]!);
  expect(requests).toBeGreaterThanOrEqual(200);
  expect(differences).toEqual([]);
});
