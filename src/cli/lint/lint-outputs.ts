import { open, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { refuseAddress } from '../inputs/refuse-address.ts';
import { cannotWrite } from '../inputs/cannot-write.ts';
import { UserError } from '../user-error.ts';

/** The formats of Spectral 6.16. */
export const lintFormats = [
  'stylish',
  'pretty',
  'text',
  'json',
  'sarif',
  'junit',
  'github-actions',
  'gitlab',
  'code-climate',
  'teamcity',
  'markdown',
  'html',
] as const;
/** One of Spectral's formats. */
export type LintFormat = (typeof lintFormats)[number];

/** A report to write: to a file, or to standard output where no file is named. */
export interface LintOutput {
  readonly format: LintFormat;
  readonly file: string | undefined;
}

/** What the command line says of formats and files. */
export interface OutputRequest {
  /** As given with --format; empty where it wasn't. */
  readonly formats: readonly LintFormat[];
  /** As given with --output. */
  readonly output: string | undefined;
  /** As given with --output.<format>. */
  readonly outputs: Readonly<Partial<Record<LintFormat, string>>>;
  /** Relative file names are meant from here. */
  readonly cwd: string;
}

/** Reads one --format, which may be a list with commas. */
export function parseFormats(text: string, earlier: readonly LintFormat[] = []): LintFormat[] {
  const formats = text.split(',').map((word) => word.trim());
  for (const format of formats) {
    if (!isLintFormat(format)) {
      throw new UserError(
        `Failed to read --format: "${format}" is not a format. Use one of ${lintFormats.join(', ')}.`,
      );
    }
  }
  return [...new Set([...earlier, ...(formats as LintFormat[])])];
}

function isLintFormat(text: string): text is LintFormat {
  return (lintFormats as readonly string[]).includes(text);
}

/**
 * Says which report goes where. A format that only --output.<format> names is written too, beside
 * the one for people; at most one report goes to standard output.
 */
export async function resolveOutputs(request: OutputRequest): Promise<LintOutput[]> {
  const { formats, output, outputs, cwd } = request;
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
  for (const { file } of placed)
    if (file) refuseAddress(file, 'write the report', '--output', 'output');
  const resolved = placed.map(({ format, file }) => ({ format, file: file && resolve(cwd, file) }));
  for (const { file } of resolved) if (file) await assertWritable(file);
  return resolved;
}

/** Whether no program reads a format. These are the ones that Spectral colours. */
export function isReadByPeople(format: LintFormat): boolean {
  return format === 'stylish' || format === 'pretty';
}

/**
 * Says which reports one run of Spectral can make: as many as it can.
 *
 * @param color Whether the one on standard output is in colour.
 */
export function inRuns(outputs: readonly LintOutput[], color: boolean): LintOutput[][] {
  // Spectral refuses several formats where one has a hyphen, and colours all reports or none.
  const isAlone = ({ format }: LintOutput): boolean => format.includes('-');
  const isPlain = ({ format, file }: LintOutput): boolean =>
    color && file !== undefined && isReadByPeople(format);
  const { together = [], plain = [] } = Object.groupBy(
    outputs.filter((output) => !isAlone(output)),
    (output) => (isPlain(output) ? 'plain' : 'together'),
  );
  const alone = outputs.filter(isAlone).map((output) => [output]);
  return [together, plain, ...alone].filter((reports) => reports.length > 0);
}

async function assertWritable(file: string): Promise<void> {
  const folder = await stat(dirname(file)).catch(() => undefined);
  if (folder?.isDirectory() !== true) {
    throw new UserError(
      `Failed to write ${file}: there is no folder ${dirname(file)}. Make it first.`,
    );
  }
  const existing = await stat(file).catch(() => undefined);
  if (existing?.isDirectory() === true) {
    throw new UserError(`Failed to write ${file}: it is a folder. Name a file in it.`);
  }
  try {
    // What nobody may do shows only when it is tried: root may do all that a disk can.
    await (await open(file, 'a')).close();
    if (existing === undefined) await rm(file, { force: true });
  } catch (error) {
    throw cannotWrite(file, error);
  }
}
