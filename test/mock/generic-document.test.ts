import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/openapi/json/json-value.ts';
import type { Responder } from '../../src/mock/responder.ts';
import { compileSchema } from '../../src/openapi/schema/compile-schema.ts';
import { MemoryStore } from '../../src/mock/resource-store.ts';
import { jsonResponse, mockRequest, responderOf } from './fixtures.ts';

const text: JsonObject = { type: 'string' };
const integer: JsonObject = { type: 'integer' };

function withError(schema: JsonObject, examples: JsonObject = {}): Responder {
  const requestBody = {
    required: true,
    content: { 'application/json': { schema: { type: 'object' } } },
  };
  const responses = { 201: { description: 'x' }, default: jsonResponse(schema, examples) };
  return responderOf({ paths: { '/a': { post: { requestBody, responses } } } });
}

function refusal(responder: Responder): unknown {
  return JSON.parse(String(responder.respond(mockRequest('POST', '/a', { body: '[]' })).body));
}

const MESSAGE = 'the body must be an object, got an array';

describe('the error shape', () => {
  it.each<[string, JsonObject, unknown]>([
    [
      'nested',
      {
        type: 'object',
        required: ['error'],
        properties: {
          error: {
            type: 'object',
            required: ['code', 'message'],
            properties: { code: integer, message: text },
          },
        },
      },
      { error: { code: 4001, message: MESSAGE } },
    ],
    [
      'of RFC 9457',
      {
        type: 'object',
        properties: {
          type: { type: 'string', format: 'uri' },
          title: text,
          status: integer,
          detail: text,
        },
      },
      { title: MESSAGE, status: 400, detail: MESSAGE },
    ],
    [
      'with a list',
      {
        type: 'object',
        required: ['errors'],
        properties: {
          errors: {
            type: 'array',
            minItems: 1,
            items: { type: 'object', required: ['detail'], properties: { detail: text } },
          },
        },
      },
      { errors: [{ detail: MESSAGE }] },
    ],
    [
      'with other required types',
      {
        allOf: [
          {
            type: 'object',
            required: ['message'],
            properties: { message: { ...text, maxLength: 8 } },
          },
          {
            type: 'object',
            required: ['at', 'ok', 'level', 'parts', 'share'],
            properties: {
              at: { ...text, format: 'date-time' },
              ok: { type: 'boolean' },
              level: { enum: ['high', 'low'] },
              parts: {
                type: 'object',
                required: ['n'],
                properties: { n: { type: 'integer', maximum: 9 } },
              },
              share: { type: 'number', exclusiveMaximum: 1 },
            },
          },
        ],
      },
      {
        message: 'the body',
        at: '2024-02-29T12:00:00Z',
        ok: false,
        level: 'high',
        parts: { n: 9 },
        share: 0.5,
      },
    ],
    ['without properties', { type: 'object' }, { error: 4001, message: MESSAGE }],
    ['that is a text', text, MESSAGE],
  ])('%s', (_name, schema, expected) => {
    const body = refusal(withError(schema));
    expect(body).toEqual(expected);
    expect(compileSchema(schema, '')(body as JsonObject)).toEqual([]);
  });

  it('is filled by the example where no message can meet it', () => {
    const schema = {
      type: 'object',
      required: ['code'],
      properties: { code: { ...text, pattern: '^E\\d$' } },
    };
    expect(refusal(withError(schema, { one: { value: { code: 'E7' } } }))).toEqual({ code: 'E7' });
  });
});

