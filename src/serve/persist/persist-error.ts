/** A store can't be kept in its file. The message says why and what to do. */
export class PersistError extends Error {
  override readonly name = 'PersistError';
  /**
   * The same for clients: without the file.
   *
   * @internal
   */
  readonly summary: string;

  /**
   * @param summary Default: only what has failed.
   * @internal
   */
  constructor(message: string, summary = 'Failed to keep the store in its file.') {
    super(message);
    this.summary = summary;
  }
}

const CAUSES: Readonly<Record<string, string>> = {
  ENOENT: 'its folder is not there. Make the folder, or name another file',
  ENOTDIR: 'its folder is not there. Make the folder, or name another file',
  EISDIR: 'it is no file. Name a file',
  EACCES:
    'it may not be written. Change its permissions and those of its folder, or name another file',
  EPERM:
    'it may not be written. Change its permissions and those of its folder, or name another file',
  EROFS: 'it is on a read-only disk. Name another file',
  ENOSPC: 'the disk is full. Make room',
  EDQUOT: 'the disk quota is used up. Make room',
  EFBIG: 'the file may not grow any further. Raise the limit on file sizes',
};

/** Whether the file system has no room. */
export function isFullDisk(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** What the file system says, in words. */
export function persistError(file: string, error: unknown): PersistError {
  if (error instanceof PersistError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const cause = CAUSES[code];
  if (cause !== undefined) return unwritableStore(file, `${cause}.`);
  return new PersistError(
    `Failed to keep the store in ${file}: ${message}. Name another file, or fix it.`,
  );
}

/** @param cause As a sentence ends, with what to do. */
export function unwritableStore(file: string, cause: string): PersistError {
  return new PersistError(
    `Failed to keep the store in ${file}: ${cause}`,
    `Failed to keep the store in its file: ${cause}`,
  );
}
