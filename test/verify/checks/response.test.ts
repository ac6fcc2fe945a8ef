import { describe, expect, it } from 'vitest';
import {
  responseBody,
  responseMediaType,
  responseHeaders,
} from '../../../src/verify/checks/response.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import { operations } from '../../../src/model/operation.ts';
import { type Parts, context, exchange, invalid } from './exchanges.ts';

/** What is said of the body, and of its media type, where these responses are documented. */
function judged(responses: JsonObject, parts: Parts): { body: string[]; type: string[] } {
  const document = documentFromValue({ paths: { '/a': { post: { responses } } } });
  const answered = exchange({ ...parts, operation: operations(document)[0]! });
  const given = { document, strict: false };
  return {
    body: [responseBody.check(answered, given)]
      .flat()
      .map(({ rule, message }) => `${rule} ${message}`),
    type: [responseMediaType.check(answered, given)].flat().map(({ documented, message }) => {
      return `${message} ⇐ ${documented}`;
    }),
  };
}

it.each(['fields=id', 'fields[things]=id', '%24select=id', 'field=id', 'filter=id'])(
  'what is required may be missing where %s chooses what comes back, and nothing may be of another type',
  (query) => {
    const names = ['fields', 'fields[things]', '$select', 'filter'];
    const parameters = names.map((name) => ({ name, in: 'query', schema: { type: 'string' } }));
    const properties = { id: { type: 'integer' }, name: { type: 'string' } };
    const schema = { type: 'object', required: ['id', 'name'], properties };
    const responses = { 200: { content: { 'application/json': { schema } } } };
    const document = documentFromValue({ paths: { '/a': { get: { parameters, responses } } } });
    const [operation] = operations(document);
    const told = (body: string): string[] =>
      [
        responseBody.check(exchange({ body, operation: operation!, path: `/a?${query}` }), {
          document,
          strict: false,
        }),
      ]
        .flat()
        .map(({ message }) => message);
    const isChosen = /^(?:fields|%24select)/.test(query);
    expect(told('{"id":1}')).toHaveLength(isChosen ? 0 : 1);
    expect(told('{"id":"x","name":"y"}')).toHaveLength(1);
  },
);

it.each<[what: string, schema: JsonObject, body: string, told: string[]]>([
  [
    'an envelope too many',
    { required: ['id', 'name'], properties: { id: {}, name: { type: 'string' } } },
    '{"doc":{"id":1,"name":2},"message":"made"}',
    ["it is in doc, which the document doesn't have", 'name must be a string'],
  ],
  [
    'the one that the document has',
    {
      required: ['doc', 'message'],
      properties: { doc: { required: ['id'], properties: { id: {} } }, message: {} },
    },
    '{"id":1}',
    ['it is what the document has in doc'],
  ],
  [
    'neither, where some of it is there',
    { required: ['doc', 'id'], properties: { doc: { required: ['id'] }, id: {} } },
    '{"id":1}',
    ['doc is required'],
  ],
])('a body is told once as being in %s', (_what, parts, body, told) => {
  const schema = { type: 'object', additionalProperties: false, ...parts };
  const responses = { 200: { content: { 'application/json': { schema } } } };
  const start = 'R1 the body of a 200 is not of its shape: ';
  expect(judged(responses, { body, status: 200 }).body).toEqual(told.map((each) => start + each));
});

it('a mistake in a schema that each operation repeats is one cause, and one in a named schema its own', () => {
  const object = { type: 'object', properties: { data: { type: 'object' } } };
  const named = { $ref: '#/components/schemas/A' };
  const schemas = { A: object, B: object };
  const of = (...each: JsonObject[]): Set<string | undefined> => {
    const paths = each.map((schema, i) => {
      const media = { content: { 'application/json': { schema } } };
      return [`/${i}`, { post: { responses: { 200: media } } }];
    });
    const document = documentFromValue({
      paths: Object.fromEntries(paths) as JsonObject,
      components: { schemas },
    });
    const observations = operations(document).flatMap((operation) =>
      responseBody.check(exchange({ body: '{"data":1}', operation }), { document, strict: false }),
    );
    return new Set(observations.map(({ symptom }) => symptom?.of));
  };
  expect(of(object, object).size).toBe(1);
  expect(of(named, { $ref: '#/components/schemas/B' }).size).toBe(2);
});

