import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DocumentStore } from '../../src/mock/document-store.ts';
import { thingsDocument } from '../setup/things-document.ts';
import type { Enactment } from '../../src/mock/enactment.ts';
import type { MockResponse } from '../../src/http/message.ts';
import { MemoryStore } from '../../src/mock/resource-store.ts';
import {
  type Responder,
  type ResponderOptions,
  createResponder,
} from '../../src/mock/responder.ts';
import type { JsonObject } from '../../src/openapi/json/json-value.ts';
import { type RequestParts, jsonResponse, mockRequest, responderOf } from './fixtures.ts';

const BODY = '{"id":1,"name":"Fern"}';

function fake(options: Omit<Partial<ResponderOptions>, 'document'> = {}): Responder {
  const store = new DocumentStore(thingsDocument);
  return createResponder({ store, ...options, document: thingsDocument });
}

function create(headers: Record<string, string>, responder = fake()): MockResponse {
  return responder.respond(mockRequest('POST', '/things', { headers, body: BODY }));
}

function messageOf({ body }: MockResponse): string {
  return (JSON.parse(String(body)) as { message: string }).message;
}

describe('the credential', () => {
  it.each(['Bearer t', 'bearer t', 'BEARER t', 'Bearer   t', 'Bearer a.b-c_~+/='])(
    'may be %o',
    (authorization) => {
      expect(create({ authorization }).status).toBe(200);
    },
  );

  it.each([
    ['', /header Authorization is missing/],
    ['Basic dTpw', /scheme must be Bearer, got "Basic"/],
    ['Token t', /scheme must be Bearer, got "Token"/],
    ['Bearert', /scheme must be Bearer, got none$/],
    ['Bearer', /token is empty/],
    ['Bearer   ', /token is empty/],
    ['Bearer invalid-token', /token is not valid/],
  ])('may not be %o', (authorization, message) => {
    const response = create({ authorization });
    expect(response).toMatchObject({
      status: 400,
      headers: { 'content-type': 'application/json' },
    });
    expect(messageOf(response)).toMatch(message);
  });

  it('is the configured token where there is one, and is never repeated', () => {
    expect(create({ authorization: 'Bearer s3cret' }, fake({ token: 's3cret' })).status).toBe(200);
    const response = create({ authorization: 'Bearer gue55' }, fake({ token: 's3cret' }));
    expect(response.status).toBe(400);
    expect(JSON.stringify(response)).not.toMatch(/s3cret|gue55/);
  });

  it('may meet any one of the alternatives', () => {
    const responder = responderOf({
      paths: { '/a': { get: { responses: { 204: { description: 'x' } } } } },
      security: [{ key: [] }, { bearer: [] }],
      components: {
        securitySchemes: {
          key: { type: 'apiKey', in: 'header', name: 'X-Key' },
          bearer: { type: 'http', scheme: 'bearer' },
        },
      },
    });
    const status = (headers: Record<string, string>): number =>
      responder.respond(mockRequest('GET', '/a', { headers })).status;
    expect(status({ authorization: 'Bearer t' })).toBe(204);
    expect(status({ authorization: '', 'x-key': 'k' })).toBe(204);
    expect(status({ authorization: '' })).toBe(401);
  });
});

describe('paths and methods', () => {
  it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'TRACE'])(
    '%s is refused with Allow',
    (method) => {
      const response = fake().respond(mockRequest(method, '/things'));
      expect(response).toMatchObject({ status: 405, headers: { allow: 'POST, OPTIONS' } });
      expect(messageOf(response)).toBe(`/things has no method ${method}, it has POST`);
    },
  );

  it.each(['/', '/thing', '/things/', '//things', '/Things', '/things/1'])(
    '%s is unknown',
    (path) => {
      const response = fake().respond(mockRequest('POST', path, { body: BODY }));
      expect(response.status).toBe(404);
      expect(messageOf(response)).toBe(`there is no path "${path}"`);
    },
  );

  it('OPTIONS says what there is', () => {
    const response = fake().respond(mockRequest('OPTIONS', '/things'));
    expect(response).toEqual({ status: 204, headers: { allow: 'POST, OPTIONS' }, body: '' });
  });

  it('HEAD is GET without content, where there is a GET', () => {
    const responses = {
      200: jsonResponse({ type: 'object', properties: { a: { type: 'string' } } }),
    };
    const responder = responderOf({ paths: { '/a/{id}': { get: { responses } } } });
    const get = responder.respond(mockRequest('GET', '/a/1'));
    expect(responder.respond(mockRequest('HEAD', '/a/1'))).toEqual({
      ...get,
      headers: { ...get.headers, 'content-length': String(get.body.length) },
      body: '',
    });
    const other = responder.respond(mockRequest('PUT', '/a/1'));
    expect(other.headers['allow']).toBe('GET, HEAD, OPTIONS');
  });
});

