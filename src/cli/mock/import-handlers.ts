import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve, isAbsolute, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RequestHandler } from 'msw';
import { refuseAddress } from '../inputs/addresses.ts';
import type { Io } from '../io.ts';
import { UserError } from '../user-error.ts';
import { execFile } from 'node:child_process';

/** How often a file was imported: Node keeps a module under its address. */
let imports = 0;

/**
 * The msw handlers that a module exports, as the file is now. What it imports itself stays as it was
 * when it was loaded first.
 *
 * @throws {UserError} where it can't be loaded, or exports none.
 */
export async function importHandlers(file: string, io: Io): Promise<RequestHandler[]> {
  const fail = (cause: string, help: string): never => {
    throw new UserError(`Failed to load the handlers ${file}: ${cause}. ${help}`);
  };
  refuseAddress(file, 'load the handlers', '--handlers');
  const path = resolve(io.cwd, file);
  if (!existsSync(path)) return fail('there is no such file', 'Check the path after --handlers.');
  let module: { default?: unknown; handlers?: unknown };
  try {
    module = (await import(freshAddress(path))) as typeof module;
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    const place = await failedPlace(error, path, io.cwd);
    const where = place === undefined ? '' : ` (${place})`;
    return fail(`${cause}${where}`, 'It must be a module that Node can import.');
  }
  const exported = module.handlers ?? module.default;
  if (isList(exported)) return exported;
  // Of `module.exports = { … }`, Node doesn't see every name.
  const { handlers } = (exported ?? {}) as { readonly handlers?: unknown };
  if (isList(handlers)) return handlers;
  return fail(
    'it exports no list of msw handlers',
    'Write `export const handlers = [http.post(…)]`, with http from "msw/http".',
  );
}

function isList(value: unknown): value is RequestHandler[] {
  return (
    Array.isArray(value) &&
    value.every((one: unknown) => typeof (one as { run?: unknown } | null)?.run === 'function')
  );
}

/** One that Node has loaded nothing from yet. */
function freshAddress(path: string): string {
  const url = pathToFileURL(path);
  if (imports > 0) url.search = `again=${imports}`;
  imports += 1;
  // A CommonJS module is kept under its path, whatever the address says.
  delete createRequire(url).cache[realpathSync(path)];
  return url.href;
}

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
