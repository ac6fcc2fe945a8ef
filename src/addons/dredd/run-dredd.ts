/** Running Dredd against a server, with a document that it understands and hooks that must run. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join, sep } from 'node:path';
import { secretParts } from '../../http/credential.ts';
import { operations, type Operation } from '../../model/operation.ts';
import { type Masker, createMasker } from '../../model/secrets/masker.ts';
import { createFreshValues } from '../../model/requests/fresh-values.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import { plainValues } from '../../verify/cases/generate/generate-cases.ts';
import type {
  JudgeReporter,
  SecondJudge,
  SecondJudgeOutcome,
  SecondJudgeRun,
} from '../../verify/second-judge.ts';
import { dreddDocument, parameterCopy } from './dredd-document.ts';
import { type CredentialParts, dreddSecrets, hookCredentials } from './credential-part.ts';
import { documentedTransactions, Proof, missingTransactions } from './proof.ts';
import type { Diagnostic } from '../../openapi/diagnostic.ts';
import { isJsonObject } from '../../openapi/json/json-value.ts';
import type { Parameter } from '../../model/parameters/parameter.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { connect, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { isUntrustedCertificate } from '../../http/certificates.ts';
import { errorMessage } from '../../openapi/error-message.ts';

/** Dredd's start on a busy machine, and its reports at the end. */
const OVERHEAD_MS = 30_000;

