/** Conditional requests. */
import { answering } from '../changes.ts';
import type { Faulty } from '../member.ts';
import type { Change, Fields, Resource } from '../service.ts';
import { tickets } from '../tickets.ts';
import { trips } from '../trips.ts';
import { at, crashing, kebab } from './slips.ts';

const TRIP = ['getTrip', 'changeTrip'];

/** Resources of a kind have other ETags. */
function versioning(kind: string, change: (resource: Resource, etag: string) => string): Change {
  return (plain) => ({
    etag: (resource) => {
      const etag = plain.etag(resource);
      return resource.kind === kind ? change(resource, etag) : etag;
    },
  });
}

const etags: readonly Faulty[] = [
  {
    id: 'etags-of-trips-are-constant',
    title: 'the ETag of a trip is made of its id',
    service: trips,
    change: versioning('trip', ({ key }) => `"${key}"`),
    at: [...TRIP, 'deleteTrip'],
  },
  {
    id: 'etags-of-tickets-are-constant',
    title: 'the ETag of a ticket is always 1',
    service: tickets,
    change: versioning('ticket', () => '"1"'),
    at: ['get_ticket', 'replace_ticket'],
  },
  {
    id: 'etags-of-stations-are-of-the-name',
    title: 'the ETag of a station changes with its name only',
    service: trips,
    change: versioning('station', ({ key, fields: { name } }) => {
      const text = `${key}${typeof name === 'string' ? name.length : ''}`;
      return `"${Buffer.from(text).toString('hex')}"`;
    }),
    at: ['getStation', 'replaceStation'],
  },
  {
    id: 'etags-of-projects-are-late',
    title: 'the ETag of a project is that of the version before',
    service: tickets,
    change: versioning('project', ({ key, version }) => `"${key}-${Math.max(1, version - 1)}"`),
    at: ['get_project', 'update_project'],
  },
  {
    id: 'etags-are-of-the-title',
    title: 'the ETag of a trip changes with its title only',
    service: trips,
    change: versioning('trip', ({ key, fields: { title } }) => {
      const text = `${key}${typeof title === 'string' ? title : ''}`;
      return `"${Buffer.from(text).toString('hex')}"`;
    }),
    at: [...TRIP, 'deleteTrip'],
  },
  {
    id: 'etags-change-with-each-answer',
    title: 'the ETag of a trip is another one each time',
    service: trips,
    change: versioning('trip', () => `"${crypto.randomUUID()}"`),
    at: [...TRIP, 'deleteTrip'],
  },
  {
    id: 'etags-of-changes-are-old',
    title: 'a change of a trip is answered with the ETag that it had',
    service: trips,
    change: at(['changeTrip'], (plain, world) => {
      let old = '';
      return {
        change: (call, resource, draft, isPatch) => {
          old = world.stages.etag(resource);
          return plain.change(call, resource, draft, isPatch);
        },
        finish: async (reply, call, refusal) => {
          const made = await plain.finish(reply, call, refusal);
          return made.status === 200 ? { ...made, headers: { ...made.headers, ETag: old } } : made;
        },
      };
    }),
    at: TRIP,
  },
  {
    id: 'etags-have-no-quotes',
    title: 'an ETag has no quotation marks',
    service: trips,
    change: versioning('trip', (_, etag) => etag.replaceAll('"', '')),
    at: [...TRIP, 'createTrip'],
    severity: 'warning',
  },
];

/** The header of a condition is read in another way. */
function reading(
  operation: string,
  header: 'if-match' | 'if-none-match',
  read: (value: string) => string | undefined,
): Change {
  return at([operation], (plain) => ({
    condition: (call, resource) => {
      const value = call.headers[header];
      if (value === undefined) return plain.condition(call, resource);
      return plain.condition(
        { ...call, headers: { ...call.headers, [header]: read(value) } },
        resource,
      );
    },
  }));
}

