/** Several runs against the data of one server; `npm run rich -- --steady` tries all of them. */
import { expect, it } from 'vitest';
import { conformant } from './conformant/index.ts';
import { likenessOf } from './likeness.ts';
import { unsteadiness } from './steadiness.ts';

const some = conformant.filter(({ id }) => /^(?:trips|tickets)$/.test(id));

it.each(some)('is judged alike, five times in a row and by two at a time: $id', async (member) => {
  expect(await unsteadiness(member, { maxCases: 20 })).toEqual([]);
});

/** Both are sent what teaches the profile, and the other requests. */
const SLOW = 120_000;

it.each(conformant.filter(({ id }) => /^(?:trips|shop)$/.test(id)))(
  'is what the mock with its profile answers as: $id',
  async (member) => {
    const { requests, differences } = await likenessOf(member);
    expect(requests).toBeGreaterThanOrEqual(200);
    expect(differences).toEqual([]);
  },
  SLOW,
);
