import { readFile, stat, writeFile } from 'node:fs/promises';
import { cannotWrite } from '../inputs/cannot-write.ts';
import type { LintFormat, LintOutput } from './lint-outputs.ts';

/**
 * A report of Spectral's with lines and columns from 1, as editors have them: in these formats it
 * counts them from 0. Its `json` has ranges of the Language Server Protocol, which are from 0.
 */
export function positionsFromOne(format: LintFormat | undefined, report: string): string {
  if (format === 'markdown') return markdownFromOne(report);
  if (format === 'code-climate' || format === 'gitlab') return issuesFromOne(report);
  return report;
}

/** The same of the reports in files. */
export async function rewritePositions(outputs: readonly LintOutput[]): Promise<void> {
  for (const { format, file } of outputs) if (file !== undefined) await rewrite(format, file);
}

async function rewrite(format: LintFormat, file: string): Promise<void> {
  try {
    // A device or a pipe has passed it on already.
    if (!(await stat(file)).isFile()) return;
    const report = await readFile(file, 'utf8');
    const counted = positionsFromOne(format, report);
    if (counted !== report) await writeFile(file, counted);
  } catch (error) {
    throw cannotWrite(file, error);
  }
}

/** The columns Severity, Start and End; the last of such, since a message may look like them. */
const ROW =
  /^(.* \| (?:Error|Warning|Information|Hint) +\| )(\d+:\d+ *)( \| )(\d+:\d+ *)( \| .*)$/gm;

function markdownFromOne(report: string): string {
  return report.replaceAll(ROW, (_row, before, start, between, end, after) =>
    [before, cellFromOne(start), between, cellFromOne(end), after].join(''),
  );
}

function cellFromOne(cell: string): string {
  const [line, column] = cell.split(':').map(Number);
  return `${line! + 1}:${column! + 1}`.padEnd(cell.length);
}

interface Issue {
  readonly location: {
    readonly positions: Readonly<Record<'begin' | 'end', { line: number; column: number }>>;
  };
}

function issuesFromOne(report: string): string {
  const issues = JSON.parse(report) as Issue[];
  for (const { location } of issues) {
    for (const position of Object.values(location.positions)) {
      position.line += 1;
      position.column += 1;
    }
  }
  return JSON.stringify(issues, null, '\t');
}
