import { describe, expect, it } from 'vitest';
import { type BelieverOptions, believer } from '../../../src/mock/believable/believer.ts';
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
    const { firstName, lastName, ...one } = made(names, { noun: 'booking', now: NOW });
    expect(one['passenger_name']).toBe(`${firstName as string} ${lastName as string}`);
    expect(Date.parse(one['updated_at'] as string)).toBeLessThan(NOW);
    expect(made({ seat: TEXT, format: TEXT }, { now: NOW })).toEqual(
      made({ seat: TEXT, format: TEXT }),
    );
  });

  it('is the example of a map, and of a list whose items nothing tells of, for each of a list', () => {
    const units = { type: 'array', items: TEXT, example: ['repo.code', 'repo.wiki'] };
    const rights = { additionalProperties: TEXT, example: { code: 'read', wiki: 'none' } };
    const tags = { type: 'array', items: TEXT, example: ['a', 'b'] };
    const one = made({ units, rights, tags }, { n: 3 });
    expect(one).toMatchObject({ units: units.example, rights: rights.example });
    expect(one['tags']).not.toEqual(tags.example);
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
      const one = made(all, { n, now: NOW });
      const time = (name: string): number => Date.parse(one[name] as string);
      expect(time('createdAt')).toBeLessThan(NOW);
      expect(time('updatedAt')).toBeGreaterThan(time('createdAt'));
      expect(time('endsAt')).toBeGreaterThan(time('startsAt'));
      expect(one['total']).toBeCloseTo((one['price'] as number) * (one['quantity'] as number), 2);
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
