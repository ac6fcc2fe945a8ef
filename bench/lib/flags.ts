import { type ParseArgsConfig, parseArgs } from 'node:util';

/**
 * The options of a script, which ends with 2 where there is one that it doesn't have.
 *
 * @param usage How it is called, such as `npm run suites -- DIR [--record]`; `--help` prints it.
 */
export function readFlags<const Config extends ParseArgsConfig>(
  config: Config,
  usage: string,
): ReturnType<typeof parseArgs<Config>> {
  try {
    if (!process.argv.includes('--help')) return parseArgs(config);
    process.stdout.write(`${usage}\n`);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    process.stderr.write(`Failed to read the options: ${cause}\nWrite ${usage}\n`);
    process.exitCode = 2;
  }
  return process.exit();
}
