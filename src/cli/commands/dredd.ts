import { constants, accessSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { REPORTERS, type ReporterPlan, planReporters } from '../../dredd/reporter-plan.ts';
import { type DreddOutcome, runDredd } from '../../dredd/run-dredd.ts';
import { DiagnosticError } from '../../openapi/diagnostic.ts';
import { type LoadedDocument, loadDocument } from '../../openapi/load-document.ts';
import type { CommandContext } from '../command-context.ts';
import { defaultDocument, defaultDreddHooks, tokenVariable } from '../defaults.ts';
import { ExitCode } from '../exit-code.ts';
import { type Io, wantsColor } from '../io.ts';
import { UserError } from '../user-error.ts';

interface DreddFlags {
  readonly token?: string;
  readonly spec: string;
  readonly hooks: string;
  readonly reporter: readonly string[];
  readonly output: readonly string[];
  readonly details?: boolean;
  readonly timeout: number;
}

export function registerDredd(program: Command, context: CommandContext): void {
  const repeatable = (value: string, values: readonly string[]): string[] => [...values, value];
  program
    .command('dredd')
    .summary('a second opinion on a server: real Dredd, fed with the document')
    .description('Run Dredd against a server, with a copy of the document that Dredd understands.')
    .argument('<base_url>', 'where the server answers')
    .option('--token <token>', `bearer token (default: the variable ${tokenVariable})`)
    .option('--spec <file>', 'OpenAPI document', defaultDocument())
    .option('--hooks <file>', 'Dredd hooks, CommonJS', defaultDreddHooks())
    .option(
      '--reporter <name>',
      `one of ${REPORTERS.join(', ')}; repeatable`,
      repeatable,
      [] as string[],
    )
    .option('--output <file>', "a file reporter's output; repeatable", repeatable, [] as string[])
    .option('--details', 'show requests and responses of passing tests too')
    .option('--timeout <ms>', 'time for each request', milliseconds, 10_000)
    .action(async (baseUrl: string, flags: DreddFlags) => {
      const outcome = await dredd(baseUrl, flags, context.io);
      context.exit(report(outcome, baseUrl, context.io));
    });
}

async function dredd(baseUrl: string, flags: DreddFlags, io: Io): Promise<DreddOutcome> {
  const url = readBaseUrl(baseUrl);
  const token = readToken(flags.token ?? io.env[tokenVariable]);
  const options = {
    document: readDocument(flags.spec, io),
    baseUrl: url,
    hooks: readableHooks(flags.hooks, io),
    token,
    env: { ...io.env, [tokenVariable]: token },
    reporters: readReporters(flags, io),
    details: flags.details === true,
    color: wantsColor(io),
    timeoutMs: flags.timeout,
    signal: io.signal,
    onOutput: (text: string) => io.stdout.write(text),
    onErrorOutput: (text: string) => io.stderr.write(text),
  };
  try {
    return await runDredd(options);
  } catch (error) {
    throw new UserError(`Failed to run Dredd: ${reason(error)}. Check --output and --hooks.`);
  }
}

/** Says what Dredd itself doesn't, and translates the outcome. */
function report(outcome: DreddOutcome, baseUrl: string, io: Io): ExitCode {
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

function milliseconds(text: string): number {
  const value = Number(text);
  // A longer timer would overflow and fire at once.
  if (Number.isInteger(value) && value > 0 && value <= 3_600_000) return value;
  throw new InvalidArgumentError('Give milliseconds, from 1 to 3600000.');
}

function readBaseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const help = 'Give an address such as http://127.0.0.1:4010.';
  // What was given isn't repeated: it may hold a password.
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new UserError(`Failed to read base_url: it is no http or https address. ${help}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new UserError('Failed to use base_url: it holds credentials. Give --token instead.');
  }
  if (url.search !== '' || url.hash !== '') {
    throw new UserError(`Failed to use base_url: it has a query or a fragment. ${help}`);
  }
  return url;
}

function readToken(token: string | undefined): string | undefined {
  if (token === undefined || token === '') return undefined;
  // Anything else makes no header, and Dredd would print it in its complaint.
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new UserError(
    'Failed to use the token: it has characters that a header cannot carry. Give it without blanks.',
  );
}

function readDocument(spec: string, io: Io): LoadedDocument {
  let text: string;
  try {
    text = readFileSync(resolve(io.cwd, spec), 'utf8');
  } catch (error) {
    throw new UserError(
      `Failed to read the document ${spec}: ${reason(error)}. Check the path after --spec.`,
    );
  }
  try {
    return loadDocument(text, spec);
  } catch (error) {
    throw error instanceof DiagnosticError ? new UserError(error.message) : error;
  }
}

function readableHooks(hooks: string, io: Io): string {
  const path = resolve(io.cwd, hooks);
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    throw new UserError(
      `Failed to read the hooks ${hooks}: ${reason(error)}. Check the path after --hooks.`,
    );
  }
  return path;
}

function readReporters(flags: DreddFlags, io: Io): readonly ReporterPlan[] {
  const plan = planReporters(flags.reporter, flags.output, (path) => resolve(io.cwd, path));
  if (typeof plan === 'string') throw new UserError(`Failed to set up the reporters: ${plan}`);
  return plan;
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
