import { type Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { tokenVariable } from '../defaults.ts';
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
    .option('--timeout <ms>', 'time for each request', milliseconds, 5000)
    .option('--concurrency <n>', 'requests at a time', concurrency, 8)
    .option('--only <pattern>', 'only cases whose id or name has this in it; * for anything')
    .option('--seed <n>', 'decides the order of sending', seed, 1)
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

/** A longer timer would overflow and fire at once. */
const milliseconds = wholeNumber(1, 3_600_000, 'milliseconds');
const concurrency = wholeNumber(1, 256, 'a number of requests');
const seed = wholeNumber(0, 2 ** 32 - 1, 'a whole number');

function wholeNumber(least: number, most: number, what: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Give ${what}, from ${least} to ${most}.`);
  };
}
