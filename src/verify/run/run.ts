/** Running: sending cases to a server, judging what comes back, telling it as events. */
import type { RunOptions } from './run-options.ts';
import { Conductor } from './conductor.ts';
import { EventQueue } from './event-queue.ts';
import type { RunEvent } from './event.ts';

/** Sends the cases and tells what comes of it. Ending the iteration ends the run. */
export async function* run(options: RunOptions): AsyncGenerator<RunEvent, void, undefined> {
  const queue = new EventQueue<RunEvent>();
  const left = new AbortController();
  const signals = options.signal ? [options.signal, left.signal] : [left.signal];
  const conductor = new Conductor(options, AbortSignal.any(signals), (event) => queue.push(event));
  const work = conductor.conduct().then(
    () => queue.end(),
    (error: unknown) => queue.fail(error),
  );
  try {
    yield* queue;
  } finally {
    left.abort();
    await work;
  }
}
