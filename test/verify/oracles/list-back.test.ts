/** Pages that are gone back through. */
import { expect, it } from 'vitest';
import { protocol } from '../../rich/conformant/wire.ts';
import { pages } from '../../rich/faults/pages.ts';
import { trips } from '../../rich/trips.ts';
import { runOnMock, toldBy } from './support.ts';
import { ADDING, NOTE, PLAIN_NOTE, READING, of } from './notes.ts';

const only = ['oracle/lists/list-bookings/leads-back'];

it('is no fault where the page before has the same items', async () => {
  expect(await toldBy('lists', trips, undefined, { only })).toEqual([]);
});

it('is no fault where the nearest of them come first', async () => {
  const { change } = protocol.find(({ id }) => id === 'the-nearest-in-front-come-first')!;
  expect(await toldBy('lists', trips, change, { only })).toEqual([]);
});

it.each(pages.filter(({ id }) => id.startsWith('before-')))('finds $title', async ({ change }) => {
  expect(await toldBy('lists', trips, change, { only })).toEqual([
    'violation listBookings: before leads to another page than the one before',
  ]);
});

/** Notes with pages, and what takes the cursors. */
const notes = (cursors: string, name: string): string => `
openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    get:
      operationId: list
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50 } }
        ${cursors}
      responses:
        '200':
          description: notes
          ${of(`{ type: object, required: [data], properties: { data: { type: array, items: ${NOTE} }, next: { type: [string, 'null'] }, ${name}: { type: [string, 'null'] } } }`)}
    ${ADDING}${READING}${PLAIN_NOTE}
`;
const cursor = (name: string): string => `- { name: ${name}, in: query, schema: { type: string } }`;

it.each([
  ['of a pair', notes(`${cursor('after')}\n        ${cursor('before')}`, 'previous')],
  ['that goes both ways', notes(cursor('cursor'), 'prev_cursor')],
])('leads back in the mock, by a cursor %s', async (_, document) => {
  const { findings, counts } = await runOnMock(document, undefined, {
    only: ['oracle/lists/list/leads-back'],
  });
  expect(findings).toEqual([]);
  expect(counts.exchanges).toBeGreaterThan(6);
});
