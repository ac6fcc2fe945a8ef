import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CommandBinding } from '../binding.ts';
import { workerScriptName } from '../doctor/worker-script.ts';
import { fileProblem, readTextFile } from '../../openapi/files/read-text-file.ts';
import { UserError } from '../user-error.ts';
import { setScripts } from './edit-manifest.ts';
import type { Project } from './project.ts';

/** One thing that `init` would do. */
export interface Change {
  /** The file, relative to the project, with `/`. */
  readonly file: string;
  /** What it is, in a few words. */
  readonly what: string;
  /** `overwrite` is asked first: what is there now is the user's. */
  readonly kind: 'create' | 'update' | 'overwrite' | 'none';
  /** The file's new text, given its present one. */
  readonly edit: (text: string) => string;
}

/**
 * What it takes to set a project up: nothing where it is set up already.
 *
 * @param publicFolder Where the worker script goes.
 */
export function planChanges(
  project: Project,
  publicFolder: string,
  { packageName, programName }: Pick<CommandBinding, 'packageName' | 'programName'>,
): Change[] {
  const scripts = { mock: `${programName} mock`, verify: `${programName} verify` };
  return [
    workerChange(project, publicFolder),
    handlerChange(project, packageName),
    ...Object.entries(scripts).map(([name, line]) => scriptChange(project, name, line)),
  ];
}

function workerChange({ cwd }: Project, folder: string): Change {
  const file = `${folder.replaceAll('\\', '/').replace(/\/+$/, '')}/${workerScriptName}`;
  const script = readFileSync(
    fileURLToPath(import.meta.resolve(`msw/${workerScriptName}`)),
    'utf8',
  );
  const present = presentText(cwd, file);
  // One of another version of msw is nobody's own work.
  const isMsw = present?.includes('INTEGRITY_CHECKSUM') === true;
  const kind = isMsw && present !== script ? 'update' : kindOf(present, script);
  return { file, what: "msw's service worker", kind, edit: () => script };
}

function handlerChange({ cwd, language, sources }: Project, packageName: string): Change {
  const file = join(sources, 'mocks', `browser.${language}`).replaceAll('\\', '/');
  const text = `import { setupWorker } from '${packageName}/mocks/browser';

/** The fake in this page. Other profiles: 'typical', 'lenient', or answers of your own. */
export const worker = setupWorker({ profile: 'documented' });
`;
  return {
    file,
    what: 'the fake in a page',
    kind: kindOf(presentText(cwd, file), text),
    edit: () => text,
  };
}

function scriptChange({ scripts }: Project, name: string, line: string): Change {
  const present = scripts[name];
  const kind = present === undefined ? 'update' : present === line ? 'none' : 'overwrite';
  return {
    file: 'package.json',
    what: `script "${name}": ${line}`,
    kind,
    edit: (text) => setScripts(text, { [name]: line }),
  };
}

function kindOf(present: string | undefined, wanted: string): Change['kind'] {
  if (present === undefined) return 'create';
  return present === wanted ? 'none' : 'overwrite';
}

/** @throws {UserError} where something is there that is no readable file. */
export function presentText(cwd: string, file: string): string | undefined {
  try {
    return readTextFile(join(cwd, file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code === 'ENOTDIR') {
      const culprit = nearest(cwd, file);
      throw new UserError(
        `Failed to write ${file}: ${culprit} is no folder. Move it out of the way, or name another folder.`,
      );
    }
    throw new UserError(`Failed to read ${file}: ${fileProblem(error)}. Move it out of the way.`);
  }
}

/** What is there of a path's folders, the innermost. */
function nearest(cwd: string, file: string): string {
  let folder = dirname(file);
  while (!existsSync(join(cwd, folder))) folder = dirname(folder);
  return folder;
}
