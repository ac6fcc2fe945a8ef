import { expect, it } from 'vitest';
import type { Operation } from '../../../src/model/operation.ts';
import type { ResourceFamily } from '../../../src/model/resources/resources.ts';
import { createFreshValues } from '../../../src/model/requests/fresh-values.ts';
import { type CaseTemplate, NOTHING_GIVEN, withGiven } from '../../../src/verify/cases/case.ts';
import { inPlace, leftBy } from '../../../src/verify/cases/left-by.ts';
import { exchange } from '../checks/exchanges.ts';

/** The things, or others. */
function familyOf(create: Operation, parts: Partial<ResourceFamily> = {}): ResourceFamily {
  const collection = '/things';
  const item = `${collection}/{id}`;
  return { collection, create, item, parameter: 'id', identity: 'id', envelope: [], ...parts };
}

it.each([
  ['http://store.test/things/7', '7'],
  ['/v1/things/a%20b', 'a b'],
  ['/things/%E0%A4', '%E0%A4'],
])('the identity in Location: %s is %s, also where its encoding is damaged', (location, id) => {
  const created = exchange({
    status: 201,
    sent: {},
    body: '{}',
    headers: [['Location', location]],
  });
  const { operation } = created.case;
  const family = familyOf(operation, { identity: undefined });
  expect(leftBy(created, { creates: family }, NOTHING_GIVEN)?.parameters).toEqual({ id });
});

it('has the name that a Location has, whatever was sent', () => {
  const headers = [['Location', '/things/8']] as const;
  const created = exchange({ status: 201, sent: { id: 7 }, body: '', headers: [...headers] });
  const family = familyOf(created.case.operation);
  expect(leftBy(created, { creates: family }, NOTHING_GIVEN)?.parameters).toEqual({ id: '8' });
});

it('looks into the envelope of what was created, and of what was changed then', () => {
  const created = exchange({ status: 201, sent: { a: 1 }, body: '{"data":{"id":7,"b":2}}' });
  const family = familyOf(created.case.operation, { envelope: ['data'] });
  const left = leftBy(created, { creates: family }, NOTHING_GIVEN)!;
  expect(left.resource).toEqual({ a: 1, id: 7, b: 2 });
  const changed = exchange({ status: 200, sent: { b: 3 }, body: '{"data":{"id":7,"b":3}}' });
  expect(leftBy(changed, { changes: family }, left)?.resource).toEqual({ a: 1, id: 7, b: 3 });
  const removed = exchange({ status: 204, body: '', method: 'DELETE' });
  expect(leftBy(removed, { changes: family }, left)?.resource).toEqual({});
});

it('leaves what was created where it was created, whatever else is tried', () => {
  const sent = { id: 7 };
  const created = exchange({ status: 201, sent, body: '{"id":7}' });
  const path = '/zones/{zone}/things';
  const operation = { ...created.case.operation, path };
  const request = { ...created.case.request, target: '/v1/zones/north%20east/things' };
  const placed = { ...created, case: { ...created.case, operation, request } };
  const family = familyOf(operation, { collection: path, item: `${path}/{id}` });
  const left = leftBy(placed, { creates: family }, NOTHING_GIVEN)!;
  const tried = { ...left, parameters: { ...left.parameters, zone: 'south', other: 1 } };
  const given = inPlace(left, tried);
  expect(given.parameters).toEqual({ id: 7, other: 1 });
  const below = { ...operation, path: `${path}/{id}/notes` };
  let values: unknown;
  const build: CaseTemplate['build'] = ({ given: named }) => ((values = named), request);
  const told = withGiven({ ...placed.case, operation: below, build }, given);
  told.build(createFreshValues({ seed: 1, runId: 'a' }));
  expect(values).toEqual({ zone: 'north east', other: 1, id: 7, '/zones/{zone}/things 0': 7 });
});
