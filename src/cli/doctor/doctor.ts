import { styleText } from 'node:util';
import { examineNode, examinePackages, manifestOf } from './packages.ts';
import type { Examination, Symptom } from './symptom.ts';
import { examineWorkerScript } from './worker-script.ts';
import { type Io, wantsColor, ExitCode } from '../io.ts';
import { existsSync, accessSync, constants } from 'node:fs';
import { resolve, delimiter, join } from 'node:path';
import { Command } from 'commander';
import { registerVerify } from '../commands/verify.ts';
import { configKeys, configurable } from '../config/config-keys.ts';
import { assertHarmless } from '../config/found-file.ts';
import { readConfig } from '../config/read-config.ts';
import { fileProblem, readTextFile } from '../../openapi/files/read-text-file.ts';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { proxyVariables } from '../inputs/addresses.ts';

const EXAMINATIONS: readonly Examination[] = [
  (io) => examinePackages(manifestOf, io.service.packageName),
  examineNode,
  examineConfigFile,
  examineVariables,
  examinePort,
  examineWorkerScript,
  examineChromium,
];

/** Prints what is found and what is missing; fails where something is a problem. */
export async function doctor(isJson: boolean, io: Io): Promise<ExitCode> {
  const lists = await Promise.all(EXAMINATIONS.map(async (examine) => await examine(io)));
  const symptoms = lists.flat();
  io.stdout.write(
    isJson ? `${JSON.stringify(symptoms, null, 2)}\n` : pretty(symptoms, wantsColor(io)),
  );
  return symptoms.some(({ state }) => state === 'problem') ? ExitCode.fail : ExitCode.pass;
}

const COLOURS = { ok: 'green', warning: 'yellow', problem: 'red' } as const;

function pretty(symptoms: readonly Symptom[], color: boolean): string {
  const width = Math.max(...symptoms.map(({ name }) => name.length));
  const lines = symptoms.map(({ name, state, text, help }) => {
    const word = state.padEnd('warning'.length);
    const mark = color ? styleText(COLOURS[state], word, { validateStream: false }) : word;
    return `${mark}  ${name.padEnd(width)}  ${text}${help === undefined ? '' : `\n         ${help}`}\n`;
  });
  return `${lines.join('')}\n${verdictOn(symptoms)}\n`;
}

/** What the looks came to, in a sentence or two for people. */
export function verdictOn(symptoms: readonly Symptom[]): string {
  const problems = symptoms.filter(({ state }) => state === 'problem').map(({ name }) => name);
  const unable = symptoms.flatMap(({ disables }) => disables ?? []);
  const sentences = [
    problems.length > 0 ? [`Something is missing or broken: ${problems.join(', ')}.`] : [],
    unable.length > 0
      ? [`These commands can't work: ${unable.join(', ')}. The warnings say what to install.`]
      : [],
  ].flat();
  return sentences.length > 0 ? sentences.join('\n') : 'Every command can work.';
}

/** The config file in the working directory, if there is one: every section that a command reads. */
function examineConfigFile(io: Io): readonly Symptom[] {
  const { configFileName: name, tokenVariable } = io.service;
  const file = resolve(io.cwd, name);
  if (!existsSync(file)) return [{ name, state: 'ok', text: 'none here' }];
  const program = new Command();
  registerVerify(program, { io, exit: () => {} });
  try {
    const text = readTextFile(file);
    for (const command of program.commands.filter((subcommand) =>
      configurable.includes(subcommand.name()),
    )) {
      const values = readConfig(text, name, command.name(), configKeys(command), tokenVariable);
      assertHarmless(name, values, io);
    }
    return [{ name, state: 'ok', text: 'found, and well-formed' }];
  } catch (error) {
    const help = 'Fix it, or leave it out with --no-config.';
    return [{ name, state: 'problem', text: fileProblem(error), help }];
  }
}

/** Whether the port that mock and proxy take by themselves is free. */
async function examinePort({ service: { defaultPort } }: Io): Promise<readonly Symptom[]> {
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
function examineVariables(io: Io): readonly Symptom[] {
  const { tokenVariable: name } = io.service;
  const isSet = (io.env[name] ?? '') !== '';
  const names = Object.keys(proxyVariables(io)).join(', ');
  return [
    { name, state: 'ok', text: isSet ? 'set' : 'not set; --token does as well' },
    { name: 'proxies', state: 'ok', text: names === '' ? 'none' : `verify goes by ${names}` },
  ];
}

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome'];

/** A browser for end-to-end tests. */
function examineChromium({ env }: Io): readonly Symptom[] {
  const name = 'Chromium';
  const named = env['CHROMIUM_PATH'] ?? '';
  if (named !== '' && !isProgram(named)) {
    const text = `CHROMIUM_PATH names ${named}, which is no program`;
    return [{ name, state: 'warning', text, help: 'Correct it, or unset it.' }];
  }
  const folders = (env['PATH'] ?? '').split(delimiter);
  const paths = BROWSERS.flatMap((browser) => folders.map((folder) => join(folder, browser)));
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
