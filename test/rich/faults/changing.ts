/** PATCH, PUT and actions that change too much, too little, or something else. */
import { withKind } from '../changes.ts';
import type { Faulty } from '../member.ts';
import { onOne } from '../operations.ts';
import {
  type Change,
  type Fields,
  Refusal,
  type Resource,
  type Service,
  type World,
  all,
} from '../service.ts';
import { tickets } from '../tickets.ts';
import { trips } from '../trips.ts';
import {
  at,
  bareStations,
  besides,
  having,
  kebab,
  named,
  operating,
  unstored,
  without,
} from './slips.ts';

/** What a resource is after a change, mended; `sent` is what was sent, `old` what was there. */
function mending(
  operation: string,
  mend: (fields: Fields, sent: Fields, old: Fields) => Fields,
): Change {
  return at([operation], (plain) => ({
    change: (call, resource, draft, isPatch) =>
      mend(plain.change(call, resource, draft, isPatch), draft.sent, resource.fields),
  }));
}

/** A property that the code that changes has forgotten. */
function forgetting(service: Service, operation: string, name: string): Faulty {
  return {
    id: kebab(`${operation}-forgets-${name}`),
    title: `${operation} leaves ${name} as it was`,
    service,
    change: mending(operation, (fields, _, old) => having(fields, name, old[name])),
    at: [operation],
  };
}

/** A change that is answered and not stored. */
function forgotten(service: Service, operation: string, kind: string): Faulty {
  return {
    id: `${kebab(operation)}-is-not-stored`,
    title: `${operation} answers what it does not store`,
    service: unstored(service, operation, kind),
    at: [operation],
  };
}

const patches: readonly Faulty[] = [
  {
    id: 'patch-drops-what-is-omitted',
    title: 'a change of a trip drops the optional properties that it does not have',
    service: trips,
    change: mending('changeTrip', (fields, sent) =>
      Object.fromEntries(
        Object.entries(fields).filter(
          ([name]) => name in sent || !['title', 'arrivesAt', 'difficulty', 'notes'].includes(name),
        ),
      ),
    ),
    at: ['changeTrip'],
  },
  {
    id: 'patch-resets-seats',
    title: 'a change of a trip without seats gives it one',
    service: trips,
    change: mending('changeTrip', (fields, sent) => ({ ...fields, seats: sent['seats'] ?? 1 })),
    at: ['changeTrip'],
  },
  {
    id: 'patch-makes-it-easy',
    title: 'a change of a trip without a difficulty makes it the first one',
    service: trips,
    change: mending('changeTrip', (fields, sent) => ({
      ...fields,
      difficulty: sent['difficulty'] ?? 'easy',
    })),
    at: ['changeTrip'],
  },
  {
    id: 'patch-empties-the-description',
    title: 'an update of a project without a description empties it',
    service: tickets,
    change: mending('update_project', (fields, sent) => ({
      ...fields,
      description: sent['description'] ?? null,
    })),
    at: ['update_project'],
  },
  {
    id: 'patch-stores-null-as-text',
    title: 'notes of null are kept as the text null',
    service: trips,
    change: mending('changeTrip', (fields, sent) =>
      sent['notes'] === null ? { ...fields, notes: 'null' } : fields,
    ),
    at: ['changeTrip'],
  },
  {
    id: 'patch-ignores-null',
    title: 'notes of null leave them as they were',
    service: trips,
    change: mending('changeTrip', (fields, sent, old) =>
      sent['notes'] === null ? having(fields, 'notes', old['notes']) : fields,
    ),
    at: ['changeTrip'],
  },
  {
    id: 'patch-keeps-a-description-of-null',
    title: 'a description of null leaves it as it was',
    service: tickets,
    change: mending('update_project', (fields, sent, old) =>
      sent['description'] === null ? having(fields, 'description', old['description']) : fields,
    ),
    at: ['update_project'],
  },
  {
    id: 'patch-ignores-zero',
    title: 'a price of 0 leaves it as it was',
    service: trips,
    change: mending('changeTrip', (fields, sent, old) => ({
      ...fields,
      price: sent['price'] || old['price'],
    })),
    at: ['changeTrip'],
  },
  {
    id: 'patch-ignores-empty-texts',
    title: 'an empty description leaves it as it was',
    service: tickets,
    change: mending('update_project', (fields, sent, old) =>
      sent['description'] === '' ? having(fields, 'description', old['description']) : fields,
    ),
    at: ['update_project'],
  },
  forgetting(trips, 'changeTrip', 'difficulty'),
  forgetting(trips, 'changeTrip', 'arrivesAt'),
  forgetting(tickets, 'update_project', 'ends_on'),
  {
    id: 'patch-answers-what-was',
    title: 'a change of a trip is answered with the trip as it was',
    service: operating(trips, 'changeTrip', (plain) => (call, world) => {
      const before = named(call, world, 'trip')?.fields;
      const reply = plain(call, world);
      const isDone = 'status' in reply && reply.status === 200;
      return isDone ? { ...reply, json: { ...(reply.json as Fields), ...before } } : reply;
    }),
    at: ['changeTrip'],
  },
  {
    id: 'patch-moves-the-departure',
    title:
      'a change of a trip without a departure moves it by an hour, as a local time that is taken for UTC',
    service: trips,
    change: mending('changeTrip', (fields, sent) => {
      if ('departsAt' in sent) return fields;
      const time = Date.parse(fields['departsAt'] as string);
      return Number.isNaN(time)
        ? fields
        : { ...fields, departsAt: new Date(time + 3_600_000).toISOString() };
    }),
    at: ['changeTrip'],
  },
  {
    id: 'patch-doubles-tags',
    title: 'a change of a trip appends its tags to themselves',
    service: trips,
    change: mending('changeTrip', (fields) => {
      const tags = fields['tags'] as readonly unknown[] | undefined;
      // A run changes one trip some thirty times: not 2^30 tags.
      return tags ? { ...fields, tags: [...tags, ...tags].slice(0, 100) } : fields;
    }),
    at: ['changeTrip'],
  },
  {
    id: 'patch-rounds-the-price',
    title: 'a change of a trip without a price rounds it',
    service: trips,
    change: mending('changeTrip', (fields, sent) =>
      'price' in sent
        ? fields
        : { ...fields, price: Math.floor((fields['price'] as number) * 0.99) },
    ),
    at: ['changeTrip'],
  },
  {
    id: 'patch-takes-the-end-for-the-start',
    title: 'an update of the end of a project changes its start',
    service: tickets,
    change: mending('update_project', (fields, sent) =>
      'ends_on' in sent ? { ...fields, starts_on: sent['ends_on'] } : fields,
    ),
    at: ['update_project'],
  },
  {
    id: 'patch-drops-settings',
    title: 'an update of a project drops its settings',
    service: tickets,
    change: mending('update_project', (fields) => without(fields, 'settings')),
    at: ['update_project'],
  },
  {
    id: 'patch-renews-the-creation',
    title: 'a trip that is changed was created just now',
    service: withKind(trips, 'trip', {
      told: ({ changedAt }) => ({ createdAt: new Date(changedAt).toISOString() }),
    }),
    at: ['changeTrip', 'getTrip', 'cancelTrip'],
  },
  forgotten(trips, 'changeTrip', 'trip'),
  forgotten(tickets, 'update_project', 'project'),
];

