import { expect, it } from 'vitest';
import { NOTHING_GIVEN } from '../../../src/verify/cases/case.ts';
import { leftBy } from '../../../src/verify/cases/left-by.ts';
import { exchange } from '../checks/exchanges.ts';

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
  const family = {
    collection: '/things',
    create: operation,
    item: '/things/{id}',
    parameter: 'id',
    identity: undefined,
    envelope: [],
  };
  expect(leftBy(created, { creates: family }, NOTHING_GIVEN)?.parameters).toEqual({ id });
});

it('looks into the envelope of what was created, and of what was changed then', () => {
  const created = exchange({ status: 201, sent: { a: 1 }, body: '{"data":{"id":7,"b":2}}' });
  const family = {
    collection: '/things',
    create: created.case.operation,
    item: '/things/{id}',
    parameter: 'id',
    identity: 'id',
    envelope: ['data'],
  };
  const left = leftBy(created, { creates: family }, NOTHING_GIVEN)!;
  expect(left.resource).toEqual({ a: 1, id: 7, b: 2 });
  const changed = exchange({ status: 200, sent: { b: 3 }, body: '{"data":{"id":7,"b":3}}' });
  expect(leftBy(changed, { changes: family }, left)?.resource).toEqual({ a: 1, id: 7, b: 3 });
});
