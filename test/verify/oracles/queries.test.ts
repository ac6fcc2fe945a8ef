import { describe, expect, it } from 'vitest';
import type { Call, Change } from '../../rich/service.ts';
import { tickets } from '../../rich/tickets.ts';
import { trips } from '../../rich/trips.ts';
import { toldBy } from './support.ts';

/** A server that does not read some parameters of its lists. */
function ignoring(...names: readonly string[]): Change {
  return (plain) => ({
    select: (call, resources, kind) => plain.select(without(call, names), resources, kind),
  });
}

function without(call: Call, names: readonly string[]): Call {
  const left = Object.entries(call.parameters).filter(([name]) => !names.includes(name));
  return { ...call, parameters: Object.fromEntries(left) };
}

describe('queries', () => {
  it.each([trips, tickets])('are answered by a server that keeps its contract', async (service) => {
    expect(await toldBy('queries', service)).toEqual([]);
  });

  it.each([
    ['difficulty', "violation listTrips: difficulty doesn't leave out what has another difficulty"],
    ['maxPrice', "violation listTrips: maxPrice doesn't leave out what has another price"],
    [
      'departsAfter',
      "violation listTrips: departsAfter doesn't leave out what has another departsAt",
    ],
  ])('have to be read: %s', async (name, told) => {
    const options = { only: [`oracle/queries/list-trips/is-filtered`] };
    expect(await toldBy('queries', trips, ignoring(name), options)).toEqual([told]);
  });

  it('have to find what has the wanted value', async () => {
    const change: Change = (plain) => ({
      select: (call, resources, kind) =>
        call.parameters['isOpen'] === undefined ? plain.select(call, resources, kind) : [],
    });
    expect(
      await toldBy('queries', trips, change, { only: ['oracle/queries/list-stations'] }),
    ).toEqual(['violation listStations: isOpen leaves out what has the wanted isOpen']);
  });

  it('have to put a list in order', async () => {
    const change: Change = () => ({ sort: (_call, resources) => resources.toReversed() });
    const told = await toldBy('queries', trips, change, {
      only: ['oracle/queries/list-trips/is-ordered'],
    });
    expect(told).toContain('violation listTrips: the list is not in the order of price');
  });
});
