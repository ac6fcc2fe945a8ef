import { type Command, Option } from 'commander';
import type { CommandContext } from '../io.ts';
import {
  addCredentials,
  documentOption,
  refsOption,
  dreddReporters,
  timeoutOption,
} from './shared-options.ts';
import { several } from '../inputs/option-parsers.ts';
import type { DreddFlags } from '../dredd/dredd.ts';

/** Adds `dredd`: a second opinion on a server. */
export function registerDredd(program: Command, context: CommandContext): void {
  const { service } = context.io;
  const command = program
    .command('dredd')
    .summary('test a server with real Dredd, for a second opinion')
    .description('Run Dredd against a server, with a copy of the document that Dredd understands.')
    .argument('<base_url>', 'where the server answers');
  addCredentials(command, service)
    .addOption(documentOption(service))
    .addOption(refsOption())
    .addOption(
      new Option('--hooks <file>', 'Dredd hooks, CommonJS').default(
        service.dreddHooks,
        'those of the kit',
      ),
    )
    .addOption(
      new Option('--reporter <name>', `one of ${dreddReporters.join(', ')}; repeatable`)
        .argParser(several)
        .default([], 'only what Dredd prints'),
    )
    .addOption(
      new Option('--output <file>', 'file for the output of a reporter; repeatable')
        .argParser(several)
        .default([], 'report.html, report.md, report.xml'),
    )
    .option('--details', 'show the requests and responses of passing tests, too')
    .addOption(timeoutOption(10_000))
    .addHelpText(
      'after',
      `
Exit codes:
  0    all transactions passed
  1    a transaction failed
  2    wrong usage, a run that proves nothing, or a report that can't be written
  3    the server can't be reached
  130  interrupted`,
    )
    .action(async (baseUrl: string, flags: DreddFlags) => {
      // The other commands start without it.
      const { dredd } = await import('../dredd/dredd.ts');
      context.exit(await dredd(baseUrl, flags, context.io));
    });
}
