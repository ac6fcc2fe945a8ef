import { Argument, Command } from 'commander';
import type { CommandContext } from '../io.ts';
import {
  completionsFor,
  completeCommand,
  filesLine,
  shellScript,
  shells,
} from '../completion/completions.ts';

/** Adds `completion <shell>`, and the hidden command that the shells' scripts ask. */
export function registerCompletion(program: Command, context: CommandContext): void {
  const { io } = context;
  const { programName } = io.service;
  program
    .command('completion')
    .summary('the script that teaches a shell to complete this command line')
    .description('Print the script that teaches a shell to complete this command line.')
    .addArgument(new Argument('<shell>', 'which shell').choices(shells))
    .addHelpText(
      'after',
      `
Examples:
  source <(${programName} completion bash)          in ~/.bashrc
  source <(${programName} completion zsh)           in ~/.zshrc, after compinit
  ${programName} completion fish | source           in ~/.config/fish/config.fish`,
    )
    .action((shell: string) => {
      io.stdout.write(shellScript(shell, programName));
    });
}

/** Adds verbs to a program: those that the words of a command line name, or all. */
export type RegisterAll = (
  program: Command,
  context: CommandContext,
  argv: readonly string[],
) => Promise<void>;

/** Adds the hidden command that the shells' scripts ask at every press of the tab key. */
export function registerComplete(
  program: Command,
  context: CommandContext,
  registerAll: RegisterAll,
): void {
  program
    .command(completeCommand, { hidden: true })
    .argument('[word...]')
    .allowUnknownOption()
    .helpOption(false)
    .action(async (words: readonly string[]) => {
      const { service } = context.io;
      const whole = new Command(service.programName).helpOption().version('', '-V, --version');
      await registerAll(whole, context, words.length > 1 ? words : []);
      const { words: found, files } = completionsFor(whole, words, service);
      const lines = found.map(({ word, description }) => `${word}\t${description}\n`);
      context.io.stdout.write(lines.join('') + (files ? `${filesLine}\n` : ''));
    });
}
