import type { Command } from 'commander';
import type { CommandContext } from '../io.ts';

type RegisterAll = typeof registerCommands;
type Register = (program: Command, context: CommandContext, registerAll: RegisterAll) => void;

/** Every verb, in the order in which --help shows them. */
const COMMANDS: Readonly<Record<string, () => Promise<Register>>> = {
  lint: async () => (await import('./lint.ts')).registerLint,
  mock: async () => (await import('./mock.ts')).registerMock,
  verify: async () => (await import('./verify.ts')).registerVerify,
  proxy: async () => (await import('./proxy.ts')).registerProxy,
  merge: async () => (await import('./merge.ts')).registerMerge,
  judge: async () => (await import('./judge.ts')).registerJudge,
  dredd: async () => (await import('./dredd.ts')).registerDredd,
  init: async () => (await import('./init.ts')).registerInit,
  doctor: async () => (await import('./doctor.ts')).registerDoctor,
  completion: async () => (await import('./completion.ts')).registerCompletion,
  complete: async () => (await import('./completion.ts')).registerComplete,
};

/**
 * Adds the verb that a command line names, or all of them where its first word is none: what a
 * command doesn't need would take a third of its start-up and of its memory.
 */
export async function registerCommands(
  program: Command,
  context: CommandContext,
  argv: readonly string[],
): Promise<void> {
  const [verb = ''] = argv;
  const load = Object.hasOwn(COMMANDS, verb) ? COMMANDS[verb] : undefined;
  const loads = load === undefined ? Object.values(COMMANDS) : [load];
  const registers = await Promise.all(loads.map(async (loadCommand) => await loadCommand()));
  for (const register of registers) register(program, context, registerCommands);
}