describe('the media type of a body', () => {
  const statusOf = (documented: string, type: string, body: string): number => {
    const schema: JsonObject = { type: 'object', required: ['a'] };
    const requestBody = { required: true, content: { [documented]: { schema } } };
    const responses = { 204: { description: 'x' }, 400: { description: 'x' } };
    const responder = responderOf({ paths: { '/a': { post: { requestBody, responses } } } });
    const headers = { 'content-type': type };
    return responder.respond(mockRequest('POST', '/a', { headers, body })).status;
  };

  it.each([
    ['application/json; charset=utf-8', 'application/json'],
    ['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'],
    ['application/json', 'application/json; x=y'],
    ['application/json;v=1', 'application/json'],
    ['application/*+json', 'application/a+json'],
    ['*/*', 'application/json; charset=utf-8'],
    ['*/*', 'application/a+json'],
  ])('%s is JSON as %s', (documented, type) => {
    expect(statusOf(documented, type, '{"a":1}')).toBe(204);
    expect(statusOf(documented, type, '{}')).toBe(400);
  });

  it.each([
    ['*/*', 'text/plain', 204],
    ['text/*', 'text/plain', 204],
    ['application/json; charset=utf-8', 'text/plain', 400],
    ['application/json', 'application/json; charset=latin1', 400],
  ])('%s takes text as %s: %d', (documented, type, status) => {
    expect(statusOf(documented, type, 'a')).toBe(status);
  });
});

describe('the parameters of a query', () => {
  const text: JsonObject = { type: 'string' };
  it.each<[parameter: JsonObject, good: string[], bad: string[]]>([
    [{ schema: { type: 'object', required: ['a'] } }, ['a=1&b=2'], ['', 'b=2']],
    [{ explode: false, schema: { type: 'object', required: ['a'] } }, ['v=a,1'], ['a=1', 'v=b,1']],
    [
      { explode: false, schema: { type: 'array', items: { ...text, enum: ['a', 'b'] } } },
      ['v=a,b', 'v=a%2Cb'],
      ['v=a%2Cc', ''],
    ],
    [{ allowEmptyValue: true, schema: { ...text, minLength: 1 } }, ['v=', 'v', 'v=a'], ['w=']],
    [
      { schema: { type: 'object', properties: { t: { type: 'array', maxItems: 2 } } } },
      ['t=a', 't=a&t=b'],
      ['t=a&t=b&t=c'],
    ],
  ])('%j are taken as %j, and not as %j', (parameter, good, bad) => {
    const parameters = [{ name: 'v', in: 'query', required: true, ...parameter }];
    const responses = { 204: { description: 'x' }, 400: { description: 'x' } };
    const responder = responderOf({ paths: { '/a': { get: { parameters, responses } } } });
    const status = (query: string): number =>
      responder.respond({ ...mockRequest('GET', '/a'), query }).status;
    expect(good.map(status)).toEqual(good.map(() => 204));
    expect(bad.map(status)).toEqual(bad.map(() => 400));
  });
});

/** Operations whose answer is their own path. */
function echo(...paths: string[]): Responder {
  const items = paths.map((path) => {
    const content = { 'text/plain': { example: path } };
    return [path, { post: { responses: { 200: { description: 'x', content } } } }];
  });
  return responderOf({ paths: Object.fromEntries(items) as JsonObject });
}

