import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';

/** A path, with its line and column, at the end of a line of a stack. */
const PLACE = /(file:\/\/)?(\/[^\n()?]*?)(?:\?[^\n:)]*)?:(\d+)(?::(\d+))?\)?$/gm;

/**
 * Where a module failed that was imported, as `file:line:column`; `undefined` where Node doesn't say.
 *
 * @param path The module's own.
 * @param cwd What files are shown relative to.
 */
export async function failedPlace(
  error: unknown,
  path: string,
  cwd: string,
): Promise<string | undefined> {
  if (!(error instanceof Error)) return undefined;
  const place = placeIn(error.stack ?? '', cwd);
  // Of an ES module that it can't parse, Node tells the place only on standard error.
  const isUnplaced = place === undefined && error instanceof SyntaxError;
  return isUnplaced ? placeIn(await checked(path), cwd) : place;
}

function placeIn(stack: string, cwd: string): string | undefined {
  for (const [, scheme, text = '', line, column] of stack.matchAll(PLACE)) {
    const path = scheme === undefined ? text : decodeURIComponent(text);
    if (path.includes('/node_modules/') || !existsSync(path)) continue;
    const below = relative(cwd, path);
    const shown = below.startsWith('..') || isAbsolute(below) ? path : below;
    return [shown, line, ...(column === undefined ? [] : [column])].join(':');
  }
  return undefined;
}

/** What `node --check` says of a file, without running it. */
function checked(path: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile(process.execPath, ['--check', path], { timeout: 5000 }, (_error, _stdout, stderr) => {
    resolve(stderr);
  });
  return promise;
}
