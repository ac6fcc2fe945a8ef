import { expect, it } from 'vitest';
import { soak } from './soak-run.ts';

it('answers every one of many mixed requests through proxy and mock', async () => {
  const { sent, answers, samples } = await soak({ requests: 650 });
  expect(sent).toBeGreaterThanOrEqual(650);
  expect(Object.values(answers).reduce((sum, count) => sum + count, 0)).toBe(sent);
  expect(samples.every(({ heap, memory }) => heap > 0 && memory > heap)).toBe(true);
  const statuses = new Set(['0', '200', '201', '204', '400', '404', '500', '502', '503']);
  expect(Object.keys(answers).filter((status) => !statuses.has(status))).toEqual([]);
  // Sandboxes, faults and lists are really there.
  for (const status of [200, 201, 204, 400, 500]) expect(answers[status]).toBeGreaterThan(0);
}, 60_000);
