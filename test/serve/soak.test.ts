import { expect, it } from 'vitest';
import { soak } from './soak-run.ts';

it('answers every one of many mixed requests through proxy and mock', async () => {
  const { sent, answers, samples } = await soak({ requests: 650 });
  expect(sent).toBeGreaterThanOrEqual(650);
  expect(Object.values(answers).reduce((sum, count) => sum + count, 0)).toBe(sent);
  expect(samples.every(({ heap, memory }) => heap > 0 && memory > heap)).toBe(true);
  const statuses = new Set(['0', '200', '201', '400', '404', '500', '503']);
  expect(Object.keys(answers).filter((status) => !statuses.has(status))).toEqual([]);
}, 60_000);
