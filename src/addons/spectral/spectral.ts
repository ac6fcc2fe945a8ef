/** The real Spectral as a child process: its rulesets run code, and it ends by process.exit. */
import { spawn } from 'node:child_process';
import { extname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { DiagnosticError } from '../../openapi/diagnostic.ts';
import { readYaml } from '../../openapi/read-yaml.ts';
import { isUrl } from '../../cli/inputs/is-url.ts';
import { readTextFile } from '../../openapi/files/read-text-file.ts';
import type { Io } from '../../cli/io.ts';
import { UserError } from '../../cli/user-error.ts';
import type { PipedDocument } from '../../cli/lint/lint-inputs.ts';
import { cannotWrite } from '../../cli/inputs/cannot-write.ts';
import type { LintOutput } from '../../cli/lint/lint-outputs.ts';
import type { Severity } from '../../cli/lint/severity.ts';
import { positionsFromOne, rewritePositions } from '../../cli/lint/positions-from-one.ts';

/** One run of Spectral over all documents, with a report in each of some formats. */
export interface SpectralRun {
  readonly documents: readonly string[];
  /** The one document, where no file has it. */
  readonly input?: PipedDocument | undefined;
  readonly ruleset: string;
  /** Whether the documents must be OpenAPI, not just any YAML. */
  readonly isOpenApi: boolean;
  /** At most one of them to standard output. */
  readonly outputs: readonly LintOutput[];
  /** Findings of this severity or worse make the run fail. */
  readonly failSeverity: Severity;
  /** Default: false, every finding is reported. */
  readonly displayOnlyFailures: boolean;
  /** Adds a link to each rule's documentation. Default: false. */
  readonly showDocumentationUrl: boolean;
  /** Reports what is linted, and where a ruleset's own function failed. Default: false. */
  readonly verbose: boolean;
  readonly color: boolean;
}

/** How a run went that came to an end of its own. */
export interface SpectralResult {
  /** Whether there are findings of the run's severity or worse. */
  readonly failed: boolean;
  /** The report, where it goes to standard output. */
  readonly report: string;
  /** What else Spectral had to say. */
  readonly notices: string;
}

const PROCESS = join(import.meta.dirname, `spectral-process${extname(import.meta.filename)}`);

/** Runs Spectral; `undefined` where it was interrupted. */
export async function runSpectral(run: SpectralRun, io: Io): Promise<SpectralResult | undefined> {
  const child = spawn(process.execPath, [PROCESS, ...wordsFor(run)], {
    cwd: io.cwd,
    env: environment(io, run.color),
    stdio: ['pipe', 'pipe', 'pipe'],
    signal: io.signal,
  });
  // It may end without having read: the run's outcome tells why.
  child.stdin.on('error', () => {});
  child.stdin.end(run.input?.text);
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  try {
    const [{ code, signal }, stdout, stderr] = await Promise.all([
      ended,
      text(child.stdout),
      text(child.stderr),
    ]);
    if (signal === 'SIGINT' || signal === 'SIGTERM') return undefined;
    if (hasRun(code, stderr)) {
      const { report, notices } = separate(stdout, stderr);
      await rewritePositions(run.outputs);
      const printed = run.outputs.find(({ file }) => file === undefined)?.format;
      return { failed: code === 1, report: positionsFromOne(printed, report), notices };
    }
    if (run.verbose) io.stderr.write(`${stderr.trimEnd()}\n`);
    throw failureOf(run, causeOf(stderr, signal), stderr);
  } catch (error) {
    if (io.signal.aborted) return undefined;
    throw error;
  }
}

function wordsFor(run: SpectralRun): string[] {
  const { outputs } = run;
  return [
    run.isOpenApi ? 'openapi' : 'any',
    'lint',
    // Spectral takes every name for a glob.
    ...run.documents.map((document) => (document.includes('://') ? document : literal(document))),
    ...(run.input === undefined ? [] : [`--stdin-filepath=${run.input.name}`]),
    `--ruleset=${run.ruleset}`,
    ...outputs.map(({ format }) => `--format=${format}`),
    `--fail-severity=${run.failSeverity}`,
    // Without it «No results found» follows the report, and no JSON parser would read it.
    '--quiet',
    ...outputs.flatMap(({ format, file }) => {
      if (file === undefined) return [];
      return outputs.length === 1 ? [`--output=${file}`] : [`--output.${format}=${file}`];
    }),
    ...(run.displayOnlyFailures ? ['--display-only-failures'] : []),
    ...(run.showDocumentationUrl ? ['--show-documentation-url'] : []),
    ...(run.verbose ? ['--verbose'] : []),
  ];
}

/** A glob that matches only this name. Not by backslashes: Spectral makes slashes of them. */
function literal(file: string): string {
  return file.replaceAll(/[()[\]{}*?]/g, (character) => `[${character}]`);
}

function environment(io: Io, color: boolean): NodeJS.ProcessEnv {
  // NO_COLOR is in `color` already; beside FORCE_COLOR, Node would warn about it.
  const { NO_COLOR: _, ...rest } = io.env;
  return { ...rest, FORCE_COLOR: color ? '1' : '0' };
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

function failureOf(run: SpectralRun, cause: string, stderr: string): Error {
  const files = run.outputs.flatMap(({ file }) => file ?? []);
  // The disk was full only once the report was there.
  const [, code] = /^(E[A-Z]+): [^']*, write$/.exec(cause) ?? [];
  if (files.length > 0 && code !== undefined) {
    return cannotWrite(files.join(' or '), Object.assign(new Error(cause), { code }));
  }
  // Spectral reads on, and complains of what it made of it.
  const fault = rulesetFault(run.ruleset);
  return fault ?? new UserError(`Failed to lint: ${cause}. ${remedyFor(stderr, run)}`);
}

const VALUES: ReadonlySet<string> = new Set(['yaml-value', 'yaml-duplicate-key']);

function rulesetFault(file: string): DiagnosticError | undefined {
  if (isUrl(file) || !/\.(?:ya?ml|json)$/i.test(file)) return undefined;
  const text = readTextFile(file);
  // What it makes of values is its own affair.
  const fault = readYaml(text, file).diagnostics.find(({ code }) => !VALUES.has(code));
  return fault && new DiagnosticError('read the ruleset', [fault], text);
}

function remedyFor(stderr: string, { ruleset, verbose }: SpectralRun): string {
  if (stderr.includes('Could not parse http')) return 'Check the address.';
  return `Check the ruleset ${ruleset}${verbose ? '' : ', or add --verbose for details'}.`;
}
