import { expect, it } from 'vitest';
import { tryDocuments } from './try-documents.ts';

it('takes documents that are hard to take, or refuses them with a reason', async () => {
  // Always the same ones: `npm run fuzz -- documents` tries others.
  const { broken, seconds } = await tryDocuments({ count: 12, seed: 3 });
  expect(broken).toEqual([]);
  expect(seconds.length).toBe(12);
}, 180_000);
