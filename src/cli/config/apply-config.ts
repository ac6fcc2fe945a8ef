import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { readInput } from '../inputs/read-input.ts';
import type { Io } from '../io.ts';
import { configKeys } from './config-keys.ts';
import { readConfig } from './read-config.ts';

/**
 * Fills in what the command line left open from the config file: the one that `--config` names, else
 * the one in the working directory, if there is one. `--no-config` reads none.
 *
 * @returns The command's arguments that the file has.
 * @throws {UserError} where it can't be read.
 * @throws {DiagnosticError} where something in it is wrong.
 */
export function applyConfig(command: Command, io: Io): readonly string[] {
  const config = command.getOptionValue('config') as string | boolean | undefined;
  const named = typeof config === 'string' ? config : undefined;
  const { configFileName, tokenVariable } = io.service;
  const isThere = config !== false && existsSync(resolve(io.cwd, configFileName));
  const file = named ?? (isThere ? configFileName : undefined);
  if (file === undefined) return [];
  const text = readInput(file, 'the config file', '--config', io);
  let given: readonly string[] = [];
  const keys = configKeys(command);
  for (const [key, value] of readConfig(text, file, command.name(), keys, tokenVariable)) {
    const { attribute } = key;
    if (attribute === undefined) given = value as readonly string[];
    // Flags win.
    else if (command.getOptionValueSource(attribute) !== 'cli') {
      command.setOptionValueWithSource(attribute, value, 'config');
    }
  }
  return given;
}
