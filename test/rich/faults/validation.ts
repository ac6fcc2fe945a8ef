/** What the document says of requests and nobody checks. */
import type { Faulty } from '../member.ts';
import { tickets } from '../tickets.ts';
import { trips } from '../trips.ts';
import { omissions } from './slips.ts';

export const validation: readonly Faulty[] = [
  ...omissions(trips, 'createStation', {
    name: 'required maxLength',
    code: 'pattern',
    docks: 'minimum type',
    'position.latitude': 'required maximum',
    contactEmail: 'format',
    isOpen: 'type',
    dailyRate: 'multipleOf',
    facilities: 'maxProperties additionalProperties',
  }),
  ...omissions(trips, 'replaceStation', { city: 'required', docks: 'maximum' }),
  ...omissions(trips, 'createTrip', {
    departsAt: 'format',
    difficulty: 'enum',
    price: 'minimum',
    tags: 'maxItems uniqueItems',
    'tags.items': 'minLength',
    languages: 'uniqueItems',
    'languages.items': 'enum',
    breakMinutes: 'multipleOf',
  }),
  ...omissions(trips, 'changeTrip', { '': 'minProperties', title: 'minLength' }),
  ...omissions(trips, 'createBooking', {
    rider: 'type',
    'rider.email': 'required format',
    voucher: 'pattern',
    'Idempotency-Key': 'required',
  }),
  ...omissions(trips, 'payBooking', {
    amount: 'exclusiveMinimum',
    currency: 'enum',
    method: 'oneOf required',
    'method.0': 'additionalProperties',
    'method.1.token': 'minLength',
  }),
  ...omissions(trips, 'listTrips', {
    limit: 'minimum maximum',
    difficulty: 'enum',
    departsAfter: 'format',
    sort: 'enum',
  }),
  ...omissions(tickets, 'create_user', {
    username: 'minLength pattern',
    password: 'required',
    role: 'enum',
  }),
  ...omissions(tickets, 'create_label', { color: 'pattern' }),
  ...omissions(tickets, 'create_project', {
    slug: 'pattern',
    'settings.is_public': 'type',
    'settings.homepage': 'format',
    'settings.colors': 'uniqueItems',
    'Idempotency-Key': 'format',
  }),
  ...omissions(tickets, 'update_project', { description: 'type' }),
  ...omissions(tickets, 'create_ticket', {
    title: 'required',
    points: 'minimum',
    watchers: 'maxItems',
    'watchers.items': 'format',
    custom_fields: 'maxProperties additionalProperties',
  }),
  ...omissions(tickets, 'replace_ticket', { priority: 'type' }),
  ...omissions(tickets, 'close_ticket', { resolution: 'enum' }),
  ...omissions(tickets, 'create_comment', { text: 'minLength' }),
  ...omissions(tickets, 'attach_file', { caption: 'required' }),
  ...omissions(tickets, 'start_report', { period: 'oneOf', 'period.1.last_days': 'maximum' }),
  ...omissions(tickets, 'list_users', { offset: 'minimum' }),
  ...omissions(tickets, 'list_projects', { archived: 'type', order: 'enum' }),
  ...omissions(tickets, 'list_tickets', { minPoints: 'type', dueBefore: 'format' }),
];
