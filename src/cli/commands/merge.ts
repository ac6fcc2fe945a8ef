import type { Command } from 'commander';
import type { CommandContext } from '../io.ts';
import type { MergeFlags } from '../verify/recorded.ts';
import { reporterOption } from './shared-options.ts';

/** Adds `merge`: the reports of shards as one. */
export function registerMerge(program: Command, context: CommandContext): void {
  program
    .command('merge')
    .summary('join the JSON reports of verify --shard')
    .description(
      'Join the JSON reports of all shards into the result of the whole run. Send nothing.',
    )
    .argument('<report.json...>', 'the JSON report of each shard')
    .addOption(reporterOption())
    .addHelpText(
      'after',
      `
Exit codes, those of the whole run:
  0    the server keeps the contract
  1    the server breaks the contract
  2    wrong usage, an input that can't be read, or a missing shard
  3    a shard did not reach the server
  4    nothing was found wrong, but too little was verified
  130  a shard was interrupted`,
    )
    .action(async (files: readonly string[], flags: MergeFlags) => {
      // The other commands start without it.
      const { merge } = await import('../verify/recorded.ts');
      context.exit(await merge(files, flags, context.io));
    });
}
