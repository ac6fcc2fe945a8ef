/** Servers that answer queries, and what is not of their documents, each in a way of its own. */
import { answering, withKind } from '../changes.ts';
import type { Conformant } from '../member.ts';
import type { Service } from '../service.ts';
import { tickets } from '../tickets.ts';
import { trips } from '../trips.ts';

/** A list shows what is new after so many milliseconds. */
const LAG = 100;

function filtering(
  service: Service,
  kind: string,
  name: string,
  isWanted: (value: never, sought: never) => boolean,
  property: string = name,
): Service {
  const { filters } = service.kinds[kind]!;
  const matches = (fields: Readonly<Record<string, unknown>>, sought: never): boolean =>
    isWanted(fields[property] as never, sought);
  return withKind(service, kind, { filters: { ...filters, [name]: matches } });
}

/** What lists find, and in which order. */
export const queries: readonly Conformant[] = [
  {
    id: 'cities-are-found-by-a-part',
    title: 'a city is found by a part of its name, whatever its case',
    service: filtering(trips, 'station', 'city', (city: string, sought: string) =>
      city.toLowerCase().includes(sought.toLowerCase()),
    ),
  },
  {
    id: 'after-is-from',
    title: 'departsAfter finds what departs just then, too',
    service: filtering(
      trips,
      'trip',
      'departsAfter',
      (time: string, sought: string) => Date.parse(time) >= Date.parse(sought),
      'departsAt',
    ),
  },
  {
    id: 'before-is-until',
    title: 'dueBefore finds what is due on that day, too',
    service: filtering(
      tickets,
      'ticket',
      'dueBefore',
      (day: string | undefined, sought: string) => day !== undefined && day <= sought,
      'due_date',
    ),
  },
  {
    id: 'names-in-alphabetical-order',
    title: 'names of projects are sorted as people do, whatever their case',
    service: tickets,
    change: (plain) => ({
      sort: (call, resources, kind) =>
        call.parameters['order'] === 'name'
          ? resources.toSorted((a, b) =>
              String(a.fields['name']).localeCompare(String(b.fields['name'])),
            )
          : plain.sort(call, resources, kind),
    }),
  },
  {
    id: 'newest-projects-first',
    title: 'order=created_at begins with the newest',
    service: tickets,
    change: (plain) => ({
      sort: (call, resources, kind) =>
        call.parameters['order'] === 'created_at'
          ? resources.toReversed()
          : plain.sort(call, resources, kind),
    }),
  },
  {
    id: 'lists-follow-later',
    title: 'a list shows what is new some milliseconds later',
    service: trips,
    change: (plain) => ({
      among: (...given) =>
        plain.among(...given).filter(({ createdAt }) => createdAt + LAG < Date.now()),
    }),
  },
  ...[trips, tickets].map((service, i) => ({
    id: `accounts-of-${['trips', 'tickets'][i]!}`,
    title: 'what one account has created, no other one sees',
    service,
    isBetweenAccounts: true,
  })),
];

/** Methods and codings that the document does not name. */
export const methods: readonly Conformant[] = [
  {
    id: 'no-head',
    title: 'HEAD is refused',
    service: trips,
    change: (plain, { refuse }) => ({
      admit: (call) =>
        call.method === 'HEAD' ? refuse('method', 'this path has GET') : plain.admit(call),
    }),
  },
  {
    id: 'options-are-answered',
    title: 'OPTIONS tells which methods there are',
    service: tickets,
    change: answering((reply, { method }, refusal) =>
      refusal?.reason === 'method' && method === 'OPTIONS'
        ? { status: 204, headers: { Allow: reply.headers['Allow'] ?? '' } }
        : reply,
    ),
  },
  {
    id: 'codings-are-refused',
    title: 'a body with a Content-Encoding is refused with 415',
    service: trips,
    change: (plain, { refuse }) => ({
      parse: async (call) =>
        (call.headers['content-encoding'] ?? 'identity') === 'identity'
          ? plain.parse(call)
          : refuse('media-type', 'no Content-Encoding is taken', 415),
    }),
  },
];
