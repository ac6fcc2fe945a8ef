import { expect, it } from 'vitest';
import { createBodyBase } from '../../../src/model/requests/body-base.ts';
import { freshBody } from '../../../src/model/requests/fresh-body.ts';
import { createFreshValues } from '../../../src/model/requests/fresh-values.ts';
import { slotsOf } from '../../../src/model/requests/slots.ts';
import { operations } from '../../../src/model/operation.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import { effectiveSchema } from '../../../src/openapi/schema/effective-schema.ts';
import { createdIdentity } from '../../../src/model/resources/identity.ts';
import type { JsonObject, JsonValue } from '../../../src/openapi/json/json-value.ts';

/** The body that requests with this schema and example start from. */
function valueFor(schema: JsonObject, example?: JsonValue): JsonValue | undefined {
  const content = { 'application/json': { schema, ...(example !== undefined && { example }) } };
  const document = documentFromValue({ paths: { '/a': { post: { requestBody: { content } } } } });
  const [post] = operations(document);
  return createBodyBase(document, post!.requestBody!.content[0]!)?.value;
}

const text: JsonObject = { type: 'string' };
const set: JsonObject = { ...text, readOnly: true };

it.each<[mediaType: string, schema: JsonObject, start: string | undefined]>([
  ['image/png', { type: 'string', format: 'byte' }, '\u0089PNG'],
  ['text/csv', { type: 'string' }, 'name\n'],
  ['application/jwt', { type: 'string' }, 'sample'],
  ['application/xml', { type: 'string' }, undefined],
  ['application/jose', { type: 'object' }, undefined],
])('makes up a body of %s with the schema %j', (mediaType, schema, start) => {
  const content = { [mediaType]: { schema } };
  const document = documentFromValue({ paths: { '/a': { post: { requestBody: { content } } } } });
  const [post] = operations(document);
  const value = createBodyBase(document, post!.requestBody!.content[0]!)?.value;
  expect(typeof value === 'string' ? value.slice(0, start?.length) : value).toBe(start);
});

it('sends nothing that only the server sets, though an example shows it', () => {
  const line = { type: 'object', properties: { no: set, what: text } };
  const lines = { type: 'array', items: line };
  const schema = { type: 'object', required: ['id'], properties: { id: set, name: text, lines } };
  const example = { id: '7', name: 'x', lines: [{ no: '1', what: 'y' }] };
  expect(valueFor(schema, example)).toEqual({ name: 'x', lines: [{ what: 'y' }] });
  expect(valueFor({ ...schema, example })).toEqual({ name: 'x', lines: [{ what: 'y' }] });
  expect(valueFor(schema)).toEqual({ name: 'sample', lines: [{ what: 'sample' }] });
});

it('draws an identity for each part, which no other has', () => {
  const line = { type: 'object', properties: { id: { type: ['string', 'null'] }, what: text } };
  const schema = { type: 'object', properties: { lines: { type: 'array', items: line } } };
  const content = { 'application/json': { schema } };
  const document = documentFromValue({ paths: { '/a': { post: { requestBody: { content } } } } });
  const base = createBodyBase(document, operations(document)[0]!.requestBody!.content[0]!)!;
  const fresh = createFreshValues({ seed: 1, runId: 'a' });
  const [first, second] = [freshBody(base, fresh), freshBody(base, fresh)].map((body) =>
    JSON.stringify(body),
  );
  expect(first).toMatch(/"id":"verify-a-\d+"/);
  expect(first).not.toBe(second);
});

it('leaves alone what says again under which name of a map it stands', () => {
  const headers: JsonObject = {
    additionalProperties: { type: 'object', properties: { key: text, value: text } },
    example: { Host: { key: 'Host', value: 'a.test' } },
  };
  const schema = effectiveSchema({ properties: { headers } }, '');
  const value: JsonValue = { headers: { Host: { key: 'Host', value: 'a.test' } } };
  expect(slotsOf(schema, value, []).map(({ path }) => path.join('.'))).toEqual([
    'headers',
    'headers.Host',
    'headers.Host.value',
  ]);
});

