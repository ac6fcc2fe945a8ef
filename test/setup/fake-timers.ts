import { vi } from 'vitest';

/** Timers and `performance.now()` that a test moves on by hand; sockets and files stay real. */
export interface FakeTimers extends Disposable {
  /** Moves on by so many milliseconds. */
  advance(ms: number): Promise<void>;
  /** Resolves when the code under test waits for a timer. */
  waiting(): Promise<void>;
}

/** Replaces the timers until the end of the block. */
export function fakeTimers(): FakeTimers {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  });
  return {
    advance: async (ms) => void (await vi.advanceTimersByTimeAsync(ms)),
    waiting: async () => {
      // Bounded by the test's own time: what it waits for comes over a socket.
      while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
    },
    [Symbol.dispose]: () => void vi.useRealTimers(),
  };
}