it.each<[what: string, events: JsonObject, severity: string]>([
  ['that no item can obey', { type: 'array', enum: ['started'] }, 'warning'],
  ['that items can obey', { type: 'array', items: { enum: ['started'] } }, 'violation'],
])('an item of a list that breaks a schema %s (%o): a %s', (_, events, severity) => {
  const item = { type: 'object', required: ['events'], properties: { events } };
  const responses = { 200: { content: { 'application/json': { schema: { items: item } } } } };
  const document = documentFromValue({ paths: { '/a': { get: { responses } } } });
  const [operation] = operations(document);
  const [found] = [
    responseBody.check(exchange({ body: '[{"events":["ended"]}]', operation: operation! }), {
      document,
      strict: false,
    }),
  ].flat();
  expect(found?.severity).toBe(severity);
});

/** A response whose schema wants this type, for each media type. */
function content(types: Readonly<Record<string, string>>): JsonObject {
  const media = Object.entries(types).map(([name, type]) => [name, { schema: { type } }]);
  return { content: Object.fromEntries(media) };
}

const mismatch = (status: number, type: string): string =>
  `${status < 300 ? 'R1' : 'R2'} the body of a ${status} is not of its shape: the body must be ${type}`;

describe('the schema that a body is held against', () => {
  const both = content({ 'application/json': 'object', 'application/a+json': 'array' });

  it.each<[what: string, type: string | null, found: string]>([
    ['of its media type', 'application/a+json; charset=utf-8', 'an array'],
    ['of the first JSON where the type is another', 'image/png', 'an object'],
    ['of the first JSON where there is no type', null, 'an object'],
  ])('is that %s', (_what, type, found) => {
    expect(judged({ 200: both }, { type, body: '1' }).body).toEqual([mismatch(200, found)]);
  });

  it('is that of a range, too', () => {
    const any = { 200: content({ '*/*': 'array' }) };
    expect(judged(any, { body: '1' }).body).toEqual([mismatch(200, 'an array')]);
    expect(judged(any, { type: null, body: '1' }).body).toEqual([mismatch(200, 'an array')]);
  });

  it('is that of JSON with a parameter, whatever the body says that it is', () => {
    const utf8 = { 200: content({ 'application/json; charset=utf-8': 'array' }) };
    for (const type of ['application/json', 'application/json;charset=UTF-8']) {
      expect(judged(utf8, { type, body: '1' })).toEqual({
        body: [mismatch(200, 'an array')],
        type: [],
      });
    }
    expect(judged(utf8, { type: 'text/plain', body: '1' })).toEqual({
      body: [mismatch(200, 'an array')],
      type: ['a 200 has the media type text/plain ⇐ application/json; charset=utf-8'],
    });
  });

  it('is none in a range where the body is not said to be JSON', () => {
    const any = { 200: content({ '*/*': 'array' }) };
    expect(judged(any, { type: 'text/plain', body: 'x' })).toEqual({ body: [], type: [] });
    expect(judged(any, { type: null, body: 'x' }).body).toEqual([]);
    const some = { 200: content({ 'application/*': 'array' }) };
    expect(judged(some, { type: 'text/plain', body: 'x' }).body).toEqual([]);
  });

  it.each<[what: string, responses: JsonObject, type: string]>([
    [
      'the type is another that is documented',
      { 200: content({ 'text/csv': 'array', 'application/json': 'object' }) },
      'text/csv',
    ],
    ['no JSON is documented', { 200: content({ 'text/csv': 'array' }) }, 'application/json'],
    ['JSON has no schema', { 200: { content: { 'application/json': {} } } }, 'application/json'],
    ['no content is documented', { 200: {} }, 'application/json'],
    ['the status is not documented', { 201: both }, 'application/json'],
  ])('is none where %s', (_what, responses, type) => {
    expect(judged(responses, { type, body: '1' }).body).toEqual([]);
  });

  it('is none for a server error, a broken connection and an accepted invalid request', () => {
    const all = { 200: both, 500: both };
    expect(judged(all, { status: 500, body: '1' }).body).toEqual([]);
    expect(judged(all, { failure: { kind: 'tls', message: '' } }).body).toEqual([]);
    expect(judged(all, { validity: invalid, body: '1' }).body).toEqual([]);
  });

  it('is that of a redirect and a refusal, under the rule for errors', () => {
    const all = { 303: both, 400: both };
    expect(judged(all, { status: 303, body: '1' }).body).toEqual([mismatch(303, 'an object')]);
    expect(judged(all, { status: 400, body: '1' }).body).toEqual([mismatch(400, 'an object')]);
  });
});

