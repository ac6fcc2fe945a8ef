import { expect, it } from 'vitest';
import { answering } from '../../rich/changes.ts';
import type { Reason, Service } from '../../rich/service.ts';
import { tickets } from '../../rich/tickets.ts';
import { trips } from '../../rich/trips.ts';
import { toldBy } from './support.ts';

it.each([trips, tickets])(
  'what is refused is answered by a server that keeps its contract',
  async (service) => {
    const told = await toldBy('refusals', service);
    expect(told.filter((line) => !line.startsWith('note'))).toEqual([]);
  },
);

it.each<[service: Service, operation: string, reason: Reason]>([
  [trips, 'cancelTrip', 'state'],
  [trips, 'deleteStation', 'state'],
  [trips, 'deleteTrip', 'state'],
  [tickets, 'delete_label', 'state'],
])('what is refused may not break the server down: %#, %s', async (service, operation, reason) => {
  const change = answering((reply, call, refusal) =>
    call.operation === operation && refusal?.reason === reason
      ? service.error(500, 'Internal Server Error', reason)
      : reply,
  );
  const told = await toldBy('refusals', service, change);
  expect(told.some((line) => line.startsWith(`violation ${operation}: `))).toBe(true);
});
