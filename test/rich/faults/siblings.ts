/** What is done to one resource shows in another one, or goes unseen. */
import { withKind } from '../changes.ts';
import type { Faulty } from '../member.ts';
import { change as changed } from '../operations.ts';
import {
  type Call,
  type Change,
  type Fields,
  type Resource,
  type Service,
  all,
} from '../service.ts';
import { tickets } from '../tickets.ts';
import { trips } from '../trips.ts';
import { at, besides, kebab, named } from './slips.ts';

type Others = (resource: Resource, other: Resource) => boolean;

const anyOther: Others = () => true;
const ofSameParent: Others = (resource, other) => resource.parent === other.parent;

/** `DELETE` with a `WHERE` that is too wide. */
function sweeping(kind: string, isHit: Others): Change {
  return (plain, world) => ({
    remove: (call, resource) => {
      const others = all(world, kind).filter(
        (other) => resource.kind === kind && other !== resource && isHit(resource, other),
      );
      for (const removed of [resource, ...others]) plain.remove(call, removed);
    },
  });
}

/** `UPDATE` with a `WHERE` that is too wide: what an operation has changed, others get, too. */
function spreading(
  service: Service,
  id: string,
  kind: string,
  names: string,
  isHit: Others = anyOther,
): Service {
  return besides(service, id, (call, world) => {
    const resource = named(call, world, kind);
    if (resource === undefined) return;
    const fields = names.split(' ').map((name) => [name, resource.fields[name]] as const);
    for (const other of all(world, kind)) {
      const isTouched = other !== resource && isHit(resource, other);
      if (isTouched) changed(other, { ...other.fields, ...Object.fromEntries(fields) });
    }
  });
}

