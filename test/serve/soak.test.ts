import { expect, it } from 'vitest';
import { soak } from './soak-run.ts';

it('answers every one of many mixed requests through proxy and mock', async () => {
  const { sent, answers } = await soak(650);
  expect(sent).toBeGreaterThanOrEqual(650);
  expect(Object.values(answers).reduce((sum, count) => sum + count, 0)).toBe(sent);
  const statuses = new Set(['0', '200', '400', '404']);
  expect(Object.keys(answers).filter((status) => !statuses.has(status))).toEqual([]);
}, 60_000);
