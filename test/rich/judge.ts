import { loadDocument, verify } from '../../src/index.ts';
import type { RunResult, VerifyOptions } from '../../src/index.ts';
import { byGravity } from '../../src/verify/checks/check.ts';
import type { Conformant } from './member.ts';
import { startServer } from './server.ts';
import type { Service } from './service.ts';

/** How a server is judged. */
export type Way = Pick<VerifyOptions, 'seed' | 'maxCases'>;

type Loaded = Awaited<ReturnType<typeof loadDocument>>;
const documents = new Map<string, Promise<Loaded>>();

/** The document of a service; read once. */
function documentOf({ file }: Service): Promise<Loaded> {
  const known = documents.get(file) ?? loadDocument(file);
  documents.set(file, known);
  return known;
}

/** What `verify` says of a server that is started for it. */
export async function judge(
  { service, change, options }: Conformant,
  way: Way,
): Promise<RunResult> {
  const document = await documentOf(service);
  await using server = await startServer(service, change);
  const { credentials } = service;
  return await verify({ document, baseUrl: server.url, credentials, ...options, ...way }).result;
}

/** What a server that keeps its contract is blamed for, the gravest first; each cause once. */
export function falseAlarms(result: RunResult, { surprises = [] }: Conformant): string[] {
  const blame = result.findings.filter(({ severity, rule }) => {
    return severity === 'violation' || (severity === 'warning' && !surprises.includes(rule));
  });
  const lines = blame
    .toSorted(byGravity)
    .map(({ severity, rule, operation, message, received }) => {
      return `${severity} ${rule} of ${operation}: ${message}; ${received}`;
    });
  const stopped = result.stopped === undefined ? [] : [`stopped: ${result.stopped.message}`];
  return [...new Set([...stopped, ...lines])];
}
