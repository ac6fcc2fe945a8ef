/** What only the server may say, and clients say all the same. */
import { withKind } from '../changes.ts';
import type { Faulty } from '../member.ts';
import type { Change, Fields, Resource, Service } from '../service.ts';
import { tickets } from '../tickets.ts';
import { trips } from '../trips.ts';
import { at, kebab } from './slips.ts';

/** Mass assignment: the body is handed on as it is, with that property. */
function taking(operation: string, name: string): Change {
  return (plain) => {
    const taken = new WeakMap<Resource, unknown>();
    const given: unknown[] = [];
    return {
      keep: (call, draft) => {
        if (call.operation === operation && name in draft.sent) given.push(draft.sent[name]);
        return plain.keep(call, draft);
      },
      view: (resource, call) => {
        if (call.operation === operation && given.length > 0) taken.set(resource, given.pop());
        const fields = plain.view(resource, call) as Fields;
        return taken.has(resource) ? { ...fields, [name]: taken.get(resource) } : fields;
      },
    };
  };
}

function takers(service: Service, kind: string, operation: string, names: string): Faulty[] {
  const isRead = new RegExp(`^get_?${kind}$`, 'i');
  const reads = Object.keys(service.operations).filter((id) => isRead.test(id));
  return names.split(' ').map((name) => ({
    id: kebab(`${operation}-takes-${name}`),
    title: `${operation} takes ${name} from the client`,
    service,
    change: taking(operation, name),
    at: [operation, ...reads],
  }));
}

export const readOnly: readonly Faulty[] = [
  ...takers(trips, 'station', 'createStation', 'createdAt updatedAt'),
  ...takers(trips, 'station', 'replaceStation', 'createdAt updatedAt'),
  ...takers(trips, 'trip', 'createTrip', 'state createdAt seatsLeft'),
  ...takers(trips, 'trip', 'changeTrip', 'state createdAt seatsLeft'),
  ...takers(trips, 'booking', 'createBooking', 'state createdAt expiresAt'),
  ...takers(tickets, 'user', 'create_user', 'last_seen_at'),
  ...takers(tickets, 'project', 'create_project', 'archived created_at updated_at ticket_count'),
  ...takers(tickets, 'project', 'update_project', 'archived ticket_count created_at'),
  ...takers(tickets, 'ticket', 'create_ticket', 'created_at updated_at views'),
  ...takers(tickets, 'ticket', 'replace_ticket', 'created_at updated_at'),
  {
    id: 'create-user-takes-id',
    title: 'create_user takes the id from the client',
    service: withKind(tickets, 'user', { nextKey: (count, { sent }) => sent['id'] ?? count }),
    at: ['create_user', 'get_user'],
  },
  {
    id: 'create-ticket-takes-number',
    title: 'create_ticket takes the number from the client',
    service: withKind(tickets, 'ticket', { nextKey: (count, { sent }) => sent['number'] ?? count }),
    at: ['create_ticket', 'get_ticket'],
  },
  {
    id: 'replace-ticket-takes-number',
    title: 'replace_ticket changes the number to what the client says',
    service: tickets,
    change: at(['replace_ticket'], (plain) => ({
      change: (call, resource, draft, isPatch) => {
        const fields = plain.change(call, resource, draft, isPatch);
        return { ...fields, number: draft.sent['number'] ?? fields['number'] };
      },
    })),
    at: ['replace_ticket', 'get_ticket'],
  },
];
