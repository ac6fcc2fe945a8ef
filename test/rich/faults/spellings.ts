/** Branches, unknown properties, valid spellings and files that naive code doesn't expect. */
import type { Faulty } from '../member.ts';
import { type Call, type Change, type Fields, Refusal, type Service } from '../service.ts';
import { tickets } from '../tickets.ts';
import { trips } from '../trips.ts';
import { at, breaking, crashing, kebab, refusing, sent, unstored } from './slips.ts';

const isKind = (kind: string) => (call: Call) => sent(call, 'method.kind') === kind;

const branches: readonly Faulty[] = [
  {
    id: 'cards-are-refused',
    title: 'of the two ways to pay, cards are refused',
    service: trips,
    change: at(['payBooking'], refusing('unknown method', isKind('card'))),
    at: ['payBooking'],
  },
  {
    id: 'accounts-are-refused',
    title: 'of the two ways to pay, accounts are refused',
    service: trips,
    change: at(['payBooking'], refusing('unknown method', isKind('account'))),
    at: ['payBooking'],
  },
  ...breaking(
    'at-a-card',
    'one of the two ways to pay',
    [[trips, 'payBooking']],
    isKind('card'),
    'once',
  ),
  {
    id: 'periods-of-days-are-refused',
    title: 'a period in days is refused',
    service: tickets,
    change: at(
      ['start_report'],
      refusing('from and until', (call) => sent(call, 'period.last_days') !== undefined),
    ),
    at: ['start_report'],
  },
  ...breaking(
    'at-a-period-with-dates',
    'a period from a date until another one',
    [[tickets, 'start_report']],
    (call) => sent(call, 'period.from') !== undefined,
    'once',
  ),
];

/** Properties at a place that the document does not know. */
function unknown(service: Service, operation: string, place: string, known: string): Faulty {
  const names = known.split(' ');
  return {
    id: kebab(`${operation}-at-an-unknown-property-${place === '' ? 'of-the-body' : place}`),
    title: `${operation} breaks down at an unknown property of ${place === '' ? 'the body' : place}`,
    service,
    change: at(
      [operation],
      crashing((call) => {
        const value = place === '' ? call.body : sent(call, place);
        const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
        return isObject && Object.keys(value).some((name) => !names.includes(name));
      }, 'validate'),
    ),
    at: [operation],
  };
}

const unknowns: readonly Faulty[] = [
  unknown(
    trips,
    'createStation',
    '',
    'name code city docks position isOpen dailyRate facilities contactEmail',
  ),
  unknown(trips, 'createStation', 'position', 'latitude longitude'),
  unknown(trips, 'replaceStation', 'position', 'latitude longitude'),
  unknown(trips, 'createBooking', 'trip', 'tripId stationId'),
  unknown(trips, 'createBooking', 'rider', 'name email birthDate'),
  unknown(tickets, 'create_project', 'settings', 'is_public homepage colors'),
  unknown(tickets, 'create_comment', '', 'text author_id'),
  unknown(tickets, 'update_project', '', 'name description ends_on'),
];

/** A text of that place that naive code refuses. */
function picky(
  service: Service,
  operation: string,
  place: string,
  what: string,
  test: RegExp,
): Faulty {
  return {
    id: kebab(`${operation}-refuses-${what}`),
    title: `${operation} refuses ${what} in ${place}`,
    service,
    change: at(
      [operation],
      refusing(`${place} is not valid`, (call) => {
        const value = sent(call, place) ?? call.parameters[place];
        return typeof value === 'string' && test.test(value);
      }),
    ),
    at: [operation],
  };
}

const texts: readonly Faulty[] = [
  picky(tickets, 'create_user', 'email', 'a plus in an address', /\+.*@/),
  picky(trips, 'createBooking', 'rider.email', 'a plus in an address', /\+.*@/),
  picky(trips, 'createStation', 'contactEmail', 'a plus in an address', /\+.*@/),
  picky(trips, 'createTrip', 'departsAt', 'another time zone', /[+-]\d\d:\d\d$/),
  picky(trips, 'changeTrip', 'departsAt', 'another time zone', /[+-]\d\d:\d\d$/),
  picky(tickets, 'replace_ticket', 'remindAt', 'another time zone', /[+-]\d\d:\d\d$/),
  picky(trips, 'listTrips', 'departsAfter', 'another time zone', /[+-]\d\d:\d\d$/),
  picky(tickets, 'create_project', 'starts_on', 'a leap day', /-02-29$/),
  picky(tickets, 'create_ticket', 'due_date', 'a leap day', /-02-29$/),
  picky(trips, 'createBooking', 'rider.birthDate', 'a leap day', /-02-29$/),
  picky(tickets, 'create_ticket', 'remindAt', 'fractions of a second', /\.\d+/),
  picky(tickets, 'create_ticket', 'external_url', 'a query in an address', /\?/),
  picky(tickets, 'create_project', 'settings.homepage', 'a query in an address', /\?/),
  picky(tickets, 'list_projects', 'createdBefore', 'another time zone', /[+-]\d\d:\d\d$/),
  picky(tickets, 'create_user', 'date_of_birth', 'a leap day', /-02-29$/),
];

