import type { Command } from 'commander';
import type { CommandContext } from '../io.ts';
import type { JudgeFlags } from '../verify/recorded.ts';
import { addJudgement, reporterOption } from './shared-options.ts';

/** Adds `judge`: recorded traffic against the document. */
export function registerJudge(program: Command, context: CommandContext): void {
  const { service } = context.io;
  const command = program
    .command('judge')
    .summary('check recorded traffic against a document')
    .description('Judge recorded requests and responses by the document. Send nothing.')
    .argument('<file.har>', 'recording of verify --har or of a browser');
  addJudgement(command, service)
    .option('--base-url <url>', 'judge only what was sent below this address (default: anything)')
    .addOption(reporterOption())
    .addHelpText(
      'after',
      `
Exit codes:
  0    the server kept the contract
  1    the server broke the contract
  2    wrong usage, an input that can't be read, or a report that can't be written`,
    )
    .action(async (file: string, flags: JudgeFlags) => {
      // The other commands start without it.
      const { judge } = await import('../verify/recorded.ts');
      context.exit(await judge(file, flags, context.io));
    });
}