describe('a success', () => {
  const thing: JsonObject = {
    type: 'object',
    required: ['id', 'label'],
    properties: { id: integer, label: text, note: text },
  };

  it('without a request body is the example, whatever its type', () => {
    const list = { type: 'array', items: thing };
    const value = [{ id: 1, label: 'a' }];
    const responder = responderOf({
      paths: {
        '/shown': { get: { responses: { 200: jsonResponse(list, { one: { value } }) } } },
        '/hidden': { get: { responses: { 200: jsonResponse(list) } } },
        '/one/{id}': {
          get: { responses: { default: jsonResponse(thing, { bad: { value: { id: 'x' } } }) } },
        },
      },
    });
    const get = (path: string): unknown =>
      JSON.parse(String(responder.respond(mockRequest('GET', path)).body));
    expect(get('/shown')).toEqual(value);
    const sample = { id: 1, label: 'weekend', note: 'Please call before noon.' };
    expect(get('/hidden')).toEqual([sample]);
    expect(get('/one/7')).toEqual({ ...sample, id: 7 });
  });

  it('takes from the example what is required and was not sent, or no request has', () => {
    const requestBody = {
      content: { 'application/json': { schema: { type: 'object', properties: { label: text } } } },
    };
    const schema = {
      type: 'object',
      required: ['size', 'label'],
      properties: {
        size: integer,
        label: text,
        note: text,
        deletedAt: text,
        parts: { type: 'array' },
        state: { enum: ['new'] },
      },
    };
    const responses = {
      201: jsonResponse(schema, {
        one: { value: { size: 5, label: 'x', note: 'y', deletedAt: 'z', parts: [1] } },
      }),
    };
    const responder = responderOf({ paths: { '/a': { post: { requestBody, responses } } } });
    const response = responder.respond(mockRequest('POST', '/a', { body: '{"label":"mine"}' }));
    expect(response).toMatchObject({
      status: 201,
      body: '{"size":5,"label":"mine","note":"y","state":"new"}',
    });
  });

  it('without content has none', () => {
    const responder = responderOf({
      paths: { '/a': { delete: { responses: { 204: { description: 'x' } } } } },
    });
    expect(responder.respond(mockRequest('DELETE', '/a'))).toMatchObject({ status: 204, body: '' });
  });
});

describe('what an answer tells otherwise than it was sent', () => {
  const kind = (schema: JsonObject): JsonObject => ({
    type: 'object',
    required: ['kind'],
    properties: { id: integer, kind: schema },
  });
  const id = { name: 'id', in: 'path', required: true, schema: integer };

  it.each([
    ['the kinds that there are', { enum: ['usual'] }, 'odd', 'usual'],
    ['numbers', integer, 'odd', expect.any(Number)],
    ['a format', { ...text, format: 'date' }, 'odd', expect.stringMatching(/^\d{4}-/)],
    ['anything that was sent', text, 'odd', 'odd'],
  ])('stays as it was told in other answers: %s', (_, told, sent, wanted) => {
    const requestBody = { content: { 'application/json': { schema: kind(text) } } };
    const responses = { 201: jsonResponse(kind(told)) };
    const responder = responderOf({
      paths: {
        '/things': { post: { requestBody, responses } },
        '/things/{id}': { parameters: [id], get: { responses: { 200: jsonResponse(kind({})) } } },
      },
    });
    const body = JSON.stringify({ kind: sent });
    const created = responder.respond(mockRequest('POST', '/things', { body })).body;
    expect(JSON.parse(String(created))).toMatchObject({ kind: wanted });
    expect(JSON.parse(String(responder.respond(mockRequest('GET', '/things/1')).body))).toEqual(
      JSON.parse(String(created)),
    );
  });
});

describe('request bodies', () => {
  const requestBody = {
    required: true,
    content: {
      'application/vnd.thing+json': { schema: { type: 'object', required: ['a'] } },
      'text/*': { schema: text },
    },
  };
  const responder = responderOf({
    paths: { '/a': { post: { requestBody, responses: { 204: { description: 'x' } } } } },
  });
  const send = (type: string, body: string): number =>
    responder.respond(mockRequest('POST', '/a', { headers: { 'content-type': type }, body }))
      .status;

  it.each([
    ['application/vnd.thing+json', '{"a":1}', 204],
    ['application/vnd.thing+json', '{}', 400],
    ['text/plain; charset=latin1', 'anything', 204],
    ['application/json', '{"a":1}', 400],
    ['text', '{"a":1}', 400],
  ])('%s %s → %i', (type, body, status) => {
    expect(send(type, body)).toBe(status);
  });
});

