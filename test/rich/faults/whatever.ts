/** What naive code breaks down at, refuses or lets pass, whatever is sent. */
import { answering } from '../changes.ts';
import type { Faulty } from '../member.ts';
import { type Call, Dropped, type Service } from '../service.ts';
import { tickets } from '../tickets.ts';
import { trips } from '../trips.ts';
import { at, breaking, kebab } from './slips.ts';

/** A text anywhere in a value. */
function hasText(value: unknown, test: (text: string) => boolean): boolean {
  if (typeof value === 'string') return test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]) => test(name) || hasText(member, test));
}

const SURROGATES = Buffer.from([0xed, 0xa0]);
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
const isCoded = ({ headers, bytes }: Call): boolean =>
  headers['content-encoding'] !== undefined &&
  headers['content-encoding'] !== 'identity' &&
  bytes.length > 0;
const hasBadEscape = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return false;
  } catch {
    return true;
  }
};
const isRepeated = ({ query }: Call): boolean => {
  const names = [...new URLSearchParams(query).keys()];
  return new Set(names).size < names.length;
};
const LONG = 4096;

const bytes: readonly Faulty[] = [
  ...breaking(
    'at-an-escaped-surrogate',
    'a lone surrogate as an escape',
    [
      [trips, 'createStation'],
      [trips, 'changeTrip'],
      [tickets, 'create_ticket'],
      [tickets, 'create_label'],
    ],
    ({ body }) => hasText(body, (text) => !text.isWellFormed()),
    'validate',
  ),
  ...breaking(
    'at-the-bytes-of-a-surrogate',
    'a lone surrogate as bytes',
    [
      [trips, 'createTrip'],
      [tickets, 'create_comment'],
    ],
    ({ bytes: body }) => body.includes(SURROGATES),
  ),
  ...breaking(
    'at-a-byte-order-mark',
    'a byte order mark',
    [
      [trips, 'createBooking'],
      [trips, 'replaceStation'],
      [tickets, 'create_user'],
    ],
    ({ bytes: body }) => body.subarray(0, BOM.length).equals(BOM),
  ),
  ...breaking(
    'at-a-false-coding',
    'a Content-Encoding that the body does not have',
    [
      [trips, 'createTrip'],
      [trips, 'payBooking'],
      [tickets, 'create_project'],
      [tickets, 'replace_ticket'],
    ],
    isCoded,
  ),
  {
    id: 'false-codings-drop-the-connection',
    title: 'a Content-Encoding that the body does not have ends the connection',
    service: tickets,
    change: at(['create_label'], (plain) => ({
      parse: (call) => {
        if (isCoded(call)) throw new Dropped();
        return plain.parse(call);
      },
    })),
    at: ['create_label'],
  },
  ...breaking(
    'at-a-null-character',
    'U+0000 in a text, which its database does not have',
    [
      [trips, 'createTrip'],
      [tickets, 'update_project'],
    ],
    ({ body }) => hasText(body, (text) => text.includes('\0')),
    'validate',
  ),
];

const addresses: readonly Faulty[] = [
  ...breaking(
    'at-a-bad-escape',
    'a bad percent-encoding in the path',
    [
      [trips, 'getStation'],
      [trips, 'deleteBooking'],
      [tickets, 'get_project'],
      [tickets, 'list_comments'],
    ],
    ({ path }) => hasBadEscape(path),
  ),
  ...breaking(
    'at-nul-in-the-path',
    'U+0000 in the path, which its database does not have',
    [
      [trips, 'getTrip'],
      [trips, 'listPayments'],
      [tickets, 'remove_member'],
    ],
    ({ path }) => path.includes('%00'),
  ),
  ...breaking(
    'at-a-slash-in-a-name',
    'an encoded slash in the path, at which a proxy divides it',
    [
      [trips, 'deleteStation'],
      [tickets, 'get_member'],
    ],
    ({ path }) => /%2f/i.test(path),
  ),
  ...breaking(
    'at-a-property-that-objects-have',
    'a property that is called hasOwnProperty',
    [
      [trips, 'createTrip'],
      [tickets, 'create_ticket'],
    ],
    ({ bytes }) => bytes.includes('"hasOwnProperty"'),
    'once',
  ),
  ...breaking(
    'at-a-bad-escape-in-the-query',
    'a bad percent-encoding in the query',
    [
      [trips, 'listTrips'],
      [tickets, 'list_users'],
    ],
    ({ query }) => hasBadEscape(query),
  ),
  ...breaking(
    'at-a-repeated-parameter',
    'a parameter that comes twice, and so as an array',
    [
      [trips, 'listStations'],
      [trips, 'listTrips'],
      [tickets, 'list_tickets'],
      [tickets, 'list_projects'],
    ],
    isRepeated,
  ),
  ...breaking(
    'at-a-long-query',
    'a query of 8 KiB',
    [
      [trips, 'listBookings'],
      [trips, 'listStations'],
      [tickets, 'list_projects'],
    ],
    ({ query }) => query.length > LONG,
  ),
];

