/** Children of other parents, of none, and of deleted ones. */
import type { Faulty } from '../member.ts';
import { type Act, type Change, Refusal, type Resource, type Service, all } from '../service.ts';
import { tickets } from '../tickets.ts';
import { trips } from '../trips.ts';
import { kebab, operating } from './slips.ts';

/** A child that is looked for by its own key only: `WHERE id = …`, without the parent's. */
function anywhere(service: Service, operation: string, kind: string): Faulty {
  return {
    id: `${kebab(operation)}-under-any-parent`,
    title: `${operation} finds a ${kind} under another parent`,
    service,
    change: (plain, world) => ({
      find: (call, kindOfChild) => {
        if (call.operation !== operation || kindOfChild.name !== kind)
          return plain.find(call, kindOfChild);
        const key = String(call.parameters[kindOfChild.parameter]);
        const { refuse } = world;
        return (
          all(world, kind).find((resource) => resource.key === key) ??
          refuse('missing', `no ${kind}`)
        );
      },
    }),
    at: [operation],
  };
}

/** What is left of deleted resources is found where a child is asked for. */
function haunted(operations: readonly string[], kind: string): Change {
  return (plain, world) => {
    const gone: Resource[] = [];
    return {
      remove: (_, resource) => {
        if (resource.kind === kind) gone.push(resource);
        // The children stay.
        world.resources.delete(resource);
      },
      find: (call, kindOfChild) => {
        const found = plain.find(call, kindOfChild);
        if (!(found instanceof Refusal) || kindOfChild.name !== kind) return found;
        const ghost = gone.find(
          ({ key }) => key === String(call.parameters[kindOfChild.parameter]),
        );
        return operations.includes(call.operation) && ghost ? ghost : found;
      },
    };
  };
}

/** Does something else where the parent is not there. */
function orphaned(service: Service, operation: string, otherwise: Act): Service {
  return operating(service, operation, (plain) => (call, world) => {
    const made = plain(call, world);
    return made instanceof Refusal && made.reason === 'missing' ? otherwise(call, world) : made;
  });
}

const crashed: Act = (_, { refuse }) => refuse('missing', 'Internal Server Error', 500);

const nothing: Act = (_, { service }) => ({
  status: 200,
  headers: { 'Content-Type': 'application/json' },
  json: service.page({ items: [], total: 0, offset: 0, limit: 20, next: null, previous: null }),
});

export const parents: readonly Faulty[] = [
  anywhere(tickets, 'get_ticket', 'ticket'),
  anywhere(tickets, 'delete_ticket', 'ticket'),
  anywhere(tickets, 'replace_ticket', 'ticket'),
  anywhere(tickets, 'close_ticket', 'ticket'),
  anywhere(tickets, 'add_label', 'ticket'),
  anywhere(tickets, 'list_comments', 'ticket'),
  anywhere(tickets, 'create_comment', 'ticket'),
  anywhere(tickets, 'attach_file', 'ticket'),
  anywhere(tickets, 'get_attachment', 'attachment'),
  anywhere(trips, 'getPayment', 'payment'),
  {
    ...anywhere(tickets, 'get_attachment', 'ticket'),
    id: 'get-attachment-under-any-project',
    title: 'get_attachment finds the ticket under another project',
  },
  anywhere(tickets, 'list_attachments', 'ticket'),
  ...(
    [
      [tickets, 'list_tickets'],
      [tickets, 'list_comments'],
      [trips, 'listDepartures'],
      [trips, 'listPayments'],
    ] as const
  ).map(([service, operation]) => ({
    id: `${kebab(operation)}-of-nothing-is-empty`,
    title: `${operation} of a parent that is not there is empty`,
    service: orphaned(service, operation, nothing),
    at: [operation],
  })),
  ...(
    [
      [tickets, 'create_ticket'],
      [tickets, 'attach_file'],
      [tickets, 'get_attachment'],
      [tickets, 'list_attachments'],
      [tickets, 'close_ticket'],
      [trips, 'payBooking'],
      [trips, 'getPayment'],
      [trips, 'putPhoto'],
    ] as const
  ).map(([service, operation]) => ({
    id: `${kebab(operation)}-of-nothing-is-500`,
    title: `${operation} breaks down where the parent is not there`,
    service: orphaned(service, operation, crashed),
    at: [operation],
  })),
  {
    id: 'comments-of-nothing-are-created',
    title: 'a comment is created below a ticket that is not there',
    service: orphaned(tickets, 'create_comment', (call) => ({
      status: 201,
      headers: { 'Content-Type': 'application/json' },
      json: { data: { id: 1, ...(call.body as object) } },
    })),
    at: ['create_comment'],
  },
  {
    id: 'deleted-bookings-are-paid',
    title: 'a booking that was deleted can be paid',
    service: trips,
    change: haunted(['payBooking'], 'booking'),
    at: ['payBooking', 'deleteBooking'],
  },
  {
    id: 'payments-outlive-their-booking',
    title: 'payments of a deleted booking can be read',
    service: trips,
    change: haunted(['getPayment', 'listPayments'], 'booking'),
    at: ['getPayment', 'listPayments', 'deleteBooking'],
  },
  {
    id: 'comments-outlive-their-ticket',
    title: 'comments of a deleted ticket can be read',
    service: tickets,
    change: haunted(['list_comments'], 'ticket'),
    at: ['list_comments', 'delete_ticket'],
  },
  {
    id: 'attachments-outlive-their-ticket',
    title: 'attachments of a deleted ticket can be read',
    service: tickets,
    change: haunted(['get_attachment', 'list_attachments'], 'ticket'),
    at: ['get_attachment', 'list_attachments', 'delete_ticket'],
  },
  {
    id: 'deleted-tickets-take-comments',
    title: 'a comment is created below a ticket that was deleted',
    service: tickets,
    change: haunted(['create_comment'], 'ticket'),
    at: ['create_comment', 'delete_ticket'],
  },
];