describe('an answer that is no JSON', () => {
  it.each<[what: string, content: JsonObject, type: string | undefined, body: string]>([
    ['the example', { 'text/csv': { schema: text, example: 'a,b\n1,é' } }, 'text/csv', 'a,b\n1,é'],
    [
      'an example of what is read into rows',
      { 'text/csv': { schema: { type: 'array' }, examples: { one: { value: 'x,y' } } } },
      'text/csv',
      'x,y',
    ],
    [
      'a sample',
      { 'text/plain': { schema: { ...text, minLength: 7 } } },
      'text/plain',
      'Quiet Harbor',
    ],
    ['a sample for a range', { 'text/*': { schema: { enum: ['yes'] } } }, 'text/plain', 'yes'],
    ['a number', { 'text/plain': { schema: { ...integer, minimum: 50 } } }, 'text/plain', '123'],
    ['nothing, where nothing is said', { 'image/png': {} }, 'image/png', ''],
    [
      'nothing, where no text is known',
      { 'text/xml': { schema: { type: 'object' } } },
      undefined,
      '',
    ],
  ])('is %s', (_what, content, type, body) => {
    const responses = { 200: { description: 'x', content } };
    const responder = responderOf({ paths: { '/a': { get: { responses } } } });
    const answer = responder.respond(mockRequest('GET', '/a'));
    expect([answer.status, answer.headers['content-type'], answer.body]).toEqual([200, type, body]);
  });
});

const BODY: JsonObject = { content: { 'application/json': { schema: { type: 'object' } } } };
const NAMED: JsonObject = { type: 'object', required: ['id'], properties: { id: integer } };

describe('what is created where no path leads to it', () => {
  const create = (id: JsonObject, name = 'id', sent: JsonObject = {}): Responder => {
    const schema = { type: 'object', properties: { title: text, ...sent } };
    const requestBody = { content: { 'application/json': { schema } } };
    const properties = { [name]: id, title: text };
    const answer = jsonResponse({ type: 'object', required: [name], properties });
    const operation = { requestBody, responses: { 201: answer } };
    return responderOf({ paths: { '/a': { post: operation } } });
  };
  const answers = (responder: Responder, bodies = ['{"title":"x"}', '{}']): unknown[] =>
    bodies.map((body) =>
      JSON.parse(String(responder.respond(mockRequest('POST', '/a', { body })).body)),
    );

  it.each<[string, JsonObject, unknown, unknown]>([
    ['numbers', { ...integer, minimum: 5 }, 5, 6],
    ['texts', text, '1', '2'],
    [
      'UUIDs',
      { ...text, format: 'uuid' },
      '00000000-0000-4000-8000-000000000001',
      '00000000-0000-4000-8000-000000000002',
    ],
  ])('has an identity of its own in each answer: %s', (_what, schema, first, second) => {
    expect(answers(create(schema))).toEqual([{ id: first, title: 'x' }, { id: second }]);
    expect(answers(create(schema, 'thingId'))).toEqual([
      { thingId: first, title: 'x' },
      { thingId: second },
    ]);
  });

  it('keeps the identity that it came with, and nobody else gets it', () => {
    const bodies = ['{"id":1}', '{}', '{"id":7}', '{}'];
    expect(answers(create(integer, 'id', { id: integer }), bodies)).toEqual(
      [1, 2, 7, 3].map((id) => ({ id })),
    );
  });

  it('is kept as it was sent, so that it can be put back', () => {
    const store = new MemoryStore();
    const document = responderOf(
      { paths: { '/a': { post: { requestBody: BODY, responses: { 201: jsonResponse(NAMED) } } } } },
      { store },
    );
    expect(answers(document)).toEqual([{ id: 1 }, { id: 2 }]);
    expect(store.list()).toEqual([{ title: 'x' }, {}]);
  });

  it('has a sample where no identity could be made, or the name is of something else', () => {
    const fixed = create({ ...text, enum: ['a'] });
    expect(answers(fixed)).toEqual([{ id: 'a', title: 'x' }, { id: 'a' }]);
    expect(answers(create(integer, 'bookId', { bookId: integer }), ['{}', '{}'])).toEqual([
      { bookId: 96 },
      { bookId: 96 },
    ]);
  });
});