describe('the path that answers', () => {
  it.each([
    ['/docs/7:clone', '/docs/{id}:clone', ['/docs/{id}', '/docs/{id}:clone']],
    ['/docs/7%3Aclone', '/docs/{id}:clone', ['/docs/{id}', '/docs/{id}:clone']],
    ['/a/1/mine', '/a/{x}/mine', ['/a/{x}/{y}', '/a/{x}/mine']],
    ['/gr%C3%B6%C3%9Fe/%7Ea', '/größe/~a', ['/größe/{x}', '/größe/~a']],
    ['/größe', '/gr%C3%B6%C3%9Fe', ['/gr%C3%B6%C3%9Fe']],
  ])('to %s is %s', (sent, path, paths) => {
    expect(echo(...paths).respond(mockRequest('POST', sent))).toMatchObject({ body: path });
  });

  it('is the same in whatever order the document has them', () => {
    const all = ['/{a}', '/{a}/{b}', '/{a}/b', '/a/{b}', '/a/b', '/a/{b}.x', '/a/{b}:y', '/a/x{b}'];
    const sent = fc.constantFrom(
      '/a',
      '/a/b',
      '/b/b',
      '/a/c',
      '/b/c',
      '/a/xb',
      '/a/xb.x',
      '/a/b:y',
    );
    const method = fc.constantFrom('POST', 'OPTIONS', 'PUT');
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: 2 }), sent, method, (paths, path, verb) => {
        const request = mockRequest(verb, path);
        const answer = echo(...paths).respond(request);
        expect(echo(...paths.toSorted()).respond(request)).toEqual(answer);
      }),
    );
  });

  it('to an unknown path has the same shape of error in either order', () => {
    const refusing = (path: string, name: string): [string, JsonObject] => {
      const schema = {
        type: 'object',
        required: [name],
        properties: { [name]: { type: 'string' } },
      };
      return [path, { get: { responses: { 404: jsonResponse(schema) } } }];
    };
    const items = [refusing('/a', 'reason'), refusing('/b', 'detail')];
    const [response, two] = [items, items.toReversed()].map((list) =>
      responderOf({ paths: Object.fromEntries(list) }).respond(mockRequest('GET', '/')),
    );
    expect(two).toEqual(response);
  });
});

describe('CORS', () => {
  const origin = 'https://page.example';
  const preflight = { origin, 'access-control-request-method': 'POST' };

  it.each(['/things', '/unknown'])('answers the preflight of %s', (path) => {
    const headers = {
      ...preflight,
      'access-control-request-headers': 'authorization, content-type, x-a',
    };
    const response = fake().respond(mockRequest('OPTIONS', path, { headers }));
    expect(response).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': origin,
        'access-control-allow-headers': 'authorization, content-type, x-a',
      },
      body: '',
    });
    expect(response.headers['access-control-allow-methods']).toContain('POST');
  });

  it('allows the headers of the service where the browser names none', () => {
    const response = fake().respond(mockRequest('OPTIONS', '/things', { headers: preflight }));
    expect(response.headers['access-control-allow-headers']).toBe('authorization, content-type');
    expect(response.headers).not.toHaveProperty('access-control-allow-private-network');
  });

  it('lets a page of another network in that asks for it', () => {
    const headers = { ...preflight, 'access-control-request-private-network': 'true' };
    const response = fake().respond(mockRequest('OPTIONS', '/things', { headers }));
    expect(response.headers['access-control-allow-private-network']).toBe('true');
  });

  it.each<[string, string, RequestParts]>([
    ['POST', '/things', { body: BODY }],
    ['POST', '/things', { body: '{' }],
    ['GET', '/things', {}],
    ['GET', '/unknown', {}],
  ])('stands on every answer: %s %s %o', (method, path, parts) => {
    const response = fake().respond(mockRequest(method, path, { ...parts, headers: { origin } }));
    expect(response.headers['access-control-allow-origin']).toBe(origin);
  });

  it('stands on what the transport refuses', () => {
    const problem = { kind: 'content-coding', message: 'x' };
    const request = mockRequest('POST', '/things', { headers: { origin } });
    expect(fake().refuse(problem, request).headers).toHaveProperty(
      'access-control-allow-origin',
      origin,
    );
    expect(fake().refuse(problem)).toMatchObject({ status: 400, problem });
  });
});

