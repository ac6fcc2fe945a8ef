import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LEAST_PATIENCE_MS, Watch } from '../../../src/verify/run/watch.ts';

const TIMEOUT = 5000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Sends requests that are answered after so long, after many that were answered at once. */
function watchOver(durations: readonly number[]): {
  readonly told: string[];
  readonly watch: Watch;
} {
  const told: string[] = [];
  const watch = new Watch(TIMEOUT, (silent, ms) => told.push(`${silent} for ${ms} ms`));
  for (let i = 0; i < 50; i += 1) watch.answered(5);
  for (const ms of durations) {
    void watch.place(async (turn) => {
      turn.sentAt = performance.now();
      await new Promise((resolve) => setTimeout(resolve, ms));
      watch.answered(ms);
    });
  }
  return { told, watch };
}

/** Does something while the clock has gone on, and no timer with it. */
async function afterStandstill(ms: number, act: () => Promise<unknown>): Promise<void> {
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + ms);
  await act();
  clock.mockRestore();
}

it('takes no server for one that hangs while each of its answers comes in time', async () => {
  const { told } = watchOver([3500, 4000, 4500, 4900, 4900]);
  await vi.advanceTimersByTimeAsync(2 * TIMEOUT);
  expect(told).toEqual([]);
});

it('tells of one that has answered nothing for as long as a request may take', async () => {
  const { told } = watchOver([60_000, 60_000, 60_000]);
  await vi.advanceTimersByTimeAsync(TIMEOUT - 100);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(300);
  expect(told).toEqual([expect.stringMatching(/^3 for 50\d\d ms$/)]);
});

it('tells of it also where requests are given up, and others sent in their place', async () => {
  const told: string[] = [];
  const watch = new Watch(TIMEOUT, (silent, ms) => told.push(`${silent} for ${ms} ms`));
  watch.answered(5);
  const sender = async (): Promise<void> => {
    for (let i = 0; i < 20; i += 1) {
      await watch.place(async (turn) => {
        turn.sentAt = performance.now();
        await new Promise((resolve) => setTimeout(resolve, TIMEOUT));
      });
    }
  };
  for (let i = 0; i < 4; i += 1) void sender();
  await vi.advanceTimersByTimeAsync(TIMEOUT + 200);
  expect(told).toEqual([expect.stringMatching(/^\d+ for 50\d\d ms$/)]);
});

it('takes no server for one that hangs that works on all requests before it answers any', async () => {
  const told: string[] = [];
  const watch = new Watch(TIMEOUT, (silent, ms) => told.push(`${silent} for ${ms} ms`));
  for (let i = 0; i < 50; i += 1) watch.answered(5);
  let busyUntil = 0;
  const sender = async (): Promise<void> => {
    for (let i = 0; i < 5; i += 1) {
      await watch.place(async (turn) => {
        const sentAt = (turn.sentAt = performance.now());
        busyUntil = Math.max(busyUntil, sentAt) + 250;
        while (performance.now() < busyUntil) await new Promise((done) => setTimeout(done, 50));
        watch.answered(performance.now() - sentAt);
      });
    }
  };
  for (let i = 0; i < 8; i += 1) void sender();
  await vi.advanceTimersByTimeAsync(10 * TIMEOUT);
  expect(told).toEqual([]);
});

it('waits on where two only are silent', async () => {
  const { told } = watchOver([60_000, 60_000]);
  await vi.advanceTimersByTimeAsync(3 * TIMEOUT);
  expect(told).toEqual([]);
});

it.each<[string, (watch: Watch) => Promise<unknown>]>([
  ['its own timer', () => vi.advanceTimersByTimeAsync(100)],
  [
    'a request that has just become silent',
    (watch) => {
      void watch.place(async (turn) => {
        turn.sentAt = performance.now();
        turn.holdBack();
        await new Promise((resolve) => setTimeout(resolve, 100));
      });
      return vi.advanceTimersByTimeAsync(0);
    },
  ],
])(
  'holds no time against the server in which the judge did not run: %s looks first',
  async (_, look) => {
    const { told, watch } = watchOver([7000, 7000, 7000]);
    await vi.advanceTimersByTimeAsync(1000);
    await afterStandstill(6000, () => look(watch));
    expect(told).toEqual([]);
  },
);

it('takes no request for silent whose answer came while the judge was busy', async () => {
  vi.useRealTimers();
  const { watch } = watchOver([]);
  let isAnswered = false;
  const placed = watch.place(async (turn) => {
    turn.sentAt = performance.now();
    await once(spawn('sleep', ['0.01']), 'exit');
    isAnswered = true;
  });
  const end = performance.now() + LEAST_PATIENCE_MS + 100;
  while (performance.now() < end);
  await placed;
  expect(isAnswered).toBe(true);
  await watch.settled();
});
