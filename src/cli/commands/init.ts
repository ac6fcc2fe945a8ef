import type { Command } from 'commander';
import type { CommandContext } from '../io.ts';
import type { InitFlags } from '../init/init.ts';

/** Adds `init`: makes a front end's project ready for the mock. */
export function registerInit(program: Command, context: CommandContext): void {
  const { service } = context.io;
  program
    .command('init')
    .summary('set up a front end: service worker, mock, scripts')
    .description(
      "Set up the project in this folder: msw's worker script, a module with the mock, and npm scripts.",
    )
    .option(
      '--public <folder>',
      'folder of files that are served as they are (default: public or static)',
    )
    .option('--spec <file>', 'OpenAPI document of your own, for the mock and the scripts')
    .option('-y, --yes', 'ask nothing; keep files that differ')
    .option('-f, --force', 'ask nothing; overwrite files that differ')
    .option('--dry-run', 'print what would change, and change nothing')
    .addHelpText(
      'after',
      `
Examples:
  ${service.programName} init
  ${service.programName} init --spec api.yaml
  ${service.programName} init --dry-run
  ${service.programName} init --public web/static --yes

Run it as often as you like: it does only what is left to do. Without a terminal, it needs --yes or --force.

Exit codes:
  0    the project is set up
  2    wrong usage, or no answer to a question`,
    )
    .action(async (flags: InitFlags) => {
      // The other commands start without it.
      const { init } = await import('../init/init.ts');
      context.exit(await init(flags, context.io));
    });
}
