/** What a server sets by itself is one cause, however it differs from what was sent. */
import { expect, it } from 'vitest';
import type { JudgedExchange } from '../../../src/verify/cases/case.ts';
import type { Finding } from '../../../src/verify/checks/check.ts';
import { withServerValues } from '../../../src/verify/checks/own-values.ts';
import { FILLED_IN_EMPTY } from '../../../src/verify/checks/server-defaults.ts';
import { thingsDocument } from '../../setup/things-document.ts';
import { exchange } from './exchanges.ts';

const operation = exchange().case.operation.id;

/** A value that came back in place of another, in a way that may be known. */
function altered(place: string, sent: string, received: string, way?: string): Finding {
  return {
    severity: 'violation',
    rule: 'R4',
    check: 'echoed-values',
    operation,
    case: 'a',
    exchange: 0,
    message: `${place} comes back, but not as it was sent`,
    received: `${place}: ${received}`,
    documented: `${place}: ${sent}, as sent`,
    pointer: '',
    curl: '',
    symptom: { kind: 'altered', of: way ?? `otherwise ${place}`, place, value: way },
  };
}

const told = (findings: readonly Finding[], others: readonly JudgedExchange[] = []): Finding[] =>
  withServerValues(findings, others, thingsDocument);
const kinds = (findings: readonly Finding[], others?: readonly JudgedExchange[]): unknown[] => [
  ...new Set(told(findings, others).map(({ symptom }) => symptom?.kind)),
];
const kept = (name: string): JudgedExchange =>
  exchange({ sent: { id: 1, name }, body: JSON.stringify({ id: 1, name }) });

it('is one and the same value, or another one each time', () => {
  const [first, second] = [altered('name', '0', '1'), altered('name', '7', '1')];
  expect(kinds([first, second, altered('name', '8', '1')])).toEqual(['own value']);
  expect(kinds([first, second, altered('name', '8', '9')])).toEqual(['own value']);
  expect(
    kinds([first, second, altered('name', '8', '1 (sent by b)', "another request's")]),
  ).toEqual(['own value']);
  expect(kinds([first, second, first])).not.toContain('own value');
  const symptom = { kind: FILLED_IN_EMPTY, place: 'name' };
  expect(kinds([first, second, { ...altered('name', '""', '1'), symptom }])).toEqual(['own value']);
});

it('is none where most of what is sent comes back, or where all is changed in one way', () => {
  const findings = ['0', '7', '8'].map((sent) => altered('name', sent, `${sent}1`));
  expect(kinds(findings, [])).toEqual(['own value']);
  expect(kinds(findings, [kept('fern')])).not.toContain('own value');
  const upper = ['a', 'b', 'c'].map((sent) =>
    altered('name', sent, sent.toUpperCase(), 'uppercased'),
  );
  expect(kinds(upper)).toEqual(['altered']);
});

it('is a warning for when something was made, and a note for who asks', () => {
  const severities = (place: string): unknown[] => [
    ...new Set(
      told(['0', '7', '8'].map((sent) => altered(place, sent, '1'))).map(
        ({ severity }) => severity,
      ),
    ),
  ];
  expect(severities('total')).toEqual(['violation']);
  expect(severities('createdAt')).toEqual(['warning']);
  expect(severities('items[].updated_at')).toEqual(['warning']);
  expect(severities('createtime')).toEqual(['warning']);
  expect(severities('timestamp')).toEqual(['warning']);
  expect(severities('departsAt')).toEqual(['violation']);
  expect(severities('userId')).toEqual(['note']);
});
