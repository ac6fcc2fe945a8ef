import { describe, expect, it } from 'vitest';
import type { CheckContext } from '../../src/checks/check.ts';
import { echoOf, echoedValues } from '../../src/checks/echoed-values.ts';
import { documentFromValue } from '../../src/openapi/document.ts';
import type { JsonObject } from '../../src/openapi/json/json-value.ts';
import { operations } from '../../src/openapi/operation.ts';
import { type Parts, context, exchange, invalid } from './exchanges.ts';

function media(properties: JsonObject): JsonObject {
  return { content: { 'application/json': { schema: { properties } } } };
}

/** What is said where request and response have these properties. */
function say(properties: JsonObject, parts: Parts, given: Partial<CheckContext> = {}): string[] {
  const post = { requestBody: media(properties), responses: { 200: media(properties) } };
  const document = documentFromValue({ paths: { '/a': { post } } });
  const one = exchange({ ...parts, operation: operations(document)[0]! });
  return echoedValues.check(one, { ...context, ...given, document }).map(({ message }) => message);
}

describe('what comes back', () => {
  const text = { a: { type: 'string' } };

  it('may be what the document lets the server fill in', () => {
    const parts = { sent: {}, body: '{"a":"x"}' };
    expect(say({ a: {} }, parts)).toEqual(['a comes back though none was sent']);
    expect(say({ a: { readOnly: false } }, parts)).toHaveLength(1);
    expect(say({ a: { default: 'y' } }, parts)).toHaveLength(1);
    expect(say({ a: { readOnly: true } }, parts)).toEqual([]);
    expect(say({ a: { default: 'x' } }, parts)).toEqual([]);
    expect(say({ a: {} }, { sent: {}, body: '{"a":null}' })).toEqual([]);
    expect(say({ a: { default: 'y' } }, { sent: {}, body: '{"a":null}' })).toEqual([]);
  });

  it('may be kept to itself by the server where the document says so', () => {
    const words = ["a was sent, but doesn't come back"];
    expect(say({ a: { writeOnly: true } }, { sent: { a: 1 }, body: '{}' })).toEqual([]);
    expect(say({ a: { writeOnly: false } }, { sent: { a: 1 }, body: '{}' })).toEqual(words);
  });

  it('may be the same instant in another time zone', () => {
    const parts = {
      sent: { a: '2026-11-21T00:00:00Z' },
      body: '{"a":"2026-11-21T01:00:00+01:00"}',
    };
    expect(say({ a: { type: 'string', format: 'date-time' } }, parts)).toEqual([]);
    expect(say(text, parts)).toHaveLength(1);
  });

  it('may be more than was sent where a resource is changed, or given its identity', () => {
    const both = { requestBody: media({ id: {} }), responses: { 200: media({ id: {} }) } };
    const document = documentFromValue({
      paths: {
        '/a': { post: both, put: both },
        '/a/{id}': { patch: both, put: both },
        '/b': { post: both },
      },
    });
    const said = operations(document).map((operation) => {
      const one = exchange({ operation, sent: {}, body: '{"id":"x"}' });
      const { length } = echoedValues.check(one, { ...context, document });
      return `${operation.id}: ${length}`;
    });
    expect(said.toSorted()).toEqual([
      'PATCH /a/{id}: 0',
      'POST /a: 0',
      'POST /b: 1',
      'PUT /a/{id}: 1',
      'PUT /a: 1',
    ]);
    const more = { requestBody: media({ x: {} }), responses: { 200: media({ x: {} }) } };
    const made = documentFromValue({ paths: { '/a': { post: more }, '/a/{id}': { get: both } } });
    const one = exchange({ operation: operations(made)[0]!, sent: {}, body: '{"x":1}' });
    expect(echoedValues.check(one, { ...context, document: made })).toHaveLength(1);
  });

  it("is another request's where one sent it", () => {
    const other = exchange({ id: 'other' }).case;
    const asked: unknown[] = [];
    const sentElsewhere: CheckContext['sentElsewhere'] = (...words) => {
      asked.push(words.slice(0, 2));
      return other;
    };
    expect(say(text, { sent: {}, body: '{"a":"x"}' }, { sentElsewhere })).toEqual([
      "a comes back though none was sent: it is another request's",
    ]);
    expect(asked).toEqual([['a', 'x']]);
  });

  it('may be trimmed where the profile says so, and only trimmed', () => {
    const trimmed = new Set(['a']);
    expect(say(text, { sent: { a: ' x ' }, body: '{"a":"x"}' }, { trimmed })).toEqual([]);
    expect(say(text, { sent: { a: ' x ' }, body: '{"a":" x"}' }, { trimmed })).toEqual([
      'a comes back trimmed at its end',
    ]);
    expect(say(text, { sent: { a: ' x ' }, body: '{"a":"y"}' }, { trimmed })).toHaveLength(1);
    expect(say({ a: {} }, { sent: { a: 1 }, body: '{"a":2}' }, { trimmed })).toHaveLength(1);
    const others = new Set(['b']);
    expect(say(text, { sent: { a: ' x ' }, body: '{"a":"x"}' }, { trimmed: others })).toEqual([
      'a comes back trimmed',
    ]);
  });

  it('may be spelled otherwise', () => {
    const sent = { a: [1, { b: 2, c: null }] };
    expect(say({ a: {} }, { sent, body: '{"a":[1.0,{"c":null,"b":2e0}]}' })).toEqual([]);
  });

  it('is not described where it is no text', () => {
    const words = ['a comes back not what was sent'];
    expect(say({ a: {} }, { sent: { a: 1 }, body: '{"a":"1"}' })).toEqual(words);
    expect(say({ a: {} }, { sent: { a: '1' }, body: '{"a":1}' })).toEqual(words);
    expect(say({ a: {} }, { sent: { a: [1] }, body: '{"a":[]}' })).toEqual(words);
  });

  it('is left to the schema where it breaks that', () => {
    expect(say(text, { sent: { a: 'x' }, body: '{"a":1}' })).toEqual([]);
    expect(say(text, { sent: {}, body: '{"a":1}' })).toEqual([]);
  });

  it('is judged under each property', () => {
    const both = { a: {}, b: {} };
    expect(say(both, { sent: { a: 1, b: 2 }, body: '{"a":2}' })).toEqual([
      'a comes back not what was sent',
      "b was sent, but doesn't come back",
    ]);
  });
});

