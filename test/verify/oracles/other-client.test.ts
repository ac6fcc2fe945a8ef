import { expect, it } from 'vitest';
import { both } from '../../rich/changes.ts';
import { type Change, Refusal, type Resource } from '../../rich/service.ts';
import { trips } from '../../rich/trips.ts';
import { toldBy } from './support.ts';

const OTHER = { otherCredentials: { rider: { secret: 'rider-0002', variable: 'OTHER_RIDER' } } };

/** Takes the credential of a second rider, too. */
const twoRiders: Change = (plain) => ({
  admit: (call) => {
    if (call.headers.authorization !== 'Bearer rider-0002') return plain.admit(call);
    call.caller = 'rider-0002';
    return undefined;
  },
});

/** Shows a booking only to the one who made it. */
const owned: Change = (plain, world) => {
  const owners = new WeakMap<Resource, string>();
  return {
    find: (call, kind) => {
      const found = plain.find(call, kind);
      if (found instanceof Refusal || found.kind !== 'booking') return found;
      return owners.get(found) === call.caller ? found : world.refuse('missing', 'no such booking');
    },
    view: (resource, call) => {
      if (!owners.has(resource)) owners.set(resource, call.caller ?? '');
      return plain.view(resource, call);
    },
    select: (call, resources, kind) =>
      plain.select(call, resources, kind).filter((resource) => {
        return resource.kind !== 'booking' || owners.get(resource) === call.caller;
      }),
  };
};

const ofBookings = { only: ['oracle/other-client/*booking'], ...OTHER };

it('says nothing of a server that tells its clients apart', async () => {
  expect(await toldBy('other-client', trips, both(twoRiders, owned), ofBookings)).toEqual([]);
});

it('finds what another client may see, list, delete, and do below it', async () => {
  const told = await toldBy('other-client', trips, twoRiders, ofBookings);
  expect(told.toSorted()).toEqual([
    'violation confirmBooking: does something with what another client has created',
    'violation deleteBooking: deletes what another client has created',
    'violation getBooking: shows what another client has created',
    'violation listBookings: shows what another client has created',
    'violation listBookings: shows what another client has created by tripId',
    'violation payBooking: does something with what another client has created',
  ]);
});

it('finds that a refused deletion is made', async () => {
  const late: Change = (plain, world) => ({
    find: (call, kind) => {
      const found = plain.find(call, kind);
      if (call.method === 'DELETE' && !(found instanceof Refusal)) world.resources.delete(found);
      return found;
    },
    remove: () => {},
    finish: (reply, call) =>
      call.method === 'DELETE' && call.caller === 'rider-0002'
        ? world.refuse('missing', 'no such booking').reply
        : reply,
  });
  const only = ['oracle/other-client/delete-booking'];
  expect(await toldBy('other-client', trips, both(twoRiders, late), { ...OTHER, only })).toEqual([
    'violation deleteBooking: deletes what another client has created, though it answers with a refusal',
  ]);
});

it('asks nothing where there is no other client', async () => {
  expect(await toldBy('other-client', trips, twoRiders, { only: ['get-booking'] })).toEqual([]);
});

it('asks for nothing that only a client of another kind creates', async () => {
  const stations = { only: ['oracle/other-client/*station*'], ...OTHER };
  expect(await toldBy('other-client', trips, twoRiders, stations)).toEqual([]);
});
