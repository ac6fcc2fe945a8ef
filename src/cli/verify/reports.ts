import {
  type LoadedDocument,
  type Reporter,
  type ReporterContext,
  type ReporterName,
  type RunEvent,
  choices,
  loadReporters,
} from '../../index.ts';
import { appendFileSync, closeSync, constants, openSync, writeFileSync } from 'node:fs';
import { resolve, parse } from 'node:path';
import { type Io, type TextSink, wantsColor, UserError } from '../io.ts';
import { refuseAddress } from '../inputs/addresses.ts';
import { cannotWrite } from '../inputs/write-output.ts';

/** The reports that a run was asked for. */
export interface Reports {
  report(event: RunEvent): void;
  /**
   * Ends the files, and says on standard error which couldn't be written.
   *
   * @returns Whether all were written.
   */
  close(): boolean;
}

/** What reports are made with. */
export interface ReportsContext {
  readonly io: Io;
  readonly version: string;
  /** Servers that are verified, one after the other. Default 1. */
  readonly runs?: number | undefined;
  /** Of the run: reports count what was reached of it, and quote it. Default: they do neither. */
  readonly document?: LoadedDocument | undefined;
}

/**
 * Opens what `--reporter name` and `--reporter name=file` ask for; `pretty` where nothing does.
 * Files are opened at once: that one can't be written is said before anything is sent. On GitHub,
 * its annotations come by themselves.
 */
export async function openReports(
  wanted: readonly string[] = ['pretty'],
  context: ReportsContext,
): Promise<Reports> {
  const { io, runs = 1 } = context;
  const reporters = await loadReporters();
  const opened = wanted.map(parseReporter);
  const printed = opened.filter(({ file }) => file === undefined);
  if (printed.length > 1) {
    throw new UserError(
      `Failed to report: ${printed.map(({ name }) => name).join(' and ')} would both write to ` +
        `stdout. Give all but one a file, as in --reporter ${printed[1]!.name}=FILE.`,
    );
  }
  const single = printed.find(({ name }) => runs > 1 && !SEVERAL.has(name));
  if (single) {
    throw new UserError(
      `Failed to report: ${single.name} on stdout holds one run only, and there are ${runs}. ` +
        `Give it a file, as in --reporter ${single.name}=FILE.`,
    );
  }
  const files: ReportFile[] = [];
  const outlets = opened.map(({ name, file }): Reporter => {
    const create = reporters[name];
    if (file === undefined) return create(toSink(io.stdout, context));
    const toFile = (path: string, flags = 'w' as string | number): Reporter => {
      const output = new ReportFile(path, flags, io);
      files.push(output);
      return create(contextFor((text) => output.write(text), false, context));
    };
    if (runs === 1 || SEVERAL.has(name)) return toFile(file);
    return reportEach(runs, (i) => toFile(numbered(file, i + 1), FOLLOWING_NO_LINK));
  });
  if (runsOnGithub(io) && !opened.some(({ name }) => name === 'github')) {
    // The runner reads both streams, and stdout may be a report for a program.
    outlets.push(reporters.github(toSink(io.stderr, context)));
  }
  return {
    report: (event) => {
      for (const outlet of outlets) outlet(event);
    },
    close: () => {
      for (const file of files) file.close();
      const problems = files.flatMap(({ problem }) => problem ?? []);
      for (const { message } of problems) io.stderr.write(`${message}\n`);
      return problems.length === 0;
    },
  };
}

/** Whether the command runs as a step of GitHub Actions, where `github` is chosen by itself. */
function runsOnGithub({ env }: Io): boolean {
  return env['GITHUB_ACTIONS'] === 'true';
}

function toSink(sink: TextSink, context: ReportsContext): ReporterContext {
  return contextFor((text) => sink.write(text), wantsColor(context.io, sink), context);
}

function contextFor(
  write: (text: string) => unknown,
  color: boolean,
  { io, version, document, runs }: ReportsContext,
): ReporterContext {
  const { GITHUB_STEP_SUMMARY: summary } = io.env;
  return {
    write,
    color,
    version,
    runs,
    tool: io.service.programName,
    document,
    // A CI's viewers name files from the top of the repository, wherever the step runs.
    ...repositoryOf(io),
    cwd: io.cwd,
    ...(summary && { writeSummary: (page: string) => writeSummary(summary, page, io) }),
  };
}

