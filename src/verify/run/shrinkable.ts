import type { Finding } from '../checks/finding.ts';

/** Violations that only random cases show, by what they say. */
export function shrinkable(findings: readonly Finding[]): Finding[][] {
  const violations = findings.filter(({ severity }) => severity === 'violation');
  const groups = Map.groupBy(
    violations,
    ({ check, rule, message }) => `${check} ${rule} ${message}`,
  );
  return [...groups.values()].filter((group) =>
    group.every((one) => one.case.startsWith('random/')),
  );
}
