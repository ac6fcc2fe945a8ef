import {
  type CaseFile,
  type LoadedDocument,
  type RunResult,
  type VerifyOptions,
  loadBaseline,
  loadReport,
} from '../../index.ts';
import { packageVersion } from '../../package-root.ts';
import { proxyVariables, readBaseUrl } from '../inputs/addresses.ts';
import {
  readCertificates,
  readHeaders,
  readLogin,
  readSchemeSecrets,
  readToken,
} from '../inputs/credentials.ts';
import { pick } from '../inputs/pick.ts';
import { readDocument, readProfile } from '../inputs/read-document.ts';
import { readInput } from '../inputs/read-input.ts';
import { type Io, UserError } from '../io.ts';
import { SETTINGS, PASSED_ON, type VerifyFlags, headerNames } from './flags.ts';

/** One command line, with all its inputs read. */
export interface Session {
  /** With what `--rerun` adds. */
  readonly flags: VerifyFlags;
  readonly version: string;
  readonly document: LoadedDocument;
  /** One for each server. */
  readonly verifications: readonly VerifyOptions[];
}

/**
 * Reads everything that the flags name; nothing is sent.
 *
 * @throws {UserError} where an input can't be read or used.
 * @throws {DiagnosticError} where something in an input is wrong.
 */
export async function openSession(
  baseUrls: readonly string[],
  given: VerifyFlags,
  io: Io,
): Promise<Session> {
  const token = readToken(given.token, io);
  const runs = given.rerun === undefined ? undefined : await readRuns(given.rerun, io);
  const names = headerNames(given).map((name) => name.toLowerCase());
  const hasSecret =
    token !== undefined ||
    given.credential !== undefined ||
    given.login !== undefined ||
    names.includes('authorization');
  const flags = runs?.[0] ? flagsForRerun(given, runs[0], hasSecret) : given;
  const servers = readServers(baseUrls, runs, io.service.programName);
  if (flags.learn !== undefined && servers.length > 1) {
    throw new UserError(
      `Failed to learn a profile: it would be of ${servers.length} servers. Give one base_url.`,
    );
  }
  if (flags.shard !== undefined) demandWhole(flags);
  const document = await readDocument(flags, io);
  const version = packageVersion();
  const options = {
    ...choicesOf(flags, io),
    document,
    token,
    profile: await readProfile(flags.profile, document, io),
    baseline: await readKnown(flags.baseline, io),
    userAgent: `${io.service.programName}/${version}`,
  };
  const verifications = servers.map((baseUrl) => {
    return { ...options, baseUrl, rerun: runs && earlierRun(runs, baseUrl, flags.rerun ?? '') };
  });
  return { flags, version, document, verifications };
}

/**
 * Makes sure that nothing is asked of a shard that only the whole run can tell.
 *
 * @throws {UserError} where something is.
 */
function demandWhole({ learn, writeBaseline, rerun }: VerifyFlags): void {
  const asked = { '--learn': learn, '--write-baseline': writeBaseline, '--rerun': rerun };
  const [flag] = Object.entries(asked).find(([, value]) => value !== undefined) ?? [];
  if (flag === undefined) return;
  throw new UserError(
    `Failed to verify: ${flag} is for a whole run, and --shard sends a part. Leave one of them out.`,
  );
}

/** `--baseline FILE` */
async function readKnown(file: string | undefined, io: Io): Promise<VerifyOptions['baseline']> {
  if (file === undefined) return undefined;
  return loadBaseline({ text: readInput(file, 'the baseline', '--baseline', io), file });
}