const matches: readonly Faulty[] = [
  ...(
    [
      [trips, 'changeTrip'],
      [trips, 'deleteTrip'],
      [tickets, 'replace_ticket'],
    ] as const
  ).map(([service, operation]) => ({
    id: `${kebab(operation)}-ignores-if-match`,
    title: `${operation} does not look at If-Match`,
    service,
    change: reading(operation, 'if-match', () => undefined),
    at: [operation],
  })),
  {
    id: 'the-current-version-is-refused',
    title: 'If-Match is compared without its quotation marks, and never matches',
    service: trips,
    change: reading('changeTrip', 'if-match', (value) => value.replaceAll('"', '')),
    at: ['changeTrip'],
  },
  {
    id: 'the-current-ticket-is-refused',
    title: 'If-Match of a ticket is compared in small letters, and never matches',
    service: tickets,
    change: reading('replace_ticket', 'if-match', (value) => value.toLowerCase()),
    at: ['replace_ticket'],
  },
  {
    id: 'any-version-is-refused',
    title: 'If-Match of * is taken for a version, and refused',
    service: trips,
    change: reading('changeTrip', 'if-match', (value) => (value === '*' ? '"*"' : value)),
    at: ['changeTrip'],
  },
  {
    id: 'several-versions-are-refused',
    title: 'If-Match of two versions is taken for one',
    service: trips,
    change: reading('changeTrip', 'if-match', (value) => value.replaceAll(',', ';')),
    at: ['changeTrip'],
  },
  {
    id: 'stale-changes-are-500',
    title: 'a stale If-Match breaks the server down',
    service: trips,
    change: answering((reply, { operation }) =>
      operation === 'changeTrip' && reply.status === 412
        ? trips.error(500, 'conflict', 'condition')
        : reply,
    ),
    at: ['changeTrip'],
  },
  {
    id: 'stale-deletions-are-500',
    title: 'a stale If-Match of a deletion breaks the server down',
    service: trips,
    change: answering((reply, { operation }) =>
      operation === 'deleteTrip' && reply.status === 412
        ? trips.error(500, 'conflict', 'condition')
        : reply,
    ),
    at: ['deleteTrip'],
  },
  {
    id: 'stale-changes-are-refused-and-made',
    title: 'a change with a stale If-Match is made, then refused',
    service: trips,
    change: at(['changeTrip'], (plain) => ({
      condition: (call, resource) => {
        const refused = plain.condition(call, resource);
        if (refused)
          Object.assign(resource, { fields: { ...resource.fields, ...(call.body as Fields) } });
        return refused;
      },
    })),
    at: ['changeTrip'],
  },
  {
    id: 'stale-deletions-are-refused-and-made',
    title: 'a deletion with a stale If-Match is made, then refused',
    service: trips,
    change: at(['deleteTrip'], (plain, world) => ({
      condition: (call, resource) => {
        const refusal = plain.condition(call, resource);
        if (refusal) world.resources.delete(resource);
        return refusal;
      },
    })),
    at: ['deleteTrip'],
  },
  {
    id: 'stale-changes-are-ignored',
    title: 'a change with a stale If-Match is answered with 200, and not made',
    service: trips,
    change: at(['changeTrip'], (plain, world) => ({
      condition: (call, resource) => {
        const refused = plain.condition(call, resource);
        const json = world.stages.view(resource, call);
        return refused && { status: 200, headers: { 'Content-Type': 'application/json' }, json };
      },
    })),
    at: ['changeTrip'],
  },
  {
    id: 'odd-versions-are-500',
    title: 'an If-Match without quotation marks breaks the server down',
    service: tickets,
    change: at(
      ['replace_ticket'],
      crashing(
        ({ headers: { 'if-match': value } }) =>
          value !== undefined && !/^(?:W\/)?".*"$|^\*$/.test(value),
      ),
    ),
    at: ['replace_ticket'],
  },
];

const noneMatches: readonly Faulty[] = [
  {
    id: 'nothing-is-unmodified',
    title: 'If-None-Match is not looked at',
    service: trips,
    change: reading('getTrip', 'if-none-match', () => undefined),
    at: ['getTrip'],
  },
  {
    id: 'everything-is-unmodified',
    title: 'any If-None-Match gives 304',
    service: trips,
    change: reading('getTrip', 'if-none-match', () => '*'),
    at: ['getTrip'],
  },
  {
    id: 'weak-versions-are-modified',
    title: 'If-None-Match of a weak version gives no 304',
    service: trips,
    change: reading('getTrip', 'if-none-match', (value) => value.replaceAll('W/', 'w/')),
    at: ['getTrip'],
    severity: 'warning',
  },
  {
    id: 'of-several-versions-the-first-counts',
    title: 'of two versions in If-None-Match, the second is not looked at',
    service: trips,
    change: reading('getTrip', 'if-none-match', (value) => value.split(',')[0]),
    at: ['getTrip'],
  },
  {
    id: 'if-none-match-is-500',
    title: 'an If-None-Match breaks the server down',
    service: trips,
    change: at(
      ['getTrip'],
      crashing(({ headers }) => headers['if-none-match'] !== undefined),
    ),
    at: ['getTrip'],
  },
  {
    id: 'unmodified-lacks-an-etag',
    title: 'a 304 has no ETag',
    service: trips,
    change: answering((reply) => (reply.status === 304 ? { ...reply, headers: {} } : reply)),
    at: ['getTrip'],
  },
];

export const conditions: readonly Faulty[] = [...etags, ...matches, ...noneMatches];