const puts: readonly Faulty[] = [
  forgetting(trips, 'replaceStation', 'contactEmail'),
  forgetting(trips, 'replaceStation', 'docks'),
  forgetting(tickets, 'replace_ticket', 'external_url'),
  {
    id: 'put-ignores-a-closed-station',
    title: 'a station that is replaced is always open',
    service: trips,
    change: mending('replaceStation', (fields) => ({ ...fields, isOpen: true })),
    at: ['replaceStation'],
  },
  {
    id: 'put-merges-stations',
    title: 'what a replaced station does not have stays',
    service: trips,
    change: mending('replaceStation', (fields, sent, old) => ({ ...old, ...fields, ...sent })),
    at: ['replaceStation'],
  },
  {
    id: 'put-merges-tickets',
    title: 'what a replaced ticket does not have stays',
    service: tickets,
    change: at(['replace_ticket'], (plain) => ({
      change: (call, resource, draft) => plain.change(call, resource, draft, true),
    })),
    at: ['replace_ticket'],
  },
  {
    id: 'put-keeps-the-address',
    title: 'the address of a station can not be removed',
    service: trips,
    change: mending('replaceStation', (fields, _, old) =>
      having(fields, 'contactEmail', fields['contactEmail'] ?? old['contactEmail']),
    ),
    at: ['replaceStation'],
  },
  {
    id: 'put-keeps-points',
    title: 'points of null leave those that were there',
    service: tickets,
    change: mending('replace_ticket', (fields, _, old) =>
      having(fields, 'points', fields['points'] ?? old['points']),
    ),
    at: ['replace_ticket'],
  },
  {
    id: 'put-drops-labels',
    title: 'a replaced ticket has no labels, whatever was sent',
    service: tickets,
    change: mending('replace_ticket', (fields) => without(fields, 'label_ids')),
    at: ['replace_ticket'],
  },
  forgetting(trips, 'replaceStation', 'position'),
  forgetting(trips, 'replaceStation', 'isOpen'),
  forgetting(tickets, 'replace_ticket', 'priority'),
  forgetting(tickets, 'replace_ticket', 'due_date'),
  {
    id: 'put-gives-another-number',
    title: 'a replaced ticket is answered with another number',
    service: tickets,
    change: mending('replace_ticket', (fields) => ({
      ...fields,
      number: (fields['number'] as number) + 1000,
    })),
    at: ['replace_ticket'],
  },
  {
    id: 'put-renews-the-creation-of-stations',
    title: 'a station that is replaced was created just now',
    service: withKind(trips, 'station', {
      told: ({ changedAt }) => {
        const time = new Date(changedAt).toISOString();
        return { createdAt: time, updatedAt: time };
      },
    }),
    at: ['replaceStation', 'getStation', 'putPhoto'],
  },
  {
    id: 'put-renews-the-creation-of-tickets',
    title: 'a ticket that is replaced was created just now',
    service: withKind(tickets, 'ticket', {
      told: ({ changedAt }) => {
        const time = new Date(changedAt).toISOString();
        return { created_at: time, updated_at: time };
      },
    }),
    at: ['replace_ticket', 'get_ticket', 'close_ticket'],
  },
  forgotten(trips, 'replaceStation', 'station'),
  forgotten(tickets, 'replace_ticket', 'ticket'),
];

