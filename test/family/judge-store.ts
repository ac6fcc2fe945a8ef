import { run } from '../cli/run-main.ts';
import type { Finding } from '../../src/verify/checks/check.ts';
import { ExitCode } from '../../src/cli/io.ts';
import type { RunResult } from '../../src/verify/run/event.ts';
import { checkReport } from '../setup/check-report.ts';
import { startStore } from './base-store.ts';
import type { Conformant, Faulty } from './member.ts';

/** What `verify` says of a store. */
export interface Judgement {
  readonly name: string;
  /** Why the word is wrong; `undefined` where it is right. */
  readonly problem?: string | undefined;
  readonly verdict: string;
  /** Rules of violations, and of warnings in parentheses, the gravest first. */
  readonly named: string;
  readonly requests: number;
  readonly ms: number;
}

/** What a run came to, and the exit code: of several runs, the worst. */
interface Verified {
  readonly result: RunResult;
  readonly code: number;
}

/** A faulty store must be found out, under the right rule first and no wrong one. */
export async function judgeFaulty(member: Faulty): Promise<Judgement> {
  const [judgement] = await judgeFaultyTogether([member]);
  return judgement!;
}

/** Several in one run of the command line; all demand the same token, and have the same severity. */
export async function judgeFaultyTogether(members: readonly Faulty[]): Promise<Judgement[]> {
  await using stores = await startStores(members);
  const verified = await verify(stores.urls, members[0]?.token);
  return members.map((member, i) => {
    const store = verified[i]!;
    return { ...describe(member.name, store), problem: problemOfFaulty(member, store) };
  });
}

function problemOfFaulty(
  { rules, severity }: Faulty,
  { result, code }: Verified,
): string | undefined {
  const wanted = severity ?? 'violation';
  const first = result.findings.find((finding) => finding.severity === wanted);
  if (!first) return `missed: no ${wanted} of ${rules[0]}`;
  if (first.rule !== rules[0]) return `wrong rule first: ${explain(first)}`;
  const wrong = violations(result).find(({ rule }) => !rules.includes(rule));
  if (wrong) return `wrong rule: ${explain(wrong)}`;
  return wrongEnd(result, code, wanted === 'violation' ? ExitCode.fail : ExitCode.pass);
}

/** A conformant store passes, and passes again with what the first run has left in it. */
export async function judgeConformant(member: Conformant): Promise<Judgement> {
  const [judgement] = await judgeConformantTogether([member]);
  return judgement!;
}

/** Several in one run of the command line; all demand the same token. */
export async function judgeConformantTogether(
  members: readonly Conformant[],
): Promise<Judgement[]> {
  await using stores = await startStores(members);
  const first = await verify(stores.urls, members[0]?.token);
  const second = await verify(stores.urls, members[0]?.token);
  return members.map((member, i) => {
    const [verified, two] = [first[i]!, second[i]!];
    const problem = problemOfConformant(member, verified) ?? problemOfConformant(member, two);
    return { ...describe(member.name, two), problem };
  });
}

async function startStores(
  members: readonly (Conformant | Faulty)[],
): Promise<AsyncDisposable & { readonly urls: readonly string[] }> {
  const stores = await Promise.all(members.map(({ change }) => startStore(change)));
  return {
    urls: stores.map(({ url }) => url),
    [Symbol.asyncDispose]: async () => {
      for (const store of stores) await store[Symbol.asyncDispose]();
    },
  };
}

function problemOfConformant(
  { surprises = [] }: Conformant,
  { result, code }: Verified,
): string | undefined {
  const { findings, stopped } = result;
  const alarm = findings.find(({ severity, rule }) => {
    return severity === 'violation' || (severity === 'warning' && !surprises.includes(rule));
  });
  if (stopped) return `false alarm: ${stopped.message}`;
  return alarm ? `false alarm: ${explain(alarm)}` : wrongEnd(result, code, ExitCode.pass);
}

function wrongEnd({ verdict }: RunResult, code: number, right: ExitCode): string | undefined {
  if (code !== right) return `wrong exit code: ${code} where ${right} is right`;
  return verdict === (right === ExitCode.pass ? 'pass' : 'fail') ? undefined : `wrong: ${verdict}`;
}

async function verify(urls: readonly string[], token: string | undefined): Promise<Verified[]> {
  const words = ['verify', ...urls, '--reporter', 'json'];
  const { code, stdout, stderr } = await run(
    token === undefined ? words : [...words, '--token', token],
  );
  if (stdout === '') throw new Error(`Failed to verify a store: ${stderr}. Look into verify.`);
  const report = JSON.parse(stdout) as RunResult & { readonly runs?: readonly RunResult[] };
  checkReport(report);
  return (report.runs ?? [report]).map((result) => ({ result, code }));
}

function describe(name: string, { result }: Verified): Judgement {
  const { verdict, findings, counts, durationMs: ms } = result;
  const rules = findings
    .filter(({ severity }) => severity !== 'note')
    .map(({ severity, rule }) => (severity === 'violation' ? rule : `(${rule})`));
  const named = [...new Set(rules)].join(' ');
  return { name, verdict, named, requests: counts.exchanges, ms };
}

/**
 * Judges members in groups, so that what a command line begins with is done once for each group: when
 * the first of it is asked for.
 */
export function inGroups<Member extends Conformant | Faulty>(
  members: readonly Member[],
  judge: (group: readonly Member[]) => Promise<Judgement[]>,
): (member: Member) => Promise<Judgement | undefined> {
  const groupOf = new Map<Member, readonly Member[]>();
  for (const sameToken of Map.groupBy(members, ({ token }) => token).values()) {
    for (let i = 0; i < sameToken.length; i += GROUP) {
      const group = sameToken.slice(i, i + GROUP);
      for (const member of group) groupOf.set(member, group);
    }
  }
  const judged = new Map<readonly Member[], Promise<Judgement[]>>();
  return async (member) => {
    const group = groupOf.get(member)!;
    if (!judged.has(group)) judged.set(group, judge(group));
    return (await judged.get(group))?.[group.indexOf(member)];
  };
}

const GROUP = 12;

function violations({ findings }: RunResult): Finding[] {
  return findings.filter(({ severity }) => severity === 'violation');
}

function explain({ severity, rule, check, message, received, ...finding }: Finding): string {
  return `${severity} ${rule} ${check} on ${finding.case}: ${message}; ${received}`;
}
