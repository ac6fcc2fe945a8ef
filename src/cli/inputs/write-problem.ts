const WRITE_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder is not there',
  ENOTDIR: 'its folder is not there',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be written',
  EPERM: 'it may not be written',
  EROFS: 'its disk may only be read',
  ENAMETOOLONG: 'its name is too long',
  ENOSPC: 'the disk is full',
};

/** Why a file could not be written, in words. */
export function writeProblem(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return WRITE_PROBLEMS[code ?? ''] ?? message;
}
