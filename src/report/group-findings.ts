import type { Finding, Severity } from '../verify/checks/finding.ts';

/** One fault, with everything that showed it. */
export interface FindingGroup {
  /** The one with the shortest reproduction. */
  readonly finding: Finding;
  /** The smallest failing request, where one was looked for and found. */
  readonly smallest?: Finding['smallest'];
  /** All of them, in the order of the run. */
  readonly findings: readonly Finding[];
  /** Ids of the cases that showed it, each once. */
  readonly cases: readonly string[];
}

const SEVERITIES: readonly Severity[] = ['violation', 'warning', 'note'];

/** Equal findings become one group; violations come first, then the order of the run. */
export function groupFindings(findings: readonly Finding[]): FindingGroup[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = findingKey(finding);
    const group = groups.get(key);
    if (group) group.push(finding);
    else groups.set(key, [finding]);
  }
  return [...groups.values()]
    .map(toGroup)
    .toSorted((a, b) => severityOrder(a.finding) - severityOrder(b.finding));
}

/** Equal for findings with the same fault, from run to run. */
export function findingKey(finding: Finding): string {
  const { severity, rule, check, operation, message, pointer } = finding;
  return JSON.stringify([severity, rule, check, operation, message, pointer]);
}

function toGroup(findings: readonly Finding[]): FindingGroup {
  const finding = findings.reduce((best, next) =>
    next.curl.length < best.curl.length ? next : best,
  );
  const smallest = findings.find((one) => one.smallest)?.smallest;
  const cases = [...new Set(findings.map((one) => one.case))];
  return { finding, findings, cases, ...(smallest && { smallest }) };
}

function severityOrder(finding: Finding): number {
  return SEVERITIES.indexOf(finding.severity);
}

/** The cases of a group in words, cut to `max`: `a, b and 9 more`. */
export function caseWords(group: FindingGroup, max = 5): string {
  const shown = group.cases.slice(0, max);
  const hidden = group.cases.length - shown.length;
  return hidden > 0 ? `${shown.join(', ')} and ${hidden} more` : shown.join(', ');
}