describe('the message about a body', () => {
  it('leaves out what came, which differs from exchange to exchange', () => {
    const schema = { properties: { a: { pattern: '^, got \n' } } };
    const responses = { 200: { content: { 'application/json': { schema } } } };
    expect(judged(responses, { body: String.raw`{"a":"x, got y\n"}` }).body).toEqual([
      'R1 the body of a 200 is not of its shape: a must match ^',
    ]);
  });
  it('is told once of a list, however many of its items are wrong alike', () => {
    const items = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } };
    const schema = { type: 'array', items };
    const responses = { 200: { content: { 'application/json': { schema } } } };
    const alike = Array.from({ length: 500 }, () => ({ a: 1, b: 'b' }));
    const body = JSON.stringify([...alike, { a: 'a', b: 2 }]);
    expect(judged(responses, { body }).body).toEqual([
      'R1 the body of a 200 is not of its shape: [0].a must be a string',
      'R1 the body of a 200 is not of its shape: [500].b must be a string',
    ]);
  });
  it('is told once of a map, however many of its members are wrong alike', () => {
    const member = { type: 'object', required: ['id'], properties: { a: { type: 'string' } } };
    const schema = { type: 'object', additionalProperties: member };
    const responses = { 200: { content: { 'application/json': { schema } } } };
    const keys = Array.from({ length: 500 }, (_, i) => [`key${i}`, { a: i }]);
    const body = JSON.stringify(Object.fromEntries(keys));
    expect(judged(responses, { body }).body).toEqual([
      'R1 the body of a 200 is not of its shape: key0.id is required',
      'R1 the body of a 200 is not of its shape: key0.a must be a string',
    ]);
  });
  it('names each repeated key once', () => {
    const responses = { 200: content({ 'application/json': 'object' }) };
    expect(judged(responses, { body: '{"a":1,"a":1,"a":1,"b\\n":1,"b\\n":1,"c":1}' }).body).toEqual(
      [String.raw`R1 the body of a 200 has the key "a", "b\n" more than once`],
    );
  });
});

describe('the documented media types', () => {
  const responses = {
    200: content({ 'application/json': 'object', 'text/csv': 'string' }),
    202: {},
    503: content({ 'text/html': 'string' }),
    '4XX': content({ 'application/problem+json': 'object' }),
  };

  it.each<[what: string, parts: Parts, said: string[]]>([
    ['are all fine', { type: 'text/csv' }, []],
    [
      'are named in a finding',
      { type: 'text/html' },
      ['a 200 has the media type text/html ⇐ application/json or text/csv'],
    ],
    [
      'are held against a refusal',
      { status: 404, type: 'application/json', body: '{}' },
      ['a 404 has the media type application/json ⇐ application/problem+json'],
    ],
    ['mean nothing to an empty body', { type: null, body: '' }, []],
    ['are none where nothing is documented', { status: 202, type: 'text/html' }, []],
    ['are not held against an undocumented success', { status: 201, type: 'text/html' }, []],
    ['nor an accepted invalid request', { validity: invalid, type: 'text/html' }, []],
    ['nor a redirect', { status: 302, type: 'text/html' }, []],
    ['nor a server error', { status: 503, type: 'text/plain' }, []],
    ['nor a broken connection', { failure: { kind: 'dns', message: '' } }, []],
  ])('%s', (_what, parts, messages) => {
    expect(judged(responses, parts).type).toEqual(messages);
  });

  it('are those of the documented error for a refusal that is not documented', () => {
    const some = { 200: {}, 401: {}, 404: content({ 'text/html': 'string' }) };
    expect(judged(some, { status: 409, type: 'text/csv' }).type).toEqual([]);
    const several = { 401: content({ 'a/b': 'string' }), 404: content({ 'text/html': 'string' }) };
    expect(judged(several, { status: 409, type: 'text/html' }).type).toEqual([]);
    const other = { 200: content({ 'text/csv': 'string' }), 503: content({ 'a/b': 'string' }) };
    expect(judged(other, { status: 409, type: 'text/html' }).type).toEqual([]);
    const standard = { 204: {}, Default: content({ 'text/html': 'string' }) };
    expect(judged(standard, { status: 409, type: 'text/csv' }).type).toEqual([
      'a 409 has the media type text/csv ⇐ text/html',
    ]);
  });
});

