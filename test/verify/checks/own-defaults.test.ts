import { expect, it } from 'vitest';
import type { Finding } from '../../../src/verify/checks/check.ts';
import { FILLED_IN, withOwnDefaults } from '../../../src/verify/checks/own-defaults.ts';

const filled = (place: string, value: string): Finding => ({
  severity: 'violation',
  rule: 'R4',
  check: 'echoed-values',
  operation: 'createUser',
  case: 'a',
  exchange: 0,
  message: `${place} comes back though none was sent`,
  received: `${place}: ${value}`,
  documented: `no ${place}`,
  pointer: '',
  curl: '',
  symptom: { kind: FILLED_IN, place, value },
});
const twice = (place: string, value: string): Finding[] => [
  filled(place, value),
  filled(place, value),
];
const severities = (findings: readonly Finding[]): string[] =>
  withOwnDefaults(findings).map(({ severity }) => severity);

it('one property that is filled in is a violation', () => {
  expect(severities(twice('role', '"guest"'))).toEqual(['violation', 'violation']);
});

it('several that always get the same are the defaults of a server', () => {
  const findings = [...twice('role', '"guest"'), ...twice('theme', '"dark"')];
  expect(new Set(severities(findings))).toEqual(new Set(['warning']));
});

it('what gets now this and now that is none of them', () => {
  const others = [...twice('role', '"guest"'), ...twice('theme', '"dark"')];
  const changing = [filled('note', '"x"'), filled('note', '"y"')];
  expect(severities([...changing, ...others]).slice(0, 2)).toEqual(['violation', 'violation']);
  expect(new Set(severities([...changing, ...twice('role', '"guest"')]))).toEqual(
    new Set(['violation']),
  );
});
