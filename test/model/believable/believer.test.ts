import { describe, expect, it } from 'vitest';
import { type BelieverOptions, believer } from '../../../src/model/believable/believer.ts';
import type { JsonObject, JsonValue } from '../../../src/openapi/json/json-value.ts';
import { compileSchema } from '../../../src/openapi/schema/compile-schema.ts';
import { effectiveSchema } from '../../../src/openapi/schema/effective-schema.ts';
import { sampleValue } from '../../../src/openapi/schema/sample-value.ts';
import { tightSchemas } from '../../setup/tight-schemas.ts';

const TEXT: JsonObject = { type: 'string' };
const TIME: JsonObject = { type: 'string', format: 'date-time' };
const NOW = Date.parse('2030-06-15T00:00:00Z');

function made(properties: JsonObject, options: BelieverOptions = {}): Record<string, JsonValue> {
  const schema = effectiveSchema({ type: 'object', properties }, '');
  return sampleValue(schema, { believer: believer(options) }) as Record<string, JsonValue>;
}

describe('a believable value', () => {
  it.each(tightSchemas)('is valid for %s', (_name, schema) => {
    const validate = compileSchema(schema, '');
    for (const n of [0, 1, 7]) {
      const value = sampleValue(effectiveSchema(schema, ''), {
        believer: believer({ n, now: NOW }),
      });
      expect(validate(value)).toEqual([]);
    }
  });

  it.each<[string, JsonObject, RegExp]>([
    ['firstName', TEXT, /^[A-Z][a-z]+$/],
    ['contact_email', TEXT, /^[a-z]+\.[a-z]+@example\.com$/],
    ['phoneNumber', TEXT, /^\+\d{11}$/],
    ['avatarUrl', { ...TEXT, format: 'uri' }, /^data:image\/svg.*%20width='96'/],
    ['website', { ...TEXT, format: 'uri' }, /^https:\/\/\w+\.example\.com$/],
    ['countryCode', { ...TEXT, maxLength: 2 }, /^[A-Z]{2}$/],
    ['color', { ...TEXT, pattern: '^#[0-9a-f]{6}$' }, /^#[0-9a-f]{6}$/],
    ['batch_id', { ...TEXT, pattern: '^.*$' }, /^batch-\d+$/],
    ['funding', { ...TEXT, pattern: '^[A-Za-z ]*$', minLength: 0 }, /^[A-Z][a-z]+ [A-Z]/],
    ['description', { ...TEXT, maxLength: 9 }, /^.{1,9}$/],
    ['x', { ...TEXT, title: 'City' }, /^[A-Z]/],
  ])('is told by the name %s, and by %o', (name, schema, value) => {
    expect(made({ [name]: schema })[name]).toMatch(value);
  });

  it('is what the document says where it says it', () => {
    const city = { ...TEXT, example: 'Springfield' };
    expect(made({ city })).toEqual({ city: 'Springfield' });
    expect(made({ kind: { const: 'a' }, state: { enum: ['x'] } }, { n: 3 })).toEqual({
      kind: 'a',
      state: 'x',
    });
  });

  it('is the name of a person where a person is meant', () => {
    const name = {
      name: TEXT,
      firstName: TEXT,
      lastName: TEXT,
      owner: { properties: { name: TEXT } },
    };
    const user = made(name, { noun: 'user' });
    expect(user['name']).toBe(`${user['firstName'] as string} ${user['lastName'] as string}`);
    expect(user['owner']).not.toEqual({ name: user['name'] });
    expect(made(name, { noun: 'thing' })['name']).not.toBe(user['name']);
  });

  it('is a name or a time where only the name says so', () => {
    const names = { passenger_name: TEXT, firstName: TEXT, lastName: TEXT, updated_at: TEXT };
    const { firstName, lastName, ...person } = made(names, { noun: 'booking', now: NOW });
    expect(person['passenger_name']).toBe(`${firstName as string} ${lastName as string}`);
    expect(Date.parse(person['updated_at'] as string)).toBeLessThan(NOW);
    expect(made({ seat: TEXT, format: TEXT }, { now: NOW })).toEqual(
      made({ seat: TEXT, format: TEXT }),
    );
  });

  it.each<[string, JsonObject, RegExp]>([
    ['client_id', TEXT, /^client-\d+$/],
    ['status', TEXT, /^(?:active|pending|completed)$/],
    ['ip_address', TEXT, /^192\.0\.2\.\d+$/],
    ['created_at', { type: 'integer' }, /^\d{10}$/],
    ['created_at', { type: 'integer', description: 'Milliseconds since 1970' }, /^\d{13}$/],
    ['imageUrls', { type: 'array', items: TEXT }, /^data:image/],
    ['amount', TEXT, /^\d+\.?\d*$/],
    ['distillery', TEXT, /^[A-Z]\w+ [A-Z]\w+$/],
    ['userAccount', TEXT, /^\w+ /],
    ['bio', { ...TEXT, minLength: 200 }, /^.{200,300}$/],
    ['is_deleted', { type: 'boolean' }, /^false$/],
    ['clickCount', { ...TEXT, format: 'int64' }, /^\d+$/],
    ['bcc', { type: 'array', items: TEXT }, /@example\.com$/],
    ['reply_time', { type: 'integer' }, /^\d{1,3}$/],
  ])('is made up where the name says little: %s of %o', (name, schema, value) => {
    const [told] = [made({ [name]: schema }, { now: NOW })[name]].flat();
    expect(JSON.stringify(told).replaceAll('"', '')).toMatch(value);
  });

  it('leaves what the document shows, where the name says little', () => {
    const seat = { ...TEXT, example: '12A' };
    expect(made({ seat }, { n: 3 })).toEqual({ seat: '12A' });
  });

  it('is as large as the example', () => {
    const revenue = { type: 'integer', example: 7_500_000 };
    const price = { type: 'number', example: 20 };
    const thing = made({ revenue, price, level: { type: 'integer', example: 1 } }, { n: 3 });
    expect(thing['revenue']).toSatisfy((value: number) => value > 3e6 && value < 12e6);
    expect(thing['price']).toSatisfy((value: number) => value > 2 && value < 200);
  });

  it.each(['^CAT_[a-z]{3}$', '^[a-z0-9-]*$'])(
    'has another identity for each, also with the pattern %s',
    (pattern) => {
      const ids = Array.from({ length: 25 }, (_, n) => made({ id: { ...TEXT, pattern } }, { n }));
      expect(new Set(ids.map(({ id }) => id)).size).toBe(25);
      expect(ids.map(({ id }) => id)).not.toContain('');
    },
  );

  it('is about the same in a list, in its envelope and alone', () => {
    const user = { type: 'object', properties: { id: TEXT, name: TEXT } };
    const users = { type: 'array', items: user };
    const [first, two] = [
      made(user.properties, { noun: 'user' }),
      made({ data: users }, { noun: 'user' }),
    ];
    expect(two['data']).toEqual([{ ...first, id: expect.any(String) as string }]);
    expect(first['id']).toBe('user-1');
  });

  it('is where its place is, also west of Greenwich', () => {
    const number = { type: 'number' };
    const all = Array.from({ length: 12 }, (_, n) => made({ lat: number, lng: number }, { n }));
    expect(all.some(({ lat, lng }) => Number(lat) < 0 && Number(lng) < 0)).toBe(true);
  });

  it('tells what is over from what is ahead', () => {
    const times = made({ ended_at: TIME, end_at: TIME, next_billing_date: TIME }, { now: NOW });
    const isPast = Object.values(times).map((time) => Date.parse(time as string) < NOW);
    expect(isPast).toEqual([true, false, false]);
  });

  it('is the example of a map, and of a list whose items nothing tells of, for each of a list', () => {
    const units = { type: 'array', items: TEXT, example: ['repo.code', 'repo.wiki'] };
    const rights = { additionalProperties: TEXT, example: { code: 'read', wiki: 'none' } };
    const tags = { type: 'array', items: TEXT, example: ['a', 'b'] };
    const thing = made({ units, rights, tags }, { n: 3 });
    expect(thing).toMatchObject({ units: units.example, rights: rights.example });
    expect(thing['tags']).not.toEqual(tags.example);
  });

  it('agrees with the others of its object', () => {
    const price = { type: 'number' };
    const all = {
      createdAt: TIME,
      updatedAt: TIME,
      startsAt: TIME,
      endsAt: TIME,
      price,
      quantity: { type: 'integer' },
      total: price,
    };
    for (let n = 0; n < 20; n += 1) {
      const thing = made(all, { n, now: NOW });
      const time = (name: string): number => Date.parse(thing[name] as string);
      expect(time('createdAt')).toBeLessThan(NOW);
      expect(time('updatedAt')).toBeGreaterThan(time('createdAt'));
      expect(time('endsAt')).toBeGreaterThan(time('startsAt'));
      expect(thing['total']).toBeCloseTo(
        (thing['price'] as number) * (thing['quantity'] as number),
        2,
      );
    }
  });

  it('is the same on every call, and another for each of a list', () => {
    const person = { name: TEXT, city: TEXT };
    const people = Array.from({ length: 25 }, (_, n) => made(person, { noun: 'member', n }));
    expect(people).toEqual(
      Array.from({ length: 25 }, (_, n) => made(person, { noun: 'member', n })),
    );
    expect(new Set(people.map(({ name }) => name)).size).toBe(25);
  });
});
