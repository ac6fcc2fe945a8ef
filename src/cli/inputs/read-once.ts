import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Io } from '../io.ts';
import { MAX_BYTES, failure } from '../../openapi/files/read-text-file.ts';

/** How long a pipe is waited for, in milliseconds. */
export interface Patience {
  /** Until someone opens its other end. Default 3,000. */
  readonly writer?: number | undefined;
  /** Until more comes from someone who has. Default 60,000. */
  readonly bytes?: number | undefined;
}

const STANDARD_INPUT: ReadonlySet<string> = new Set([
  '-',
  '/dev/stdin',
  '/dev/fd/0',
  '/proc/self/fd/0',
]);

/** What was read already, since it comes only once; by the run of the command. */
const contents = new WeakMap<Io, Map<string, Buffer>>();

/** Whether a word of the command line means what can be read only once: `-`, a pipe. */
export function comesOnce(word: string, io: Io): boolean {
  if (STANDARD_INPUT.has(word)) return true;
  return statSync(resolve(io.cwd, word), { throwIfNoEntry: false })?.isFIFO() === true;
}

/**
 * What comes from standard input (`-`) or of a pipe; the same one each time it is asked for.
 *
 * @throws {Error} with a `code` that `fileProblem` has words for.
 */
export function readOnce(word: string, io: Io, patience?: Patience): Buffer {
  const key = STANDARD_INPUT.has(word) ? '-' : resolve(io.cwd, word);
  const known = contents.get(io) ?? new Map<string, Buffer>();
  contents.set(io, known);
  const bytes = known.get(key) ?? (key === '-' ? readStandardInput() : readPipe(key, patience));
  known.set(key, bytes);
  return bytes;
}

function readStandardInput(): Buffer {
  // A terminal or another device: nobody can tell whether it ever ends.
  if (fstatSync(0).isCharacterDevice()) throw failure('NOT_A_FILE');
  return readAll(0, {}, true);
}

/** @throws {Error} like {@link readOnce}. */
export function readPipe(path: string, patience: Patience = {}): Buffer {
  // Otherwise, to open it would wait for a writer, and nothing could end that.
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    // Of a pipe without a name the writer has come long ago, and may have gone.
    return readAll(descriptor, patience, /^\/(?:dev|proc\/\w+)\/fd\//.test(path));
  } finally {
    closeSync(descriptor);
  }
}

function readAll(
  descriptor: number,
  { writer = 3000, bytes = 60_000 }: Patience,
  hasWriter: boolean,
): Buffer {
  const chunks: Buffer[] = [];
  let size = 0;
  let last = performance.now();
  for (;;) {
    const chunk = Buffer.allocUnsafe(64 * 1024);
    const count = readSome(descriptor, chunk);
    const waited = performance.now() - last;
    if (count === 0 && (hasWriter || size > 0)) return Buffer.concat(chunks);
    if (count === 0 && waited > writer) throw failure('NO_WRITER');
    if (count === undefined && waited > bytes) throw failure('SILENT');
    if (count === 0 || count === undefined) {
      sleep(10);
      continue;
    }
    chunks.push(chunk.subarray(0, count));
    size += count;
    last = performance.now();
    if (size > MAX_BYTES) throw failure('TOO_LARGE');
  }
}

/** `undefined` where nothing has come yet, 0 where nobody writes. */
function readSome(descriptor: number, chunk: Buffer): number | undefined {
  try {
    return readSync(descriptor, chunk);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EAGAIN') return undefined;
    // So ends what is piped on Windows.
    if (code === 'EOF') return 0;
    throw error;
  }
}

function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
