import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  futimesSync,
  linkSync,
  openSync,
  readSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { PersistError } from './persist-error.ts';

/** Who holds a lock. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** When the process began, as the system counts it: a pid is used again. Empty if unknown. */
  readonly start: string;
  /** Within what its pid means anything: a boot of a machine, and a container of it. Empty if unknown. */
  readonly place: string;
  /** Of this lock alone: containers can have everything else in common. */
  readonly id?: string;
}

const ATTEMPTS = 5;

/** Milliseconds between the signs of life that a holder gives. */
const BEAT_MS = 1000;
/** Milliseconds without one after which it counts as dead. */
export const SILENCE_MS = 10_000;

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
  removeDrafts(path);
  const claim = JSON.stringify({
    pid: process.pid,
    host: hostname(),
    start: startOf(process.pid),
    place: placeOfPids(),
    id: crypto.randomUUID(),
  } satisfies Holder);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const text = read(path);
    const holder = text === undefined ? undefined : parse(text);
    if (holder !== undefined && isAlive(holder, path)) throw inUse(file, holder);
    const descriptor = take(path, text, claim);
    if (descriptor === undefined) continue;
    const beat = setInterval(giveSign, BEAT_MS, descriptor).unref();
    return () => {
      clearInterval(beat);
      closeSync(descriptor);
      if (read(path)?.trim() === claim) unlinkSync(path);
    };
  }
  throw inUse(file, undefined);
}

/**
 * Makes a lock, or takes over one that nobody holds. Its text is there as soon as it is: a link is made
 * at once and never over another file.
 *
 * @param stale What it says now; `undefined` where there is none.
 * @returns The file, open; `undefined` where another process was quicker.
 */
function take(path: string, stale: string | undefined, text: string): number | undefined {
  // Not by pid: on a shared disk, another host's process may have the same.
  const draft = `${path}-${crypto.randomUUID()}`;
  let descriptor: number | undefined;
  let isTaken = false;
  try {
    descriptor = stale === undefined ? openSync(draft, 'wx') : reuse(path, draft, stale);
    if (descriptor === undefined) return undefined;
    writeFileSync(descriptor, `${text}\n`);
    ftruncateSync(descriptor, text.length + 1);
    linkSync(draft, path);
    isTaken = true;
    return descriptor;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const isLost = stale !== undefined || descriptor !== undefined;
    if (code === 'EEXIST' || (isLost && GONE.has(code))) return undefined;
    throw error;
  } finally {
    if (!isTaken && descriptor !== undefined) closeSync(descriptor);
    rmSync(draft, { force: true });
  }
}

/** Of a lock or draft that another process has taken away, and of a link; the next attempt shows who has it. */
const GONE: ReadonlySet<string> = new Set(['ENOENT', 'ELOOP']);

/** Opens a lock that nobody holds for its room, since a disk may be full: it has no other name then. */
function reuse(path: string, draft: string, stale: string): number | undefined {
  renameSync(path, draft);
  if (read(draft) !== stale) {
    linkSync(draft, path);
    return undefined;
  }
  const descriptor = openSync(draft, constants.O_RDWR | constants.O_NOFOLLOW);
  const found = fstatSync(descriptor);
  if (found.isFile() && found.nlink === 1) return descriptor;
  closeSync(descriptor);
  return undefined;
}

/** Removes what was left by processes that were killed while they took a lock. */
function removeDrafts(path: string): void {
  const folder = dirname(path);
  const name = basename(path);
  for (const other of namesIn(folder)) {
    if (!other.startsWith(name) || !DRAFT.test(other.slice(name.length))) continue;
    const draft = join(folder, other);
    const holder = parse(read(draft) ?? '');
    if (holder === undefined || !isAlive(holder, draft)) rmSync(draft, { force: true });
  }
}

/** What follows the lock's name in that of a draft. */
const DRAFT = /^-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Shows others that the process lives who can't ask for its pid. */
function giveSign(descriptor: number): void {
  try {
    futimesSync(descriptor, new Date(), new Date());
  } catch {
    // A disk that is away for a while must not end the process.
  }
}

/** Bytes that are read of a file that another process may have put there. */
const MOST = 4096;

/** Waits for nobody, such as the other end of a pipe. */
function read(path: string): string | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const bytes = Buffer.alloc(MOST);
    return bytes.toString('utf8', 0, readSync(descriptor, bytes));
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function parse(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Partial<Holder>;
    const { pid, host = hostname(), start = '', place = '' } = holder;
    return Number.isInteger(pid) && Number(pid) > 0
      ? { pid: Number(pid), host, start, place }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Of another machine's process nothing can be known: it counts as alive. */
function isAlive({ pid, host, start, place }: Holder, path: string): boolean {
  if (host !== hostname()) return true;
  if (isElsewhere(place)) {
    const { mtimeMs = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
    return Date.now() - mtimeMs < SILENCE_MS;
  }
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it is there, and another user's.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const now = startOf(pid);
  return start === '' || now === '' || now === start;
}

/** Whether its pids mean nothing here, as those of a container that has the same host name. */
function isElsewhere(place: string): boolean {
  return place !== '' && place !== placeOfPids();
}

function placeOfPids(): string {
  const boot = read('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
  try {
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return boot;
  }
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
      : `the process ${holder.pid}${whereabouts(holder)} uses it`;
  return new PersistError(
    `Failed to keep the store in ${file}: ${who}. End that process or name another file; if nothing uses it, remove ${file}.lock.`,
  );
}

function whereabouts({ host, place }: Holder): string {
  if (host !== hostname()) return ` on ${host}`;
  return isElsewhere(place) ? ' of another container' : '';
}
