import { choices } from '../../face/defaults.ts';
import type { LintFormat, LintOutput } from '../../index.ts';
import { demandOutput } from '../inputs/write-output.ts';
import { type Io, UserError } from '../io.ts';

/** What the command line says of formats and files. */
export interface OutputRequest {
  /** As given with --format; empty where it wasn't. */
  readonly formats: readonly LintFormat[];
  /** As given with --output. */
  readonly output: string | undefined;
  /** As given with --output.<format>. */
  readonly outputs: Readonly<Partial<Record<LintFormat, string>>>;
}

/** Reads one --format, which may be a list with commas. */
export function parseFormats(text: string, earlier: readonly LintFormat[] = []): LintFormat[] {
  const formats = text.split(',').map((word) => {
    const format = choices.lintFormats.find((known) => known === word.trim());
    if (format !== undefined) return format;
    throw new UserError(
      `Failed to read --format: "${word.trim()}" is not a format. Use one of ${choices.lintFormats.join(', ')}.`,
    );
  });
  return [...new Set([...earlier, ...formats])];
}

/**
 * Says which report goes where. A format that only --output.<format> names is written too, beside
 * the one for people; at most one report goes to standard output.
 */
export function resolveOutputs({ formats, output, outputs }: OutputRequest, io: Io): LintOutput[] {
  const named = Object.keys(outputs) as LintFormat[];
  const asked = formats.length > 0 ? formats : (['stylish'] as const);
  const wanted = [...new Set([...asked, ...named])];
  const [first = 'stylish'] = wanted;
  if (output !== undefined && wanted.length > 1) {
    throw new UserError(
      `Failed to place the reports: --output names one file for ${wanted.join(' and ')}. ` +
        `Use --output.${first} <file> and the like.`,
    );
  }
  const placed = wanted.map((format) => {
    const file = outputs[format] ?? output;
    return { format, file: file === '-' ? undefined : file };
  });
  const unplaced = placed.filter(({ file }) => file === undefined).map(({ format }) => format);
  if (unplaced.length > 1) {
    throw new UserError(
      `Failed to place the reports: ${unplaced.join(' and ')} can't share standard output. ` +
        `Give all but one a file: --output.${unplaced.at(-1)} <file>.`,
    );
  }
  return placed.map(({ format, file }) => {
    return { format, file: file && demandOutput(file, 'the report', '--output', io) };
  });
}