describe('the charset of JSON', () => {
  const ascii = '{"name":"Rosa~","tag":"shrub"}';
  const severity = (charset: string, body = ascii, status = 200): string[] =>
    [
      responseMediaType.check(
        exchange({ status, type: `application/json; charset=${charset}`, body }),
        context,
      ),
    ]
      .flat()
      .map(({ severity }) => severity);

  it.each(['utf-8', 'UTF8', '"utf-8"', 'us-ascii', 'ascii'])('may be %s', (charset) => {
    expect(severity(charset)).toEqual([]);
  });
  it.each(['utf-16', 'utf-80', 'x-utf-8', 'asciii', 'xascii', 'latin1'])(
    'is surprising where it is %s, and wrong where it matters',
    (charset) => {
      expect(severity(charset)).toEqual(['warning']);
      expect(severity(charset, '{"name":"\u0080"}')).toEqual(['violation']);
    },
  );
  it('can not be ASCII where the body is not', () => {
    expect(severity('ascii', '{"name":"ü"}')).toEqual(['violation']);
    expect(severity('utf-8', '{"name":"ü"}')).toEqual([]);
  });
  it('is nothing to a type that is not JSON', () => {
    const responses = { 200: content({ 'text/csv': 'string' }) };
    expect(judged(responses, { type: 'text/csv; charset=latin1' }).type).toEqual([]);
  });
});

const headers: JsonObject = {
  'X-Count': { required: true, schema: { type: 'integer' } },
  'X-Tag': { schema: { type: 'string', maxLength: 3 } },
  'X-Any': {},
};
const at = (status: number, name: string): string =>
  `/paths/~1a/post/responses/${status}/headers/${name}`;

function say(
  parts: Parts,
  responses: JsonObject = { 200: { headers }, 400: { headers } },
): string[] {
  const document = documentFromValue({ paths: { '/a': { post: { responses } } } });
  const answered = exchange({ ...parts, operation: operations(document)[0]! });
  return [responseHeaders.check(answered, { document, strict: false })]
    .flat()
    .map(({ severity, rule, message, received, documented, pointer }) => {
      expect(severity).toBe('violation');
      expect(documented).toBe(`the header as ${pointer} has it`);
      return `${rule} ${message} (${received}) ${pointer}`;
    });
}

describe('a documented header', () => {
  it('is there, and fits its schema', () => {
    expect(
      say({
        headers: [
          ['x-count', '7'],
          ['X-Tag', 'abc'],
          ['X-Any', ''],
        ],
      }),
    ).toEqual([]);
    expect(say({ headers: [['X-Count', '7']] })).toEqual([]);
  });

  it('is missed where it is required', () => {
    expect(say({})).toEqual([
      `R1 a 200 lacks the header X-Count (no X-Count) ${at(200, 'X-Count')}`,
    ]);
    expect(say({ status: 400 })).toEqual([
      `R2 a 400 lacks the header X-Count (no X-Count) ${at(400, 'X-Count')}`,
    ]);
  });

  it('is told where it breaks its schema, without what it was', () => {
    expect(
      say({
        headers: [
          ['X-Count', 'x, got y'],
          ['X-Tag', 'abcd'],
        ],
      }),
    ).toEqual([
      `R1 a 200: the header X-Count must be an integer (x, got y) ${at(200, 'X-Count')}/schema/type`,
      `R1 a 200: the header X-Tag must have at most 3 characters (abcd) ${at(200, 'X-Tag')}/schema/maxLength`,
    ]);
  });

  it.each<[where: string, parts: Parts]>([
    ['there is no response', { failure: { kind: 'reset', message: '' } }],
    ['the status is not documented', { status: 201 }],
    ['an invalid request was accepted', { validity: invalid }],
  ])('is not looked for where %s', (_where, parts) => {
    expect(say(parts)).toEqual([]);
  });

  it('is looked for in the refusal of an invalid request', () => {
    expect(say({ status: 400, validity: invalid })).toHaveLength(1);
  });
});

it.each([
  [false, '{"a":1,"b":1}', 'warning'],
  [true, '{"a":1,"b":1}', 'violation'],
  [false, '{}', 'violation'],
])(
  'with strict %s, a body %s of forms that may overlap is worth a %s',
  (strict, body, severity) => {
    const forms = ['a', 'b'].map((name) => ({ required: [name] }));
    const responses = { 200: { content: { 'application/json': { schema: { oneOf: forms } } } } };
    const document = documentFromValue({ paths: { '/a': { post: { responses } } } });
    const answered = exchange({ body, operation: operations(document)[0]! });
    const observations = [responseBody.check(answered, { document, strict })].flat();
    expect(observations.map(({ severity }) => severity)).toEqual([severity]);
  },
);

it('is worth a warning where nothing is of its schema', () => {
  const schema = { allOf: [{ type: 'string' }, { type: 'integer' }] };
  const responses = { 200: { content: { 'application/json': { schema } } } };
  const document = documentFromValue({ paths: { '/a': { get: { responses } } } });
  const answered = exchange({ body: '1', operation: operations(document)[0]! });
  const observations = [responseBody.check(answered, { document, strict: true })].flat();
  expect(observations.map(({ severity }) => severity)).toEqual(['warning']);
});
