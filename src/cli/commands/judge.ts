import type { Command } from 'commander';
import type { CommandContext } from '../io.ts';
import type { JudgeFlags } from '../verify/recorded.ts';
import { addJudgement, reporterOption } from './shared-options.ts';

/** Adds `judge`: recorded traffic against the document. */
export function registerJudge(program: Command, context: CommandContext): void {
  const { service } = context.io;
  const command = program
    .command('judge')
    .summary('whether recorded traffic keeps what the document promises')
    .description('Judge the requests and responses of a recording by the document; send nothing.')
    .argument('<file.har>', 'a recording of verify --har, or one that a browser saved');
  addJudgement(command, service)
    .option('--base-url <url>', 'judge only what was sent below this address (default: anything)')
    .addOption(reporterOption())
    .addHelpText(
      'after',
      '\nExit codes: 0 the server kept the contract, 1 a violation, 2 wrong usage or an input ' +
        "that can't be read,\nor a report that can't be written.",
    )
    .action(async (file: string, flags: JudgeFlags) => {
      // The other commands start without it.
      const { judge } = await import('../verify/recorded.ts');
      context.exit(await judge(file, flags, context.io));
    });
}
