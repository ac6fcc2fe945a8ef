import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { PersistError } from './persist-error.ts';

/** Who holds a lock. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** When the process began, as the system counts it: a pid is used again. Empty if unknown. */
  readonly start: string;
  /** Of this lock alone: containers can have everything else in common. */
  readonly id?: string;
}

const ATTEMPTS = 5;

/**
 * Takes the lock of a file: `FILE.lock`, with the pid of who holds it. The lock of a process that
 * has ended without giving it back is taken over.
 *
 * @returns Gives it back.
 * @throws {PersistError} where another process holds it.
 * @throws {Error} with Node's `code` where the lock can't be written.
 */
export function lockFile(file: string): () => void {
  const path = `${file}.lock`;
  const own = JSON.stringify({
    pid: process.pid,
    host: hostname(),
    start: startOf(process.pid),
    id: crypto.randomUUID(),
  } satisfies Holder);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (create(path, own)) return () => release(path, own);
    const text = read(path);
    if (text === undefined) continue;
    const holder = parse(text);
    if (holder !== undefined && isAlive(holder)) throw inUse(file, holder);
    takeAway(path, text);
  }
  throw inUse(file, undefined);
}

/** Its text is there as soon as it is: a link is made at once and never over another file. */
function create(path: string, text: string): boolean {
  // Not by pid: on a shared disk, another host's process may have the same.
  const draft = `${path}-${crypto.randomUUID()}`;
  writeFileSync(draft, `${text}\n`);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    unlinkSync(draft);
  }
}

/** Removes a lock that nobody holds, unless another process was quicker and holds it by now. */
function takeAway(path: string, text: string): void {
  const aside = `${path}-stale-${crypto.randomUUID()}`;
  try {
    renameSync(path, aside);
    if (read(aside) !== text) linkSync(aside, path);
    unlinkSync(aside);
  } catch {
    // Another process has taken it away; the next attempt shows who has it.
  }
}

function release(path: string, own: string): void {
  if (read(path)?.trim() === own) unlinkSync(path);
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function parse(text: string): Holder | undefined {
  try {
    const { pid, host = hostname(), start = '' } = JSON.parse(text) as Partial<Holder>;
    return Number.isInteger(pid) && Number(pid) > 0 ? { pid: Number(pid), host, start } : undefined;
  } catch {
    return undefined;
  }
}

/** Of another machine's process nothing can be known: it counts as alive. */
function isAlive({ pid, host, start }: Holder): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it is there, and another user's.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const now = startOf(pid);
  return start === '' || now === '' || now === start;
}

/** Field 22 of Linux's /proc/PID/stat; elsewhere the pid must do. */
function startOf(pid: number): string {
  const stat = read(`/proc/${pid}/stat`) ?? '';
  // The second field is a name that can hold anything, in parentheses.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

function inUse(file: string, holder: Holder | undefined): PersistError {
  const who =
    holder === undefined
      ? 'other processes are about to use it'
      : holder.host === hostname()
        ? `the process ${holder.pid} uses it`
        : `the process ${holder.pid} on ${holder.host} uses it`;
  return new PersistError(
    `Failed to keep the store in ${file}: ${who}. End that process or name another file; if nothing uses it, remove ${file}.lock.`,
  );
}
