import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes of heap that are really in use. */
export function heapAfterCollection(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let used = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 4; i += 1) {
    collect();
    const before = used;
    used = process.memoryUsage().heapUsed;
    // What finalizers have let go is collected with the next turn.
    if (used > before * 0.999) break;
  }
  return used;
}
