import { describe, expect, it } from 'vitest';
import type { Change } from '../../rich/service.ts';
import { tickets } from '../../rich/tickets.ts';
import { trips } from '../../rich/trips.ts';
import { toldBy } from './support.ts';

describe('roles', () => {
  it.each([trips, tickets])('are heeded by a server that keeps its contract', async (service) => {
    expect(await toldBy('roles', service)).toEqual([]);
  });

  it('are of no effect where another credential is taken', async () => {
    const change: Change = (plain) => ({
      admit: (call) =>
        call.operation === 'delete_user' && call.headers.authorization === 'Bearer session-1234'
          ? undefined
          : plain.admit(call),
    });
    expect(await toldBy('roles', tickets, change)).toEqual([
      'violation delete_user: it is done for whoever has a credential of session',
    ]);
  });

  it('are not asked about where who may do more does less', async () => {
    const mighty: Change = (plain) => ({
      admit: (call) =>
        call.headers['x-operator-key'] === 'operator-0815' ? undefined : plain.admit(call),
    });
    expect(await toldBy('roles', trips, mighty)).toEqual([]);
  });
});
