import type { CaseFile, LoadedDocument, RunResult, VerifyOptions } from '../../index.ts';
import { packageVersion } from '../../package-root.ts';
import { proxyVariables, readBaseUrl } from '../inputs/addresses.ts';
import {
  demandCarried,
  readCertificates,
  readHeaders,
  readSchemeSecrets,
  readToken,
} from '../inputs/credentials.ts';
import { readDocument, readInput } from '../inputs/read-input.ts';
import { readProfileInput } from '../inputs/read-profile-input.ts';
import type { Io } from '../io.ts';
import { UserError } from '../user-error.ts';
import { type VerifyFlags, KEPT, headerNames } from './flags.ts';
import { isJsonObject, type JsonObject } from '../../openapi/json/json-value.ts';
import { parseJson } from '../../openapi/json/parse-json.ts';
import { type TypedSchema, validValue } from '../../openapi/schema/compile-schema.ts';
import { reportSchema } from '../../report/report-schema.ts';

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
export function openSession(baseUrls: readonly string[], given: VerifyFlags, io: Io): Session {
  const token = readToken(given.token, io);
  const runs = given.rerun === undefined ? undefined : readReport(given.rerun, io);
  const hasSecret = token !== undefined || given.credential !== undefined;
  const flags = runs?.[0] ? flagsForRerun(given, runs[0], hasSecret) : given;
  const servers = readServers(baseUrls, runs, io.service.programName);
  if (flags.learn !== undefined && servers.length > 1) {
    throw new UserError(
      `Failed to learn a profile: it would be of ${servers.length} servers. Give one base_url.`,
    );
  }
  const document = readDocument(flags.spec ?? io.service.document, io);
  demandCarried(token, document);
  const version = packageVersion();
  const options = {
    ...choices(flags, io),
    document,
    token,
    profile:
      flags.profile === undefined ? undefined : readProfileInput(flags.profile, document, io),
    credentials: Object.fromEntries(readSchemeSecrets(flags.credential ?? [], document, io)),
    userAgent: `${io.service.programName}/${version}`,
  };
  const verifications = servers.map((baseUrl) => {
    return { ...options, baseUrl, rerun: runs && earlierRun(runs, baseUrl, flags.rerun ?? '') };
  });
  return { flags, version, document, verifications };
}

/** What doesn't depend on the document. */
function choices(
  flags: VerifyFlags,
  io: Io,
): Omit<VerifyOptions, 'document' | 'baseUrl' | 'profile'> {
  const { timeout, wait = 0, ca, cases, header = [] } = flags;
  const { only, skip, maxCases, large, seed, marker, idRange } = flags;
  const { strict, concurrency, rate, bail, maxCreates, insecure } = flags;
  const files = cases ?? io.service.caseFiles;
  return {
    only,
    skip,
    maxCases,
    large,
    seed,
    marker,
    idRange,
    strict,
    concurrency,
    rate,
    bail,
    maxCreates,
    insecure,
    cases: files.map((file): CaseFile => {
      const text = readInput(file, 'the case file', '--cases', io);
      return { file, text, optional: cases === undefined };
    }),
    timeoutMs: timeout,
    waitMs: wait * 1000,
    headers: readHeaders(header, io),
    tokenVariable: io.service.tokenVariable,
    proxyEnv: proxyVariables(io),
    ca: ca === undefined ? undefined : readCertificates(ca, io),
    caFile: ca,
    signal: io.signal,
  };
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
 * @throws {UserError} where it is none, or says nothing that can be sent again.
 */
export function readReport(file: string, io: Io): readonly RunResult[] {
  const fail = (problem: string): never => {
    throw new UserError(
      `Failed to read the report ${file}: ${problem}. Give one of --reporter json=FILE.`,
    );
  };
  const parsed = parseJson(readInput(file, 'the report', '--rerun', io));
  if (!parsed.ok) return fail(parsed.message);
  const { value } = parsed;
  if (!isJsonObject(value)) return fail('it is no object');
  const schema: TypedSchema<RunResult | { readonly runs: readonly RunResult[] }> = {
    schema: reportSchema as JsonObject,
    pointer: 'runs' in value ? '/oneOf/1' : '/$defs/run',
  };
  const report = validValue(value, schema, ([issue]) =>
    fail(`it is no report of this version: ${issue?.message}`),
  );
  const runs = 'runs' in report ? report.runs : [report];
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
  const own = new Set(headerNames(flags).map((name) => name.toLowerCase()));
  for (const name of (settings['headers'] ?? []) as readonly string[]) {
    if (!own.has(name.toLowerCase())) missing.push(`the header ${name}`);
  }
  if (missing.length > 0) {
    throw new UserError(
      `Failed to send again what failed in ${flags.rerun}: that run had ${missing.join(' and ')}, ` +
        'and without it nothing shows that a fault is mended. Give it again.',
    );
  }
  const kept = Object.entries(settings).filter(
    ([name]) => KEPT.includes(name as (typeof KEPT)[number]) && !isGiven(flags, name),
  );
  return { ...flags, ...Object.fromEntries(kept) };
}

function isGiven(flags: VerifyFlags, name: string): boolean {
  return flags[name as keyof VerifyFlags] !== undefined;
}
