import { open, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type LintFormat, lintFormats, type LintOutput } from '../../openapi/linter.ts';
import { refuseAddress } from '../inputs/addresses.ts';
import { cannotWrite } from '../inputs/write-output.ts';
import { UserError } from '../user-error.ts';

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
