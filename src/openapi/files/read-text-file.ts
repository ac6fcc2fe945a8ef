import { readFileSync, statSync } from 'node:fs';
import { isUtf8 } from 'node:buffer';

/** Bytes of the largest file that is read: far more than anyone writes or records. */
export const MAX_BYTES: number = 256 * 1024 * 1024;

/**
 * The text of a regular file.
 *
 * @throws {Error} like {@link readBytes}, and where it is no UTF-8.
 */
export function readTextFile(path: string): string {
  return utf8Text(readBytes(path));
}

/**
 * The bytes of a regular file. Of anything else, such as a device or a pipe, nobody can tell whether
 * it ever ends.
 *
 * @throws {Error} with a `code` that {@link fileProblem} has words for.
 */
export function readBytes(path: string): Buffer {
  demandFile(path);
  return readFileSync(path);
}

/** @throws {Error} like {@link readBytes}, for what is there and can't be read as a file. */
export function demandFile(path: string): void {
  const found = statSync(path);
  if (found.isDirectory()) throw failure('EISDIR');
  if (!found.isFile()) throw failure('NOT_A_FILE');
  if (found.size > MAX_BYTES) throw failure('TOO_LARGE');
}

/** What keeps {@link readBytes} from something that is there and is no folder, in words. */
export function endlessProblem(path: string): string | undefined {
  try {
    demandFile(path);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'NOT_A_FILE' || code === 'TOO_LARGE' ? fileProblem(error) : undefined;
  }
}

/** @param code One that {@link fileProblem} has words for. */
export function failure(code: string): Error {
  return Object.assign(new Error(FILE_PROBLEMS[code]), { code });
}

const FILE_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be read',
  EPERM: 'it may not be read',
  ENOTDIR: 'there is no such file',
  ELOOP: 'its links lead in a circle',
  NOT_A_FILE: 'it is no file but a device, a pipe or a socket',
  NO_WRITER: 'it is a pipe that nobody writes to',
  SILENT: 'it is a pipe from which nothing more comes',
  TOO_LARGE: `it is larger than ${MAX_BYTES / 1024 / 1024} MiB`,
};

/** Why a file could not be read, in words. */
export function fileProblem(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return FILE_PROBLEMS[code ?? ''] ?? message;
}

/**
 * The text that bytes are, with its byte order mark where there is one.
 *
 * @throws {Error} with {@link utf8Problem}.
 */
export function utf8Text(bytes: Buffer): string {
  const problem = utf8Problem(bytes);
  if (problem !== undefined) throw new Error(problem);
  return bytes.toString('utf8');
}

/** Where bytes are no UTF-8: replaced, they would become another value. */
export function utf8Problem(bytes: Buffer): string | undefined {
  if (isUtf8(bytes)) return undefined;
  const { byte, line, column } = firstWrong(bytes);
  const hex = byte.toString(16).toUpperCase();
  return `it is not text in UTF-8 (byte 0x${hex} at line ${line}, column ${column})`;
}

const REPLACEMENT = '\u{FFFD}';

function firstWrong(bytes: Buffer): { byte: number; line: number; column: number } {
  const parts = bytes.toString('utf8').split(REPLACEMENT);
  let offset = 0;
  let text = '';
  for (const part of parts) {
    text += part;
    offset += Buffer.byteLength(part);
    // It may well stand there itself.
    const width = Buffer.byteLength(REPLACEMENT);
    if (bytes.subarray(offset, offset + width).toString('latin1') !== '\xEF\xBF\xBD') break;
    text += REPLACEMENT;
    offset += width;
  }
  const lines = text.split('\n');
  return { byte: bytes[offset]!, line: lines.length, column: lines.at(-1)!.length + 1 };
}
