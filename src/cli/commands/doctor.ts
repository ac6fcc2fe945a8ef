import type { Command } from 'commander';
import type { CommandContext } from '../io.ts';

/** Adds `doctor`: versions, and what is found and missing. */
export function registerDoctor(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .summary('versions, what is found, and what is missing')
    .description('Print versions, and what the commands need and do not find. Changes nothing.')
    .option('--json', 'for a program: a list of { name, state, text, help, disables }')
    .addHelpText(
      'after',
      '\nExit codes: 0 nothing is wrong, 1 something is missing or broken. Warnings are no failure; nor are\n' +
        'tools that were left out: the last line says which commands need them.',
    )
    .action(async ({ json }: { readonly json?: true }) => {
      // The other commands start without it.
      const { doctor } = await import('../doctor/doctor.ts');
      context.exit(await doctor(json === true, context.io));
    });
}