describe('enactments', () => {
  function enacted(...enactments: Enactment[]): Responder {
    const store = new MemoryStore();
    return fake({ store, enactments: new Map([['createThing', enactments]]) });
  }

  it('change a status, the later one winning', () => {
    const responder = enacted(
      { problems: { 'credential-missing': 403 } },
      { problems: { 'credential-missing': 401 } },
    );
    expect(create({ authorization: '' }, responder).status).toBe(401);
  });

  it('overlook a problem', () => {
    const responder = enacted({
      problems: { 'credential-missing': 'accepted', 'media-type': 'accepted' },
    });
    expect(create({ authorization: '', 'content-type': 'text/plain' }, responder).status).toBe(200);
  });

  it('find further problems, rewrite, repeat, add headers', () => {
    const responder = enacted({
      inspections: [
        { kind: 'odd', find: ({ value }) => (value['name'] === 'odd' ? 'it is odd' : undefined) },
      ],
      problems: { odd: 422 },
      rewrite: (body) => ({ ...body, name: 'rewritten' }),
      returned: ['id'],
      headers: { 'x-a': 'b' },
    });
    const send = (name: string): MockResponse =>
      responder.respond(
        mockRequest('POST', '/things', { body: `{"id":9007199254740993,"name":"${name}"}` }),
      );
    expect(send('odd')).toMatchObject({
      status: 422,
      headers: { 'x-a': 'b' },
      problem: { kind: 'odd' },
    });
    expect(send('good')).toMatchObject({
      status: 200,
      headers: { 'x-a': 'b' },
      body: '{"id":9007199254740993,"name":"rewritten"}',
    });
  });

  it('that throw are answered for, and nothing is stored', () => {
    const responder = enacted({
      rewrite: () => {
        throw new Error('no idea');
      },
    });
    const response = create({}, responder);
    expect(response.status).toBe(500);
    expect(messageOf(response)).toBe('the mock failed to answer createThing');
    expect(response.problem).toMatchObject({ kind: 'failure', detail: 'no idea' });
  });
});

describe('the store', () => {
  it('is full where a limit says so', () => {
    const responder = fake({ maxResources: 1 });
    expect(create({}, responder).status).toBe(200);
    const body = '{"id":2,"name":"Ivy"}';
    const second = responder.respond(mockRequest('POST', '/things', { body }));
    expect(second.status).toBe(400);
    expect(messageOf(second)).toBe('the store is full, it takes 1');
  });
});

describe('an operation that is broken in the document', () => {
  const error = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } };
  const sound = { get: { responses: { 404: jsonResponse(error) } } };
  const broken = { operationId: 'broken', responses: { 200: { $ref: '#/none' } } };

  it.each([
    ['GET', '/a'],
    ['POST', '/b/7'],
    ['DELETE', '/c'],
  ])('is answered with what is wrong, in the error shape of others: %s %s', (method, path) => {
    const responder = responderOf({
      paths: {
        '/': sound,
        '/a': { get: broken },
        '/b/{id}': { post: broken },
        '/c': { $ref: '#/none' },
      },
    });
    const response = responder.respond(mockRequest(method, path));
    expect(response.status).toBe(501);
    expect(JSON.parse(String(response.body))).toEqual({
      text: expect.stringMatching(
        /^(?:broken|\/c) is left out, since the document is broken there: \S+ unresolved-reference: the \$ref "#\/none" names/,
      ) as string,
    });
  });

  it('leaves the other methods of its path alone', () => {
    const responder = responderOf({ paths: { '/a': { ...sound, put: broken } } });
    const statusOf = (method: string): number =>
      responder.respond(mockRequest(method, '/a')).status;
    expect(['GET', 'PUT', 'POST'].map(statusOf)).toEqual([200, 501, 405]);
  });
});

it.each([
  [{}, 'the document has no operation'],
  [
    { '/a': { get: 1 } },
    'all operations of the document are broken: /paths/~1a/get invalid-structure: ',
  ],
])('a document with the paths %j makes no responder', (paths, reason) => {
  const make = (): Responder => responderOf({ paths });
  expect(make).toThrow(`Failed to make a mock: there is nothing to serve: ${reason}`);
});
