/** Ends of spans that are moved alone. */
import { expect, it } from 'vitest';
import { documentFrom } from '../../../src/model/inspect-document.ts';
import { operations } from '../../../src/model/operation.ts';
import { createFreshValues } from '../../../src/model/requests/fresh-values.ts';
import { movedEnd } from '../../../src/model/believable/timely-texts.ts';
import { plainValues } from '../../../src/verify/cases/generate/generate-cases.ts';

const HOUR = { start: '2027-01-11T10:00:00Z', end: '2027-01-11T11:00:00Z', title: 'x' };
const DAYS = { starts_on: '2027-01-11', ends_on: '2027-01-12' };

it.each([
  [HOUR, 'start', '2027-01-11T10:15:00Z'],
  [HOUR, 'end', '2027-01-11T10:45:00Z'],
  [DAYS, 'starts_on', '2027-01-10'],
  [DAYS, 'ends_on', '2027-01-13'],
  [HOUR, 'title', undefined],
  // Nothing is left between them, or beside them.
  [{ ...HOUR, end: '2027-01-11T10:20:00Z' }, 'end', undefined],
  [{ start: '2027-01-11 10:00:00', end: '2027-01-11 11:00:00' }, 'end', '2027-01-11 10:45:00'],
  [{ start: HOUR.start }, 'start', undefined],
  [{ start: HOUR.start, end: null }, 'start', undefined],
])('of %j, %s: %s', (view, name, moved) => {
  expect(movedEnd(view, name)).toBe(moved);
});

it('lie ahead where the example in their place is none that the schema takes', () => {
  const time = { type: 'string', format: 'date-time' };
  const properties = {
    shown: { ...time, example: '2021-01-01T17:00:00Z' },
    broken: { ...time, example: '2021-01-01 17:00:00' },
  };
  const schema = { type: 'object', required: ['shown', 'broken'], properties };
  const content = { 'application/json': { schema } };
  const post = { requestBody: { content }, responses: { 201: { description: 'Created' } } };
  const document = documentFrom({ openapi: '3.0.3', paths: { '/trips': { post } } });
  const [operation] = operations(document);
  const fresh = createFreshValues({ seed: 1, runId: 'test' });
  const { shown, broken } = plainValues(document, operation!, fresh).body as Record<string, string>;
  expect(shown).toBe('2021-01-01T17:00:00Z');
  expect(Date.parse(broken!)).toBeGreaterThan(Date.now());
});
