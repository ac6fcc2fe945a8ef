import { loadDocument, verify } from '../../src/index.ts';
import type { RunResult, VerifyOptions } from '../../src/index.ts';
import { byGravity } from '../../src/verify/checks/check.ts';
import type { Conformant, Faulty, Member } from './member.ts';
import { startServer } from './server.ts';
import type { Service } from './service.ts';

/** How a server is judged. */
export interface Way extends Pick<VerifyOptions, 'seed' | 'maxCases' | 'maxTime' | 'only'> {
  /** Whether a run before it learns the answers that it holds the server to. Default false. */
  readonly isLearnt?: boolean;
}

type Loaded = Awaited<ReturnType<typeof loadDocument>>;
const documents = new Map<string, Promise<Loaded>>();

/** The document of a service; read once. */
export function documentOf({ file }: Service): Promise<Loaded> {
  const known = documents.get(file) ?? loadDocument(file);
  documents.set(file, known);
  return known;
}

/** What `verify` says of a server that is started for it. */
export async function judge(
  { service, change, options, isBetweenAccounts = false }: Member,
  { isLearnt = false, ...way }: Way,
): Promise<RunResult> {
  const document = await documentOf(service);
  await using server = await startServer(service, change);
  const { credentials, otherCredentials } = service;
  const others = isBetweenAccounts ? { otherCredentials } : {};
  const target = { document, baseUrl: server.url, credentials };
  const all = { ...target, ...others, ...options, ...way };
  const { answers: profile } = isLearnt ? await verify(all).result : {};
  return await verify({ ...all, profile }).result;
}

/** What a server that keeps its contract is blamed for, the gravest first; each cause once. */
export function falseAlarms(result: RunResult, { surprises = [] }: Conformant): string[] {
  const blame = result.findings.filter(({ severity, rule }) => {
    return severity === 'violation' || (severity === 'warning' && !surprises.includes(rule));
  });
  return linesOf(blame, result);
}

/** Whether a fault is found under an operation that has it, or under others only. */
export type Outcome = 'found' | 'elsewhere' | 'missed';

export function outcomeOf({ findings }: RunResult, { at, severity: least }: Faulty): Outcome {
  const told = findings.filter(({ severity }) => severity === 'violation' || severity === least);
  if (told.some(({ operation }) => at.includes(operation))) return 'found';
  return told.length > 0 ? 'elsewhere' : 'missed';
}

/** All that is held against a server, the gravest first; each cause once. */
export function blameOf(result: RunResult): string[] {
  const blame = result.findings.filter(({ severity }) => severity !== 'note');
  return linesOf(blame, result);
}

function linesOf(findings: RunResult['findings'], { stopped }: RunResult): string[] {
  const lines = findings
    .toSorted(byGravity)
    .map(({ severity, rule, operation, message, received }) => {
      return `${severity} ${rule} of ${operation}: ${message}; ${received}`;
    });
  const end = stopped === undefined ? [] : [`stopped: ${stopped.message}`];
  return [...new Set([...end, ...lines])];
}
