import { accessSync, constants } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import {
  type JudgeReporter,
  type SecondJudgeOutcome,
  DiagnosticError,
  StateError,
  choices,
  secondOpinion,
} from '../../index.ts';
import { fileProblem } from '../../openapi/files/read-text-file.ts';
import { dreddReporters } from '../commands/shared-options.ts';
import { requireTool } from '../doctor/packages.ts';
import { readBaseUrl, refuseAddress } from '../inputs/addresses.ts';
import { readSchemeSecrets, readToken } from '../inputs/credentials.ts';
import { type DocumentFlags, readDocument } from '../inputs/read-document.ts';
import { cannotWrite, demandOutput } from '../inputs/write-output.ts';
import { type Io, wantsColor, ExitCode, UserError } from '../io.ts';

/** The options of `dredd`, as commander gives them. */
export interface DreddFlags extends DocumentFlags {
  readonly token?: string;
  readonly credential?: readonly string[];
  readonly hooks: string;
  readonly reporter: readonly string[];
  readonly output: readonly string[];
  readonly details?: boolean;
  readonly timeout: number;
}

/** Runs Dredd against a server, and says what it came to. */
export async function dredd(baseUrl: string, flags: DreddFlags, io: Io): Promise<ExitCode> {
  const unwritten: UserError[] = [];
  const outcome = await outcomeOf(baseUrl, flags, io, unwritten);
  const code = report(outcome, baseUrl, io);
  for (const { message } of unwritten) io.stderr.write(`${message}\n`);
  const isLacking = unwritten.length > 0 && code !== ExitCode.interrupted;
  return isLacking ? ExitCode.usage : code;
}

/** @param unwritten Gets what is to be said of reports that can't be written. */
async function outcomeOf(
  baseUrl: string,
  flags: DreddFlags,
  io: Io,
  unwritten: UserError[],
): Promise<SecondJudgeOutcome> {
  requireTool('dredd', 'run Dredd');
  const token = readToken(flags.token, io);
  const { tokenVariable } = io.service;
  const options = {
    baseUrl: readBaseUrl(baseUrl),
    document: await readDocument(flags, io),
    token,
    tokenVariable,
    credentials: readSchemeSecrets(flags.credential ?? [], io),
    hooks: readableHooks(flags.hooks, io),
    env: { ...childEnv(io), [tokenVariable]: token },
    reporters: readReporters(flags, io),
    details: flags.details === true,
    color: wantsColor(io),
    timeoutMs: flags.timeout,
    signal: io.signal,
    onOutput: (text: string) => io.stdout.write(text),
    onErrorOutput: (text: string) => io.stderr.write(text),
    onUnwritten: (file: string, error: unknown) =>
      unwritten.push(cannotWrite(`the report ${file}`, error)),
  };
  try {
    return await secondOpinion(options);
  } catch (error) {
    if (error instanceof DiagnosticError || error instanceof StateError) throw error;
    throw new UserError(`Failed to run Dredd: ${fileProblem(error)}. Check --output and --hooks.`);
  }
}

/** Dredd runs in another folder. */
function childEnv({ env, cwd }: Io): Readonly<Record<string, string | undefined>> {
  const { NODE_EXTRA_CA_CERTS: file } = env;
  return { ...env, ...(file && { NODE_EXTRA_CA_CERTS: resolve(cwd, file) }) };
}

/** Says what Dredd itself doesn't, and translates the outcome. */
function report(outcome: SecondJudgeOutcome, baseUrl: string, io: Io): ExitCode {
  switch (outcome.kind) {
    case 'pass':
      return ExitCode.pass;
    case 'fail':
      if (outcome.message !== undefined) io.stderr.write(`${outcome.message}\n`);
      return ExitCode.fail;
    case 'unreachable':
      io.stderr.write(`Failed to reach ${baseUrl}: ${outcome.message}\n`);
      return ExitCode.unreachable;
    case 'unproved':
      io.stderr.write(`Failed to judge ${baseUrl} with Dredd: ${outcome.message}\n`);
      return ExitCode.usage;
    default:
      return ExitCode.interrupted;
  }
}

function readableHooks(hooks: string, io: Io): string {
  refuseAddress(hooks, 'read the hooks', '--hooks');
  const path = resolve(io.cwd, hooks);
  if (extname(path) !== '.cjs') {
    const renamed = `${basename(path, extname(path))}.cjs`;
    throw new UserError(
      `Failed to read the hooks ${hooks}: Dredd takes CommonJS only, and the name doesn't end in .cjs. ` +
        `Write them with require, and name them ${renamed}.`,
    );
  }
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    throw new UserError(
      `Failed to read the hooks ${hooks}: ${fileProblem(error)}. Check the path after --hooks.`,
    );
  }
  return path;
}

function readReporters({ reporter, output }: DreddFlags, io: Io): readonly JudgeReporter[] {
  return planReporters(reporter, output, (file) =>
    demandOutput(file, 'the report', '--output', io),
  );
}

const { dreddReports, dreddTexts } = choices;

/**
 * Gives each file reporter its output, in order, as Dredd does.
 *
 * @param resolve Makes a path absolute.
 * @throws {UserError} where Dredd can't do what is wished for.
 */
export function planReporters(
  names: readonly string[],
  outputs: readonly string[],
  resolve: (path: string) => string,
): readonly JudgeReporter[] {
  const fail = (why: string): never => {
    throw new UserError(`Failed to set up the reporters: ${why}`);
  };
  const unknown = names.find((name) => !dreddReporters.includes(name));
  if (unknown !== undefined) {
    const why = unknown === 'apiary' ? 'sends the results to a service' : 'is not one of Dredd';
    return fail(`the reporter "${unknown}" ${why}. Use one of ${dreddReporters.join(', ')}.`);
  }
  if (new Set(names).size < names.length) {
    return fail('a reporter is named twice. Name each once.');
  }
  if (names.filter((name) => dreddTexts.includes(name)).length > 1) {
    return fail(`Dredd prints with one reporter only. Use either ${dreddTexts.join(' or ')}.`);
  }
  const files = names.filter((name) => Object.hasOwn(dreddReports, name));
  if (outputs.length > files.length) {
    const count = `${outputs.length} outputs for ${files.length} reporters that write a file`;
    return fail(
      `there are ${count}. Add ${Object.keys(dreddReports).join(', ')}, or leave out an output.`,
    );
  }
  const plan = files.map((name, index): JudgeReporter => {
    return { name, output: resolve(outputs[index] ?? dreddReports[name] ?? name) };
  });
  return [...plan, ...names.filter((name) => dreddTexts.includes(name)).map((name) => ({ name }))];
}
