/** HTTP as clients expect it: conditions, negotiation, preferences, challenges. */
import { describe, expect, it } from 'vitest';
import type { MockResponse } from '../../src/http/message.ts';
import type { JsonObject } from '../../src/openapi/json/json-value.ts';
import type { Responder } from '../../src/mock/responder.ts';
import { jsonResponse, mockRequest, responderOf } from './fixtures.ts';

const thing: JsonObject = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
};
const error: JsonObject = { type: 'object', properties: { message: { type: 'string' } } };
const refusals = {
  nope: { value: { message: 'nope' } },
  gone: { value: { message: 'gone' } },
};
const tag = { ETag: { schema: { type: 'string' } } };
const shown = {
  ...jsonResponse(thing, {
    fern: { value: { id: 1, name: 'Fern' } },
    moss: { value: { id: 2, name: 'Moss' } },
  }),
  headers: tag,
};
const body = { 'application/json': { schema: { ...thing, required: ['name'] } } };
const header = (name: string): JsonObject => ({ name, in: 'header', schema: { type: 'string' } });

function things(): Responder {
  const list = {
    description: 'x',
    content: {
      'text/csv': { schema: { type: 'string' }, example: 'id,name' },
      'application/json': { schema: { type: 'array', items: thing } },
    },
  };
  return responderOf({
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    paths: {
      '/things': {
        get: { responses: { 200: list, 406: jsonResponse(error), '4XX': jsonResponse(error) } },
        post: {
          security: [{ token: [] }],
          requestBody: { content: body },
          responses: {
            201: shown,
            404: jsonResponse(error, refusals),
            default: jsonResponse(error),
          },
        },
      },
      '/things/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { responses: { 200: shown, 304: { description: 'same' } } },
        put: {
          parameters: [header('If-Match')],
          requestBody: { content: body },
          responses: { 200: shown, 412: jsonResponse(error) },
        },
        delete: { parameters: [header('If-Match')], responses: { 204: { description: 'x' } } },
      },
    },
  });
}

function send(
  responder: Responder,
  target: string,
  headers: Record<string, string> = {},
  sent = '',
): MockResponse {
  const [method = '', path = ''] = target.split(' ');
  return responder.respond(mockRequest(method, path, { headers, body: sent }));
}

describe('an ETag', () => {
  it('is of one version, and holds changes to it', () => {
    const responder = things();
    const created = send(responder, 'POST /things', {}, '{"name":"Ann"}');
    const first = created.headers['etag']!;
    expect(first).toMatch(/^"[^"]+"$/);
    const read = send(responder, 'GET /things/1');
    expect(read.headers['etag']).toBe(first);
    const known = send(responder, 'GET /things/1', { 'if-none-match': `"x", W/${first}` });
    expect(known).toMatchObject({ status: 304, headers: { etag: first }, body: '' });
    expect(known.headers).not.toHaveProperty('content-type');
    const put = (match: string): MockResponse =>
      send(responder, 'PUT /things/1', { 'if-match': match }, '{"name":"Bea"}');
    expect(put('"other"').status).toBe(412);
    expect(put(`W/${first}`).status).toBe(412);
    const changed = put(first);
    expect(changed.status).toBe(200);
    expect(changed.headers['etag']).not.toBe(first);
    expect(send(responder, 'GET /things/1', { 'if-none-match': first }).status).toBe(200);
    expect(send(responder, 'DELETE /things/1', { 'if-match': first }).status).toBe(412);
    expect(send(responder, 'DELETE /things/1', { 'if-match': '*' }).status).toBe(204);
  });
});

describe('Accept', () => {
  it.each([
    ['text/csv', 'text/csv', 'id,name'],
    ['text/csv;q=0.5, application/json', 'application/json', '[]'],
    ['text/*', 'text/csv', 'id,name'],
    ['*/*', 'application/json', '[]'],
    ['application/json;q=0, */*', 'text/csv', 'id,name'],
  ])('%s is answered with %s', (accept, type, text) => {
    const answer = send(things(), 'GET /things', { accept });
    expect(answer.headers['content-type']).toBe(type);
    if (type === 'text/csv') expect(answer.body).toBe(text);
  });

  it('is not heeded where the document has no room for a refusal', () => {
    const responder = responderOf({ paths: { '/things': { get: { responses: { 200: shown } } } } });
    expect(send(responder, 'GET /things', { accept: 'image/png' }).status).toBe(200);
  });

  it('is refused where nothing documented satisfies it, and then nothing is created', () => {
    const responder = things();
    const refused = send(responder, 'POST /things', { accept: 'image/png' }, '{"name":"Ann"}');
    expect(refused.status).toBe(406);
    expect(JSON.parse(String(refused.body))).toEqual({
      message: 'Accept has image/png, and there is only application/json',
    });
    expect(send(responder, 'GET /things').body).toBe('[]');
  });

  it.each(['application/vnd.things.v3+json', 'application/problem+json, text/html'])(
    'is satisfied by any JSON where it asks for JSON: %s',
    (accept) => {
      const created = send(things(), 'POST /things', { accept }, '{"name":"Ann"}');
      expect(created).toMatchObject({
        status: 201,
        headers: { 'content-type': 'application/json' },
      });
    },
  );
});

