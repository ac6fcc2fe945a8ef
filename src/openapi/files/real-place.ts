/** Where paths lead once symbolic links are followed. */
import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

/**
 * Where an absolute path leads that need not be there; `undefined` behind a link to nothing, or where links
 * lead in a circle.
 */
export function realPlace(path: string): string | undefined {
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) {
      const parent = realPlace(dirname(path));
      return parent === undefined ? undefined : join(parent, basename(path));
    }
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Whether a path is a folder or lies below it. Both are as {@link realPlace} gives them. */
export function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
