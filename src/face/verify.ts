/** Judging servers: by requests, by a recording, by a second judge; and what came of it. */
import { loadAddon } from '../addons/index.ts';
import { demandSecrets } from '../mock/demand-secrets.ts';
import { DiagnosticError } from '../openapi/diagnostic.ts';
import type { CreateReporter, ReporterName } from '../report/reporter.ts';
import type { Baseline } from '../verify/baseline.ts';
import type { Judgement, RecordingOptions } from '../verify/recording/judge-recording.ts';
import type { RunEvent, RunResult } from '../verify/run/event.ts';
import type { SecondJudgeOutcome, SecondJudgeRun } from '../verify/second-judge.ts';
import type { CaseFile, PreparedRun, VerificationPlan, VerifyOptions } from '../verify/verify.ts';
import { type Source, readSource } from './text.ts';

export type {
  CreateReporter,
  Reporter,
  ReporterContext,
  ReporterName,
} from '../report/reporter.ts';
export type { EarlierRun } from '../verify/selection.ts';
export type { JudgeReporter } from '../verify/second-judge.ts';
export type { RequestLine, SceneLine } from '../verify/run/dry-run.ts';
export type {
  Baseline,
  CaseFile,
  Judgement,
  RecordingOptions,
  RunEvent,
  RunResult,
  SecondJudgeOutcome,
  VerificationPlan,
  VerifyOptions,
};

/** A run of {@link verify}: its events, and its result. */
export interface Verification extends AsyncIterable<RunEvent> {
  /**
   * The whole run: `verdict` is `pass`, `inconclusive` or `fail`, with findings, what was created, and the answers to open
   * questions. Asking for it sends the requests where nobody iterates. It is rejected where something keeps
   * the run from its end, such as a mistake in a case file.
   */
  readonly result: Promise<RunResult>;
  /**
   * What is sent, without sending it. It is rejected for the mistakes in cases and options that would
   * keep the run from its start.
   */
  plan(): Promise<VerificationPlan>;
}

/**
 * Verifies a server by a document. It sends requests while you iterate over its events, once. If you end the
 * iteration, the run ends.
 *
 * @example
 * const run = verify({ document, baseUrl: 'https://host/api' });
 * for await (const event of run) report(event);
 * const { verdict, findings } = await run.result;
 */
export function verify(options: VerifyOptions): Verification {
  const { promise, resolve, reject } = Promise.withResolvers<RunResult>();
  // Who only iterates is told by the iteration.
  promise.catch(() => {});
  let prepared: Promise<PreparedRun> | undefined;
  const prepare = (): Promise<PreparedRun> => (prepared ??= preparedRun(options));
  const events = eventsOf(prepare, resolve, reject);
  let isStarted = false;
  const started = (): typeof events => {
    isStarted = true;
    return events;
  };
  return {
    [Symbol.asyncIterator]: started,
    get result() {
      if (!isStarted) void drain(started());
      return promise;
    },
    plan: async () => (await prepare()).plan,
  };
}

async function preparedRun(options: VerifyOptions): Promise<PreparedRun> {
  const texts = (options.cases ?? []).map((file) => {
    const given: CaseFile = typeof file === 'string' ? { file: file } : file;
    return { ...given, text: given.text ?? readSource(given.file, 'case file').text };
  });
  const { prepareRun } = await import('../verify/verify.ts');
  return prepareRun(options, texts);
}

async function drain(events: AsyncIterable<unknown>): Promise<void> {
  try {
    for await (const _ of events) continue;
  } catch {
    // The result says it.
  }
}

async function* eventsOf(
  prepare: () => Promise<PreparedRun>,
  resolve: (result: RunResult) => void,
  reject: (error: unknown) => void,
): AsyncGenerator<RunEvent, void, undefined> {
  try {
    const run = await prepare();
    for await (const event of run.events()) {
      if (event.type === 'end') resolve(event.result);
      yield event;
    }
  } catch (error) {
    reject(error);
    throw error;
  } finally {
    // Of no effect where it has a result.
    reject(new Error('Failed to verify: the run was left before its end.'));
  }
}

