import { run } from '../cli/run-main.ts';
import type { Finding } from '../../src/checks/finding.ts';
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

/** A faulty store must be found out, under a right rule and no other. */
export async function judgeFaulty({
  name,
  change,
  rules,
  severity,
  token,
}: Faulty): Promise<Judgement> {
  await using store = await startStore(change);
  const { result, ms } = await verify(store, token);
  const judgement = describe(name, result, ms);
  const wanted = severity ?? 'violation';
  const said = result.findings.filter((finding) => finding.severity === wanted);
  const wrong = violations(result).find(({ rule }) => !rules.includes(rule));
  const isFound = said.some(({ rule }) => rules.includes(rule));
  if (!isFound) return { ...judgement, problem: `missed: no ${wanted} of ${rules.join(' or ')}` };
  return wrong ? { ...judgement, problem: `wrong rule: ${explain(wrong)}` } : judgement;
}

/** A conformant store passes, and passes again with what the first run has left in it. */
export async function judgeConformant(member: Conformant): Promise<Judgement> {
  const { name, change, surprises = [], token } = member;
  await using store = await startStore(change);
  const first = await verify(store, token);
  const second = await verify(store, token);
  const judgement = describe(name, second.result, Math.max(first.ms, second.ms));
  const findings = [...first.result.findings, ...second.result.findings];
  const alarm = findings.find(({ severity, rule }) => {
    return severity === 'violation' || (severity === 'warning' && !surprises.includes(rule));
  });
  const stopped = first.result.stopped ?? second.result.stopped;
  if (stopped) return { ...judgement, problem: `false alarm: ${stopped.message}` };
  return alarm ? { ...judgement, problem: `false alarm: ${explain(alarm)}` } : judgement;
}

async function verify(
  store: RunningStore,
  token: string | undefined,
): Promise<{ result: RunResult; ms: number }> {
  const startedAt = performance.now();
  const words = ['verify', store.url, '--reporter', 'json'];
  const { stdout, stderr } = await run(token === undefined ? words : [...words, '--token', token]);
  const ms = Math.round(performance.now() - startedAt);
  if (stdout === '') throw new Error(`Failed to verify a store: ${stderr}. Look into verify.`);
  const result: unknown = JSON.parse(stdout);
  checkReport(result);
  return { result: result as RunResult, ms };
}

function describe(name: string, { verdict, findings, counts }: RunResult, ms: number): Judgement {
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