describe('Prefer', () => {
  it('gives the error that is asked for, whatever the request is', () => {
    const answer = send(things(), 'POST /things', { prefer: 'code=404' }, '{}');
    expect(answer).toMatchObject({
      status: 404,
      headers: { 'preference-applied': 'code=404' },
      body: '{"message":"nope"}',
    });
    const named = send(things(), 'POST /things', { prefer: 'code=404, example="gone"' });
    expect(named.body).toBe('{"message":"gone"}');
  });

  it('makes an error up of which the document has no example, or nothing at all', () => {
    const missing = send(things(), 'GET /things/1', { prefer: 'code=503' });
    expect(missing.status).toBe(503);
    const range = send(things(), 'GET /things', { prefer: 'code=429' });
    expect(JSON.parse(String(range.body))).toEqual({ message: expect.stringContaining('Prefer') });
  });

  it('gives the example that is asked for, and stores nothing', () => {
    const responder = things();
    const answer = send(responder, 'GET /things/7', { prefer: 'example=moss' });
    expect([answer.status, answer.body]).toEqual([200, '{"id":2,"name":"Moss"}']);
    send(responder, 'POST /things', { prefer: 'code=201' }, '{"name":"Ann"}');
    expect(send(responder, 'GET /things/1').status).toBe(404);
  });

  it('gives another answer each time', () => {
    const responder = things();
    const [response, other] = [1, 2].map(() =>
      send(responder, 'GET /things/7', { prefer: 'dynamic=true' }),
    );
    expect(response!.body).not.toBe(other!.body);
  });

  it.each([
    ['GET /things/7', 'example=fren', '200 has no example "fren", only fern, moss'],
    ['GET /things', 'example=none, respond-async', '200 has no example "none", only example'],
    ['POST /things', 'code=404; example=fern', '404 has no example "fern", only nope, gone'],
    ['GET /things/7', 'code=503, example=fern', '503 has no example "fern"'],
    ['GET /things/7', 'code=202', 'there is no 202, but 200, 304'],
    ['GET /things', 'code=abc', 'code=abc is no status from 200 to 599'],
    ['GET /things', 'dynamic=maybe', 'dynamic=maybe is neither true nor false'],
  ])('of %s for %s is refused, which the document has not', (target, prefer, message) => {
    const answer = send(things(), target, { prefer });
    expect(answer.status).toBe(400);
    expect(answer.headers).not.toHaveProperty('preference-applied');
    expect(answer.problem).toMatchObject({
      kind: 'preference-unmet',
      message: `the header Prefer can't be followed: ${message}`,
    });
    expect(answer.body).toContain(JSON.stringify(answer.problem?.message));
  });

  it('of others than the mock is left alone', () => {
    const answer = send(things(), 'GET /things', { prefer: 'return=minimal, respond-async' });
    expect([answer.status, answer.body]).toEqual([200, '[]']);
  });

  it('asks for a status in a type that the client takes', () => {
    const prefer = 'code=200';
    const csv = send(things(), 'GET /things', { prefer, accept: 'text/csv' });
    expect([csv.status, csv.body]).toEqual([200, 'id,name']);
    expect(send(things(), 'GET /things', { prefer, accept: 'image/png' }).status).toBe(406);
  });

  it('says that the document lacks an error that is asked for', () => {
    const { body: text } = send(things(), 'GET /things/1', { prefer: 'code=503' });
    expect(text).toContain('asked for with the header Prefer, and the document lacks it');
  });
});

it('challenges for a credential, also where the document has but a default error', () => {
  const answer = send(things(), 'POST /things', { authorization: '' }, '{"name":"Ann"}');
  expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
});

it('tells with HEAD how long the answer to GET is', () => {
  const responder = things();
  send(responder, 'POST /things', {}, '{"name":"Ännchen"}');
  const { body: text } = send(responder, 'GET /things/1');
  const answer = send(responder, 'HEAD /things/1');
  expect(answer).toMatchObject({
    status: 200,
    headers: { 'content-length': String(Buffer.byteLength(text)) },
    body: '',
  });
});

it('lets a page read the headers of its answer', () => {
  const responder = things();
  const answer = send(responder, 'POST /things', { origin: 'https://a.example' }, '{"name":"Ann"}');
  expect(answer.headers['access-control-expose-headers']?.split(', ')).toContain('etag');
});
