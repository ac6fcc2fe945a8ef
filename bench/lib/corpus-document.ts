/** One document on its way through `lint`, `mock` and `verify` on that mock, in processes of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ExitCode } from '../../src/cli/io.ts';
import type { Reach } from '../../src/verify/cases/case.ts';
import type { RunResult } from '../../src/verify/run/event.ts';

const kit = join(import.meta.dirname, '../../bin/plant-store.js');

/** What a document may cost. */
export interface CorpusLimits {
  /** Milliseconds that a command may take. */
  readonly timeout: number;
  /** MiB of heap that a command may take. */
  readonly memory: number;
  /** Cases that `verify` sends at most. Default: all for a document under 1 MB, 700 for a larger one. */
  readonly maxCases: number | undefined;
}

/** A document in use by somebody. */
export interface CorpusDocument {
  /** Its path in the corpus. */
  readonly name: string;
  /** The corpus that it is of: its references may lead anywhere in it. */
  readonly folder: string;
  /** Bytes. */
  readonly size: number;
}

/** How a command ended. */
export interface Ended {
  /** The exit code; `undefined` where it was ended from outside. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number;
}

/** What became of a document. */
export interface CorpusRow {
  readonly document: CorpusDocument;
  /**
   * `pass`, `inconclusive` and `fail` are the verdict of `verify` on the mock; `refused` is a document in which one of them
   * finds nothing to work with, for a reason that it gives; all else is the kit's fault.
   */
  readonly outcome: RunResult['verdict'] | 'refused' | 'no report' | 'hangs' | 'crashes';
  /** In a line: why it was refused, or what went wrong first. */
  readonly reason: string;
  /** Findings of `lint`; `undefined` where it gave no report. */
  readonly lintFindings: number | undefined;
  /** How far `verify` came with each operation. */
  readonly operations: readonly Reach[];
  readonly exchanges: number;
  readonly durationMs: number;
}

/** Takes a document through the commands; never throws for what the document is. */
export async function tryDocument(
  document: CorpusDocument,
  limits: CorpusLimits,
): Promise<CorpusRow> {
  const begin = performance.now();
  const { folder, name } = document;
  const lint = await run(
    ['lint', name, '--allow-refs', '.', '--format', 'json', '--quiet'],
    folder,
    limits,
  );
  const judged = await mockAndVerify(document, limits);
  const fault = faultOf('lint', lint, limits) ?? judged.fault;
  const { result } = judged;
  return {
    document,
    ...(fault ?? {
      outcome: result?.verdict ?? 'refused',
      reason: result === undefined ? judged.refusal : firstFinding(result),
    }),
    lintFindings: countOf(lint.stdout),
    operations: result?.operations ?? [],
    exchanges: result?.counts.exchanges ?? 0,
    durationMs: performance.now() - begin,
  };
}

/** Bytes of a document that is not judged with all cases. */
const LARGE = 1_000_000;

const LARGE_CASES = 700;

type Fault = Pick<CorpusRow, 'outcome' | 'reason'>;

interface Judged {
  readonly fault?: Fault | undefined;
  readonly result?: RunResult | undefined;
  readonly refusal: string;
}

async function mockAndVerify(document: CorpusDocument, limits: CorpusLimits): Promise<Judged> {
  const { folder } = document;
  const spec = ['--spec', document.name, '--allow-refs', '.'];
  await using mock = start(['mock', ...spec, '--no-prism', '--port', '0'], folder, limits);
  const url = await mock.url;
  if (url === undefined) {
    const ended = await mock.ended;
    return { fault: faultOf('mock', ended, limits), refusal: firstProblem(ended.stderr) };
  }
  const maxCases = limits.maxCases ?? (document.size < LARGE ? undefined : LARGE_CASES);
  const most = maxCases === undefined ? [] : ['--max-cases', `${maxCases}`];
  // Nothing is to be spared on a mock that was started for it.
  const words = ['verify', url, ...spec, ...most, '--allow-changes', '--reporter', 'json'];
  const ended = await run(words, folder, limits);
  const fault = faultOf('verify', ended, limits);
  const result = fault === undefined ? resultOf(ended.stdout) : undefined;
  if (fault !== undefined || result !== undefined) return { fault, result, refusal: '' };
  const reason = `verify: ${firstProblem(ended.stderr)}`;
  // Such as that there is nothing to verify.
  if (ended.code === ExitCode.usage) return { refusal: reason };
  return { fault: { outcome: 'no report', reason }, refusal: '' };
}

/** What no document may bring a command to. */
function faultOf(command: string, ended: Ended, { timeout }: CorpusLimits): Fault | undefined {
  const { code, stderr, durationMs } = ended;
  if (durationMs >= timeout) return { outcome: 'hangs', reason: `${command}: over ${timeout} ms` };
  const isTrace = /^\s+at .+:\d+:\d+\)?$|a bug in the kit/m.test(stderr);
  const isKnown = code === ExitCode.inconclusive || (code !== undefined && code <= ExitCode.usage);
  if (isKnown && !isTrace) return undefined;
  return { outcome: 'crashes', reason: `${command}: ${firstProblem(stderr)}` };
}

