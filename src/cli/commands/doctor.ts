import type { Command } from 'commander';
import type { CommandContext } from '../io.ts';

/** Adds `doctor`: versions, and what is found and missing. */
export function registerDoctor(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .summary('print versions, what is found, and what is missing')
    .description('Print versions, and what the commands need and do not find. Change nothing.')
    .option('--json', 'print a list of { name, state, text, help, disables } for programs')
    .addHelpText(
      'after',
      `
Exit codes:
  0    nothing is wrong
  1    something is missing or broken
Warnings fail nothing, and neither do add-ons that are not installed. The last line names the commands that need them.`,
    )
    .action(async ({ json }: { readonly json?: true }) => {
      // The other commands start without it.
      const { doctor } = await import('../doctor/doctor.ts');
      context.exit(await doctor(json === true, context.io));
    });
}
