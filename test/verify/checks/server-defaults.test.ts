import { expect, it } from 'vitest';
import type { JsonValue } from '../../../src/openapi/json/json-value.ts';
import type { JudgedExchange } from '../../../src/verify/cases/case.ts';
import type { Finding } from '../../../src/verify/checks/check.ts';
import {
  FILLED_IN,
  FILLED_IN_EMPTY,
  MERGED,
  withServerDefaults,
} from '../../../src/verify/checks/server-defaults.ts';
import { exchange } from './exchanges.ts';

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
  withServerDefaults(findings, []).map(({ severity }) => severity);

it('what new ones are given, too, is not kept from before', () => {
  const merged = (value: string): Finding => ({
    ...filled('role', value),
    operation: 'replaceUser',
    message: 'role comes back though none was sent: it is kept from before, as in a merge',
    symptom: { kind: MERGED, place: 'role', value },
  });
  const kinds = withServerDefaults([...twice('role', '""'), merged('""'), merged('"x"')], []).map(
    ({ symptom, message }) => [symptom?.kind, message.includes('merge')],
  );
  expect(kinds).toEqual([
    [FILLED_IN, false],
    [FILLED_IN, false],
    [FILLED_IN, false],
    [MERGED, true],
  ]);
});

it('one property that is filled in is a violation', () => {
  expect(severities(twice('role', '"guest"'))).toEqual(['violation', 'violation']);
});

it('an empty text is taken for none where others who send none are given one, too', () => {
  const finding: Finding = {
    ...filled('shell', '"/bin/sh"'),
    operation: 'createThing',
    symptom: { kind: FILLED_IN_EMPTY, place: 'shell' },
  };
  const answered = (sent: JsonValue, body: object): JudgedExchange =>
    exchange({ sent, body: JSON.stringify(body) });
  const told = (...others: JudgedExchange[]): number =>
    withServerDefaults([finding], others).length;
  const empty = answered({ shell: '' }, { shell: '/bin/sh' });
  expect(told(empty, answered({}, { shell: '/bin/sh' }))).toBe(0);
  expect(told(empty, answered({}, { data: { shell: '/bin/dash' } }))).toBe(0);
  expect(told(empty, answered({}, { shell: '' }), answered({}, {}))).toBe(1);
  expect(told(empty, answered({ shell: 'x' }, { shell: 'x' }))).toBe(1);
  const inside = { data: { shell: 'x' } };
  expect(told(empty, answered(inside, inside))).toBe(1);
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

it('and so is a choice of few, as of the colours of a palette', () => {
  const colours = ['"red"', '"blue"'].flatMap((colour) =>
    [1, 2, 3, 4].map(() => filled('colour', colour)),
  );
  expect(new Set(severities([...twice('role', '"guest"'), ...colours]))).toEqual(
    new Set(['warning']),
  );
  expect(severities([...twice('role', '"guest"'), ...colours.slice(1)])).toContain('violation');
});