/** HEAD is another way to read. */
function heading(service: Service, operation: string): Faulty[] {
  return breaking('at-head', 'HEAD', [[service, operation]], ({ method }) => method === 'HEAD');
}

/** A method that no operation of the path has. */
function unrouted(
  id: string,
  service: Service,
  path: RegExp,
  method: string,
  operations: readonly string[],
): Faulty {
  return {
    id,
    title: `${method} of a path that has none breaks the server down`,
    service,
    change: answering((reply, call, refusal) =>
      refusal?.reason === 'method' && call.method === method && path.test(call.path)
        ? service.error(500, 'no such handler', 'method')
        : reply,
    ),
    at: operations,
  };
}

const methods: readonly Faulty[] = [
  ...heading(trips, 'getTrip'),
  ...heading(trips, 'listStations'),
  ...heading(tickets, 'list_users'),
  ...heading(tickets, 'get_ticket'),
  unrouted('options-of-bookings-are-500', trips, /^\/bookings\/[^/]+$/, 'OPTIONS', [
    'getBooking',
    'deleteBooking',
  ]),
  unrouted('options-of-labels-are-500', tickets, /^\/labels$/, 'OPTIONS', [
    'list_labels',
    'create_label',
  ]),
  unrouted('options-of-closing-are-500', tickets, /\/close$/, 'OPTIONS', ['close_ticket']),
  // Not PUT and its like: who spares what is there sends none that no operation has.
];

/** A form is read as if it were an object of JSON. */
function formed(service: Service, operation: string): Faulty {
  return {
    id: `${kebab(operation)}-reads-forms`,
    title: `${operation} takes a form, where the document has JSON only`,
    service,
    change: at([operation], (plain) => ({
      parse: async (call) => {
        const isForm = /urlencoded/i.test(call.headers['content-type'] ?? '');
        const fields = Object.fromEntries(new URLSearchParams(call.bytes.toString()));
        return plain.parse(isForm ? asJson(call, Buffer.from(JSON.stringify(fields))) : call);
      },
    })),
    at: [operation],
  };
}

function asJson(call: Call, body: Buffer): Call {
  return { ...call, bytes: body, headers: { ...call.headers, 'content-type': 'application/json' } };
}

/** Not that JSON is read as such whatever its type is said to be: its senders mean it. */
const types: readonly Faulty[] = [
  formed(tickets, 'update_project'),
  formed(tickets, 'close_ticket'),
  formed(tickets, 'create_label'),
  ...breaking(
    'at-a-body-without-a-type',
    'a body without a media type',
    [
      [trips, 'cancelTrip'],
      [tickets, 'replace_ticket'],
    ],
    ({ headers, bytes: body }) => headers['content-type'] === undefined && body.length > 0,
  ),
  ...breaking(
    'at-another-type',
    'a media type that it does not know',
    [
      [trips, 'changeTrip'],
      [tickets, 'create_ticket'],
    ],
    ({ headers }) => !/json/.test(headers['content-type'] ?? 'json'),
  ),
  {
    id: 'a-charset-is-refused',
    title: 'application/json; charset=utf-8 is refused',
    service: tickets,
    change: at(['create_label'], (plain, { refuse }) => ({
      parse: async (call) =>
        call.headers['content-type'] === 'application/json'
          ? plain.parse(call)
          : refuse('media-type', 'only application/json is taken'),
    })),
    at: ['create_label'],
  },
];

export const whatever: readonly Faulty[] = [...bytes, ...addresses, ...methods, ...types];
