/** Verifying on the command line: from flags to runs, their reports and an exit code. */
import type { JudgedExchange } from '../../verify/judged-exchange.ts';
import type { Finding } from '../../verify/checks/finding.ts';
import { isUntrustedCertificate } from '../../http/untrusted-certificate.ts';
import type { RunEvent, RunResult } from '../../verify/run/event.ts';
import { hasSecret } from '../../http/credential.ts';
import { makeResult } from '../../verify/run/result.ts';
import { run } from '../../verify/run/run.ts';
import type { RunOptions } from '../../verify/run/run-options.ts';
import { waitForServer } from '../../verify/run/wait-for-server.ts';
import { ExitCode } from '../exit-code.ts';
import type { Io } from '../io.ts';
import { type VerifyFlags, settingsOf } from './flags.ts';
import { assertLearnable, learnProfile } from './interview.ts';
import { type Reports, openReports } from './reports.ts';
import { compareRuns } from './rerun.ts';
import { type Session, type Visit, openSession } from './session.ts';
import type { Need } from '../../verify/cases/case.ts';
import { planRequests } from '../../verify/run/dry-run.ts';
import { randomBytes } from 'node:crypto';
import {
  type FreshValues,
  DEFAULT_MARKER,
  createFreshValues,
} from '../../model/requests/fresh-values.ts';
import { UserError } from '../user-error.ts';
import { scratchValues } from './selection.ts';

/** The worst first: where several servers are verified, the worst is the exit code. */
const GRAVITY: readonly ExitCode[] = [
  ExitCode.interrupted,
  ExitCode.usage,
  ExitCode.fail,
  ExitCode.unreachable,
  ExitCode.pass,
];

/** @returns The exit code. */
export async function verify(
  baseUrls: readonly string[],
  flags: VerifyFlags,
  io: Io,
): Promise<ExitCode> {
  const session = openSession(baseUrls, flags, io);
  const { visits, version, document } = session;
  if (flags.dryRun === true) {
    printRequests(session, io);
    return ExitCode.pass;
  }
  if (flags.learn !== undefined) assertLearnable(flags.learn, visits, io);
  const runs = visits.map((visit) => ({ visit, options: runOptions(session, visit, io) }));
  const reports = openReports(wantedReports(flags), {
    io,
    version,
    document,
    runs: runs.length,
  });
  const codes: ExitCode[] = [];
  try {
    // One after the other: together they would slow each other down.
    for (const { visit, options } of runs) {
      const { result, hasSuccess } = await verifyOne(session, visit, options, reports);
      if (!hasSuccess) explainRefusals(result, session, io);
      codes.push(conclude(result, session, io));
    }
  } finally {
    if (!reports.close()) codes.push(ExitCode.usage);
  }
  return GRAVITY.find((code) => codes.includes(code)) ?? ExitCode.pass;
}

/** `--har FILE` is one more report. */
function wantedReports({ reporter = ['pretty'], har }: VerifyFlags): readonly string[] {
  return har === undefined ? reporter : [...reporter, `har=${har}`];
}

async function verifyOne(
  session: Session,
  visit: Visit,
  options: RunOptions,
  reports: Reports,
): Promise<{ result: RunResult; hasSuccess: boolean }> {
  const { flags } = session;
  const { again } = visit;
  const exchanges: JudgedExchange[] = [];
  let hasSuccess = false;
  let result: RunResult | undefined;
  for await (const event of events(session, visit, options)) {
    if (event.type === 'exchange') {
      if (again) exchanges.push(event.exchange);
      hasSuccess ||= isSuccess(event.exchange);
    }
    if (event.type !== 'end') {
      reports.report(event);
      continue;
    }
    const own = { ...event.result, settings: settingsOf(flags) };
    result = again
      ? compareRuns(flags.rerun ?? '', again.run, again.rerun, { result: own, exchanges })
      : own;
    reports.report({ ...event, result });
  }
  if (!result) throw new Error('Failed to end the run: it has no result.');
  return { result, hasSuccess };
}

function isSuccess({ outcome }: JudgedExchange): boolean {
  return outcome.kind === 'response' && outcome.response.status < 400;
}

async function* events(
  { flags }: Session,
  { cases, questions, again }: Visit,
  options: RunOptions,
): AsyncGenerator<RunEvent, void, undefined> {
  if (again && cases.length === 0 && questions.length === 0) {
    yield* nothingSent(options);
    return;
  }
  const waitMs = (flags.wait ?? 0) * 1000;
  const { signal = new AbortController().signal } = options;
  const problem = waitMs > 0 ? await waitForServer({ ...options, waitMs, signal }) : undefined;
  if (problem === undefined) {
    yield* run(options);
    return;
  }
  const message = `${options.target.baseUrl} was not there within ${flags.wait} s: ${problem}`;
  yield* nothingSent(options, { reason: 'unreachable', message });
}

/** A run of no request. */
function* nothingSent(options: RunOptions, stopped?: RunResult['stopped']): Generator<RunEvent> {
  const { target, documentName: document, seed, credential } = options;
  const common = { target: target.baseUrl, document, seed };
  yield { type: 'start', ...common, cases: 0 };
  const nothing = { durationMs: 0, exchanges: [], findings: [], answers: {} };
  const withToken = hasSecret(credential);
  yield { type: 'end', result: makeResult({ ...common, ...nothing, stopped, withToken }) };
}

