/** The engine: load a document, mock it, verify a server with it, lint it. Knows no service. */
import { loadAddon, loadValidator } from './addons/index.ts';
import { demandOptions } from './mock/demand-options.ts';
import type { LoadedDocument } from './model/load-document.ts';
import type { JsonObject } from './openapi/json/json-value.ts';
import type { ProfileAnswers } from './questions/answer.ts';
import type { Severity } from './openapi/linter.ts';
import { INPUT_RULES, Mock, type MockOptions } from './serve/mock.ts';
import type { Judgement, RecordingOptions } from './verify/recording/judge-recording.ts';
import type { RunEvent, RunResult } from './verify/run/event.ts';
import type { CaseFile, PreparedRun, VerificationPlan, VerifyOptions } from './verify/verify.ts';

export { Collection } from './mock/collection.ts';
export { DocumentStore } from './mock/document-store.ts';
export { StateError } from './mock/state-error.ts';
export type { LoadedDocument } from './model/load-document.ts';
export { DiagnosticError } from './openapi/diagnostic.ts';
export type { OpenApiDocument } from './openapi/document.ts';
export type { ProfileAnswers } from './questions/answer.ts';
export type { ScenarioFile } from './questions/scenarios/scenario.ts';
export {
  Mock,
  type MockInputs,
  type MockListenOptions,
  type MockOptions,
  MockServer,
} from './serve/mock.ts';
export { MockSandbox, ServedSandbox } from './serve/sandbox/mock-sandbox.ts';
export type { RunEvent, RunResult } from './verify/run/event.ts';
export type { CaseFile, RequestLine, VerificationPlan, VerifyOptions } from './verify/verify.ts';
export type { Judgement, RecordingOptions } from './verify/recording/judge-recording.ts';
export type { EarlierRun } from './verify/rerun.ts';

/** A document's text, for where no file has it. */
export interface DocumentText {
  /** OpenAPI, YAML or JSON. */
  readonly text: string;
  /** How the text is called in messages. */
  readonly file: string;
}

/**
 * Loads an OpenAPI document, 3.1 or 3.0, YAML or JSON.
 *
 * @param source A path, a URL of the scheme `file`, or the text itself.
 * @throws {Error} where it can't be read.
 * @throws {DiagnosticError} with everything that keeps the kit from working with it.
 */
export async function loadDocument(source: string | URL | DocumentText): Promise<LoadedDocument> {
  const [{ loadDocument: load }, read] = await Promise.all([
    import('./model/load-document.ts'),
    textOf(source, 'document'),
  ]);
  return load(read.text, read.file);
}

async function textOf(source: string | URL | DocumentText, what: string): Promise<DocumentText> {
  if (typeof source === 'object' && 'text' in source) return source;
  const [{ fileURLToPath }, { fileProblem, readTextFile }] = await Promise.all([
    import('node:url'),
    import('./openapi/files/read-text-file.ts'),
  ]);
  try {
    return {
      text: readTextFile(source instanceof URL ? fileURLToPath(source) : source),
      file: String(source),
    };
  } catch (cause) {
    throw new Error(
      `Failed to read the ${what} ${String(source)}: ${fileProblem(cause)}. Give a path, or the text.`,
      { cause },
    );
  }
}

/**
 * Makes a mock of a document. It needs no server: {@link Mock.fetch} answers requests, and
 * {@link Mock.handlers} are for msw. {@link Mock.listen} serves it over HTTP.
 *
 * @typeParam Resource What the document's schema says of what is created, where one operation creates.
 * @typeParam Profile The profiles that it takes. Default: any name, any answers.
 * @throws {StateError} where an option is unknown or invalid, or the seed more than `maxResources`.
 */
export function createMock<
  Resource extends object = JsonObject,
  Profile extends string | ProfileAnswers = string | ProfileAnswers,
>(options: MockOptions<NoInfer<Resource>, NoInfer<Profile>>): Mock<Resource, Profile> {
  demandOptions(options, INPUT_RULES);
  return new Mock<Resource, Profile>(options, loadValidator);
}