it('passes over an example that breaks its schema', () => {
  const properties = { name: { ...text, maxLength: 3, example: 'too long' } };
  expect(valueFor({ type: 'object', properties })).toEqual({ name: 'sam' });
  expect(valueFor({ type: 'object', properties }, { name: 'longer' })).toEqual({ name: 'sam' });
});

it('has an identity of its own in each request that must have one, though no property is declared so', () => {
  const inPath = { name: 'thingKey', in: 'path', required: true, schema: text };
  const answer = { properties: { thing_key: text, name: text } };
  const document = documentFromValue({
    paths: {
      '/things': {
        post: {
          requestBody: {
            content: {
              'application/json': {
                schema: { type: 'object', required: ['thing_key'], properties: { name: text } },
              },
            },
          },
          responses: { 201: { content: { 'application/json': { schema: answer } } } },
        },
      },
      '/things/{thingKey}': { get: { parameters: [inPath], responses: {} } },
    },
  });
  const [post] = operations(document);
  const created = createdIdentity(document, post!);
  const base = createBodyBase(document, post!.requestBody!.content[0]!, created)!;
  const fresh = createFreshValues({ seed: 1, runId: 'run' });
  const keys = [1, 2].map(() => (freshBody(base, fresh) as JsonObject)['thing_key']);
  expect(new Set(keys).size).toBe(2);
});

/** A body with fresh values, of a schema with these properties. */
function freshOf(properties: JsonObject, required: string[], refusedBodies = 0): JsonValue {
  const content = { 'application/json': { schema: { type: 'object', required, properties } } };
  const document = documentFromValue({ paths: { '/a': { post: { requestBody: { content } } } } });
  const [post] = operations(document);
  const base = createBodyBase(document, post!.requestBody!.content[0]!)!;
  const fresh = createFreshValues({ seed: 1, runId: 'run', marker: 'MARK' });
  return freshBody(base, { ...fresh, refusedBodies });
}

it.each(['a@b.test', 'https://a.test/b', 'de-DE.json', '2026-01-01', 'DE', '/etc/hosts', '1.2.3'])(
  'puts no mark into %s, of which no schema says what it is',
  (example) => {
    expect(freshOf({ about: { ...text, example } }, ['about'])).toEqual({ about: example });
  },
);

it('puts its mark into one word with a hyphen, and into several with a blank', () => {
  expect(freshOf({ word: { ...text, example: 'my-key' } }, ['word'])).toEqual({
    word: 'my-key-MARK-run-1',
  });
  expect(freshOf({ word: { ...text, example: 'my key' } }, ['word'])).toEqual({
    word: 'my key MARK-run-1',
  });
});

it('gives each item of a list a name of its own', () => {
  const name = { ...text, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 40 };
  const items = { type: 'object', required: ['name'], properties: { name } };
  const content = { 'application/json': { schema: { type: 'array', minItems: 3, items } } };
  const document = documentFromValue({ paths: { '/a': { post: { requestBody: { content } } } } });
  const [post] = operations(document);
  const base = createBodyBase(document, post!.requestBody!.content[0]!)!;
  const body = freshBody(base, createFreshValues({ seed: 1, runId: 'run' })) as JsonObject[];
  expect(new Set(body.map((item) => item['name'])).size).toBe(3);
});

it('gives each item of a list an address of its own, also where the list is in something', () => {
  const item = { type: 'object', required: ['email'], properties: { email: text } };
  const schema = {
    type: 'object',
    required: ['bulk'],
    properties: { bulk: { type: 'array', minItems: 3, items: item } },
  };
  const content = { 'application/json': { schema } };
  const document = documentFromValue({ paths: { '/a': { post: { requestBody: { content } } } } });
  const base = createBodyBase(document, operations(document)[0]!.requestBody!.content[0]!)!;
  const body = freshBody(base, createFreshValues({ seed: 1, runId: 'run' }));
  const sent = (body as Record<'bulk', JsonObject[]>).bulk;
  expect(new Set(sent.map(({ email }) => email)).size).toBe(3);
});

