/** The command line: one module per verb under `commands/`, over a testable `main(argv, io, service)`. */
import { Command } from 'commander';
import { registerCommands } from './commands/index.ts';
import type { CommandBinding } from './binding.ts';
import { endWithParent, ExitCode } from './io.ts';
import { interruption, type Io, type ProcessIo } from './io.ts';
import { packageVersion } from '../package-root.ts';
import { explain } from './explain.ts';

/**
 * Runs one command line.
 *
 * @param argv The words after the program's name.
 * @param service What the commands use when nothing else is said.
 * @returns The exit code; nothing is thrown for anything a user can do wrong.
 */
export async function main(
  argv: readonly string[],
  process: ProcessIo,
  service: CommandBinding,
): Promise<number> {
  const io: Io = { ...process, service };
  let exitCode: number = ExitCode.pass;
  try {
    const exit = (code: number): void => {
      exitCode = code;
    };
    const program = await createProgram(io, exit, argv);
    refuseTakenFlags(program, argv);
    await program.parseAsync(wordsFor(program, argv), { from: 'user' });
    return exitCode;
  } catch (error) {
    return explain(error, io);
  }
}

/** Of `help nix` only `nix`: commander says of that alone that there is no such command. */
function wordsFor(program: Command, argv: readonly string[]): string[] {
  const [first, name] = argv;
  const isKnown = program.commands.some((command) => command.name() === name);
  return first === 'help' && name !== undefined && !isKnown ? [name] : [...argv];
}

/** Where an option lacks its value, commander would take the next option for it. */
function refuseTakenFlags(program: Command, [name, ...words]: readonly string[]): void {
  const command = program.commands.find((candidate) => candidate.name() === name);
  const options = command?.options ?? [];
  for (const [i, word] of words.entries()) {
    // What follows is no option.
    if (word === '--') return;
    const option = options.find(({ long, required }) => required && long === word);
    const flag = options.find(({ long }) => long === words[i + 1]);
    if (option === undefined || flag === undefined) continue;
    command?.error(`option '${option.flags}' needs a value, and ${flag.long} is an option`);
  }
}

function examples({
  programName,
  defaultPort,
  tokenVariable,
  controlTokenVariable,
  debugVariable,
}: CommandBinding): string {
  return `
Examples:
  ${programName} mock                                  a mock to build against, on port ${defaultPort}
  ${programName} verify https://host/api               check that a server keeps to the document
  ${programName} verify https://host/api --learn p.yaml
  ${programName} mock --profile p.yaml                 a mock that answers as that server does
  ${programName} lint --spec api.yaml                  find mistakes in an OpenAPI document
  ${programName} COMMAND --help                        the flags of one command

Environment:
  ${tokenVariable.padEnd(33)}  access token, if there is no --token
  ${controlTokenVariable.padEnd(33)}  token of the control API, if there is no --control-token
  ${debugVariable.padEnd(33)}  1 adds a stack trace to messages about bugs in the kit
  NO_COLOR                           turns colours off
  HTTP_PROXY, HTTPS_PROXY, NO_PROXY  proxies that verify uses

Exit codes:
  0    pass
  1    violations or findings
  2    wrong usage
  3    the server can't be reached
  4    too little was verified
  130  interrupted`;
}

/** Columns of --help where no terminal says how many it has. */
const HELP_WIDTH = 80;

/**
 * The commander program.
 *
 * @param argv Where its first word is a verb, only that one is there. Default: all verbs.
 */
export async function createProgram(
  io: Io,
  exit: (code: number) => void,
  argv: readonly string[] = [],
): Promise<Command> {
  const { service } = io;
  const program = new Command(service.programName)
    .description('Lint an OpenAPI document, mock it, and verify real servers by it.')
    .addHelpText('after', examples(service))
    .version(packageVersion(), '-V, --version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: (text, write) => write(usageMessage(text)),
      getOutHelpWidth: () => io.stdout.columns ?? HELP_WIDTH,
      getErrHelpWidth: () => io.stderr.columns ?? HELP_WIDTH,
    });
  await registerCommands(program, { io, exit }, argv);
  return program;
}

/** What commander says of a wrong command line, in the words of all other messages. */
function usageMessage(text: string): string {
  const [cause = '', ...hints] = withoutValues(text.trim()).split('\n');
  const hint = hints.map((line) => line.replace(/^\((.*)\)$/, '$1')).join(' ');
  const what = hint === '' ? 'Add --help for the usage.' : `${hint} Add --help for the usage.`;
  return `Failed to read the command line: ${cause.replace(/^error: /, '').replace(/\.$/, '')}. ${what}\n`;
}

/** What was given isn't repeated: it may be a secret in the wrong place. */
function withoutValues(text: string): string {
  return text
    .replace(/ argument '.*' is invalid\./s, ' has a wrong value.')
    .replace(/command-argument value '.*' is invalid for (argument '\w+')/s, '$1 has a wrong value')
    .replace(/(unknown option '[^=]*)=.*'/s, "$1'")
    .replace(/( but got \d+): .*/s, '$1');
}

/** Runs the process's own command line. */
export async function run(service: CommandBinding): Promise<void> {
  const io: ProcessIo = {
    stdout: process.stdout,
    stderr: process.stderr,
    // Opening it costs time, and next to no command asks anything.
    stdin: () => process.stdin,
    env: process.env,
    cwd: process.cwd(),
    ...interruption(),
    takeWarnings: (tell) => {
      // Node prints them itself as long as it listens, too.
      process.removeAllListeners('warning').on('warning', tell);
    },
  };
  endWithParent(io, service.programName);
  process.exitCode = await main(process.argv.slice(2), io, service);
}