describe('nothing is compared', () => {
  it.each<[where: string, parts: Parts]>([
    ['the request was invalid', { validity: invalid }],
    ['the request was refused', { status: 400 }],
    ['the status is not documented', { status: 201 }],
    ['the body is no JSON', { body: '<h1>' }],
    ['the body is no object', { body: '[]' }],
    ['an array was sent', { sent: [1] }],
    ['nothing was sent', { sent: null }],
  ])('where %s', (_where, parts) => {
    expect(echoOf(exchange(parts), context.document)).toBeUndefined();
  });

  it('where the document gives request or response no schema', () => {
    const named = media({ a: {} });
    for (const post of [
      { responses: { 200: named } },
      { requestBody: { content: {} }, responses: { 200: named } },
      { requestBody: named, responses: { 200: {} } },
    ]) {
      const document = documentFromValue({ paths: { '/a': { post } } });
      const operation = operations(document)[0]!;
      expect(echoOf(exchange({ operation }), document)).toBeUndefined();
    }
  });
});

it('properties are told apart by whether the response names them, too', () => {
  const echo = echoOf(exchange(), context.document);
  expect(echo?.shared.map(({ name }) => name)).toEqual(['name', 'tag']);
  expect(echo?.unnamed.map(({ name }) => name)).toEqual(['id']);
});