it('draws what tells one from another, however few there are, and no other text of few', () => {
  const code = { ...text, pattern: '^[A-Z][0-9]{3}$' };
  const drawn = (name: string): Set<unknown> =>
    new Set(
      ['one', 'two'].map((runId) => {
        const content = { 'application/json': { schema: { properties: { [name]: code } } } };
        const paths = { '/a': { post: { requestBody: { content } } } };
        const document = documentFromValue({ paths });
        const base = createBodyBase(document, operations(document)[0]!.requestBody!.content[0]!)!;
        const body = freshBody(base, createFreshValues({ seed: 1, runId })) as JsonObject;
        return body[name];
      }),
    );
  expect(drawn('code').size).toBe(2);
  expect(drawn('currency').size).toBe(1);
  expect(drawn('price').size).toBe(1);
});

it('leaves out what is optional where a server has refused it', () => {
  const properties = { name: text, note: text };
  expect(freshOf(properties, ['name'])).toHaveProperty('note');
  expect(freshOf(properties, ['name'], 1)).not.toHaveProperty('note');
});

const moment: JsonObject = { type: 'string', format: 'date-time' };

it('books an hour, another one in each request', () => {
  const properties = {
    start: moment,
    end: moment,
    slot: { properties: { from: moment, to: moment } },
  };
  const content = { 'application/json': { schema: { type: 'object', properties } } };
  const document = documentFromValue({ paths: { '/a': { post: { requestBody: { content } } } } });
  const base = createBodyBase(document, operations(document)[0]!.requestBody!.content[0]!)!;
  const fresh = createFreshValues({ seed: 1, runId: 'run' });
  const bodies = Array.from({ length: 50 }, () => {
    return freshBody(base, fresh) as { start: string; end: string; slot: Record<string, string> };
  });
  expect(new Set(bodies.map(({ start }) => start)).size).toBe(50);
  for (const { start, end, slot } of bodies) {
    expect(Date.parse(end) - Date.parse(start)).toBe(3_600_000);
    expect(Date.parse(slot['to']!) - Date.parse(slot['from']!)).toBe(3_600_000);
  }
});

it('leaves alone the time that a change is about, and what an example shows', () => {
  const example = { start: '2099-03-01T12:00:00Z' };
  const content = { 'application/json': { schema: { properties: { start: moment } }, example } };
  const document = documentFromValue({ paths: { '/a': { post: { requestBody: { content } } } } });
  const base = createBodyBase(document, operations(document)[0]!.requestBody!.content[0]!)!;
  const fresh = createFreshValues({ seed: 1, runId: 'run' });
  expect(freshBody(base, fresh)).toEqual(example);
  const leapDay = { path: ['start'], value: '2096-02-29T12:00:00Z' };
  expect(freshBody(base, fresh, leapDay)).toEqual({ start: leapDay.value });
});

it('asks for less where a server refuses an hour: two weeks', () => {
  const body = freshOf({ start: moment, end: moment }, ['start'], 1) as Record<string, string>;
  expect(Date.parse(body['end']!) - Date.parse(body['start']!)).toBe(15 * 86_400_000);
});

it('names of users in a list are drawn afresh, as one is', () => {
  const schema: JsonObject = {
    type: 'object',
    properties: {
      usernames: { type: 'array', items: text },
      labels: { type: 'array', items: text },
    },
  };
  const content = { 'application/json': { schema } };
  const document = documentFromValue({ paths: { '/a': { post: { requestBody: { content } } } } });
  const [post] = operations(document);
  const base = createBodyBase(document, post!.requestBody!.content[0]!)!;
  const fresh = createFreshValues({ seed: 1, runId: 'run' });
  const [one, other] = [freshBody(base, fresh), freshBody(base, fresh)] as JsonObject[];
  expect(one!['usernames']).not.toEqual(other!['usernames']);
  expect(one!['labels']).toEqual(other!['labels']);
});

it('lies in the past where a server refuses what lies ahead', () => {
  const body = freshOf({ moment }, ['moment'], 1) as Record<string, string>;
  expect(Date.parse(body['moment']!)).toBeLessThan(Date.now());
});
