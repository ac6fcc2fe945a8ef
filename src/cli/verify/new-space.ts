/** How much memory V8 takes for new objects, most of which are soon gone. */
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Bytes. V8 itself would take several times as much, and is hardly quicker with it. */
const ENOUGH = 12_000_000;

/** Milliseconds from one look to the next. */
const PAUSE = 20;

let isBound = false;

/** Keeps the space for new objects from growing once it is large enough: V8 gives none of it back during a run. */
export function boundNewSpace(): void {
  const [major] = process.versions.node.split('.').map(Number);
  // Other versions may not know the flag.
  if (isBound || major! < 22 || major! > 24) return;
  isBound = true;
  grow(1);
  const timer = setInterval(() => {
    const isEnough = size() >= ENOUGH;
    grow(isEnough ? 1 : 2);
    if (isEnough) clearInterval(timer);
  }, PAUSE).unref();
}

function size(): number {
  return (
    getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0
  );
}

function grow(factor: number): void {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}
