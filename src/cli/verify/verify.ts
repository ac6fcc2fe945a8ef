/** Verifying on the command line: from flags to a run, its reports and an exit code. */
import { randomBytes } from 'node:crypto';
import { createFreshValues } from '../../cases/fresh-values.ts';
import type { RunResult } from '../../runner/event.ts';
import { run } from '../../runner/run.ts';
import { type Target, parseTarget } from '../../runner/target.ts';
import { programName, tokenVariable } from '../defaults.ts';
import { ExitCode } from '../exit-code.ts';
import type { Io } from '../io.ts';
import { packageVersion } from '../package-root.ts';
import { UserError } from '../user-error.ts';
import { readCases, readDocument } from './inputs.ts';
import { openReports } from './reports.ts';

/** The flags of `verify` as commander reads them. */
export interface VerifyFlags {
  readonly token?: string;
  readonly spec?: string;
  readonly cases?: readonly string[];
  readonly strict?: boolean;
  readonly timeout: number;
  readonly concurrency: number;
  readonly only?: string;
  readonly seed: number;
  readonly reporter?: readonly string[];
}

/** @returns The exit code. */
export async function verify(baseUrl: string, flags: VerifyFlags, io: Io): Promise<ExitCode> {
  const target = readTarget(baseUrl);
  const token = readToken(flags.token ?? io.env[tokenVariable]);
  const document = readDocument(flags.spec, io.cwd);
  const cases = readCases(flags, document, io.cwd);
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
    proxyEnv: proxyVariables(io),
    signal: io.signal,
  });
  let result: RunResult | undefined;
  for await (const event of events) {
    reports.report(event);
    if (event.type === 'end') result = event.result;
  }
  await reports.close();
  return explain(result, target, io);
}

function explain(result: RunResult | undefined, target: Target, io: Io): ExitCode {
  if (!result) return ExitCode.interrupted;
  const { stopped, counts } = result;
  if (stopped?.reason === 'interrupted') return ExitCode.interrupted;
  if (stopped?.reason === 'unreachable' && counts.exchanges === 0) {
    io.stderr.write(
      `Failed to verify ${target.baseUrl}: ${stopped.message}. Start the server, or correct base_url.\n`,
    );
    return ExitCode.unreachable;
  }
  return result.verdict === 'pass' ? ExitCode.pass : ExitCode.fail;
}

function readTarget(baseUrl: string): Target {
  try {
    return parseTarget(baseUrl);
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error));
  }
}

function readToken(token: string | undefined): string | undefined {
  if (token === undefined || token === '') return undefined;
  // Anything else makes no header; the token itself isn't repeated.
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new UserError(
    "Failed to use the token: it has characters that a header can't carry. Give it without blanks.",
  );
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
