import { type Finding, byGravity } from '../verify/checks/check.ts';

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

/** Equal findings become one group; violations come first, then the order of the run. */
export function groupFindings(findings: readonly Finding[]): FindingGroup[] {
  return [...Map.groupBy(findings, findingKey).values()]
    .map(toGroup)
    .toSorted((a, b) => byGravity(a.finding, b.finding));
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

/** The cases of a group in words, cut to `max`: `a, b and 9 more`. */
export function caseWords(group: FindingGroup, max = 5): string {
  const shown = group.cases.slice(0, max);
  const hidden = group.cases.length - shown.length;
  return hidden > 0 ? `${shown.join(', ')} and ${hidden} more` : shown.join(', ');
}

/** What a group says, on lines of their own: for viewers that show a text as it is. */
export function groupText(group: FindingGroup, message: string): string {
  const { received, documented, curl } = group.finding;
  return [
    message,
    `Received: ${received}`,
    `Documented: ${documented}`,
    `Cases: ${caseWords(group)}`,
    `Reproduce: ${group.smallest?.curl ?? curl}`,
  ].join('\n');
}
