/** Verifying on the command line: from flags to runs, their reports and an exit code. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isUntrustedCertificate } from '../../http/certificates.ts';
import { count, listed } from '../../openapi/count.ts';
import {
  type LoadedDocument,
  type RunResult,
  type Verification,
  type VerificationPlan,
  type VerifyOptions,
  defaults,
  describeDocument,
  formatBaseline,
  formatProfile,
  verify as verifyServer,
} from '../../index.ts';
import { cannotWrite, demandOutput } from '../inputs/write-output.ts';
import { type Io, ExitCode, UserError } from '../io.ts';
import { type VerifyFlags, settingsOf } from './flags.ts';
import { type Reports, openReports } from './reports.ts';
import { type Session, openSession } from './session.ts';
import { boundNewSpace } from './new-space.ts';

/** The worst first: where several servers are verified, the worst is the exit code. */
const GRAVITY: readonly ExitCode[] = [
  ExitCode.interrupted,
  ExitCode.usage,
  ExitCode.fail,
  ExitCode.unreachable,
  ExitCode.inconclusive,
  ExitCode.pass,
];

/** @returns The exit code. */
export async function verify(
  baseUrls: readonly string[],
  flags: VerifyFlags,
  io: Io,
): Promise<ExitCode> {
  boundNewSpace();
  const session = await openSession(baseUrls, flags, io);
  const { verifications, version, document } = session;
  const runs = verifications.map((options) => verifyServer(options));
  // What is wrong with one is said before anything is sent to any.
  const plans = await Promise.all(runs.map((run) => run.plan()));
  if (flags.dryRun === true) {
    printRequests(plans, io);
    return ExitCode.pass;
  }
  if (flags.writeBaseline !== undefined)
    demandOutput(flags.writeBaseline, 'the baseline', '--write-baseline', io);
  if (flags.learn !== undefined) assertLearnable(flags.learn, plans, io);
  // An interrupted run deletes what it has created, too.
  if (flags.cleanUp === true) io.askForTime?.(defaults.verify.cleanUpAfterInterruption);
  const reports = await openReports(wantedReports(flags), {
    io,
    version,
    document,
    runs: runs.length,
  });
  const codes: ExitCode[] = [];
  const results: RunResult[] = [];
  try {
    // One after the other: together they would slow each other down.
    for (const run of runs) {
      const { result, hasSuccess } = await verifyOne(session, run, reports, io);
      results.push(result);
      if (!hasSuccess) explainRefusals(result, io);
      codes.push(await conclude(result, session, run, io));
    }
  } finally {
    if (!reports.close()) codes.push(ExitCode.usage);
  }
  await writeKnown(flags, results, verifications[0]?.baseline, io);
  return GRAVITY.find((code) => codes.includes(code)) ?? ExitCode.pass;
}

/**
 * `--write-baseline FILE`
 *
 * @throws {UserError} where it can't be written.
 */
export async function writeKnown(
  { writeBaseline: file }: Pick<VerifyFlags, 'writeBaseline'>,
  results: readonly RunResult[],
  before: VerifyOptions['baseline'],
  io: Io,
): Promise<void> {
  if (file === undefined) return;
  const text = await formatBaseline(results, before);
  try {
    writeFileSync(resolve(io.cwd, file), text);
  } catch (error) {
    throw cannotWrite(`the baseline ${file}`, error);
  }
}

/** `--har FILE` is one more report. */
function wantedReports({ reporter = ['pretty'], har }: VerifyFlags): readonly string[] {
  return har === undefined ? reporter : [...reporter, `har=${har}`];
}

async function verifyOne(
  { flags }: Session,
  run: Verification,
  reports: Reports,
  { signal }: Io,
): Promise<{ result: RunResult; hasSuccess: boolean }> {
  const settings = settingsOf(flags);
  let hasSuccess = false;
  for await (const event of run) {
    if (event.type === 'end') {
      const result = { ...event.result, settings };
      reports.report({ ...event, result });
      return { result, hasSuccess };
    }
    if (event.type === 'exchange') {
      // Something was sent: from now on, an interrupted run is worth a report.
      signal.addEventListener('abort', ignore, { once: true });
      const { outcome } = event.exchange;
      hasSuccess ||= outcome.kind === 'response' && outcome.response.status < 400;
    }
    reports.report(event);
  }
  throw new Error('Failed to end the run: it has no result.');
}

function ignore(): void {}

/** Where nothing was accepted, it is likely for one reason. */
function explainRefusals({ target, findings, withToken }: RunResult, io: Io): void {
  const say = (status: string, question: string): unknown =>
    io.stderr.write(`Every valid request to ${target} was refused, with ${status}: ${question}\n`);
  if (findings.some(isNotFound)) say('404', 'is the path in base_url right?');
  const denied = findings.find(isRefusedCredential);
  if (!denied || !withToken) return;
  say(
    denied.message.slice(-3),
    `is the credential that was given right, and still valid? It is from --token, ${io.service.tokenVariable}, --credential or --header.`,
  );
}

