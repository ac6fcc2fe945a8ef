import type { CaseTemplate, Reach } from '../../verify/cases/case.ts';
import { collectReach, collectCases } from '../../verify/cases/collect-cases.ts';
import type { Credential } from '../../http/credential.ts';
import {
  readSchemeSecrets,
  readCertificates,
  readHeaders,
  demandCarried,
  readToken,
} from '../inputs/credentials.ts';
import { readBaseUrl, proxyVariables } from '../inputs/addresses.ts';
import type { LoadedDocument } from '../../model/load-document.ts';
import type { ProfileAnswers } from '../../questions/answer.ts';
import type { RunOptions } from '../../verify/run/run-options.ts';
import { type Target, parseTarget } from '../../http/target.ts';
import { readDocument, readInput } from '../inputs/read-input.ts';
import { readProfileInput } from '../inputs/read-profile-input.ts';
import type { Io } from '../io.ts';
import { packageVersion } from '../../package-root.ts';
import { UserError } from '../user-error.ts';
import { type VerifyFlags, flagsForRerun } from './flags.ts';
import { allQuestions } from './interview.ts';
import { limit, type Selection, select } from './selection.ts';
import { type ReportedRun, readReport, type Rerun, selectFailed } from './rerun.ts';
import { isAbout } from '../../verify/cases/case-file.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type YamlSource, readYaml } from '../../openapi/read-yaml.ts';
import { Recent } from '../../openapi/recent.ts';

/** One server to verify. */
export interface Visit extends Selection {
  readonly target: Target;
  /** Where cases that failed before are sent again. */
  readonly again?: { readonly run: ReportedRun; readonly rerun: Rerun } | undefined;
}

/** How every server is reached. */
export type Connection = Pick<
  RunOptions,
  'credential' | 'proxyEnv' | 'ca' | 'insecure' | 'curl' | 'userAgent'
>;

/** One command line, with all its inputs read. */
export interface Session {
  /** With what `--rerun` adds. */
  readonly flags: VerifyFlags;
  readonly version: string;
  readonly document: LoadedDocument;
  readonly profile: ProfileAnswers | undefined;
  readonly connection: Connection;
  readonly visits: readonly Visit[];
  /** How far the cases go with each operation. */
  readonly reach: readonly Reach[];
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
  const targets = readTargets(baseUrls, runs, io.service.programName);
  if (flags.learn !== undefined && targets.length > 1) {
    throw new UserError(
      `Failed to learn a profile: it would be of ${targets.length} servers. Give one base_url.`,
    );
  }
  const document = readDocument(flags.spec ?? io.service.document, io);
  demandCarried(token, document);
  const cases = readCases(flags, document, io);
  const whole = { cases, questions: allQuestions(document), plain: cases.find(isPlain) };
  const all = flags.maxCases === undefined ? whole : limit(whole, flags.maxCases);
  const profile =
    flags.profile === undefined ? undefined : readProfileInput(flags.profile, document, io);
  const version = packageVersion();
  const { header = [], credential: named = [] } = flags;
  const schemes = readSchemeSecrets(named, document, io);
  const headers = readHeaders(header, io);
  const credential = { token, variable: io.service.tokenVariable, headers, schemes };
  return {
    flags,
    version,
    document,
    profile,
    connection: readConnection(flags, credential, version, io),
    reach: collectReach(document),
    visits: targets.map((target) => visit(target, all, flags, runs)),
  };
}

function visit(
  target: Target,
  all: Selection,
  flags: VerifyFlags,
  runs: readonly ReportedRun[] | undefined,
): Visit {
  if (runs === undefined) return { target, ...select(all, flags) };
  const run = runs.find((one) => one.target === target.baseUrl) ?? runs[0];
  if (run === undefined || (runs.length > 1 && run.target !== target.baseUrl)) {
    throw new UserError(
      `Failed to send again what failed at ${target.baseUrl}: ${flags.rerun} has no such run. ` +
        'Leave base_url out, or give one of the report.',
    );
  }
  const rerun = selectFailed(all, run);
  return { target, ...rerun.selection, again: { run, rerun } };
}

function isPlain({ validity, fixedIdentity }: CaseTemplate): boolean {
  return validity.kind === 'valid' && fixedIdentity !== true;
}

function readTargets(
  baseUrls: readonly string[],
  runs: readonly ReportedRun[] | undefined,
  programName: string,
): Target[] {
  const given = baseUrls.length > 0 ? baseUrls : (runs ?? []).map(({ target }) => target);
  if (given.length > 0) return given.map((text) => parseTarget(readBaseUrl(text)));
  throw new UserError(
    "Failed to verify: missing required argument 'base_url'. Say where the server answers, as in " +
      `${programName} verify http://127.0.0.1:4010.`,
  );
}

function readConnection(
  flags: VerifyFlags,
  credential: Credential,
  version: string,
  io: Io,
): Connection {
  const { ca, insecure } = flags;
  return {
    credential,
    userAgent: `${io.service.programName}/${version}`,
    proxyEnv: proxyVariables(io),
    ca: ca === undefined ? undefined : readCertificates(ca, io),
    insecure,
    curl: { caFile: ca, insecure },
  };
}

/** Which cases there are. */
export interface CaseFlags {
  readonly cases?: readonly string[];
  readonly seed: number;
  readonly large: boolean;
}

const recent = new Recent<YamlSource>(8);

/**
 * The cases of all case files and those generated from the document.
 *
 * @throws {UserError} where a file can't be read, or there is no case.
 * @throws {DiagnosticError} where a file is no case file of this document.
 */
export function readCases(
  { cases, seed, large }: CaseFlags,
  document: OpenApiDocument,
  io: Io,
): CaseTemplate[] {
  const read = (file: string): YamlSource => {
    const text = readInput(file, 'the case file', '--cases', io);
    return recent.of(text, file, () => readYaml(text, file));
  };
  const caseFiles =
    cases?.map(read) ??
    io.service.caseFiles.map(read).filter((source) => isAbout(document, source));
  const all = collectCases({ document, caseFiles, seed, large });
  if (all.length > 0) return all;
  if (caseFiles.length === 0) {
    throw new UserError(
      'Failed to find a case: the document has no operation that requests can be made up for. ' +
        'Give examples in the document, or --cases.',
    );
  }
  throw new UserError(
    `Failed to find a case: ${caseFiles.map(({ file }) => file).join(', ')} has none. Add one, or choose other --cases.`,
  );
}
