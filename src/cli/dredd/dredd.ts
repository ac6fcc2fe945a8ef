import type { LoadedDocument } from '../../index.ts';
import { constants, accessSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { loadAddon } from '../../addons/index.ts';
import { DiagnosticError } from '../../openapi/diagnostic.ts';
import {
  judgeReporters,
  judgeReports,
  judgeTexts,
  type JudgeReporter,
  type SecondJudge,
  type SecondJudgeOutcome,
} from '../../verify/second-judge.ts';
import { ExitCode } from '../exit-code.ts';
import { cannotWrite, demandWritable, writeProblem } from '../inputs/write-output.ts';
import { readDocument } from '../inputs/read-input.ts';
import { fileProblem } from '../../openapi/files/read-text-file.ts';
import { readSchemeSecrets, demandCarried, readToken } from '../inputs/credentials.ts';
import { readBaseUrl, refuseAddress } from '../inputs/addresses.ts';
import { type Io, wantsColor } from '../io.ts';
import { requireTool } from '../doctor/packages.ts';
import { UserError } from '../user-error.ts';

/** The options of `dredd`, as commander gives them. */
export interface DreddFlags {
  readonly token?: string;
  readonly credential?: readonly string[];
  readonly spec: string;
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
  const judge = await loadAddon('dredd', 'secondJudge');
  const url = readBaseUrl(baseUrl);
  const token = readToken(flags.token, io);
  const document = readTestable(judge, flags.spec, io);
  demandCarried(token, document);
  const schemes = readSchemeSecrets(flags.credential ?? [], document, io);
  const options = {
    document,
    baseUrl: url,
    hooks: readableHooks(flags.hooks, io),
    credential: { token, variable: io.service.tokenVariable, schemes },
    env: { ...childEnv(io), [io.service.tokenVariable]: token },
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
    return await judge.run(options);
  } catch (error) {
    throw new UserError(`Failed to run Dredd: ${fileProblem(error)}. Check --output and --hooks.`);
  }
}

/** Dredd runs in another folder. */
function childEnv({ env, cwd }: Io): Readonly<Record<string, string | undefined>> {
  const { NODE_EXTRA_CA_CERTS: file } = env;
  return { ...env, ...(file && { NODE_EXTRA_CA_CERTS: resolve(cwd, file) }) };
}

/** @throws {DiagnosticError} where Dredd could test none of it. */
function readTestable(judge: SecondJudge, file: string, io: Io): LoadedDocument {
  const document = readDocument(file, io);
  const diagnostics = judge.inspect(document);
  if (diagnostics.length === 0) return document;
  throw new DiagnosticError(`test ${document.file} with Dredd`, diagnostics, document.text);
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

function readReporters(flags: DreddFlags, io: Io): readonly JudgeReporter[] {
  for (const file of flags.output) refuseAddress(file, 'write the report', '--output', 'output');
  const plan = planReporters(flags.reporter, flags.output, (path) => resolve(io.cwd, path));
  if (typeof plan === 'string') throw new UserError(`Failed to set up the reporters: ${plan}`);
  for (const { output } of plan) if (output !== undefined) assertWritable(output);
  return plan;
}

/** Said before anything is sent. */
function assertWritable(file: string): void {
  try {
    demandWritable(file);
  } catch (error) {
    throw new UserError(
      `Failed to write the report ${file}: ${writeProblem(error)}. Check the path after --output.`,
    );
  }
}

/**
 * Gives each file reporter its output, in order, as Dredd does.
 *
 * @param resolve Makes a path absolute.
 * @returns The plan, or what is wrong with the wish, as «cause. what to do».
 */
export function planReporters(
  names: readonly string[],
  outputs: readonly string[],
  resolve: (path: string) => string,
): readonly JudgeReporter[] | string {
  const unknown = names.find((name) => !judgeReporters.includes(name));
  if (unknown !== undefined) {
    const why = unknown === 'apiary' ? 'sends the results to a service' : 'is not one of Dredd';
    return `the reporter "${unknown}" ${why}. Use one of ${judgeReporters.join(', ')}.`;
  }
  if (new Set(names).size < names.length) {
    return 'a reporter is named twice. Name each once.';
  }
  if (names.filter((name) => judgeTexts.includes(name)).length > 1) {
    return `Dredd prints with one reporter only. Use either ${judgeTexts.join(' or ')}.`;
  }
  const files = names.filter((name) => Object.hasOwn(judgeReports, name));
  if (outputs.length > files.length) {
    const count = `${outputs.length} outputs for ${files.length} reporters that write a file`;
    return `there are ${count}. Add ${Object.keys(judgeReports).join(', ')}, or leave out an output.`;
  }
  const plan = files.map((name, index): JudgeReporter => {
    return { name, output: resolve(outputs[index] ?? judgeReports[name] ?? name) };
  });
  return [...plan, ...names.filter((name) => judgeTexts.includes(name)).map((name) => ({ name }))];
}
