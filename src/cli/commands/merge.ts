import type { Command } from 'commander';
import type { CommandContext } from '../io.ts';
import type { MergeFlags } from '../verify/recorded.ts';
import { reporterOption } from './shared-options.ts';

/** Adds `merge`: the reports of shards as one. */
export function registerMerge(program: Command, context: CommandContext): void {
  program
    .command('merge')
    .summary('join the JSON reports of verify --shard into one result')
    .description('Join the JSON reports of all shards of a run into one result; send nothing.')
    .argument('<report.json...>', 'the JSON report of each shard')
    .addOption(reporterOption())
    .addHelpText(
      'after',
      '\nExit codes: those of verify, for the whole run: 0 the server keeps the contract, 1 a violation, 2 wrong\n' +
        "usage, an input that can't be read or a shard that is missing, 3 the server couldn't be reached, 4 nothing\n" +
        'was found wrong, but too little was verified, 130 a shard was interrupted.',
    )
    .action(async (files: readonly string[], flags: MergeFlags) => {
      // The other commands start without it.
      const { merge } = await import('../verify/recorded.ts');
      context.exit(await merge(files, flags, context.io));
    });
}
