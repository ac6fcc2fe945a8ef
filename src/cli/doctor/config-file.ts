import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { registerVerify } from '../commands/verify.ts';
import { configKeys } from '../config/config-keys.ts';
import { configurable } from '../config/config-schema.ts';
import { readConfig } from '../config/read-config.ts';
import { fileProblem, readTextFile } from '../../openapi/files/read-text-file.ts';
import type { Io } from '../io.ts';
import type { Symptom } from './symptom.ts';

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
