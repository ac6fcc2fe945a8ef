import { run } from '../cli/run-main.ts';
import type { Finding } from '../../src/checks/finding.ts';
import { ExitCode } from '../../src/cli/exit-code.ts';
import type { RunResult } from '../../src/runner/event.ts';
import { checkReport } from '../setup/check-report.ts';
import { type RunningStore, startStore } from './base-store.ts';
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

/** What a run came to, and how long it took. */
interface Verified {
  readonly result: RunResult;
  readonly code: number;
  readonly ms: number;
}

/** A faulty store must be found out, under the right rule first and no wrong one. */
export async function judgeFaulty(member: Faulty): Promise<Judgement> {
  await using store = await startStore(member.change);
  const verified = await verify(store, member.token);
  return { ...describe(member.name, verified), problem: problemOfFaulty(member, verified) };
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
  return wrongCode(code, wanted === 'violation' ? ExitCode.fail : ExitCode.pass);
}

/** A conformant store passes, and passes again with what the first run has left in it. */
export async function judgeConformant(member: Conformant): Promise<Judgement> {
  await using store = await startStore(member.change);
  const first = await verify(store, member.token);
  const second = await verify(store, member.token);
  const judgement = describe(member.name, { ...second, ms: Math.max(first.ms, second.ms) });
  const problem = problemOfConformant(member, first) ?? problemOfConformant(member, second);
  return { ...judgement, problem };
}

function problemOfConformant(
  { surprises = [] }: Conformant,
  { result: { findings, stopped }, code }: Verified,
): string | undefined {
  const alarm = findings.find(({ severity, rule }) => {
    return severity === 'violation' || (severity === 'warning' && !surprises.includes(rule));
  });
  if (stopped) return `false alarm: ${stopped.message}`;
  return alarm ? `false alarm: ${explain(alarm)}` : wrongCode(code, ExitCode.pass);
}

function wrongCode(code: number, right: ExitCode): string | undefined {
  return code === right ? undefined : `wrong exit code: ${code} where ${right} is right`;
}

async function verify(store: RunningStore, token: string | undefined): Promise<Verified> {
  const startedAt = performance.now();
  const words = ['verify', store.url, '--reporter', 'json'];
  const { code, stdout, stderr } = await run(
    token === undefined ? words : [...words, '--token', token],
  );
  const ms = Math.round(performance.now() - startedAt);
  if (stdout === '') throw new Error(`Failed to verify a store: ${stderr}. Look into verify.`);
  const result: unknown = JSON.parse(stdout);
  checkReport(result);
  return { result: result as RunResult, code, ms };
}

function describe(name: string, { result, ms }: Verified): Judgement {
  const { verdict, findings, counts } = result;
  const rules = findings
    .filter(({ severity }) => severity !== 'note')
    .map(({ severity, rule }) => (severity === 'violation' ? rule : `(${rule})`));
  return { name, verdict, named: [...new Set(rules)].join(' '), requests: counts.exchanges, ms };
}

function violations({ findings }: RunResult): Finding[] {
  return findings.filter(({ severity }) => severity === 'violation');
}

function explain({ severity, rule, check, message, received, ...finding }: Finding): string {
  return `${severity} ${rule} ${check} on ${finding.case}: ${message}; ${received}`;
}
