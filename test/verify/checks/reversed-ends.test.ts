import { expect, it } from 'vitest';
import { documentFromValue } from '../../../src/openapi/document.ts';
import { operations } from '../../../src/model/operation.ts';
import { refusedValid } from '../../../src/verify/checks/refused-valid.ts';
import { exchange } from './exchanges.ts';

const date = { type: 'string', format: 'date' };
const content = {
  'application/json': { schema: { properties: { starts_on: date, ends_on: date } } },
};
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
const document = documentFromValue({
  paths: {
    '/trips/{id}': { parameters, patch: { requestBody: { content }, responses: { 200: {} } } },
  },
});
const [patch] = operations(document);

/** How grave it is that a change of the end alone is refused, where the start is such a day. */
function severityOf(starts: string): string | undefined {
  const given = { parameters: { id: '7' }, resource: { starts_on: starts, ends_on: '2027-05-01' } };
  const at = { operation: patch!, method: 'PATCH', path: '/trips/7', given } as const;
  const refused = exchange({ ...at, sent: { ends_on: '2026-12-21' }, status: 400, sequence: 1 });
  const taken = exchange({ ...at, sent: { ends_on: '2027-06-01' }, sequence: 0 });
  const [told] = [refusedValid.checkRun([taken, refused], { document, strict: false })].flat();
  return told?.severity;
}

it('an end that a change brings before the start may be refused', () => {
  expect(severityOf('2027-04-14')).toBe('note');
  expect(severityOf('2026-04-14')).toBe('violation');
});
