/** What is kept or told of a value is another one than was sent. */
import { keeping } from '../changes.ts';
import type { Faulty } from '../member.ts';
import type { Fields } from '../service.ts';
import { having, KINDS, without } from './slips.ts';

/** A value that is kept in another way. */
function mangling(
  kind: string,
  name: string,
  id: string,
  title: string,
  change: (value: never) => unknown,
): Faulty {
  return {
    id,
    title,
    ...KINDS[kind]!,
    change: keeping(kind, (fields: Fields) =>
      fields[name] === undefined ? fields : having(fields, name, change(fields[name] as never)),
    ),
  };
}

/** What is left out is no promise that is broken. */
function leftOut(fault: Faulty): Faulty {
  return { ...fault, severity: 'warning' };
}

export const values: readonly Faulty[] = [
  mangling(
    'station',
    'name',
    'names-are-cut',
    'names of stations are cut after 16 characters',
    (text: string) => text.slice(0, 16),
  ),
  mangling(
    'station',
    'city',
    'cities-are-in-small-letters',
    'cities are kept in small letters',
    (text: string) => text.toLowerCase(),
  ),
  mangling(
    'trip',
    'title',
    'titles-are-escaped',
    'titles of trips are escaped for HTML',
    (text: string) =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#39;'),
  ),
  mangling(
    'trip',
    'notes',
    'notes-lose-what-is-not-ascii',
    'letters of notes that are not ASCII become question marks',
    (text: string | null) => text?.replaceAll(/[^ -~]/g, '?') ?? null,
  ),
  mangling(
    'ticket',
    'body',
    'bodies-lose-double-blanks',
    'blanks in the body of a ticket are joined',
    (text: string | null) => text?.replaceAll(/\s+/g, ' ') ?? null,
  ),
  mangling(
    'comment',
    'text',
    'plus-signs-become-blanks',
    'a plus in a comment becomes a blank',
    (text: string) => text.replaceAll('+', ' '),
  ),
  mangling(
    'comment',
    'text',
    'percent-signs-are-decoded',
    'a percent-encoding in a comment is decoded',
    (text: string) => text.replaceAll(/%[2-7][\da-f]/gi, decodeURIComponent),
  ),
  mangling(
    'label',
    'color',
    'colors-are-in-capitals',
    'colors of labels are kept in capitals, which the document does not allow',
    (text: string) => text.toUpperCase(),
  ),
  mangling(
    'trip',
    'price',
    'prices-are-whole',
    'prices of trips are kept without cents',
    Math.trunc,
  ),
  mangling(
    'payment',
    'amount',
    'amounts-have-one-decimal',
    'amounts are kept with one decimal',
    (amount: number) => Math.round(amount * 10) / 10,
  ),
  mangling(
    'station',
    'position',
    'positions-are-turned-round',
    'latitude and longitude change places',
    ({ latitude, longitude }: Fields) => ({ latitude: longitude, longitude: latitude }),
  ),
  mangling(
    'station',
    'position',
    'positions-are-of-single-precision',
    'positions are kept with the precision of 32 bits',
    (position: Fields) => ({
      latitude: Math.fround(position['latitude'] as number),
      longitude: Math.fround(position['longitude'] as number),
    }),
  ),
  mangling(
    'station',
    'isOpen',
    'stations-are-always-open',
    'isOpen of false is taken for none, and so true',
    (isOpen: boolean) => isOpen || true,
  ),
  leftOut(
    mangling(
      'station',
      'facilities',
      'facilities-are-lost',
      'facilities of stations are not kept',
      () => undefined,
    ),
  ),
  mangling(
    'station',
    'contactEmail',
    'addresses-lose-what-is-behind-a-plus',
    'what is behind the plus of an address is dropped',
    (text: string) => text.replace(/\+[^@]*/, ''),
  ),
  mangling(
    'ticket',
    'points',
    'points-of-zero-are-null',
    'points of 0 are kept as null',
    (points: number | null) => points || null,
  ),
  mangling(
    'ticket',
    'due_date',
    'due-dates-are-a-day-early',
    'a due date is kept as midnight of another time zone, a day early',
    (text: string) => shifted(text, -86_400_000).slice(0, 10),
  ),
  mangling(
    'project',
    'starts_on',
    'starts-are-american',
    'day and month of a date change places where they can',
    (text: string) => text.replace(/^(\d{4})-(\d\d)-(0\d|1[0-2])$/, '$1-$3-$2'),
  ),
  mangling(
    'ticket',
    'remindAt',
    'reminders-lose-their-zone',
    'the time zone of a reminder is dropped, and UTC put in its place',
    (text: string) => text.replace(/[+-]\d\d:\d\d$/, 'Z'),
  ),
  mangling(
    'trip',
    'departsAt',
    'departures-lose-their-minutes',
    'departures are kept by the hour',
    (text: string) => text.replace(/:\d\d:\d\d/, ':00:00'),
  ),
  mangling(
    'trip',
    'tags',
    'one-tag-is-kept',
    'of several tags, the first is kept',
    (tags: readonly unknown[]) => tags.slice(0, 1),
  ),
  leftOut(
    mangling(
      'trip',
      'languages',
      'languages-are-lost',
      'languages of a trip are not kept',
      () => undefined,
    ),
  ),
  leftOut(
    mangling(
      'ticket',
      'custom_fields',
      'custom-fields-lose-the-last',
      'of custom fields, the last is not kept',
      (fields: Fields) => Object.fromEntries(Object.entries(fields).slice(0, -1)),
    ),
  ),
  mangling(
    'ticket',
    'label_ids',
    'label-ids-are-lost',
    'labels of a ticket are not kept',
    () => [],
  ),
  mangling(
    'ticket',
    'external_url',
    'queries-of-urls-are-lost',
    'the query of a URL is dropped',
    (text: string) => text.replace(/[?#].*$/, ''),
  ),
  leftOut(
    mangling(
      'booking',
      'rider',
      'riders-lose-their-birth',
      'the birth date of a rider is not kept',
      (rider: Fields) => without(rider, 'birthDate'),
    ),
  ),
  mangling(
    'booking',
    'rider',
    'riders-are-called-by-their-first-name',
    'of the name of a rider, the first word is kept',
    (rider: Fields) => ({ ...rider, name: String(rider['name']).split(' ')[0] }),
  ),
  leftOut(
    mangling('booking', 'voucher', 'vouchers-are-lost', 'vouchers are not kept', () => undefined),
  ),
  mangling(
    'booking',
    'seats',
    'bookings-are-for-one',
    'a booking is for one, whatever was asked for',
    () => 1,
  ),
  mangling(
    'project',
    'settings',
    'settings-are-reset',
    'settings of a project are those of a new one',
    () => ({ is_public: false }),
  ),
  mangling(
    'project',
    'description',
    'descriptions-of-null-are-empty',
    'a description of null is kept as an empty text',
    (text: string | null) => text ?? '',
  ),
  mangling(
    'user',
    'full_name',
    'names-lose-the-last',
    'of a full name, the first word is kept',
    (text: string) => text.split(' ')[0],
  ),
  mangling(
    'user',
    'role',
    'all-are-guests',
    'a user is a guest, whatever was asked for',
    () => 'guest',
  ),
  mangling(
    'attachment',
    'caption',
    'captions-are-cut',
    'captions are cut after 8 characters',
    (text: string) => text.slice(0, 8),
  ),
  mangling(
    'trip',
    'title',
    'titles-lose-characters-of-4-bytes',
    'characters of 4 bytes are dropped from the title of a trip',
    (text: string) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, ''),
  ),
  mangling(
    'trip',
    'departsAt',
    'departures-lose-fractions',
    'fractions of a second are rounded to whole seconds',
    (text: string) => text.replace(/\.\d+/, ''),
  ),
  // Nothing says that an empty text is more than none.
  {
    ...mangling(
      'trip',
      'notes',
      'empty-notes-are-null',
      'notes that are empty are kept as null',
      (text: string | null) => text || null,
    ),
    severity: 'warning',
  },
  mangling(
    'trip',
    'languages',
    'three-languages-are-kept',
    'of four languages, three are kept',
    (all: readonly unknown[]) => all.slice(0, 3),
  ),
  mangling(
    'station',
    'docks',
    'docks-are-bytes',
    'docks are kept in a byte',
    (docks: number) => docks % 256,
  ),
  leftOut(
    mangling(
      'station',
      'facilities',
      'facilities-are-in-small-letters',
      'names of facilities are kept in small letters',
      (fields: Fields) =>
        Object.fromEntries(
          Object.entries(fields).map(([name, member]) => [name.toLowerCase(), member]),
        ),
    ),
  ),
  mangling(
    'booking',
    'rider',
    'riders-are-in-capitals',
    'names of riders are kept in capitals',
    (rider: Fields) => ({ ...rider, name: String(rider['name']).toUpperCase() }),
  ),
  mangling(
    'payment',
    'method',
    'tokens-are-cut',
    'the token of a card is cut after 6 characters',
    (method: Fields) =>
      typeof method['token'] === 'string'
        ? { ...method, token: method['token'].slice(0, 6) }
        : method,
  ),
  mangling(
    'project',
    'settings',
    'homepages-lose-their-query',
    'the query of a homepage is dropped',
    (settings: Fields) =>
      typeof settings['homepage'] === 'string'
        ? { ...settings, homepage: settings['homepage'].replace(/\?.*$/, '') }
        : settings,
  ),
  mangling(
    'project',
    'settings',
    'one-color-is-kept',
    'of the colors of a project, one is kept',
    (settings: Fields) =>
      Array.isArray(settings['colors'])
        ? { ...settings, colors: settings['colors'].slice(0, 1) }
        : settings,
  ),
  mangling(
    'user',
    'date_of_birth',
    'births-are-a-day-early',
    'a date of birth is kept a day early',
    (text: string) => shifted(text, -86_400_000).slice(0, 10),
  ),
  mangling(
    'ticket',
    'watchers',
    'three-watchers-are-kept',
    'of five watchers, three are kept',
    (all: readonly unknown[]) => all.slice(0, 3),
  ),
  mangling(
    'label',
    'name',
    'names-lose-leading-zeros',
    'names of labels that are digits lose their leading zeros',
    (text: string) => text.replace(/^0+(?=\d+$)/, ''),
  ),
];

function shifted(text: string, by: number): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : new Date(time + by).toISOString();
}
