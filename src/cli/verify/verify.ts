/** Verifying on the command line: from flags to a run, its reports and an exit code. */
import { randomBytes } from 'node:crypto';
import { createFreshValues } from '../../cases/fresh-values.ts';
import type { Finding } from '../../checks/finding.ts';
import type { RunResult } from '../../runner/event.ts';
import { run } from '../../runner/run.ts';
import { parseTarget } from '../../runner/target.ts';
import { defaultDocument, programName, tokenVariable } from '../defaults.ts';
import { ExitCode } from '../exit-code.ts';
import type { Io } from '../io.ts';
import { packageVersion } from '../package-root.ts';
import { readDocument } from '../inputs/read-input.ts';
import { readBaseUrl, readToken } from '../inputs/read-target.ts';
import { readProfileInput } from '../inputs/read-profile-input.ts';
import { allQuestions, learnProfile } from './interview.ts';
import { readCases } from './read-cases.ts';
import { openReports } from './reports.ts';

/** The flags of `verify` as commander reads them. */
export interface VerifyFlags {
  readonly token?: string;
  readonly spec?: string;
  readonly cases?: readonly string[];
  readonly maxCases?: number;
  readonly strict?: boolean;
  readonly timeout: number;
  readonly concurrency: number;
  readonly only?: string;
  readonly seed: number;
  readonly reporter?: readonly string[];
  readonly learn?: string;
  readonly profile?: string;
}

/** @returns The exit code. */
export async function verify(baseUrl: string, flags: VerifyFlags, io: Io): Promise<ExitCode> {
  const target = parseTarget(readBaseUrl(baseUrl));
  const token = readToken(flags.token, io);
  const document = readDocument(flags.spec ?? defaultDocument(), io);
  const cases = readCases(flags, document, io);
  const profile =
    flags.profile === undefined ? undefined : readProfileInput(flags.profile, document, io);
  const version = packageVersion();
  const reports = openReports(flags.reporter, { io, version });
  const events = run({
    target,
    document,
    documentName: document.file,
    cases,
    fresh: createFreshValues({ seed: flags.seed, runId: createRunId() }),
    seed: flags.seed,
    credential: { token, variable: tokenVariable },
    userAgent: `${programName}/${version}`,
    strict: flags.strict === true,
    timeoutMs: flags.timeout,
    concurrency: flags.concurrency,
    // Who picks out cases wants to see just these.
    ...(flags.only === undefined ? {} : { requests: 0 }),
    ...(flags.only === undefined ? { questions: allQuestions(document) } : {}),
    profile,
    proxyEnv: proxyVariables(io),
    signal: io.signal,
  });
  let result: RunResult | undefined;
  for await (const event of events) {
    reports.report(event);
    if (event.type === 'end') result = event.result;
  }
  await reports.close();
  if (flags.learn !== undefined && result && !result.stopped) {
    learnProfile(flags.learn, result, document, io);
  }
  if (token === undefined && result?.findings.some(isRefusedCredential)) {
    io.stderr.write(
      `The server refuses valid requests, and no token was given: use --token or ${tokenVariable}.\n`,
    );
  }
  return explain(result, io);
}

function isRefusedCredential({ severity, rule, message }: Finding): boolean {
  return severity === 'violation' && rule === 'R1' && /refused with 40[13]$/.test(message);
}

function explain(result: RunResult | undefined, io: Io): ExitCode {
  if (!result) return ExitCode.interrupted;
  const { stopped, counts } = result;
  if (stopped?.reason === 'interrupted') return ExitCode.interrupted;
  if (stopped?.reason === 'unreachable' && counts.exchanges === 0) {
    io.stderr.write(
      `Failed to verify: ${stopped.message}. Start the server, or correct base_url.\n`,
    );
    return ExitCode.unreachable;
  }
  return result.verdict === 'pass' ? ExitCode.pass : ExitCode.fail;
}

/** Tells what this run creates from what earlier ones have left. */
function createRunId(): string {
  return randomBytes(4).toString('hex');
}

function proxyVariables({ env }: Io): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (/^(https?|no)_proxy$/i.test(name) && value) found[name] = value;
  }
  return found;
}