/** What the flags say by themselves. */
function choicesOf(
  flags: VerifyFlags,
  io: Io,
): Omit<VerifyOptions, 'document' | 'baseUrl' | 'profile'> {
  const { ca, cases } = flags;
  const files = cases ?? io.service.caseFiles;
  return {
    ...pick(flags, PASSED_ON),
    cases: files.map((file): CaseFile => {
      const text = readInput(file, 'the case file', '--cases', io);
      return { file, text, optional: cases === undefined };
    }),
    values: Object.fromEntries((flags.value ?? []).map(nameAndValue)),
    timeoutMs: flags.timeout,
    waitMs: (flags.wait ?? 0) * 1000,
    headers: readHeaders(flags.header ?? [], io),
    credentials: readSchemeSecrets(flags.credential ?? [], io),
    otherCredentials: readSchemeSecrets(flags.otherCredential ?? [], io, '--other-credential'),
    login: readLogin(flags, io),
    tokenVariable: io.service.tokenVariable,
    proxyEnv: proxyVariables(io),
    ca: ca === undefined ? undefined : readCertificates(ca, io),
    caFile: ca,
    signal: io.signal,
  };
}

/** Of `name=value`. */
function nameAndValue(text: string): [name: string, value: string] {
  const end = text.indexOf('=');
  return [text.slice(0, end), text.slice(end + 1)];
}

/** The run of a report that is sent again to a server. */
function earlierRun(
  runs: readonly RunResult[],
  baseUrl: URL,
  report: string,
): VerifyOptions['rerun'] {
  const target = baseUrl.href.replace(/\/+$/, '');
  const result = runs.find((run) => run.target === target) ?? runs[0];
  if (result !== undefined && (runs.length === 1 || result.target === target)) {
    return { report, result };
  }
  throw new UserError(
    `Failed to send again what failed at ${target}: ${report} has no such run. ` +
      'Leave base_url out, or give one of the report.',
  );
}

function readServers(
  baseUrls: readonly string[],
  runs: readonly RunResult[] | undefined,
  programName: string,
): URL[] {
  const given = baseUrls.length > 0 ? baseUrls : (runs ?? []).map(({ target }) => target);
  if (given.length > 0) return given.map((text) => readBaseUrl(text));
  throw new UserError(
    "Failed to verify: missing required argument 'base_url'. Say where the server answers, as in " +
      `${programName} verify http://127.0.0.1:4010.`,
  );
}

/**
 * The runs of a JSON report, `--rerun FILE`.
 *
 * @throws {UserError} where it can't be read, or says nothing that can be sent again.
 * @throws {StateError} where it is no report.
 */
async function readRuns(file: string, io: Io): Promise<readonly RunResult[]> {
  const runs = await loadReport({ text: readInput(file, 'the report', '--rerun', io), file });
  const stopped = runs.find((run) => run.stopped)?.stopped;
  if (stopped) {
    throw new UserError(
      `Failed to send again what failed in ${file}: its run was cut short (${stopped.message}), ` +
        'so nobody knows what would have failed. Verify again without --rerun.',
    );
  }
  return runs;
}

/**
 * The flags of a rerun: what the report's run was made with, where they don't say otherwise.
 *
 * @throws {UserError} where the report's run had a secret that this one lacks: without it, what
 *   failed then could pass now for another reason.
 */
function flagsForRerun(
  flags: VerifyFlags,
  { withToken, settings = {} }: RunResult,
  hasSecret: boolean,
): VerifyFlags {
  const missing = withToken && !hasSecret ? ['a token'] : [];
  const headers = new Set(headerNames(flags).map((name) => name.toLowerCase()));
  for (const name of (settings['headers'] ?? []) as readonly string[]) {
    if (!headers.has(name.toLowerCase())) missing.push(`the header ${name}`);
  }
  if (missing.length > 0) {
    throw new UserError(
      `Failed to send again what failed in ${flags.rerun}: that run had ${missing.join(' and ')}, ` +
        "and without it, the run can't show that a fault is fixed. Give it again.",
    );
  }
  const given = Object.entries(settings).filter(([name]) =>
    SETTINGS.some((flag) => flag === name && flags[flag] === undefined),
  );
  return { ...flags, ...Object.fromEntries(given) };
}
