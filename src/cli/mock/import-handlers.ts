import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RequestHandler } from 'msw';
import { refuseAddress } from '../inputs/addresses.ts';
import type { Io } from '../io.ts';
import { UserError } from '../user-error.ts';
import { failedPlace } from './failed-place.ts';

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