const actions: readonly Faulty[] = [
  {
    id: 'a-label-takes-the-place-of-the-others',
    title: 'a ticket has the label that was added last only',
    service: besides(tickets, 'add_label', (call, world) => {
      const resource = named(call, world, 'ticket')!;
      resource.fields = { ...resource.fields, label_ids: [call.parameters['label_id']] };
    }),
    at: ['add_label'],
  },
  {
    id: 'a-label-is-not-added',
    title: 'a label that was added is not there',
    service: unstored(tickets, 'add_label', 'ticket'),
    at: ['add_label'],
  },
  forgotten(trips, 'cancelTrip', 'trip'),
  forgotten(trips, 'confirmBooking', 'booking'),
  forgotten(tickets, 'archive_project', 'project'),
  forgotten(tickets, 'close_ticket', 'ticket'),
];

/** Preferences as a developer has kept them who has forgotten something. */
function preferring(
  id: string,
  title: string,
  mend: (put: Fields, before: Fields, user: Resource, world: World) => Fields,
  told: (put: Fields) => Fields = (put) => put,
): Faulty {
  const service = operating(tickets, 'put_preferences', (plain) =>
    onOne('user', (resource, call, world) => {
      const before = (resource.fields['preferences'] ?? {}) as Fields;
      const answer = plain(call, world);
      if (answer instanceof Refusal) return answer;
      const put = resource.fields['preferences'] as Fields;
      const preferences = mend(put, before, resource, world);
      resource.fields = { ...resource.fields, preferences };
      return { ...answer, json: { data: told(put) } };
    }),
  );
  return { id, title, service, at: ['put_preferences', 'get_preferences'] };
}

const parts: readonly Faulty[] = [
  preferring(
    'preferences-are-not-stored',
    'preferences are answered and not stored',
    (put, before) => ({ ...put, ...before }),
  ),
  preferring('preferences-forget-the-digest', 'the digest is answered and not stored', (put) => ({
    ...put,
    digest: 'never',
  })),
  preferring(
    'preferences-are-merged',
    'what is not put stays as it was before',
    (put, before) => ({ ...put, signature: put['signature'] ?? before['signature'] }),
    (put) => put,
  ),
  {
    id: 'labels-in-bulk-are-one',
    title: 'of several labels that are created at once, the first one is stored',
    service: tickets,
    change: (plain, world) => ({
      finish: (reply, call, refusal) => {
        const { labels = [] } = (call.body ?? {}) as { readonly labels?: readonly unknown[] };
        const isDone = call.operation === 'create_labels' && reply.status === 201;
        const made = isDone ? all(world, 'label').slice(-labels.length).slice(1) : [];
        for (const resource of made) world.resources.delete(resource);
        return plain.finish(reply, call, refusal);
      },
    }),
    at: ['create_labels'],
  },
  {
    id: 'members-keep-their-motto',
    title: 'a member that is put without a motto has the one from before',
    service: tickets,
    change: mending('put_member', (fields, _, old) => ({
      ...fields,
      ...(old['motto'] === undefined ? {} : { motto: fields['motto'] ?? old['motto'] }),
    })),
    at: ['put_member'],
  },
  preferring(
    'preferences-are-those-of-all',
    'preferences of one user are those of all',
    (put, _, resource, world) => {
      for (const user of all(world, 'user'))
        if (user !== resource) user.fields = { ...user.fields, preferences: put };
      return put;
    },
  ),
];

const photos: readonly Faulty[] = [
  {
    id: 'photos-are-lost',
    title: 'a photo is taken with 204, and nothing is there then',
    service: unstored(bareStations, 'putPhoto', 'station'),
    at: ['putPhoto'],
  },
];

export const changing: readonly Faulty[] = [...patches, ...puts, ...actions, ...parts, ...photos];
