import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/openapi/json/json-value.ts';
import { jsonResponse, mockRequest, responderOf } from './fixtures.ts';

const CODES = ['internal', 'INVALID_REQUEST', 'notFound', 'token-missing', 'E_CONFLICT'];

function shape(codes: JsonValue[]): JsonObject {
  return { type: 'object', required: ['code'], properties: { code: { enum: codes } } };
}

/** The code of the refusal of a list where an object is wanted, or of what the request says. */
function codeOf(
  responses: JsonObject,
  request: Parameters<typeof mockRequest> = ['POST', '/a', { body: '[]' }],
): unknown {
  const content = { 'application/json': { schema: { type: 'object' } } };
  const post = { requestBody: { required: true, content }, responses, security: [{ key: [] }] };
  const get = { responses, security: [] };
  const responder = responderOf({
    paths: {
      '/a': { post: { ...post, security: request.length > 2 ? [] : post.security } },
      '/b': { get },
    },
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  });
  const body: { code: unknown } = JSON.parse(
    String(responder.respond(mockRequest(...request)).body),
  );
  return body.code;
}

describe('an error code that the document has a list of', () => {
  it.each<[string, JsonValue[], unknown]>([
    ['is the one whose words say what was wrong', CODES, 'INVALID_REQUEST'],
    ['or what the status says', ['teapot', 'BadRequest'], 'BadRequest'],
    ['is a number where that is the status', [500, 400], 400],
    ['or the code of the problem', [1, 4001, 400], 4001],
    ['is the first where none says it', ['teapot', 'kettle'], 'teapot'],
    ['is not taken for a part of a word', ['teapot', 'uninvalided'], 'teapot'],
  ])('%s', (_name, codes, code) => {
    expect(codeOf({ default: jsonResponse(shape(codes)) })).toBe(code);
  });

  it('tells a missing token from a wrong body', () => {
    const responses = { default: jsonResponse(shape(CODES)) };
    expect(codeOf(responses, ['POST', '/a'])).toBe('token-missing');
  });

  it('is that of the example of this very response, before any words', () => {
    const example = jsonResponse(shape(CODES), { any: { value: { code: 'E_CONFLICT' } } });
    expect(codeOf({ 400: example })).toBe('E_CONFLICT');
    expect(codeOf({ default: example })).toBe('INVALID_REQUEST');
  });

  it('is that of the example that says what was wrong, where there are several', () => {
    const examples = {
      a: { value: { code: 'internal' } },
      b: { value: { code: 'INVALID_REQUEST' } },
    };
    expect(codeOf({ 400: jsonResponse(shape(CODES), examples) })).toBe('INVALID_REQUEST');
  });

  it('is that of the example for all errors, where no words say it', () => {
    const examples = { any: { value: { code: 'kettle' } } };
    const responses = { default: jsonResponse(shape(['teapot', 'kettle']), examples) };
    expect(codeOf(responses)).toBe('kettle');
  });
});

it.each(['string', 'integer'])('repeats the status where it is a property, as %s', (type) => {
  const error = { type: 'object', required: ['status'], properties: { status: { type } } };
  const properties = { errors: { type: 'array', items: error } };
  const schema = { type: 'object', required: ['errors'], properties };
  const content = { 'application/json': { schema: { type: 'object' } } };
  const responses = { 201: { description: '' }, 400: jsonResponse(schema) };
  const responder = responderOf({
    paths: { '/a': { post: { requestBody: { content }, responses } } },
  });
  const { body } = responder.respond(mockRequest('POST', '/a', { body: '[]' }));
  const status = type === 'string' ? '400' : 400;
  expect(JSON.parse(String(body))).toEqual({ errors: [{ status }] });
});

it('what was wrong stands in lists of texts, too', () => {
  const texts: JsonObject = { type: 'array', items: { type: 'string' } };
  const body: JsonObject = { type: 'object', required: ['body'], properties: { body: texts } };
  const errors = { type: 'object', required: ['errors'], properties: { errors: body } };
  const post = {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { type: 'object' } } },
    },
    responses: { 422: jsonResponse(errors) },
  };
  const responder = responderOf({ paths: { '/a': { post } } });
  const answer = responder.respond(mockRequest('POST', '/a', { body: '[]' }));
  expect(JSON.parse(String(answer.body))).toEqual({
    errors: { body: ['the body must be an object, got an array'] },
  });
});

it.each([
  ['text/plain', ['text/plain', 'text/html']],
  ['application/json', ['text/plain', undefined]],
  ['application/json', ['text/plain', 'application/json']],
])('is in %s where the document has errors in %j, and not this one', (type, documented) => {
  const responses = Object.fromEntries(
    documented.map((name, i) => [404 + i, name === undefined ? {} : { content: { [name]: {} } }]),
  );
  const content = { 'application/json': { schema: { type: 'object' } } };
  const post = { requestBody: { required: true, content }, responses: { 200: {}, ...responses } };
  const responder = responderOf({ paths: { '/a': { post } } });
  const { status, headers } = responder.respond(mockRequest('POST', '/a', { body: '[]' }));
  expect([status, new Headers(headers).get('content-type')]).toEqual([400, type]);
});
