import { isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/** How a report names a file: relative to `root`, with slashes, where it lies below it. */
export function reportPath(file: string, root: string | undefined): string {
  if (root === undefined) return file;
  const path = relative(root, resolve(root, file));
  const isBelow = path !== '' && !isAbsolute(path) && path.split(sep)[0] !== '..';
  return isBelow ? path.replaceAll(sep, '/') : file;
}

/** The same as a URI reference (RFC 3986); an absolute path becomes a file URI. */
export function reportUri(file: string, root: string | undefined): string {
  const path = reportPath(file, root);
  if (isAbsolute(path)) return pathToFileURL(path).href;
  return path.split(/[\\/]/).map(encodeURIComponent).join('/');
}
