import { expect, it } from 'vitest';
import { tryDocuments } from './try-documents.ts';

it('takes documents that are hard to take, or refuses them with a reason', async () => {
  const seed = Date.now() % 2 ** 31;
  const { broken, seconds } = await tryDocuments({ count: 20, seed });
  expect({ seed, broken }).toEqual({ seed, broken: [] });
  expect(seconds.length).toBe(20);
}, 180_000);
