import { beforeEach, describe, expect, it } from 'vitest';
import { Collection } from '../../src/mock/collection.ts';
import { MemoryStore } from '../../src/mock/resource-store.ts';
import { createResponder } from '../../src/mock/responder.ts';
import { StateError } from '../../src/mock/state-error.ts';
import { loadDocument } from '../../src/model/load-document.ts';
import type { JsonObject } from '../../src/openapi/json/json-value.ts';

const MAX = 9_223_372_036_854_775_807n;

const BOOKINGS = `
  /bookings:
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [name]
              properties:
                name: { type: string }
                party: { type: object, properties: { guests: { type: integer } } }
      responses:
        '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Booking' } } } }
  /bookings/{number}:
    get:
      parameters: [{ name: number, in: path, required: true, schema: { type: integer, format: int64 } }]
      responses:
        '200': { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/Booking' } } } }
components:
  schemas:
    Booking:
      type: object
      required: [number, name]
      properties:
        number: { type: integer, format: int64 }
        name: { type: string }
        party: { type: object, properties: { guests: { type: integer } } }
`;
const OTHERS = `
  /members:
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [id, name]
              properties: { id: { type: integer, format: int64 }, name: { type: string } }
      responses: { '201': { description: made } }
  /members/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer, format: int64 } }]
      responses: { '200': { description: it } }
  /members/{id}/loans:
    post:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer, format: int64 } }]
      requestBody: { content: { application/json: { schema: { type: object, required: [until] } } } }
      responses: { '201': { description: made } }
`;

function documentOf(paths: string) {
  return loadDocument(
    `openapi: 3.1.0\ninfo: { title: Library, version: '1' }\npaths:${paths}`,
    'library.yaml',
  );
}

const library = documentOf(OTHERS + BOOKINGS);
let store: MemoryStore;

function collection(path: string, maxResources?: number): Collection {
  return new Collection({ document: library, store, path, maxResources });
}

beforeEach(() => {
  store = new MemoryStore();
});

describe('a collection', () => {
  it('holds what was seeded, in order, and forgets it alone', () => {
    const members = collection('/members');
    members.seed([{ id: 1, name: 'Ann' }]);
    members.seed([{ id: MAX, name: 'Bob' }]);
    collection('/bookings').seed([{ name: 'Cy' }]);
    expect(members.list()).toEqual([
      { id: 1, name: 'Ann' },
      { id: MAX, name: 'Bob' },
    ]);
    expect(members.list(1, 5)).toEqual([{ id: MAX, name: 'Bob' }]);
    expect(members.size).toBe(2);
    members.clear();
    expect(members.list()).toEqual([]);
    expect(collection('/bookings').size).toBe(1);
  });

  it('finds one by its exact identity, however the number is held', () => {
    const members = collection('/members');
    members.seed([
      { id: 1, name: 'Ann' },
      { id: MAX, name: 'Bob' },
    ]);
    expect(members.identity).toBe('id');
    expect(members.get(1n)).toEqual({ id: 1, name: 'Ann' });
    expect(members.has(1)).toBe(true);
    expect(members.get(MAX)).toEqual({ id: MAX, name: 'Bob' });
    expect(members.has(MAX - 1n)).toBe(false);
    expect(members.get('1')).toBeUndefined();
  });

  it('gives an identity to what comes without one, and takes one that no request may give', () => {
    const bookings = collection('/bookings');
    bookings.seed([{ name: 'Ann' }, { number: 1, name: 'Bob' }]);
    expect(bookings.identity).toBe('number');
    expect(bookings.get(1)).toEqual({ number: 1, name: 'Bob' });
    expect(bookings.get(2)).toEqual({ number: 2, name: 'Ann' });
  });

  it('shares nothing with who seeds it or looks at it', () => {
    const bookings = collection('/bookings');
    const mine = { number: 7, name: 'Ann', party: { guests: 2 } };
    bookings.seed([mine]);
    mine.party.guests = 3;
    const [listed] = bookings.list();
    listed!['name'] = 'Changed';
    (bookings.get(7)!['party'] as JsonObject)['guests'] = 4;
    expect(bookings.list()).toEqual([{ number: 7, name: 'Ann', party: { guests: 2 } }]);
  });

  it('is the one that requests see', () => {
    const responder = createResponder({ document: library, store });
    const bookings = collection('/bookings');
    bookings.seed([{ number: 7, name: 'Ann' }]);
    const header = (name: string) => (name === 'content-type' ? 'application/json' : undefined);
    const nothing = new Uint8Array();
    const seen = responder.respond({ method: 'GET', path: '/bookings/7', header, body: nothing });
    expect([seen.status, JSON.parse(String(seen.body))]).toEqual([200, { number: 7, name: 'Ann' }]);
    const body = new TextEncoder().encode('{"name":"Bob"}');
    responder.respond({ method: 'POST', path: '/bookings', header, body });
    expect(bookings.list().map(({ name }) => name)).toEqual(['Ann', 'Bob']);
  });

  it('is another one below each parent', () => {
    collection('/members/7/loans').seed([{ until: 'May' }]);
    expect(collection('/members/%37/loans').list()).toEqual([{ until: 'May' }]);
    expect(collection('/members/8/loans').list()).toEqual([]);
  });
});