/** Dredd, with a copy of the document that it understands and hooks that must sign. */
export const secondJudge: SecondJudge = {
  inspect: inspectParameters,
  run: async (options) => {
    const problem = await reach(options.baseUrl, options.timeoutMs, options.signal);
    if (options.signal.aborted) return { kind: 'interrupted' };
    if (problem !== undefined) return { kind: 'unreachable', message: problem };
    const folder = await mkdtemp(join(tmpdir(), 'dredd-'));
    try {
      return await runIn(folder, options);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function runIn(folder: string, options: SecondJudgeRun): Promise<SecondJudgeOutcome> {
  const documented = documentedTransactions(options.document);
  if (documented.length === 0) {
    const cause = 'the document has no response with an exact status';
    return { kind: 'unproved', message: `${cause}. Document one, such as "200".` };
  }
  const proof = new Proof(folder);
  const credentials = credentialParts(options);
  const { parts, used } = hookCredentials(credentials);
  await proof.prepare(documented, used);
  const baseUrl = options.baseUrl.href.replace(/\/$/, '');
  const runId = randomBytes(4).toString('hex');
  const copy = dreddDocument(options.document, {
    baseUrl,
    sampleOf: (operation) => {
      const fresh = createFreshValues({ seed: 0, runId, marker: 'dredd' });
      return plainValues(options.document, operation, fresh);
    },
  });
  await writeFile(join(folder, 'openapi.json'), asciiJson(stringifyJson(copy, 2)));
  const masker = createMasker(dreddSecrets(options.credential, credentials));
  const output = masker.stream(options.onOutput);
  const errorOutput = masker.stream(options.onErrorOutput);
  const count = documented.reduce((sum, { times }) => sum + times, 0);
  const end = await spawnDredd({
    configuration: configurationFor(folder, baseUrl, options),
    cwd: folder,
    env: { ...options.env, DREDD_RUN: proof.runFile, DREDD_CREDENTIALS: JSON.stringify(parts) },
    signal: options.signal,
    deadlineMs: OVERHEAD_MS + options.timeoutMs * count,
    onOutput: output.push,
    onErrorOutput: errorOutput.push,
  });
  output.end();
  errorOutput.end();
  await publishReports(folder, masker, options);
  const ran = await proof.read();
  return outcome(end, ran, ran && missingTransactions(documented, ran));
}

function credentialParts({ document, credential }: SecondJudgeRun): CredentialParts {
  const parts = operations(document).map((operation) => {
    return [`${operation.method} ${operation.path}`, secretParts(operation, credential)] as const;
  });
  return new Map(parts);
}

/** The file that Dredd writes for a reporter, before it is masked and moved. */
function draftFile(folder: string, { name }: JudgeReporter): string {
  return join(folder, `draft-${name}`);
}

function configurationFor(
  folder: string,
  endpoint: string,
  { hooks, reporters, timeoutMs, color, details }: SecondJudgeRun,
): Record<string, unknown> {
  const files = reporters.filter(({ output }) => output !== undefined);
  return {
    endpoint,
    path: ['openapi.json'],
    // A pattern: with backslashes, Dredd would find no file, and go on without hooks.
    hookfiles: [hooks.replaceAll(sep, '/')],
    // An undocumented road to the options of `request`, which sends what Dredd sends.
    http: { timeout: timeoutMs },
    color,
    details,
    reporter: reporters.map(({ name }) => name),
    output: files.map((reporter) => draftFile(folder, reporter)),
  };
}

/** Dredd's YAML reader refuses characters beyond the basic plane, and JSON can do without them. */
function asciiJson(text: string): string {
  return text.replaceAll(/[\u007f-\uffff]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

async function publishReports(
  folder: string,
  masker: Masker,
  { reporters, onUnwritten }: SecondJudgeRun,
): Promise<void> {
  for (const reporter of reporters) {
    if (reporter.output === undefined) continue;
    const text = await readFile(draftFile(folder, reporter), 'utf8').catch(() => undefined);
    // A run that was cut short has none.
    if (text === undefined) continue;
    try {
      await writeFile(reporter.output, masker.text(text));
    } catch (error) {
      onUnwritten(reporter.output, error);
    }
  }
}

function outcome(
  end: DreddEnd,
  ran: ReadonlyMap<string, number> | undefined,
  missing: readonly string[] | undefined,
): SecondJudgeOutcome {
  if (end === 'aborted') return { kind: 'interrupted' };
  if (end === 'deadline') {
    return { kind: 'fail', message: 'the server kept Dredd waiting for too long' };
  }
  if (ran === undefined || missing === undefined) {
    const help = 'Read what Dredd says above, and let the hooks sign as docs/dredd.md shows.';
    return { kind: 'unproved', message: `the hooks didn't run. ${help}` };
  }
  if (end.code !== 0) return { kind: 'fail' };
  if (missing.length > 0) {
    const help = 'Give each parameter an example, and let the hooks skip none.';
    return { kind: 'unproved', message: `Dredd didn't test ${missing.join(', ')}. ${help}` };
  }
  return { kind: 'pass' };
}

/**
 * The parameters that Dredd needs a value for and finds none: one of them, and it tests nothing at
 * all. It makes none up from a type.
 */
export function inspectParameters(document: OpenApiDocument): Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  for (const operation of operations(document)) {
    for (const parameter of operation.parameters.filter(isInUrl)) {
      const { example, schema } = parameterCopy(document.root, parameter, { headers: {} });
      const words = isJsonObject(schema) ? schema['enum'] : undefined;
      if (example !== undefined || (Array.isArray(words) && words.length > 0)) continue;
      found.set(parameter.pointer, diagnosticOf(parameter, operation, document));
    }
  }
  return [...found.values()];
}

function isInUrl({ in: place, required }: Parameter): boolean {
  return required && (place === 'path' || place === 'query');
}

function diagnosticOf(
  { name, in: place, pointer }: Parameter,
  { method, path }: Operation,
  document: OpenApiDocument,
): Diagnostic {
  return {
    code: 'no-example',
    message: `the ${place} parameter "${name}" of ${method} ${path} has no value that Dredd could send`,
    help: 'Give it an `example`, or its schema an `example`, a `default` or an `enum`.',
    pointer,
    location: document.locate(pointer),
  };
}

/** How one run of Dredd is started and listened to. */
export interface DreddProcess {
  /** What `new Dredd()` takes. */
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
  readonly onOutput: (text: string) => void;
  readonly onErrorOutput: (text: string) => void;
}

/** How it ended: with Dredd's exit code, by the deadline, or by the signal. */
export type DreddEnd = { readonly code: number | null } | 'deadline' | 'aborted';

/** Between the polite signal and the other one. */
const KILL_AFTER_MS = 500;

const PROGRAM = join(import.meta.dirname, `dredd-program${extname(import.meta.filename)}`);

/** Runs Dredd as a process of its own: it writes to the console and exits as it likes. */
export async function spawnDredd(run: DreddProcess): Promise<DreddEnd> {
  if (run.signal.aborted) return 'aborted';
  // Dredd's dependencies are old, and Node's warnings about them are not the user's business.
  const words = ['--no-warnings', PROGRAM, JSON.stringify(run.configuration)];
  const child = spawn(process.execPath, words, {
    cwd: run.cwd,
    env: withoutProxies(run.env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.setEncoding('utf8').on('data', run.onOutput);
  child.stderr.setEncoding('utf8').on('data', run.onErrorOutput);
  let stopped: 'deadline' | 'aborted' | undefined;
  const stop = (reason: 'deadline' | 'aborted'): void => {
    stopped ??= reason;
    terminate(child);
  };
  const onAbort = (): void => stop('aborted');
  const timer = setTimeout(stop, run.deadlineMs, 'deadline');
  run.signal.addEventListener('abort', onAbort, { once: true });
  try {
    const code = await ended(child);
    return stopped ?? { code };
  } finally {
    clearTimeout(timer);
    run.signal.removeEventListener('abort', onAbort);
  }
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    // `close`, not `exit`: only then has all output come through.
    child.once('close', (code) => resolve(code));
  });
}

function terminate(child: ChildProcess): void {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
  child.once('exit', () => clearTimeout(timer));
}

/** Dredd goes past proxies for the server, yet prints their addresses, with their passwords. */
function withoutProxies(env: DreddProcess['env']): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(https?|no|all)_proxy$/i.test(name)),
  );
}

/**
 * Whether something listens there, with a certificate that is trusted. Dredd itself reports either
 * as a failed test.
 *
 * @returns «cause. what to do»; `undefined` where a connection came about.
 */
export function reach(
  url: URL,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isTls = url.protocol === 'https:';
  const port = Number(url.port) || (isTls ? 443 : 80);
  const servername = isIP(host) ? undefined : host;
  return new Promise((resolve) => {
    const socket = isTls ? connectTls({ host, port, servername }) : connect({ host, port });
    let isConnected = false;
    const settle = (problem: string | undefined): void => {
      signal.removeEventListener('abort', abort);
      socket.destroy();
      resolve(problem);
    };
    const fail = (cause: string): void =>
      settle(`${cause}. Start the server, or correct base_url.`);
    const abort = (): void => fail('interrupted');
    signal.addEventListener('abort', abort, { once: true });
    socket.setTimeout(timeoutMs, () => {
      if (isConnected) settle(undefined);
      else fail(`no connection within ${timeoutMs} ms`);
    });
    socket.once('connect', () => {
      isConnected = true;
      if (!isTls) settle(undefined);
    });
    socket.once('secureConnect', () => settle(undefined));
    socket.once('error', (error) => {
      if (isConnected) settle(distrust(error));
      else fail(describe(error));
    });
  });
}

/** All that can be wrong with a connection but its certificate is left to Dredd. */
function distrust({ code = '' }: NodeJS.ErrnoException): string | undefined {
  if (!isUntrustedCertificate(code)) return undefined;
  const help = 'Name its issuer in NODE_EXTRA_CA_CERTS=FILE, in PEM.';
  return `its certificate is not trusted (${code}). ${help}`;
}

/** A name with several addresses fails with an AggregateError, whose own message is empty. */
function describe(error: Error): string {
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
  return errors.map((each) => errorMessage(each)).join(', ');
}
