/** The real Spectral as a child process: its rulesets run code, and it ends by process.exit. */
import { spawn } from 'node:child_process';
import { mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { DiagnosticError } from '../../openapi/diagnostic.ts';
import { readTextFile } from '../../openapi/files/read-text-file.ts';
import {
  isReadByPeople,
  LintError,
  type Linter,
  type LintFormat,
  type LintOutput,
  type LintOutcome,
  type LintRun,
  UnwrittenReport,
} from '../../openapi/linter.ts';
import { readYaml } from '../../openapi/read-yaml.ts';
import { examine, readText } from './examine.ts';

const [PROCESS, RULESET] = ['spectral-process', 'ruleset'].map((name) =>
  join(import.meta.dirname, `${name}${extname(import.meta.filename)}`),
) as [string, string];

/** Spectral, in as few runs of its command as can make the reports. */
export const linter: Linter = {
  examine,
  lint: async (run) => {
    const { ruleset } = run;
    if (ruleset !== undefined && !ruleset.includes('://')) await readText(ruleset);
    const isColored = run.color === true;
    const results = await Promise.all(
      inRuns(run.outputs, isColored).map((outputs, index) =>
        runSpectral({
          ...run,
          outputs,
          verbose: run.verbose === true && index === 0,
          color: isColored && outputs.some(({ file }) => file === undefined),
        }),
      ),
    );
    const finished = results.filter((result) => result !== undefined);
    if (finished.length < results.length) return undefined;
    return {
      failed: finished.some(({ failed }) => failed),
      report: finished.map(({ report }) => report).join(''),
      notices: finished.map(({ notices }) => notices).join(''),
      hints: finished[0]?.hints ?? {},
    };
  },
};

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

/** One run; `undefined` where it was interrupted. */
async function runSpectral(run: LintRun): Promise<LintOutcome | undefined> {
  if (run.input === undefined) return await runProcess(run, 'ignore');
  // Spectral reads its input at once, and fails where nothing has come yet: a file is there.
  const folder = await mkdtemp(join(tmpdir(), 'lint-'));
  try {
    await writeFile(join(folder, 'input'), run.input.text, { mode: 0o600 });
    const input = await open(join(folder, 'input'));
    const outcome = runProcess(run, input.fd);
    // The process has its own by now.
    await input.close();
    return await outcome;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function runProcess(
  run: LintRun,
  input: number | 'ignore',
): Promise<LintOutcome | undefined> {
  // A document's key `__proto__` is one like any other; Spectral imports `punycode`, of which Node 22 warns
  // everyone.
  const flags = ['--disable-proto=delete', '--disable-warning=DEP0040'];
  const child = spawn(process.execPath, [...flags, PROCESS, ...wordsFor(run)], {
    cwd: run.cwd,
    env: environment(run),
    stdio: [input, 'pipe', 'pipe', 'pipe'],
    signal: run.signal,
  });
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  try {
    const [{ code, signal }, stdout, stderr, counts] = await Promise.all([
      ended,
      text(child.stdout!),
      text(child.stderr!),
      text(child.stdio[3] as Readable),
    ]);
    if (signal === 'SIGINT' || signal === 'SIGTERM') return undefined;
    if (hasRun(code, stderr)) {
      const { report, notices } = separate(stdout, stderr);
      await rewritePositions(run.outputs);
      const printed = run.outputs.find(({ file }) => file === undefined)?.format;
      const counted = positionsFromOne(printed, report);
      return { failed: code === 1, report: counted, notices, hints: sumOf(counts) };
    }
    throw failureOf(run, causeOf(stderr, signal), stderr);
  } catch (error) {
    if (run.signal.aborted) return undefined;
    throw error;
  }
}

/** Of a line of counts for each document, one of all. */
function sumOf(lines: string): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const line of lines.split('\n').filter((text) => text !== '')) {
    const counts = JSON.parse(line) as Record<string, number>;
    for (const [rule, count] of Object.entries(counts)) sum[rule] = (sum[rule] ?? 0) + count;
  }
  return sum;
}

function wordsFor(run: LintRun): string[] {
  const { outputs } = run;
  return [
    run.isOpenApi ? 'openapi' : 'any',
    run.style === true || run.failSeverity === 'hint' ? 'listed' : 'counted',
    JSON.stringify(run.ruleset === undefined ? run.allowed : null),
    'lint',
    // Spectral takes every name for a glob.
    ...run.documents.map((document) => (document.includes('://') ? document : literal(document))),
    ...(run.input === undefined ? [] : [`--stdin-filepath=${run.input.name}`]),
    `--ruleset=${run.ruleset ?? RULESET}`,
    ...outputs.map(({ format }) => `--format=${format}`),
    `--fail-severity=${run.failSeverity}`,
    // Without it «No results found» follows the report, and no JSON parser would read it.
    '--quiet',
    ...outputs.flatMap(({ format, file }) => {
      if (file === undefined) return [];
      return outputs.length === 1 ? [`--output=${file}`] : [`--output.${format}=${file}`];
    }),
    ...(run.displayOnlyFailures === true ? ['--display-only-failures'] : []),
    ...(run.showDocumentationUrl === true ? ['--show-documentation-url'] : []),
    ...(run.verbose === true ? ['--verbose'] : []),
  ];
}

/** A glob that matches only this name. Not by backslashes: Spectral makes slashes of them. */
function literal(file: string): string {
  return file.replaceAll(/[()[\]{}*?]/g, (character) => `[${character}]`);
}

function environment({ env, color }: LintRun): NodeJS.ProcessEnv {
  // NO_COLOR is in `color` already; beside FORCE_COLOR, Node would warn about it.
  const { NO_COLOR: _, ...rest } = env;
  return { ...rest, FORCE_COLOR: color === true ? '1' : '0' };
}

/** An exception that nobody caught ends with code 1 too, but leaves Node's own last line. */
function hasRun(code: number | null, stderr: string): boolean {
  return code === 0 || (code === 1 && !/^Node\.js v\d/m.test(stderr));
}

/** Spectral's --verbose writes on standard output, before the report. */
function separate(stdout: string, stderr: string): { report: string; notices: string } {
  const notices = /^(?:(?:Found \d+ rules|Linting ).*\n)*/.exec(stdout)?.[0] ?? '';
  return { report: stdout.slice(notices.length), notices: notices + stderr };
}

function causeOf(stderr: string, signal: string | null): string {
  const causes = [...stderr.matchAll(/^Error #\d+: (.*)$/gm)].map(([, cause = '']) => cause);
  if (causes.length > 0) return causes.join('; ').replace(/\.$/, '');
  const [firstLine = ''] = stderr.trim().split('\n');
  return firstLine.replace(/\.$/, '') || `Spectral was ended (${signal ?? 'without a word'})`;
}

function failureOf(run: LintRun, cause: string, stderr: string): Error {
  const files = run.outputs.flatMap(({ file }) => file ?? []);
  // The disk was full only once the report was there.
  const [, code] = /^(E[A-Z]+): [^']*, write$/.exec(cause) ?? [];
  if (files.length > 0 && code !== undefined) {
    return new UnwrittenReport(files.join(' or '), Object.assign(new Error(cause), { code }));
  }
  // Spectral reads on, and complains of what it made of it.
  const fault = rulesetFault(run.ruleset);
  if (fault !== undefined) return fault;
  const notices = run.verbose === true ? `${stderr.trimEnd()}\n` : '';
  return new LintError(`Failed to lint: ${cause}. ${remedyFor(stderr, run)}`, notices);
}

const VALUES: ReadonlySet<string> = new Set(['yaml-value', 'yaml-duplicate-key']);

function rulesetFault(file = RULESET): DiagnosticError | undefined {
  if (file.includes('://') || !/\.(?:ya?ml|json)$/i.test(file)) return undefined;
  const text = readTextFile(file);
  // What it makes of values is its own affair.
  const fault = readYaml(text, file).diagnostics.find(({ code }) => !VALUES.has(code));
  return fault && new DiagnosticError('read the ruleset', [fault], text);
}

function remedyFor(stderr: string, { ruleset = RULESET, verbose }: LintRun): string {
  if (stderr.includes('Could not parse http')) return 'Check the address.';
  return `Check the ruleset ${ruleset}${verbose === true ? '' : ', or add --verbose for details'}.`;
}

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
    throw new UnwrittenReport(file, error);
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
