import { expect, it } from 'vitest';
import { wait } from '../../family/changes.ts';
import { withKind } from '../../rich/changes.ts';
import { repeats } from '../../rich/faults/repeats.ts';
import { usedValue } from '../../rich/plain-stages.ts';
import type { Call, Change, Fields } from '../../rich/service.ts';
import { tickets } from '../../rich/tickets.ts';
import { trips } from '../../rich/trips.ts';
import { toldBy } from './support.ts';

/** So often the event loop goes round while others can come in between, however busy the machine is. */
const TURNS = 15;

/** Whether a value is used is looked up, and some turns of the event loop later the resource is created. */
const late: Change = (plain, world) => {
  const isFirst = new WeakSet<Call>();
  return {
    parse: async (call) => {
      const body = await plain.parse(call);
      const kind = Object.values(world.service.kinds).find(({ name }) =>
        call.operation.toLowerCase().endsWith(name),
      );
      const fields = body as Fields;
      const draft = { kind: kind!, fields, sent: fields, parent: undefined, before: undefined };
      if (kind && call.method === 'POST' && !usedValue(draft, world)) isFirst.add(call);
      for (let turn = 0; turn < TURNS; turn += 1) await wait(4);
      return body;
    },
    rule: (call, draft) => (isFirst.has(call) ? undefined : plain.rule(call, draft)),
  };
};

it.each([trips, tickets, withKind(trips, 'station', { unique: [] })])(
  'is silent where what is used is used at once',
  async (service) => {
    expect(await toldBy('races', service)).toEqual([]);
  },
);

it.each([
  [trips, ['createStation']],
  [tickets, ['create_user', 'create_label', 'create_project']],
])('finds that one value is created several times at once', async (service, operations) => {
  const told = await toldBy('races', service, late);
  for (const operation of operations) {
    expect(told).toContain(
      `violation ${operation}: what is refused as used is created several times when requests come together`,
    );
  }
  expect(new Set(told).size).toBe(operations.length);
});

it.each([
  [
    'two-members-with-a-nickname',
    'violation put_member: what is put under one name is there several times when requests come together',
  ],
  [
    'updates-of-projects-are-lost',
    'warning update_project: of changes that come together, one is lost',
  ],
])('finds what requests do to each other: %s', async (id, message) => {
  const { service, change } = repeats.find((repeat) => repeat.id === id)!;
  expect(await toldBy('races', service, change)).toEqual([message]);
});