/**
 * Judges a recording by a document, as {@link verify} judges its own exchanges.
 *
 * @param options `recording` is HAR 1.2, of this kit or of any tool: a path, a URL of the scheme
 *   `file`, or the text itself.
 * @throws {DiagnosticError} where it is no HAR.
 * @throws {StateError} where nothing in it can be judged.
 */
export async function judgeRecording(
  options: RecordingOptions & { readonly recording: Source },
): Promise<Judgement> {
  const { text, file } = readSource(options.recording, 'recording');
  const { judgeHar } = await import('../verify/recording/judge-recording.ts');
  return judgeHar(text, file, options);
}

/**
 * Loads the reporters, which turn the events of runs into reports, by name: `pretty`, `json`, `junit`, `sarif`, `html`,
 * `markdown`, `github`, `gitlab`, `har`.
 *
 * @example
 * const { junit } = await loadReporters();
 * const report = junit({ color: false, version: '1.0.0', write: (text) => file.write(text) });
 * for await (const event of verify(options)) report(event);
 */
export async function loadReporters(): Promise<Readonly<Record<ReporterName, CreateReporter>>> {
  return (await import('../report/index.ts')).reporters;
}

/**
 * Loads a report of the reporter `json`. It returns the runs, each as {@link VerifyOptions.rerun} takes it.
 *
 * @throws {Error} where it can't be read.
 * @throws {StateError} where it is no report of this version.
 */
export async function loadReport(source: Source): Promise<readonly RunResult[]> {
  const { text, file } = readSource(source, 'report');
  const { readReport } = await import('../report/read-report.ts');
  return readReport(text, file);
}

/**
 * Loads known findings, as `formatBaseline` writes them, for {@link VerifyOptions.baseline}.
 *
 * @throws {Error} where it can't be read.
 * @throws {StateError} where something in it is wrong.
 */
export async function loadBaseline(source: Source): Promise<Baseline> {
  const { text, file } = readSource(source, 'baseline');
  return (await import('../verify/baseline.ts')).readBaseline(text, file);
}

/**
 * Writes a file of known findings as text, with every violation of the runs, known or not.
 *
 * @param before The file as it was: its reasons and days are kept, and what the runs could not tell of.
 */
export async function formatBaseline(
  results: readonly Pick<RunResult, 'findings' | 'baseline'>[],
  before?: Baseline,
): Promise<string> {
  return (await import('../verify/baseline.ts')).formatBaseline(results, before);
}

/**
 * Joins the results of all shards into that of the whole run: verdict, findings, causes and coverage.
 *
 * @param reports The result of each shard, and how messages call it.
 * @throws {StateError} where they are not all the shards of one run.
 */
export async function mergeShards(
  reports: readonly { readonly file: string; readonly result: RunResult }[],
): Promise<RunResult> {
  return (await import('../verify/merge.ts')).mergeShards(reports);
}

/** Options of {@link secondOpinion}. */
export interface SecondOpinionOptions
  extends
    Omit<SecondJudgeRun, 'credential'>,
    Pick<VerifyOptions, 'token' | 'tokenVariable' | 'credentials'> {}

/**
 * Tests a server by a document with Dredd, in its own process.
 *
 * @throws {DiagnosticError} where Dredd could test none of the document.
 * @throws {StateError} where requests can't carry the token or the credentials.
 * @throws {Error} with Node's `code` where a file can't be read or written.
 */
export async function secondOpinion(options: SecondOpinionOptions): Promise<SecondJudgeOutcome> {
  const [judge, { credentialOf }] = await Promise.all([
    loadAddon('dredd', 'secondJudge'),
    import('../verify/credential-options.ts'),
  ]);
  const { document } = options;
  const credential = credentialOf(document, options);
  demandSecrets(document, credential);
  const diagnostics = judge.inspect(document);
  if (diagnostics.length > 0) {
    throw new DiagnosticError(`test ${document.file} with Dredd`, diagnostics, document.text);
  }
  return await judge.run({ ...options, credential });
}