/** The file of a form, or the whole body. */
function fileOf({ body }: Call): string | undefined {
  return typeof body === 'string'
    ? body
    : ((body as Fields | undefined)?.['file'] as string | undefined);
}

const uploads: readonly Faulty[] = [
  ...breaking(
    'at-an-empty-file',
    'an empty file',
    [[tickets, 'attach_file']],
    (call) => fileOf(call) === '',
    'validate',
  ),
  {
    id: 'put-photo-at-an-empty-file',
    title: 'putPhoto breaks down at an empty body',
    service: trips,
    change: at(
      ['putPhoto'],
      crashing(({ bytes: body }) => body.length === 0, 'admit'),
    ),
    at: ['putPhoto'],
  },
  ...breaking(
    'at-a-name-beyond-ascii',
    'a file whose name is not ASCII',
    [[tickets, 'attach_file']],
    ({ bytes: body }) => /filename\*?="?[^"\r\n]*[^ -~\r\n]/.test(body.toString('latin1')),
  ),
  ...breaking(
    'at-a-form-without-a-file',
    'a form without a file',
    [[tickets, 'attach_file']],
    (call) => fileOf(call) === undefined,
    'validate',
  ),
  ...breaking(
    'at-a-large-file',
    'a file of more than 16 KiB',
    [[tickets, 'attach_file']],
    ({ bytes: body }) => body.length > 16_384,
  ),
  {
    id: 'files-of-any-type-are-taken',
    title: 'attachments are taken that are neither PNG nor PDF',
    service: tickets,
    change: at(['attach_file'], (plain) => ({
      parse: async (call) => {
        const text = call.bytes
          .toString('latin1')
          .replaceAll(/^(content-type:).*$/gim, '$1 image/png');
        const value = await plain.parse({ ...call, bytes: Buffer.from(text, 'latin1') });
        return value instanceof Refusal ? plain.parse(call) : value;
      },
    })),
    at: ['attach_file'],
  },
  {
    id: 'put-photo-at-another-type',
    title: 'putPhoto breaks down at what is no PNG',
    service: trips,
    change: at(
      ['putPhoto'],
      crashing(({ headers }) => headers['content-type'] !== 'image/png', 'admit'),
    ),
    at: ['putPhoto'],
  },
  {
    id: 'photos-are-base64',
    title: 'a photo is read in Base64',
    service: trips,
    change: at(['putPhoto'], (plain) => ({
      parse: async (call) => {
        const value = await plain.parse(call);
        return typeof value === 'string' ? Buffer.from(value, 'latin1').toString('base64') : value;
      },
    })),
    at: ['putPhoto', 'getPhoto'],
  },
  {
    id: 'photos-are-stored-as-utf-8',
    title: 'the bytes of a photo are stored as if they were UTF-8',
    service: trips,
    change: at(['putPhoto'], utf8()),
    at: ['putPhoto', 'getPhoto'],
  },
  {
    id: 'photos-are-cut',
    title: 'a photo lacks its last byte',
    service: trips,
    change: at(['putPhoto'], (plain) => ({
      parse: async (call) => {
        const value = await plain.parse(call);
        return typeof value === 'string' ? value.slice(0, -1) : value;
      },
    })),
    at: ['putPhoto', 'getPhoto'],
  },
  {
    id: 'photos-are-not-stored',
    title: 'a photo is taken, and the placeholder stays',
    service: unstored(trips, 'putPhoto', 'station'),
    at: ['putPhoto', 'getPhoto'],
  },
];

function utf8(): Change {
  return (plain) => ({
    parse: async (call) => {
      const value = await plain.parse(call);
      return typeof value === 'string'
        ? Buffer.from(Buffer.from(value, 'latin1').toString()).toString('latin1')
        : value;
    },
  });
}

export const spellings: readonly Faulty[] = [...branches, ...unknowns, ...texts, ...uploads];
