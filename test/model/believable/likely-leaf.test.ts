/** Texts that services with rules of their own most likely take. */
import { expect, it } from 'vitest';
import { likelyLeaf } from '../../../src/model/believable/likely-leaf.ts';
import type { JsonObject, JsonValue } from '../../../src/openapi/json/json-value.ts';
import { compileSchema } from '../../../src/openapi/schema/compile-schema.ts';
import { effectiveSchema } from '../../../src/openapi/schema/effective-schema.ts';
import { sampleValue } from '../../../src/openapi/schema/sample-value.ts';
import { tightSchemas } from '../../setup/tight-schemas.ts';

const TEXT: JsonObject = { type: 'string' };

function made(name: string, schema: JsonObject): JsonValue | undefined {
  const whole = effectiveSchema({ type: 'object', properties: { [name]: schema } }, '');
  const value = sampleValue(whole, { believer: likelyLeaf() });
  return (value as JsonObject)[name];
}

it.each<[string, JsonObject, RegExp]>([
  ['phone', TEXT, /^\+\d{11}$/],
  ['mobileNumber', { ...TEXT, pattern: String.raw`^\+[1-9]\d{6,14}$` }, /^\+1202/],
  ['country', TEXT, /^US$/],
  ['country_code', { ...TEXT, maxLength: 2 }, /^US$/],
  ['zip', TEXT, /^\d{5}$/],
  ['currency', TEXT, /^USD$/],
  ['timezone', TEXT, /^America\/\w+$/],
  ['locale', TEXT, /^en$/],
  ['website', TEXT, /^https:\/\/\w+\.example\.com$/],
  ['imageUrl', TEXT, /^https:\/\/example\.com\/\S+$/],
  ['color', TEXT, /^#[\da-f]{6}$/],
  ['iban', TEXT, /^DE\d{20}$/],
  ['isbn', TEXT, /^978\d{10}$/],
  ['password', TEXT, /^(?=.*\d)(?=.*[A-Z])(?=.*[a-z]).{10,}$/],
  ['password', { ...TEXT, format: 'password' }, /^Quiet/],
  ['ipAddress', TEXT, /^192\.0\.2\.\d+$/],
  ['birthDate', TEXT, /^\d{4}-\d\d-\d\d$/],
  ['created_at', TEXT, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
  ['status', TEXT, /^(?:active|pending|completed)$/],
  ['price', { ...TEXT, pattern: String.raw`^\d+\.\d{2}$` }, /^\d{1,4}\.\d\d$/],
  // What tells nothing is as plain as it can be, and so is what the schema says more of.
  ['name', TEXT, /^sample$/],
  ['phone', { ...TEXT, maxLength: 5 }, /^sampl$/],
  ['phone', { ...TEXT, examples: ['0171 123'] }, /^0171 123$/],
])('has the form that %s tells', (name, schema, form) => {
  expect(made(name, schema)).toMatch(form);
});

it('is a number as its name tells it', () => {
  const integer: JsonObject = { type: 'integer' };
  expect(made('year', integer)).toBeGreaterThan(2000);
  expect(made('age', integer)).toBeGreaterThanOrEqual(18);
  expect(made('maxSize', integer)).toBeGreaterThan(Number(made('minSize', integer)));
  expect(made('latitude', { type: 'number' })).toBeLessThan(90);
});

it('is a time as its name tells it, also where nothing says that it is one', () => {
  expect(Date.parse(made('measured_at', TEXT) as string)).toBeLessThan(Date.now());
  expect(Date.parse(made('starts_at', TEXT) as string)).toBeGreaterThan(Date.now());
});

it('takes few of what there is plenty of', () => {
  const integer: JsonObject = { type: 'integer' };
  expect(made('attendees', integer)).toBe(2);
  expect(made('seatsWanted', { ...integer, minimum: 1 })).toBe(2);
  expect(made('capacity', { ...integer, minimum: 1 })).toBe(1000);
  expect(made('capacity', { ...integer, maximum: 500 })).toBe(100);
  expect(made('stock', { ...integer, maximum: 50 })).toBeLessThanOrEqual(50);
  expect(made('stock', { ...integer, default: 0 })).toBe(1000);
  expect(made('stock', { ...integer, default: 7 })).toBe(7);
});

it.each(tightSchemas)('is valid for %s', (_name, schema) => {
  const value = sampleValue(effectiveSchema(schema, ''), { believer: likelyLeaf('phone') });
  expect(compileSchema(schema, '')(value)).toEqual([]);
});