describe('what can not be seeded', () => {
  const MEMBER = 'Failed to seed /members, item';
  it.each([
    ['/bookings', [{}], 'Failed to seed /bookings, item 1: name is required.'],
    [
      '/members',
      [
        { id: 9, name: 'a' },
        { id: 'x', name: 'a' },
      ],
      `${MEMBER} 2: id must be an int64`,
    ],
    [
      '/members',
      [
        { id: 9, name: 'a' },
        { id: 9n, name: 'b' },
      ],
      `${MEMBER} 2: id 9 is already used.`,
    ],
    [
      '/members',
      [{ id: 1n, name: 'a' }],
      `${MEMBER} 1: id 1 is already used. Nothing was changed. Clear`,
    ],
    ['/members', [{ id: MAX + 1n, name: 'a' }], `${MEMBER} 1: id must be an int64`],
    ['/members', [{ id: 2 ** 53, name: 'a' }], `${MEMBER} 1: id 9007199254740992 may have been`],
    ['/members', [{ id: 2, name: 'a', at: [{ n: -(2 ** 60) }] }], `${MEMBER} 1: at/0/n -11529`],
    ['/members', [null], `${MEMBER} 1: `],
    ['/members', 'x', 'Failed to seed /members: resources must be a list.'],
    ['/members/7/loans', [{}], 'Failed to seed /members/7/loans, item 1: until is required.'],
  ])('%s: nothing of %o is stored', (path, resources, message) => {
    collection('/members').seed([{ id: 1, name: 'Ann' }]);
    const seed = (): void => collection(path).seed(resources as JsonObject[]);
    expect(seed).toThrow(StateError);
    expect(seed).toThrow(message);
    expect(seed).toThrow(/Nothing was changed\./);
    expect(store.total).toBe(1);
  });

  it('is more than the store takes, all collections together', () => {
    collection('/bookings', 2).seed([{ name: 'Ann' }]);
    const members = collection('/members', 2);
    const seed = (): void => members.seed([1, 2].map((id) => ({ id, name: 'a' })));
    expect(seed).toThrow('there would be 3 and the store takes 2');
    expect(members.size).toBe(0);
  });
});

describe('a collection of a document', () => {
  it.each([
    ['/loans', 'Name one of: /members, /members/{id}/loans, /bookings, with values in'],
    ['/members/7', 'Name one of: '],
    ['/members/{id}/loans', 'Name one of: '],
    ['/members/x/loans', 'the path parameter id must be an int64, got the string "x"'],
  ])('there is none at %s', (path, message) => {
    expect(() => collection(path)).toThrow(StateError);
    expect(() => collection(path)).toThrow(message);
  });

  it('is the store itself where there is only one', () => {
    const document = documentOf(BOOKINGS);
    const bookings = new Collection({ document, store, path: '/bookings' });
    bookings.seed([{ name: 'Ann' }]);
    expect(store.list()).toEqual([{ number: 1, name: 'Ann' }]);
    expect(bookings.has(1)).toBe(true);
    expect(() => bookings.seed([{}] as JsonObject[])).toThrow(
      'Failed to seed /bookings, item 1: name is required. Nothing was changed.',
    );
    expect(() => new Collection({ document, store, path: '/members' })).toThrow(StateError);
  });

  it('is not asked for identities where the document has none', () => {
    const loans = collection('/members/7/loans');
    expect(loans.identity).toBeUndefined();
    expect(() => loans.get(1)).toThrow(
      'Failed to look into /members/7/loans: the document names no property that tells one from another. Use list().',
    );
  });
});
