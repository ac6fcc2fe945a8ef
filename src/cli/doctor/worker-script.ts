import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileProblem, readTextFile } from '../../openapi/files/read-text-file.ts';
import type { Io } from '../io.ts';
import { manifestOf } from './packages.ts';
import type { Symptom } from './symptom.ts';

/** How msw calls its worker script. */
export const workerScriptName = 'mockServiceWorker.js';

/** Where projects keep what is served as it is. */
const FOLDERS = ['public', 'static', 'src', '.'];

/** msw's worker script in the project: one of another version than msw refuses to start. */
export function examineWorkerScript({ cwd, service }: Io): readonly Symptom[] {
  const folders = [...workerFolders(cwd), ...FOLDERS];
  const folder = folders.find((directory) => existsSync(join(cwd, directory, workerScriptName)));
  if (folder === undefined) {
    return [{ name: 'worker script', state: 'ok', text: 'none here; only a browser needs it' }];
  }
  const file = join(folder, workerScriptName);
  const help = `Write it again: ${service.programName} init --public ${folder}.`;
  let script: string;
  try {
    script = readTextFile(join(cwd, file));
  } catch (error) {
    const text = `${file} can't be read: ${fileProblem(error)}`;
    return [{ name: 'worker script', state: 'warning', text, help: `Remove it. ${help}` }];
  }
  const version = /PACKAGE_VERSION = ['"]([^'"]+)['"]/.exec(script)?.[1];
  const installed = manifestOf('msw')?.version;
  if (version === installed) {
    return [{ name: 'worker script', state: 'ok', text: `${file}, of msw ${version}` }];
  }
  const text = `${file} is of msw ${version ?? '(unknown)'}, and ${installed ?? 'none'} is installed`;
  return [{ name: 'worker script', state: 'warning', text, help }];
}

/** Where `npx msw init --save` has noted that it goes. */
export function workerFolders(cwd: string): readonly string[] {
  try {
    const manifest = JSON.parse(readTextFile(join(cwd, 'package.json'))) as {
      msw?: { workerDirectory?: unknown };
    };
    return [manifest.msw?.workerDirectory]
      .flat()
      .filter((directory) => typeof directory === 'string');
  } catch {
    return [];
  }
}
