import { existsSync, accessSync, constants } from 'node:fs';
import { resolve, delimiter, join } from 'node:path';
import { Command } from 'commander';
import { registerVerify } from '../commands/verify.ts';
import { configKeys, configurable } from '../config/config-keys.ts';
import { readConfig } from '../config/read-config.ts';
import { fileProblem, readTextFile } from '../../openapi/files/read-text-file.ts';
import type { Io } from '../io.ts';
import type { Symptom } from './symptom.ts';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { proxyVariables } from '../inputs/addresses.ts';

/** The config file in the working directory, if there is one: every section that a command reads. */
export function examineConfigFile(io: Io): readonly Symptom[] {
  const { configFileName: name, tokenVariable } = io.service;
  const file = resolve(io.cwd, name);
  if (!existsSync(file)) return [{ name, state: 'ok', text: 'none here' }];
  const program = new Command();
  registerVerify(program, { io, exit: () => {} });
  try {
    const text = readTextFile(file);
    for (const command of program.commands.filter((one) => configurable.includes(one.name()))) {
      readConfig(text, name, command.name(), configKeys(command), tokenVariable);
    }
    return [{ name, state: 'ok', text: 'found, and well-formed' }];
  } catch (error) {
    return [
      {
        name,
        state: 'problem',
        text: fileProblem(error),
        help: `Mend it, or leave it out with --no-config.`,
      },
    ];
  }
}

/** Whether the port that mock and proxy take by themselves is free. */
export async function examinePort({ service: { defaultPort } }: Io): Promise<readonly Symptom[]> {
  const name = `port ${defaultPort}`;
  const server = createServer();
  try {
    server.listen(defaultPort, '127.0.0.1');
    await once(server, 'listening');
    return [{ name, state: 'ok', text: 'free' }];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const text = code === 'EADDRINUSE' ? 'something listens there' : `can't be used (${code})`;
    const help = 'mock and proxy need another one: --port 0 takes any free port.';
    return [{ name, state: 'warning', text, help }];
  } finally {
    server.close();
  }
}

/** The variables that commands read; never what they hold. */
export function examineVariables(io: Io): readonly Symptom[] {
  const { tokenVariable: name } = io.service;
  const isSet = (io.env[name] ?? '') !== '';
  const proxies = Object.keys(proxyVariables(io));
  return [
    { name, state: 'ok', text: isSet ? 'set' : 'not set; --token does as well' },
    {
      name: 'proxies',
      state: 'ok',
      text: proxies.length === 0 ? 'none' : `verify goes by ${proxies.join(', ')}`,
    },
  ];
}

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome'];

/** A browser for end-to-end tests. */
export function examineChromium({ env }: Io): readonly Symptom[] {
  const name = 'Chromium';
  const named = env['CHROMIUM_PATH'] ?? '';
  if (named !== '' && !isProgram(named)) {
    const text = `CHROMIUM_PATH names ${named}, which is no program`;
    return [{ name, state: 'warning', text, help: 'Correct it, or unset it.' }];
  }
  const folders = (env['PATH'] ?? '').split(delimiter);
  const paths = BROWSERS.flatMap((one) => folders.map((folder) => join(folder, one)));
  const found = named === '' ? paths.find(isProgram) : named;
  return [{ name, state: 'ok', text: found ?? 'not found; only tests in a real browser need it' }];
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