const neighbours: readonly Faulty[] = [
  {
    id: 'deleting-a-booking-deletes-those-of-the-trip',
    title: 'all bookings of the trip go with one',
    service: trips,
    change: sweeping('booking', (resource, other) => tripOf(resource) === tripOf(other)),
    at: ['deleteBooking'],
  },
  {
    id: 'deleting-a-station-deletes-the-next',
    title: 'the station that was created next goes as well',
    service: trips,
    change: (plain, world) => ({
      remove: (call, resource) => {
        const alike = all(world, resource.kind);
        const next = alike[alike.indexOf(resource) + 1];
        if (resource.kind === 'station' && next) plain.remove(call, next);
        plain.remove(call, resource);
      },
    }),
    at: ['deleteStation'],
  },
  {
    id: 'deleting-a-trip-deletes-those-of-its-origin',
    title: 'all trips from the same station go with one',
    service: trips,
    change: sweeping(
      'trip',
      (resource, other) => resource.fields['originId'] === other.fields['originId'],
    ),
    at: ['deleteTrip'],
  },
  {
    id: 'deleting-a-user-deletes-those-of-the-role',
    title: 'all users of the role go with one',
    service: tickets,
    change: sweeping('user', (resource, other) => resource.fields['role'] === other.fields['role']),
    at: ['delete_user'],
  },
  {
    id: 'deleting-a-label-deletes-the-last',
    title: 'in place of a label that is not found in an array, its last one goes',
    service: tickets,
    change: (plain, world) => ({
      remove: (call, resource) => {
        const last = resource.kind === 'label' ? all(world, 'label').at(-1) : undefined;
        plain.remove(call, last ?? resource);
      },
    }),
    at: ['delete_label'],
  },
  {
    id: 'deleting-a-ticket-deletes-those-of-the-project',
    title: 'all tickets of the project go with one',
    service: tickets,
    change: sweeping('ticket', ofSameParent),
    at: ['delete_ticket'],
  },
  {
    id: 'deleting-a-trip-is-forgotten',
    title: 'a trip is still there after it was deleted',
    service: trips,
    change: at(['deleteTrip'], () => ({ remove: () => {} })),
    at: ['deleteTrip', 'getTrip'],
  },
  {
    id: 'deleting-a-user-is-forgotten',
    title: 'a user is still there after it was deleted',
    service: tickets,
    change: at(['delete_user'], () => ({ remove: () => {} })),
    at: ['delete_user', 'get_user'],
  },
  {
    id: 'changing-a-trip-changes-all',
    title: 'a change of a trip changes all of them',
    service: spreading(trips, 'changeTrip', 'trip', 'title price seats notes'),
    at: ['changeTrip'],
  },
  {
    id: 'cancelling-a-trip-cancels-those-of-its-origin',
    title: 'all trips from the same station are cancelled with one',
    service: spreading(
      trips,
      'cancelTrip',
      'trip',
      'state',
      (resource, other) => resource.fields['originId'] === other.fields['originId'],
    ),
    at: ['cancelTrip'],
  },
  {
    id: 'replacing-a-station-replaces-those-of-the-city',
    title: 'the docks of all stations change with one',
    service: spreading(trips, 'replaceStation', 'station', 'docks name'),
    at: ['replaceStation'],
  },
  {
    id: 'confirming-a-booking-confirms-all',
    title: 'all bookings are confirmed with one',
    service: spreading(trips, 'confirmBooking', 'booking', 'state'),
    at: ['confirmBooking'],
  },
  {
    id: 'updating-a-project-updates-all',
    title: 'all projects get the description of one',
    service: spreading(tickets, 'update_project', 'project', 'description name'),
    at: ['update_project'],
  },
  {
    id: 'archiving-a-project-archives-all',
    title: 'all projects are archived with one',
    service: spreading(tickets, 'archive_project', 'project', 'archived'),
    at: ['archive_project'],
  },
  {
    id: 'replacing-a-ticket-replaces-those-of-the-project',
    title: 'all tickets of a project get the title of one',
    service: spreading(tickets, 'replace_ticket', 'ticket', 'title body', ofSameParent),
    at: ['replace_ticket'],
  },
  {
    id: 'closing-a-ticket-closes-those-of-the-project',
    title: 'all tickets of a project are closed with one',
    service: spreading(tickets, 'close_ticket', 'ticket', 'state resolution', ofSameParent),
    at: ['close_ticket'],
  },
  {
    id: 'a-label-is-added-to-all-tickets',
    title: 'all tickets of a project get the labels of one',
    service: spreading(tickets, 'add_label', 'ticket', 'label_ids', ofSameParent),
    at: ['add_label'],
  },
  {
    id: 'creating-a-station-overwrites-the-one-before',
    title: 'a new station gives its name to the one before',
    service: besides(trips, 'createStation', (_, world) => {
      const [last, before] = all(world, 'station').toReversed();
      if (last && before) before.fields = { ...before.fields, name: last.fields['name'] };
    }),
    at: ['createStation'],
  },
  {
    id: 'deleting-a-label-deletes-those-of-the-color',
    title: 'all labels of the color go with one',
    service: tickets,
    change: sweeping(
      'label',
      (resource, other) => resource.fields['color'] === other.fields['color'],
    ),
    at: ['delete_label'],
  },
  {
    id: 'a-comment-takes-the-place-of-the-last',
    title: 'a ticket has the comment that was created last only',
    service: besides(tickets, 'create_comment', (_, world) => {
      const [last, ...others] = all(world, 'comment').toReversed();
      for (const other of others)
        if (last && ofSameParent(last, other)) world.resources.delete(other);
    }),
    at: ['create_comment', 'list_comments'],
  },
  {
    id: 'replacing-a-ticket-moves-the-priority-of-all',
    title: 'all tickets of a project get the priority and points of one',
    service: spreading(tickets, 'replace_ticket', 'ticket', 'priority points', ofSameParent),
    at: ['replace_ticket'],
  },
  {
    id: 'a-photo-is-that-of-all-stations',
    title: 'all stations have the photo that was stored last',
    service: spreading(trips, 'putPhoto', 'station', 'photo'),
    at: ['putPhoto', 'getPhoto'],
  },
  {
    id: 'creating-a-user-renames-the-one-before',
    title: 'a new user gives its full name to the one before',
    service: besides(tickets, 'create_user', (_, world) => {
      const [last, before] = all(world, 'user').toReversed();
      if (last && before) before.fields = { ...before.fields, email: last.fields['email'] };
    }),
    at: ['create_user'],
  },
  {
    id: 'numbers-are-counted-from-what-is-left',
    title:
      'the number of a ticket is how many there are, so that it comes again after one was deleted',
    service: withKind(tickets, 'ticket', {
      nextKey: (_, { parent }, world) =>
        all(world, 'ticket').filter((resource) => resource.parent === parent).length + 1,
    }),
    at: ['create_ticket', 'delete_ticket', 'get_ticket'],
  },
];

function tripOf({ fields }: Resource): unknown {
  return (fields['trip'] as Fields)['tripId'];
}

