/** Defaults that are others, and values that show elsewhere, or at another time. */
import { keeping, telling } from '../changes.ts';
import type { Faulty } from '../member.ts';
import type { Fields } from '../service.ts';
import { having, KINDS, without } from './slips.ts';

const defaults: readonly Faulty[] = [
  {
    id: 'tickets-begin-with-priority-1',
    title: 'a ticket without a priority has 1, where the document has 3',
    ...KINDS['ticket']!,
    change: keeping('ticket', (fields: Fields, { sent }) =>
      sent['priority'] === undefined ? { ...fields, priority: 1 } : fields,
    ),
  },
  {
    id: 'users-begin-as-admins',
    title: 'a user without a role is an admin, where the document has member',
    ...KINDS['user']!,
    change: keeping('user', (fields: Fields, { sent }) =>
      sent['role'] === undefined ? { ...fields, role: 'admin' } : fields,
    ),
  },
  {
    id: 'stations-begin-closed',
    title: 'a station is closed unless it says that it is open, where the document has open',
    ...KINDS['station']!,
    change: keeping('station', (fields: Fields, { sent }) =>
      sent['isOpen'] === undefined ? { ...fields, isOpen: false } : fields,
    ),
  },
  {
    id: 'projects-begin-public',
    title: 'a project is public unless its settings say otherwise, where the document has false',
    ...KINDS['project']!,
    change: keeping('project', (fields: Fields) => {
      const settings = fields['settings'] as Fields | undefined;
      return settings === undefined
        ? fields
        : { ...fields, settings: { is_public: true, ...settings } };
    }),
  },
];

/** A text that is answered as it was sent, and read as the database has it. */
function readOtherwise(
  kind: string,
  name: string,
  id: string,
  words: string,
  read: (text: string) => string,
): Faulty {
  return {
    id,
    title: `the ${name} of a ${kind} is read ${words}, though the answer had it whole`,
    ...KINDS[kind]!,
    change: telling((fields, _, { method }) => {
      const text = fields[name];
      return method === 'GET' && typeof text === 'string'
        ? { ...fields, [name]: read(text) }
        : fields;
    }, kind),
  };
}

/** Values that show in another resource's answers, or change with the time. */
const elsewhere: readonly Faulty[] = [
  {
    id: 'titles-of-others-are-told',
    title: 'a ticket is read with the title of the one that was created before',
    ...KINDS['ticket']!,
    change: (plain) => {
      const titles: unknown[] = [];
      return {
        view: (resource, call) => {
          const fields = plain.view(resource, call) as Fields;
          if (resource.kind !== 'ticket') return fields;
          if (call.operation === 'create_ticket') titles.push(fields['title']);
          return call.operation === 'get_ticket'
            ? { ...fields, title: titles.at(-2) ?? fields['title'] }
            : fields;
        },
      };
    },
  },
  {
    id: 'notes-stay-from-the-request-before',
    title: 'a trip without notes is answered with those of the request before',
    ...KINDS['trip']!,
    change: (plain) => {
      let notes: unknown;
      return {
        keep: (call, draft) => {
          const fields = plain.keep(call, draft);
          if (draft.kind.name !== 'trip' || call.operation !== 'createTrip') return fields;
          const left = fields['notes'] ?? notes;
          notes = fields['notes'] ?? notes;
          return having(fields, 'notes', left);
        },
      };
    },
  },
  {
    id: 'reads-lack-what-creates-had',
    title: 'the title of a trip is answered when it is created, and not when it is read',
    ...KINDS['trip']!,
    severity: 'warning',
    change: telling(
      (fields, _, { operation }) => (operation === 'getTrip' ? without(fields, 'title') : fields),
      'trip',
    ),
  },
  {
    id: 'descriptions-are-not-stored',
    title: 'the description of a project is answered when it is created, and not when it is read',
    ...KINDS['project']!,
    severity: 'warning',
    change: telling(
      (fields, _, { operation }) =>
        operation === 'get_project' ? without(fields, 'description') : fields,
      'project',
    ),
  },
  readOtherwise(
    'trip',
    'title',
    'titles-are-cut-in-the-database',
    'cut after 64 characters',
    (text) => text.slice(0, 64),
  ),
  readOtherwise(
    'project',
    'description',
    'descriptions-lose-what-is-not-ascii',
    'without accents',
    (text) => text.replaceAll(/[^ -~]/g, '?'),
  ),
  readOtherwise('ticket', 'body', 'bodies-are-read-without-markup', 'without markup', (text) =>
    text.replaceAll(/<[^>]*>/g, ''),
  ),
  readOtherwise(
    'station',
    'city',
    'cities-are-read-with-single-blanks',
    'with single blanks',
    (text) => text.replaceAll(/ +/g, ' '),
  ),
  {
    id: 'prices-have-a-tax',
    title: 'the price of a trip is higher when it is read',
    ...KINDS['trip']!,
    change: telling(
      (fields, _, { operation }) =>
        operation === 'getTrip' ? { ...fields, price: (fields['price'] as number) + 1 } : fields,
      'trip',
    ),
  },
  {
    id: 'creations-move',
    title: 'createdAt of a station is when it is read',
    ...KINDS['station']!,
    change: telling((fields) => ({ ...fields, createdAt: new Date().toISOString() }), 'station'),
  },
];

export const leaks: readonly Faulty[] = [...defaults, ...elsewhere];
