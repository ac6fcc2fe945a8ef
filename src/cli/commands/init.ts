import type { Command } from 'commander';
import type { CommandContext } from '../io.ts';
import type { InitFlags } from '../init/init.ts';

/** Adds `init`: makes a front end's project ready for the fake. */
export function registerInit(program: Command, context: CommandContext): void {
  const { service } = context.io;
  program
    .command('init')
    .summary('set a front end up: service worker, fake, scripts')
    .description(
      "Set the project in this folder up: msw's worker script, a module with the fake, script lines.",
    )
    .option('--public <folder>', 'folder that is served as it is (default: public or static)')
    .option('--spec <file>', 'OpenAPI document of your own: the fake and the scripts are of it')
    .option('-y, --yes', 'ask nothing, and keep what is there and differs')
    .option('-f, --force', 'ask nothing, and overwrite what is there and differs')
    .option('--dry-run', 'say what would be done, and do nothing')
    .addHelpText(
      'after',
      `
Examples:
  ${service.programName} init
  ${service.programName} init --spec api.yaml
  ${service.programName} init --dry-run
  ${service.programName} init --public web/static --yes

Run it as often as you like: it does only what is still to do. Where no terminal is, it needs --yes
or --force.
Exit codes: 0 set up, 2 wrong usage or not set up for want of an answer.`,
    )
    .action(async (flags: InitFlags) => {
      // The other commands start without it.
      const { init } = await import('../init/init.ts');
      context.exit(await init(flags, context.io));
    });
}