/** Where nothing was accepted, it is likely for one reason. */
function explainRefusals({ target, findings }: RunResult, { connection }: Session, io: Io): void {
  const say = (status: string, question: string): unknown =>
    io.stderr.write(`Every valid request to ${target} was refused, with ${status}: ${question}\n`);
  if (findings.some(isNotFound)) say('404', 'is the path in base_url right?');
  const denied = findings.find(isRefusedCredential);
  if (!denied || !hasSecret(connection.credential)) return;
  say(
    denied.message.slice(-3),
    `is the credential that was given right, and still valid? It is from --token, ${io.service.tokenVariable}, --credential or --header.`,
  );
}

/** Does what remains when a run has ended. */
function conclude(result: RunResult, { flags, document, connection }: Session, io: Io): ExitCode {
  const { stopped, counts } = result;
  const isLearnt =
    flags.learn === undefined ||
    stopped !== undefined ||
    learnProfile(flags.learn, result, document, io);
  if (!hasSecret(connection.credential) && result.findings.some(isRefusedCredential)) {
    io.stderr.write(
      `The server refuses valid requests, and no token was given: use --token or ${io.service.tokenVariable}, or --credential.\n`,
    );
  }
  if (stopped?.reason === 'interrupted') return ExitCode.interrupted;
  if (stopped?.reason === 'unreachable' && counts.exchanges === 0) {
    io.stderr.write(`Failed to verify: ${stopped.message}. ${reachingHelp(stopped.message)}\n`);
    return ExitCode.unreachable;
  }
  return result.verdict === 'pass' && isLearnt ? ExitCode.pass : ExitCode.fail;
}

function reachingHelp(message: string): string {
  const [, code = ''] = /\((\w+)\)$/.exec(message) ?? [];
  return isUntrustedCertificate(code)
    ? 'Name the one it is to be trusted by with --ca <file>, or take any with --insecure.'
    : 'Start the server, or correct base_url.';
}

function isRefusedCredential({ severity, rule, message }: Finding): boolean {
  return severity === 'violation' && rule === 'R1' && /refused with 40[13]$/.test(message);
}

function isNotFound({ severity, rule, message }: Finding): boolean {
  return severity === 'violation' && rule === 'R1' && message.endsWith('refused with 404');
}

/**
 * Prints every request of every run as a line of bash, under the part of the run that it belongs to.
 * Nothing is sent.
 */
function printRequests(session: Session, io: Io): void {
  const shown = session.reach.filter(({ level }) => level !== 'full');
  for (const { operation, level, message } of shown) {
    io.stdout.write(`# ${oneLine(operation)}: ${WORDS[level]}${oneLine(message)}\n`);
  }
  for (const visit of session.visits) {
    const options = runOptions(session, visit, io);
    let before = '';
    for (const { part, case: planned, curl, needs } of planRequests(options)) {
      if (part !== before) io.stdout.write(`\n# ${oneLine(part)}\n`);
      before = part;
      const { id, validity } = planned;
      const after = needs === undefined ? '' : `; ${madeUpWords(needs)}`;
      io.stdout.write(`# ${oneLine(id)} (${validity.kind}${after})\n${curl}\n`);
    }
  }
}

/** The values in the line are made up: those of a run are what the server has answered. */
function madeUpWords({ steps }: Need): string {
  const ids = steps.map(({ template }) => oneLine(template.operation.id));
  return `with what ${ids.join(', then ')} has answered in place of the path's values`;
}

const WORDS = { full: '', chained: '', partial: 'only in part: ', none: 'not at all: ' } as const;

/** A comment ends with its line. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

/** Ids that a run can need beyond its plan: what is sent again, and what shrinks a failing case. */
const SPARE_IDS = 200;

/**
 * A run's options.
 *
 * @throws {UserError} where `--id-range` has too few ids for it.
 */
function runOptions(session: Session, visit: Visit, io: Io): RunOptions {
  const { flags, document, profile, connection, reach } = session;
  const { seed, idRange, marker = DEFAULT_MARKER } = flags;
  const { target, cases, questions, requests, plain } = visit;
  const runId = createRunId();
  const options: RunOptions = {
    ...connection,
    target,
    document,
    documentName: document.file,
    cases,
    questions,
    requests,
    plain,
    fresh: createFreshValues({ seed, runId, marker, idRange }),
    marker: `${marker}-${runId}`,
    seed,
    strict: flags.strict === true,
    timeoutMs: flags.timeout,
    concurrency: flags.concurrency,
    rate: flags.rate,
    bail: flags.bail,
    maxCreates: flags.maxCreates,
    idRange,
    profile,
    reach,
    signal: io.signal,
  };
  if (idRange) checkIdRange(options, idRange);
  return options;
}

/** Tells what this run creates from what earlier ones have left. */
function createRunId(): string {
  return randomBytes(4).toString('hex');
}

function checkIdRange(options: RunOptions, range: NonNullable<RunOptions['idRange']>): void {
  let drawn = 0;
  const scratch = scratchValues();
  const fresh: FreshValues = {
    text: (base) => scratch.text(base),
    integer: (within) => {
      drawn += 1;
      return scratch.integer(within);
    },
  };
  // What is outside of the range is drawn, too.
  for (const _ of planRequests({ ...options, fresh, idRange: undefined })) continue;
  const size = range.maximum - range.minimum + 1n;
  const needed = drawn + SPARE_IDS;
  if (size >= needed) return;
  throw new UserError(
    `Failed to use --id-range: it has ${size} ids, and the run needs ${needed}. Widen it.`,
  );
}