/** Does what remains when a run has ended. */
async function conclude(
  result: RunResult,
  { flags, document }: Session,
  run: Verification,
  io: Io,
): Promise<ExitCode> {
  const { stopped, counts, withToken } = result;
  const isLearnt =
    flags.learn === undefined ||
    learnProfile(flags.learn, result, { document, plan: await run.plan() }, io);
  if (!withToken && result.findings.some(isRefusedCredential)) {
    io.stderr.write(
      `The server refuses valid requests, and no token was given: use --token or ${io.service.tokenVariable}, or --credential.\n`,
    );
  }
  if (stopped?.reason === 'interrupted') return ExitCode.interrupted;
  if (stopped?.reason === 'unreachable' && counts.exchanges === 0) {
    io.stderr.write(`Failed to verify: ${stopped.message}. ${reachingHelp(stopped.message)}\n`);
    return ExitCode.unreachable;
  }
  if (result.verdict === 'fail' || !isLearnt) return ExitCode.fail;
  return result.verdict === 'pass' ? ExitCode.pass : ExitCode.inconclusive;
}

function reachingHelp(message: string): string {
  if (message.startsWith('the login')) return 'Correct --login and its --login-value.';
  const [, code = ''] = /\((\w+)\)$/.exec(message) ?? [];
  return isUntrustedCertificate(code)
    ? 'Name its issuer with --ca <file>, or accept any certificate with --insecure.'
    : 'Start the server, or correct base_url.';
}

function isRefusedCredential({ severity, rule, message }: RunResult['findings'][number]): boolean {
  return severity === 'violation' && rule === 'R1' && /refused with 40[13]$/.test(message);
}

function isNotFound({ severity, rule, message }: RunResult['findings'][number]): boolean {
  return severity === 'violation' && rule === 'R1' && message.endsWith('refused with 404');
}

/**
 * Prints every request of every run as a line of bash, under the part of the run that it belongs to.
 * Nothing is sent.
 */
function printRequests(plans: readonly VerificationPlan[], io: Io): void {
  const shown = plans[0]?.reach.filter(({ level, lift }) => level !== 'full' || lift) ?? [];
  for (const { operation, level, message, lift } of shown) {
    const words = lift === undefined ? message : `${message}: ${lift}`;
    io.stdout.write(`# ${oneLine(operation)}: ${WORDS[level]}${oneLine(words)}\n`);
  }
  for (const plan of plans) {
    let before = '';
    for (const { part, case: id, validity, curl, after } of plan.requests()) {
      if (part !== before) io.stdout.write(`\n# ${oneLine(part)}\n`);
      before = part;
      // The values in the line are made up: those of a run are what the server has answered.
      const words =
        after.length === 0
          ? ''
          : `; with what ${after.map(oneLine).join(', then ')} has answered in place of the path's values`;
      io.stdout.write(`# ${oneLine(id)} (${validity}${words})\n${curl}\n`);
    }
    printScenes(plan, io);
  }
}

/** Their requests follow from what the server answers, so that there are no lines for them. */
function printScenes({ scenes }: VerificationPlan, io: Io): void {
  if (scenes.length === 0) return;
  io.stdout.write('\n# then short scenes, whose requests follow from the answers\n');
  for (const { id, requests } of scenes) {
    io.stdout.write(`# ${oneLine(id)} (about ${count(requests, 'request')})\n`);
  }
}

const WORDS = { full: '', chained: '', partial: 'only in part: ', none: 'not at all: ' } as const;

/** A comment ends with its line. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

/**
 * Writes what a run has learnt as a profile, or says that it has learnt nothing.
 *
 * @returns Whether it is written.
 * @throws {UserError} where the file can't be written.
 */
function learnProfile(
  file: string,
  result: RunResult,
  { document, plan }: { readonly document: LoadedDocument; readonly plan: VerificationPlan },
  io: Io,
): boolean {
  const { stopped } = result;
  if (stopped) io.stderr.write(`${stoppedWords(result, plan)}\n`);
  if (Object.keys(result.answers).length === 0) {
    if (stopped) return false;
    io.stderr.write(
      `Failed to learn a profile: ${result.target} gave no answer to an open question; what refuses ` +
        `every request alike is none. ${file} is not written. Check the token and the path in base_url.\n`,
    );
    return false;
  }
  const { title, version } = describeDocument(document);
  const heading = [
    `Answers of ${result.target} to the open questions of ${title || 'its document'} ${version}`.trimEnd(),
    'Each line below a question is its answer; the possible ones stand in parentheses.',
    ...(stopped ? [stoppedWords(result, plan)] : []),
  ];
  try {
    const text = formatProfile(result.answers, document, heading);
    writeFileSync(resolve(io.cwd, file), text);
    return true;
  } catch (error) {
    throw cannotWrite(`the profile ${file}`, error);
  }
}

/** How much of a profile is missing. */
function stoppedWords({ answers }: RunResult, { questions }: VerificationPlan): string {
  const missing = questions.filter(
    ({ operation, question }) => answers[operation]?.[question] === undefined,
  );
  const names = missing.map(({ operation, question }) => `${operation}/${question}`);
  const learnt = questions.length - missing.length;
  const rest = names.length === 0 ? '' : `; missing: ${listed(names, 20)}`;
  return `The run was stopped: ${learnt} of ${count(questions.length, 'answer')} learnt${rest}`;
}

/**
 * Makes sure that there is something to learn, and that a profile can be written there; writes
 * nothing. What a run creates stays on the server, so none is sent in vain.
 *
 * @throws {UserError} where it can't.
 */
function assertLearnable(file: string, plans: readonly VerificationPlan[], io: Io): void {
  if (plans.every(({ questions }) => questions.length === 0)) {
    throw new UserError(
      'Failed to learn a profile: nothing that would be sent asks an open question. Leave --learn ' +
        "out, or choose questions, as in --only 'question/*'.",
    );
  }
  demandOutput(file, 'the profile', '--learn', io);
}
