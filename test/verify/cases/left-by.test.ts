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