/** GitHub takes no more than 1 MiB a step. */
const MAX_SUMMARY = 1_000_000;

/** A summary that can't be written doesn't change the verdict. */
function writeSummary(file: string, page: string, io: Io): void {
  const bytes = Buffer.from(page);
  const cut = bytes.subarray(0, MAX_SUMMARY).toString();
  try {
    appendFileSync(resolve(io.cwd, file), bytes.length > MAX_SUMMARY ? `${cut}…\n` : page);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    io.stderr.write(`Failed to write the step summary: ${code}. The verdict stands without it.\n`);
  }
}

function parseReporter(wanted: string): { name: ReporterName; file: string | undefined } {
  const [, word = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(wanted) ?? [];
  const name = choices.reporters.find((reporter) => reporter === word);
  if (name === undefined) {
    throw new UserError(
      `Failed to report: there is no reporter ${JSON.stringify(word)}. ` +
        `Choose from ${choices.reporters.join(', ')}.`,
    );
  }
  if (file === '') {
    throw new UserError(
      `Failed to report: ${JSON.stringify(wanted)} names no file. Write --reporter ${name}=FILE.`,
    );
  }
  // As of every program: its usual place.
  if (file === '-') return { name, file: undefined };
  if (file !== undefined) refuseAddress(file, 'write the report', `--reporter ${name}=`, 'output');
  return { name, file };
}

const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants;

/** For a file whose name nobody wrote: a link of that name could lead anywhere. */
const FOLLOWING_NO_LINK = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW;

/** A report's file. That it takes no more, as a full disk does, ends neither the run nor other reports. */
class ReportFile {
  readonly #name: string;
  readonly #descriptor: number;
  /** What went wrong after it was opened. */
  problem: UserError | undefined;

  /** @throws {UserError} where it can't be opened. */
  constructor(name: string, flags: string | number, { cwd }: Io) {
    this.#name = name;
    const descriptor = this.#attempt(() => openSync(resolve(cwd, name), flags));
    if (descriptor === undefined) throw this.problem!;
    this.#descriptor = descriptor;
  }

  write(text: string): void {
    if (this.problem === undefined) this.#attempt(() => writeFileSync(this.#descriptor, text));
  }

  close(): void {
    this.#attempt(() => closeSync(this.#descriptor));
  }

  #attempt<Result>(act: () => Result): Result | undefined {
    try {
      return act();
    } catch (error) {
      this.problem ??= cannotWrite(`the report ${this.#name}`, error);
      return undefined;
    }
  }
}

/** Formats in which several runs make one whole: texts that are read from top to bottom, and JSON. */
const SEVERAL: ReadonlySet<ReporterName> = new Set(['pretty', 'json', 'markdown', 'github']);

/** `out/report.xml` → `out/report-2.xml`. */
function numbered(file: string, number: number): string {
  const { ext } = parse(file);
  return `${file.slice(0, file.length - ext.length)}-${number}${ext}`;
}

/** A reporter that makes another one for each run. */
function reportEach(runs: number, create: (index: number) => Reporter): Reporter {
  const reporters = Array.from({ length: runs }, (_, i) => create(i));
  let current = -1;
  return (event) => {
    if (event.type === 'start') current += 1;
    reporters[current]?.(event);
  };
}

/** Where the repository is, and the CI's own file in it, where the command runs in a CI that shows files. */
function repositoryOf(io: Io): Pick<ReporterContext, 'root' | 'pipeline'> {
  const { env, cwd } = io;
  if (runsOnGithub(io)) {
    // octocat/hello/.github/workflows/ci.yml@refs/heads/main
    const [, pipeline] = /^[^/]+\/[^/]+\/(.+?)@/.exec(env['GITHUB_WORKFLOW_REF'] ?? '') ?? [];
    return { root: env['GITHUB_WORKSPACE'] ?? cwd, pipeline };
  }
  if (env['GITLAB_CI'] !== 'true') return { root: cwd };
  const pipeline = env['CI_CONFIG_PATH'] ?? '.gitlab-ci.yml';
  return { root: env['CI_PROJECT_DIR'] ?? cwd, pipeline };
}