/** A run of {@link verify}: its events, and what it came to. */
export interface Verification extends AsyncIterable<RunEvent> {
  /**
   * The whole run: `verdict` is `pass` or `fail`, with findings, what was created, and the answers to open
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
 * Verifies a server by a document. Requests are sent while its events are iterated over, once; ending
 * the iteration ends the run.
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
  const read = async (file: CaseFile): Promise<CaseFile & DocumentText> => ({
    ...file,
    text: file.text ?? (await textOf(file.file, 'case file')).text,
  });
  const files = (options.cases ?? []).map((one) => (typeof one === 'string' ? { file: one } : one));
  const [{ prepareRun }, texts] = await Promise.all([
    import('./verify/verify.ts'),
    Promise.all(files.map(read)),
  ]);
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
 * Judges a recording by a document, as {@link verify} judges what it sends itself.
 *
 * @param options `recording` is HAR 1.2, of this kit or of any tool: a path, a URL of the scheme
 *   `file`, or the text itself.
 * @throws {DiagnosticError} where it is no HAR.
 * @throws {StateError} where nothing in it can be judged.
 */
export async function judgeRecording(
  options: RecordingOptions & { readonly recording: string | URL | DocumentText },
): Promise<Judgement> {
  const [{ judgeHar }, { text, file }] = await Promise.all([
    import('./verify/recording/judge-recording.ts'),
    textOf(options.recording, 'recording'),
  ]);
  return judgeHar(text, file, options);
}

/** Options of {@link lint}. */
export interface LintOptions {
  /** Paths and addresses. Default: none. */
  readonly documents?: readonly string[] | undefined;
  /** A document that no file has, or one that was loaded. Default: none. */
  readonly document?: DocumentText | undefined;
  /** Path or address of a Spectral ruleset. */
  readonly ruleset: string;
  /** Ends the run. */
  readonly signal?: AbortSignal | undefined;
}

/** One thing that a rule has found in a document. */
export interface LintFinding {
  /** The rule's name. */
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  /** Where in the document, as keys and indexes. */
  readonly path: readonly string[];
  /** The document, or a file that it refers to. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

/**
 * Holds documents against the rules of a Spectral ruleset. Spectral runs as a process of its own.
 *
 * @returns The findings, in the documents' order.
 * @throws {LintError} where Spectral comes to no end, or `signal` ends it.
 * @throws {DiagnosticError} where the ruleset is broken.
 */
export async function lint(options: LintOptions): Promise<LintFinding[]> {
  const { documents = [], document, ruleset, signal = new AbortController().signal } = options;
  const [linter, { LintError, severities }, path] = await Promise.all([
    loadAddon('spectral', 'linter'),
    import('./openapi/linter.ts'),
    import('node:path'),
  ]);
  const absolute = (place: string): string =>
    /^https?:/i.test(place) ? place : path.resolve(place);
  const outcome = await linter.lint({
    documents: documents.map(absolute),
    input: document && { name: document.file, text: document.text },
    ruleset: absolute(ruleset),
    isOpenApi: true,
    outputs: [{ format: 'json', file: undefined }],
    failSeverity: 'error',
    cwd: process.cwd(),
    env: process.env,
    signal,
  });
  if (outcome === undefined) throw new LintError('the run was interrupted. Run it again', '');
  const found = JSON.parse(outcome.report) as readonly SpectralFinding[];
  return found.map(({ code, severity, message, path: keys, source, range: { start } }) => ({
    rule: code,
    severity: severities[severity] ?? 'error',
    message,
    path: keys.map(String),
    file: source,
    // They are from 0, as the Language Server Protocol counts them.
    line: start.line + 1,
    column: start.character + 1,
  }));
}

/** As Spectral's report in JSON has it. */
interface SpectralFinding {
  readonly code: string;
  readonly severity: number;
  readonly message: string;
  readonly path: readonly (string | number)[];
  readonly source: string;
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
}