function resultOf(stdout: string): RunResult | undefined {
  return stdout.startsWith('{') ? (JSON.parse(stdout) as RunResult) : undefined;
}

function countOf(stdout: string): number | undefined {
  return stdout.startsWith('[') ? (JSON.parse(stdout) as unknown[]).length : undefined;
}

function firstFinding({ findings, stopped, counts }: RunResult): string {
  if (stopped !== undefined) return stopped.message;
  const violation = findings.find(({ severity }) => severity === 'violation');
  if (violation === undefined) return '';
  const { rule, check, operation, message } = violation;
  return `${counts.violations} violations, first ${rule} ${check} on ${operation}: ${message}`;
}

/** The first line, and what it announces: the first problem, without the document's path. */
function firstProblem(text: string): string {
  const [line = '', next = ''] = text.trim().split('\n');
  return line.endsWith(':') ? next.replace(/^.*?:(?=\d+:\d+ )/, 'at ') : line;
}

interface Started extends AsyncDisposable {
  /** Where it listens; `undefined` where it ended before. */
  readonly url: Promise<string | undefined>;
  readonly ended: Promise<Ended>;
}

/** @param folder Where it works: paths that it tells are relative to it. */
function start(words: readonly string[], folder: string, limits: CorpusLimits): Started {
  const begin = performance.now();
  const flags = [`--max-old-space-size=${limits.memory}`, kit, ...words];
  const child = spawn(process.execPath, flags, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = endOf(child, begin, limits.timeout);
  return {
    url: Promise.race([listening(child), ended.then(() => undefined)]),
    ended,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      const isOver = await Promise.race([
        ended.then(() => true),
        delay(PATIENCE).then(() => false),
      ]);
      if (!isOver) child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Milliseconds that a mock has to end when it is asked to. */
const PATIENCE = 2000;

async function run(words: readonly string[], folder: string, limits: CorpusLimits): Promise<Ended> {
  await using command = start(words, folder, limits);
  return await command.ended;
}

/** Reads on after it: a stream that nobody reads would keep the command from its end. */
async function listening(child: ChildProcess): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  let text = '';
  child.stdout!.on('data', (chunk: string | Buffer) => {
    if (text.length > 10_000) return;
    text += String(chunk);
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
    if (url !== undefined) resolve(url);
  });
  return await promise;
}

async function endOf(child: ChildProcess, begin: number, timeout: number): Promise<Ended> {
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]!.setEncoding('utf8').on('data', (text: string) => (texts[name] += text));
  }
  const timer = setTimeout(() => child.kill('SIGKILL'), timeout);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  return { code: code ?? undefined, ...texts, durationMs: performance.now() - begin };
}
