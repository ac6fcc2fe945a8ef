import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { profileNames, tokenVariable } from '../defaults.ts';
import { MAX_MILLISECONDS, integerOption } from '../inputs/integer-option.ts';
import type { VerifyFlags } from '../verify/verify.ts';

/** Adds `verify`: a server against the document. */
export function registerVerify(program: Command, context: CommandContext): void {
  const several = (value: string, values: readonly string[] | undefined): string[] => [
    ...(values ?? []),
    value,
  ];
  program
    .command('verify')
    .summary('whether a real server keeps what the document promises')
    .description('Send the cases to a server and judge its answers by the document.')
    .argument('<base_url>', 'where the server answers, with or without a path')
    .option('--token <token>', `access token (default: the variable ${tokenVariable})`)
    .option('--spec <file>', 'OpenAPI document (default: the one of the kit)')
    .option('--cases <file...>', 'case files (default: the one of the kit)')
    .option('--strict', 'take the document by its letter: what the schema allows must be accepted')
    .option('--learn <file>', "write the server's answers to the open questions as a profile")
    .option(
      '--profile <name|file>',
      `the answers that the open questions must have: ${profileNames.join(', ')} or a file`,
    )
    .option('--timeout <ms>', 'time for each request', integerOption(1, MAX_MILLISECONDS), 5000)
    .option('--concurrency <n>', 'requests at a time', integerOption(1, 256), 8)
    .option('--only <pattern>', 'only cases whose id or name has this in it; * for anything')
    .option('--max-cases <n>', 'the most cases, taken from every kind', integerOption(1, 1_000_000))
    .option(
      '--seed <n>',
      'decides random cases and the order of sending',
      integerOption(0, 2 ** 32 - 1),
      1,
    )
    .option('--reporter <name[=file]>', 'pretty or json, to a file or stdout; repeatable', several)
    .addHelpText(
      'after',
      '\nExit codes: 0 the server keeps the contract, 1 a violation, 2 wrong usage or an input ' +
        "that can't be read,\n3 the server can't be reached, 130 interrupted.",
    )
    .action(async (baseUrl: string, flags: VerifyFlags) => {
      // The other commands start without it.
      const { verify } = await import('../verify/verify.ts');
      context.exit(await verify(baseUrl, flags, context.io));
    });
}
