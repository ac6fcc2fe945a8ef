import { execFileSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder whose disk can be made full. */
export interface Disk extends AsyncDisposable {
  /** An empty one at first. */
  readonly folder: string;
  /** Whether it can be. */
  readonly isSmall: boolean;
  /** Leaves so many bytes; `undefined` for all that there are. */
  leave(room: number | undefined): void;
}

const BYTES = 16 * 2 ** 20;

/** A small disk in memory, where the system lets this user mount one. */
export async function makeDisk(): Promise<Disk> {
  const base = await mkdtemp(join(tmpdir(), 'disk-'));
  const isSmall = mounts(base);
  const folder = join(base, 'store');
  const ballast = join(base, 'ballast');
  await mkdir(folder);
  return {
    folder,
    isSmall,
    leave: (room) => {
      rmSync(ballast, { force: true });
      if (!isSmall || room === undefined) return;
      const { bavail, bsize } = statfsSync(base);
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - room)));
    },
    [Symbol.asyncDispose]: async () => {
      if (isSmall) execFileSync('umount', [base]);
      await rm(base, { recursive: true });
    },
  };
}

function mounts(folder: string): boolean {
  if (process.getuid?.() !== 0) return false;
  try {
    const options = `size=${BYTES},mode=700`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
