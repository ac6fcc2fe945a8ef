import { type Command, Option } from 'commander';
import type { CommandContext } from '../io.ts';
import { choices } from '../../face/defaults.ts';
import { parseFormats } from '../lint/lint-outputs.ts';
import { refsOption } from './shared-options.ts';
import type { LintFlags } from '../lint/lint.ts';

/** Adds `lint`: the OpenAPI document against the ruleset, by Spectral. */
export function registerLint(program: Command, context: CommandContext): void {
  const command = program
    .command('lint')
    .summary('find mistakes in an OpenAPI document (Spectral)')
    .description('Find mistakes in OpenAPI documents, before anyone builds on them (Spectral).')
    .argument(
      '[file...]',
      'documents: files, globs or URLs; - reads standard input (default: the one of the kit)',
    )
    .option('--spec <file>', 'one more document, as for the other commands')
    .option(
      '-r, --ruleset <file>',
      'Spectral ruleset (default: .spectral.yaml here, else the rules of the kit)',
    )
    .addOption(
      new Option(
        '-f, --format <format>',
        `${choices.lintFormats.join(', ')}; repeatable, or with commas`,
      )
        .argParser(parseFormats)
        .default(undefined, 'stylish'),
    )
    .option('-o, --output <file>', 'write the report to a file; --output.<format> for several')
    .addOption(
      new Option('-F, --fail-severity <level>', 'exit with 1 on findings of this level or worse')
        .choices(choices.severities)
        .default('error'),
    )
    .option('--style', 'list matters of style instead of only counting them')
    .option('-D, --display-only-failures', 'leave out findings below --fail-severity')
    .option('--show-documentation-url', "add a link to each rule's documentation")
    .addOption(refsOption())
    .option('-q, --quiet', 'print nothing but the report')
    .option('-v, --verbose', 'also print which files are linted, and where a ruleset failed')
    .addHelpText(
      'after',
      `
Exit codes:
  0    no finding of --fail-severity or worse
  1    such findings
  2    wrong usage, or an input that can't be read`,
    );
  for (const format of choices.lintFormats) {
    command.addOption(new Option(`--output.${format} <file>`).hideHelp());
  }
  command.action(async (files: string[], flags: LintFlags) => {
    // The other commands start without it.
    const { lint } = await import('../lint/lint.ts');
    await lint(files, flags, command, context);
  });
}
