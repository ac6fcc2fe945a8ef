/** Particular input at which a server breaks down. */
import type { Faulty } from '../member.ts';
import { type Call, Dropped, type Fields } from '../service.ts';
import { tickets } from '../tickets.ts';
import { trips } from '../trips.ts';
import { at, breaking, exceeds, INT32, sent } from './slips.ts';

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text somewhere in the body. */
function holds(test: RegExp) {
  return ({ bytes }: Call): boolean => test.test(bytes.toString());
}

const bodies: readonly Faulty[] = [
  ...breaking(
    'without-a-body',
    'a request without a body',
    [
      [trips, 'createTrip'],
      [tickets, 'update_project'],
    ],
    ({ bytes }) => bytes.length === 0,
  ),
  ...breaking(
    'at-null',
    'a body of null',
    [
      [trips, 'createBooking'],
      [tickets, 'create_label'],
    ],
    ({ body }) => body === null,
    'validate',
  ),
  ...breaking(
    'at-an-array',
    'an array',
    [
      [trips, 'replaceStation'],
      [tickets, 'create_user'],
    ],
    ({ body }) => Array.isArray(body),
    'validate',
  ),
  ...breaking(
    'at-a-text',
    'a text for an object',
    [
      [trips, 'payBooking'],
      [tickets, 'close_ticket'],
    ],
    ({ body }) => typeof body === 'string',
    'validate',
  ),
  ...breaking(
    'at-an-empty-object',
    'an empty object',
    [
      [trips, 'changeTrip'],
      [tickets, 'update_project'],
    ],
    ({ body }) => isObject(body) && Object.keys(body).length === 0,
    'validate',
  ),
  ...breaking(
    'at-malformed-json',
    'a body that is no JSON',
    [
      [trips, 'createStation'],
      [tickets, 'create_comment'],
    ],
    ({ bytes }) => isBroken(bytes.toString()),
  ),
  ...breaking(
    'at-a-missing-rider',
    'a booking without a rider',
    [[trips, 'createBooking']],
    (call) => isObject(call.body) && sent(call, 'rider') === undefined,
    'validate',
  ),
  ...breaking(
    'at-a-rider-of-null',
    'a booking with a rider of null',
    [[trips, 'createBooking']],
    (call) => sent(call, 'rider') === null,
    'validate',
  ),
  ...breaking(
    'at-a-missing-latitude',
    'a position without a latitude',
    [[trips, 'createStation']],
    (call) => isObject(sent(call, 'position')) && sent(call, 'position.latitude') === undefined,
    'validate',
  ),
  ...breaking(
    'at-a-number-for-a-text',
    'a number where a text is due',
    [[tickets, 'create_ticket']],
    (call) => typeof sent(call, 'title') === 'number',
    'validate',
  ),
  ...breaking(
    'at-a-text-for-a-number',
    'a text where a number is due',
    [[trips, 'createTrip']],
    (call) => typeof sent(call, 'price') === 'string',
    'validate',
  ),
  ...breaking(
    'at-no-tags',
    'an empty list of tags',
    [[trips, 'createTrip']],
    (call) => Array.isArray(sent(call, 'tags')) && (sent(call, 'tags') as unknown[]).length === 0,
    'once',
  ),
  ...breaking(
    'at-notes-of-null',
    'notes of null',
    [
      [trips, 'createTrip'],
      [trips, 'changeTrip'],
    ],
    (call) => sent(call, 'notes') === null,
    'once',
  ),
  ...breaking(
    'at-points-of-null',
    'points of null',
    [[tickets, 'replace_ticket']],
    (call) => sent(call, 'points') === null,
    'once',
  ),
  ...breaking(
    'at-only-what-is-required',
    'a body with no more than what is required',
    [[tickets, 'create_project']],
    ({ body }) => Object.keys(body as Fields).length === 3,
    'once',
  ),
  ...breaking(
    'without-the-optional-body',
    'a request without the body that may be left out',
    [[trips, 'cancelTrip']],
    ({ body }) => body === undefined,
    'validate',
  ),
  ...breaking(
    'at-deep-nesting',
    'JSON of a great depth',
    [
      [trips, 'createStation'],
      [tickets, 'create_project'],
    ],
    holds(/(?:\[\s*){500}/),
  ),
  {
    id: 'deep-nesting-drops-the-connection',
    title: 'JSON of a great depth ends the connection',
    service: trips,
    change: at(['createTrip'], (plain) => ({
      parse: (call) => {
        if (holds(/(?:\[\s*){500}/)(call)) throw new Dropped();
        return plain.parse(call);
      },
    })),
    at: ['createTrip'],
  },
];

function isBroken(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch {
    return text.trim() !== '';
  }
}

const values: readonly Faulty[] = [
  ...breaking(
    'at-an-emoji',
    'a character of 4 bytes',
    [
      [trips, 'createStation'],
      [tickets, 'create_label'],
    ],
    holds(/[\u{10000}-\u{10ffff}]/u),
  ),
  ...breaking(
    'at-a-quotation-mark',
    'an apostrophe, which ends its SQL',
    [
      [trips, 'createBooking'],
      [tickets, 'create_ticket'],
    ],
    holds(/'/),
  ),
  ...breaking(
    'at-a-long-text',
    'a text of more than 255 characters',
    [[trips, 'createStation']],
    (call) => String(sent(call, 'city')).length > 255,
    'once',
  ),
  ...breaking(
    'at-points-beyond-32-bits',
    'points beyond 2^31',
    [[tickets, 'create_ticket']],
    exceeds('points', INT32),
    'once',
  ),
  ...breaking(
    'at-a-break-beyond-32-bits',
    'a break of more than 2^31 minutes',
    [[trips, 'createTrip']],
    exceeds('breakMinutes', INT32),
    'once',
  ),
  ...breaking(
    'at-an-owner-beyond-32-bits',
    'an id of an owner beyond 2^31',
    [[tickets, 'create_project']],
    exceeds('ownerId', INT32),
    'validate',
  ),
  ...breaking(
    'at-seats-with-a-fraction',
    'half a seat',
    [[trips, 'createTrip']],
    (call) => !Number.isInteger(sent(call, 'seats')),
    'validate',
  ),
  ...breaking(
    'at-a-price-of-zero',
    'a price of 0, by which it divides',
    [
      [trips, 'createTrip'],
      [trips, 'changeTrip'],
    ],
    (call) => sent(call, 'price') === 0,
    'once',
  ),
  ...breaking(
    'at-a-negative-latitude',
    'a latitude in the south',
    [[trips, 'createStation']],
    (call) => (sent(call, 'position.latitude') as number) < 0,
    'once',
  ),
  ...breaking(
    'at-1e400',
    'a number that is infinite',
    [
      [trips, 'payBooking'],
      [trips, 'createTrip'],
    ],
    holds(/e\+?400/i),
  ),
  ...breaking(
    'at-an-impossible-date',
    'a date that there is not',
    [[tickets, 'create_ticket']],
    (call) => /-02-3\d|-13-/.test(String(sent(call, 'due_date'))),
    'validate',
  ),
  ...breaking(
    'at-a-role-that-is-unknown',
    'a role that it does not know',
    [[tickets, 'create_user']],
    (call) =>
      typeof sent(call, 'role') === 'string' &&
      !/^(?:admin|member|guest)$/.test(sent(call, 'role') as string),
    'validate',
  ),
];

/** What is allowed to its edges. */
const edges: readonly Faulty[] = [
  ...breaking(
    'at-eight-tags',
    'as many tags as there may be',
    [[trips, 'createTrip']],
    (call) => Array.isArray(sent(call, 'tags')) && (sent(call, 'tags') as unknown[]).length === 8,
    'once',
  ),
  ...breaking(
    'at-a-title-of-120-characters',
    'a title as long as it may be',
    [[trips, 'changeTrip']],
    (call) => Array.from(String(sent(call, 'title'))).length === 120,
    'once',
  ),
  ...breaking(
    'at-empty-settings',
    'settings without any',
    [[tickets, 'create_project']],
    (call) => isObject(sent(call, 'settings')) && Object.keys(sent(call, 'settings')!).length === 0,
    'once',
  ),
  ...breaking(
    'at-a-field-with-a-dot',
    'a custom field with a dot in its name',
    [[tickets, 'create_ticket']],
    (call) =>
      isObject(sent(call, 'custom_fields')) &&
      Object.keys(sent(call, 'custom_fields')!).some((name) => name.includes('.')),
    'once',
  ),
  ...breaking(
    'at-no-custom-fields',
    'an empty map of custom fields',
    [[tickets, 'create_ticket']],
    (call) =>
      isObject(sent(call, 'custom_fields')) &&
      Object.keys(sent(call, 'custom_fields')!).length === 0,
    'once',
  ),
  ...breaking(
    'at-a-caption-of-symbols',
    'a caption with a character of 4 bytes',
    [[tickets, 'attach_file']],
    holds(/[\u{10000}-\u{10ffff}]/u),
  ),
  ...breaking(
    'at-an-unknown-kind',
    'a way to pay that it does not know',
    [[trips, 'payBooking']],
    (call) => {
      const kind = sent(call, 'method.kind');
      return kind !== undefined && kind !== 'card' && kind !== 'account';
    },
    'validate',
  ),
  ...breaking(
    'at-a-name-with-an-apostrophe',
    'an apostrophe in a filter, which ends its SQL',
    [
      [tickets, 'list_projects'],
      [trips, 'listStations'],
    ],
    ({ parameters: { name, city } }) =>
      [name, city].some((text) => typeof text === 'string' && text.includes("'")),
  ),
  ...breaking(
    'at-a-name-with-a-bracket',
    'a bracket in a filter, which is taken for a pattern',
    [
      [tickets, 'list_projects'],
      [trips, 'listStations'],
    ],
    ({ parameters: { name, city } }) =>
      [name, city].some((text) => typeof text === 'string' && /[([]/.test(text)),
  ),
  ...breaking(
    'at-negative-points',
    'a negative filter',
    [[tickets, 'list_tickets']],
    ({ parameters: { minPoints } }) => (minPoints as number) < 0,
  ),
  ...breaking(
    'at-a-number-beyond-32-bits',
    'a number beyond 2^31',
    [
      [tickets, 'get_ticket'],
      [tickets, 'delete_ticket'],
      [tickets, 'list_comments'],
    ],
    exceeds('number', INT32),
  ),
];

export const crashes: readonly Faulty[] = [...bodies, ...values, ...edges];