/** Reads through a cache that forgets a resource only where `forgets` says so. */
function cached(operation: string, kind: string, forgets: (call: Call) => boolean): Change {
  return (plain, world) => {
    const cache = new Map<string, { readonly view: unknown; readonly resource: Resource }>();
    const keyOf = (call: Call): string =>
      String(call.parameters[world.service.kinds[kind]!.parameter]);
    return {
      find: (call, kindOfChild) => {
        if (forgets(call)) cache.delete(keyOf(call));
        const known = cache.get(keyOf(call));
        return call.operation === operation && kindOfChild.name === kind && known
          ? known.resource
          : plain.find(call, kindOfChild);
      },
      view: (resource, call) => {
        if (call.operation !== operation) return plain.view(resource, call);
        const known = cache.get(keyOf(call)) ?? { view: plain.view(resource, call), resource };
        cache.set(keyOf(call), known);
        return known.view;
      },
    };
  };
}

const stale: readonly Faulty[] = [
  {
    id: 'stations-are-cached',
    title: 'GET, PUT, GET shows a station as it was',
    service: trips,
    change: cached('getStation', 'station', ({ method }) => method === 'DELETE'),
    at: ['getStation', 'replaceStation'],
  },
  {
    id: 'trips-are-cached',
    title: 'GET, PATCH, GET shows a trip as it was',
    service: trips,
    change: cached('getTrip', 'trip', ({ method }) => method === 'DELETE'),
    at: ['getTrip', 'changeTrip'],
  },
  {
    id: 'cancelled-trips-are-cached',
    title: 'a trip that was read before it was cancelled is still planned',
    service: trips,
    change: cached('getTrip', 'trip', ({ method }) => /PATCH|DELETE/.test(method)),
    at: ['getTrip', 'cancelTrip'],
  },
  {
    id: 'projects-are-cached',
    title: 'GET, PATCH, GET shows a project as it was',
    service: tickets,
    change: cached('get_project', 'project', () => false),
    at: ['get_project', 'update_project'],
  },
  {
    id: 'tickets-are-cached',
    title: 'GET, PUT, GET shows a ticket as it was',
    service: tickets,
    change: cached('get_ticket', 'ticket', ({ method }) => /DELETE|POST/.test(method)),
    at: ['get_ticket', 'replace_ticket'],
  },
  {
    id: 'deleted-bookings-are-cached',
    title: 'a booking that was read before it was deleted is still there',
    service: trips,
    change: cached('getBooking', 'booking', ({ method }) => method === 'POST'),
    at: ['getBooking', 'deleteBooking'],
  },
  {
    id: 'deleted-users-are-cached',
    title: 'a user who was read before is still there after the deletion',
    service: tickets,
    change: cached('get_user', 'user', () => false),
    at: ['get_user', 'delete_user'],
  },
];

/** `REPLACE INTO`, which deletes first what it replaces, and with that what lies below or refers to it. */
function cascading(
  service: Service,
  operation: string,
  kind: string,
  isLost: (other: Resource, resource: Resource) => boolean,
): Service {
  return besides(service, operation, (call, world) => {
    const resource = named(call, world, kind);
    for (const other of world.resources) {
      if (resource !== undefined && isLost(other, resource)) world.resources.delete(other);
    }
  });
}

const dependants: readonly Faulty[] = [
  {
    id: 'replacing-a-station-loses-its-photo',
    title: 'the photo of a station is gone when the station is replaced',
    service: besides(trips, 'replaceStation', (call, world) => {
      const resource = named(call, world, 'station');
      if (resource !== undefined)
        resource.fields = { ...resource.fields, ...world.service.kinds['station']!.made };
    }),
    at: ['replaceStation'],
  },
  {
    id: 'replacing-a-station-deletes-its-trips',
    title: 'the trips from a station go when it is replaced',
    service: cascading(
      trips,
      'replaceStation',
      'station',
      ({ fields }, { key }) => fields['originId'] === key,
    ),
    at: ['replaceStation'],
  },
  ...(
    [
      ['replace_ticket', 'ticket', 'comment'],
      ['replace_ticket', 'ticket', 'attachment'],
      ['update_project', 'project', 'ticket'],
      ['update_project', 'project', 'member'],
    ] as const
  ).map(([operation, kind, below]): Faulty => ({
    id: `${kebab(operation)}-deletes-its-${below}s`,
    title: `the ${below}s below a ${kind} go with ${operation}`,
    service: cascading(
      tickets,
      operation,
      kind,
      (other, resource) => other.kind === below && other.parent === resource,
    ),
    at: [operation],
  })),
];

export const siblings: readonly Faulty[] = [...neighbours, ...stale, ...dependants];
