import { describe, expect, it } from 'vitest';
import { documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject, JsonValue } from '../../../src/openapi/json/json-value.ts';
import { operations } from '../../../src/model/operation.ts';
import { createParameterCheck } from '../../../src/model/parameters/parameter-check.ts';
import { writeParameter } from '../../../src/model/parameters/write-parameter.ts';

const list: JsonObject = { type: 'array', items: { type: 'string' } };
const map: JsonObject = {
  type: 'object',
  properties: { R: { type: 'integer' }, G: { type: 'integer' } },
};

const texts: JsonObject = { type: 'object', properties: { a: { type: 'string' } } };
const counts: JsonObject = { type: 'object', additionalProperties: { type: 'integer' } };
const json: JsonObject = { 'application/json': { schema: map } };

const lists: JsonObject = { type: 'object', properties: { t: list, n: { type: 'integer' } } };
const nested: JsonObject = {
  type: 'object',
  properties: { list: { type: 'array', items: map }, map: lists },
};

/** An operation with one parameter, its text in a request, and what is read of it there. */
function both(
  parameter: JsonObject,
  value: JsonValue,
): { text: string; read: JsonValue | undefined } {
  const { name, in: place } = parameter as { name: string; in: string };
  const path = place === 'path' ? `/things/{${name}}/end` : '/things';
  const responses = { 200: { description: 'x' } };
  const document = documentFromValue({
    openapi: '3.1.0',
    paths: { [path]: { get: { parameters: [parameter], responses } } },
  });
  const [operation] = operations(document);
  const text = writeParameter(operation!.parameters[0]!, value);
  const check = createParameterCheck(document, operation!)!;
  const { values } = check({
    path: path.replace(/\{.*\}/, () => text),
    query: place.startsWith('query') ? text : '',
    header: (wanted) => (wanted === (place === 'cookie' ? 'cookie' : name) ? text : undefined),
  });
  return { text, read: values.get(`${place} ${name}`) };
}

describe('a value is read as it was written', () => {
  it.each<[string, JsonObject, JsonValue, string]>([
    [
      'an int64 in a path',
      { in: 'path', schema: { type: 'integer' } },
      2n ** 63n - 1n,
      '9223372036854775807',
    ],
    ['a text in a path', { in: 'path', schema: { type: 'string' } }, 'a/b c+d', 'a%2Fb%20c%2Bd'],
    ['simple list', { in: 'path', schema: list }, ['a,b', 'c'], 'a%2Cb,c'],
    ['simple map', { in: 'path', schema: map }, { R: 1, G: 2 }, 'R,1,G,2'],
    ['simple map, exploded', { in: 'path', explode: true, schema: map }, { R: 1, G: 2 }, 'R=1,G=2'],
    ['label', { in: 'path', style: 'label', schema: { type: 'string' } }, 'blue', '.blue'],
    ['label list', { in: 'path', style: 'label', schema: list }, ['a', 'b'], '.a,b'],
    [
      'label list, exploded',
      { in: 'path', style: 'label', explode: true, schema: list },
      ['a', 'b'],
      '.a.b',
    ],
    ['matrix', { in: 'path', style: 'matrix', schema: { type: 'boolean' } }, true, ';v=true'],
    ['matrix list', { in: 'path', style: 'matrix', schema: list }, ['a', 'b'], ';v=a,b'],
    [
      'matrix list, exploded',
      { in: 'path', style: 'matrix', explode: true, schema: list },
      ['a', 'b'],
      ';v=a;v=b',
    ],
    [
      'matrix map, exploded',
      { in: 'path', style: 'matrix', explode: true, schema: map },
      { R: 1, G: 2 },
      ';R=1;G=2',
    ],
    [
      'plain cookie',
      { in: 'cookie', style: 'cookie', schema: { type: 'string' } },
      'a+%20=b',
      'v=a+%20=b',
    ],
    ['plain cookies', { in: 'cookie', style: 'cookie', schema: list }, ['a', 'b'], 'v=a; v=b'],
    [
      'plain cookie map',
      { in: 'cookie', style: 'cookie', schema: map },
      { R: 1, G: 2 },
      'R=1; G=2',
    ],
    [
      'a query that is JSON',
      { in: 'querystring', content: { 'application/json': { schema: map } } },
      { R: 1 },
      '%7B%22R%22%3A1%7D',
    ],
    [
      'a query that is text',
      { in: 'querystring', content: { 'text/plain': { schema: { type: 'string' } } } },
      'a&b=c',
      'a%26b%3Dc',
    ],
    ['form', { in: 'query', schema: { type: 'string' } }, 'a&b=ü', 'v=a%26b%3D%C3%BC'],
    ['form list', { in: 'query', schema: list }, ['a', 'b'], 'v=a&v=b'],
    ['form list in one', { in: 'query', explode: false, schema: list }, ['a,b', 'c'], 'v=a%2Cb,c'],
    ['form map', { in: 'query', schema: map }, { R: 1, G: 2 }, 'R=1&G=2'],
    ['form map in one', { in: 'query', explode: false, schema: map }, { R: 1, G: 2 }, 'v=R,1,G,2'],
    [
      'blanks',
      { in: 'query', style: 'spaceDelimited', explode: false, schema: list },
      ['a', 'b'],
      'v=a%20b',
    ],
    [
      'pipes',
      { in: 'query', style: 'pipeDelimited', explode: false, schema: list },
      ['a', 'b'],
      'v=a%7Cb',
    ],
    [
      'deep',
      { in: 'query', style: 'deepObject', explode: true, schema: map },
      { R: 1, G: 2 },
      'v[R]=1&v[G]=2',
    ],
    [
      'JSON',
      { in: 'query', content: { 'application/json': { schema: map } } },
      { R: 2n ** 60n },
      'v=%7B%22R%22%3A1152921504606846976%7D',
    ],
    [
      'label map',
      { in: 'path', style: 'label', explode: true, schema: map },
      { R: 1, G: 2 },
      '.R=1.G=2',
    ],
    ['matrix map', { in: 'path', style: 'matrix', schema: map }, { R: 1, G: 2 }, ';v=R,1,G,2'],
    ['no items', { in: 'query', explode: false, schema: list }, [], 'v='],
    ['a text with =', { in: 'query', schema: { type: 'string' } }, '=a=', 'v=%3Da%3D'],
    ['a map with =', { in: 'header', explode: true, schema: texts }, { a: 'b=c' }, 'a=b=c'],
    ['a text of digits', { in: 'path', schema: { type: 'string' } }, '12', '12'],
    ['a number or text', { in: 'path', schema: { type: ['string', 'integer'] } }, 12, '12'],
    ['nothing', { in: 'path', schema: { type: ['integer', 'null'] } }, null, 'null'],
    ['false', { in: 'query', schema: { type: 'boolean' } }, false, 'v=false'],
    ['anything', { in: 'query', schema: {} }, -1.5e-7, 'v=-1.5e-7'],
    ['other members', { in: 'header', schema: counts }, { 'a-b': 3 }, 'a-b,3'],
    ['JSON in a header', { in: 'header', content: json }, { R: 1 }, '{"R":1}'],
    ['JSON in a path', { in: 'path', content: json }, { R: 1 }, '%7B%22R%22%3A1%7D'],
    ['a list in a cookie', { in: 'cookie', schema: list }, ['a b', 'c'], 'v=a%20b,c'],
    ['a map in a cookie', { in: 'cookie', schema: map }, { R: 1, G: 2 }, 'v=R=1,G=2'],
    ['a header', { in: 'header', schema: list }, ['a', 'b'], 'a,b'],
    ['a cookie', { in: 'cookie', schema: { type: 'number' } }, 1.5, 'v=1.5'],
    [
      'a free map',
      { in: 'query', schema: { type: 'object' } },
      { 'a&': 'x', b: 'y' },
      'a%26=x&b=y',
    ],
    [
      'a free map in one',
      { in: 'query', explode: false, schema: { type: 'object' } },
      { 'a,': 'x', b: 'y' },
      'v=a%2C,x,b,y',
    ],
    ['lists in a map', { in: 'query', schema: lists }, { t: ['a', 'b'], n: 1 }, 't=a&t=b&n=1'],
    [
      'lists in a deep map',
      { in: 'query', style: 'deepObject', explode: true, schema: lists },
      { t: ['a'], n: 1 },
      'v[t]=a&v[n]=1',
    ],
    [
      'maps in lists in a deep map',
      { in: 'query', style: 'deepObject', explode: true, schema: nested },
      { list: [{ R: 1, G: 2 }, { R: 3 }], map: { t: ['x', 'y'] } },
      'v[list][0][R]=1&v[list][0][G]=2&v[list][1][R]=3&v[map][t]=x&v[map][t]=y',
    ],
    ['an empty matrix', { in: 'path', style: 'matrix', schema: { type: 'string' } }, '', ';v'],
    [
      'empty items of a matrix',
      { in: 'path', style: 'matrix', explode: true, schema: list },
      ['', 'a', ''],
      ';v;v=a;v',
    ],
    [
      'an empty member of a matrix',
      { in: 'path', style: 'matrix', explode: true, schema: texts },
      { a: '' },
      ';a',
    ],
    [
      'a dot in a label',
      { in: 'path', style: 'label', explode: true, schema: list },
      ['a.b', ''],
      '.a%2Eb.',
    ],
    [
      '= in a name',
      { in: 'path', explode: true, schema: { type: 'object' } },
      { 'a=': 'b=' },
      'a%3D=b%3D',
    ],
  ])('%s', (_name, parameter, value, text) => {
    expect(both({ name: 'v', required: true, ...parameter }, value)).toEqual({ text, read: value });
  });
});

const list3 = ['a', 'b', 'c'];
const ab = { t: ['a', 'b'] };
const words: JsonObject = { type: 'array', items: { enum: ['a', 'b'], type: 'string' } };
const free: JsonObject = { in: 'query', schema: { type: 'object' } };
const closed: JsonObject = { ...map, additionalProperties: false };
const open: JsonObject = { ...map, additionalProperties: true };

function commas(schema: JsonObject): JsonObject {
  return { in: 'query', explode: false, schema };
}

function pipes(): JsonObject {
  return { in: 'query', style: 'pipeDelimited', explode: false, schema: list };
}

function inPath(style: string, type = 'integer'): JsonObject {
  return { in: 'path', required: true, style, schema: { type } };
}

/** What is read of one parameter, and what is wrong with it. */
function check(
  parameter: JsonObject,
  { path = '/things', ...sent }: { path?: string; query?: string; headers?: JsonObject },
): { values: [string, JsonValue][]; faults: string[] } {
  const template = parameter['in'] === 'path' ? '/things/{v}/end' : '/things';
  const plain = { name: 'v', ...parameter };
  const document = documentFromValue({
    openapi: '3.1.0',
    paths: { [template]: { get: { parameters: [plain], responses: {} } } },
  });
  const read = createParameterCheck(document, operations(document)[0]!)!;
  const header = (name: string) => sent.headers?.[name] as string | undefined;
  const { values, faults } = read({ path, query: sent.query ?? '', header });
  return { values: [...values], faults: faults.map(({ reason }) => reason) };
}

describe('as others write it', () => {
  const integer = { type: 'integer' };
  const deep = { in: 'query', style: 'deepObject', explode: true, schema: map };
  it.each<[string, JsonObject, Parameters<typeof check>[1], JsonValue | undefined]>([
    ['blanks as +', { in: 'query', schema: { type: 'string' } }, { query: 'v=a+b' }, 'a b'],
    ['an encoded name', { in: 'query', schema: integer }, { query: '%76=1' }, 1],
    ['the last of several', { in: 'query', schema: integer }, { query: 'v=1&w=5&v=2' }, 2],
    ['among damaged names', { in: 'query', schema: integer }, { query: '%zz=1&v=2' }, 2],
    ['a name alone', { in: 'query', schema: { type: 'string' } }, { query: 'v' }, ''],
    [
      'a name alone, as nothing',
      { in: 'query', allowEmptyValue: true, schema: integer },
      { query: 'v' },
      undefined,
    ],
    ['a fraction', { in: 'query', schema: { type: 'number' } }, { query: 'v=1.25' }, 1.25],
    ['an exponent', { in: 'query', schema: { type: 'number' } }, { query: 'v=1e12' }, 1e12],
    ['a deep map, unexploded', { ...deep, explode: false }, { query: 'v[G]=2' }, { G: 2 }],
    [
      'a value where none is needed',
      { in: 'query', allowEmptyValue: true, schema: integer },
      { query: 'v=3' },
      3,
    ],
    [
      'cookies without blanks',
      { in: 'cookie', schema: integer },
      { headers: { cookie: 'w=1;v=2' } },
      2,
    ],
    [
      'a list or text',
      { in: 'query', schema: { type: ['array', 'string'] } },
      { query: 'v=a,b' },
      'a,b',
    ],
    ['not in the query', { in: 'query', schema: list }, { query: 'w=1' }, undefined],
    [
      'blanks around commas',
      { in: 'header', schema: list },
      { headers: { v: 'a , b,c' } },
      ['a', 'b', 'c'],
    ],
    ['a header in any case', { name: 'V', in: 'header' }, { headers: { v: 'x' } }, 'x'],
    [
      'a cookie among others',
      { in: 'cookie', schema: integer },
      { headers: { cookie: 'w=1;  v=2; x=3' } },
      2,
    ],
    [
      'no such cookie',
      { in: 'cookie', schema: integer },
      { headers: { cookie: 'w=1' } },
      undefined,
    ],
    ['no cookies', { in: 'cookie', schema: integer }, {}, undefined],
    ['lowercase pipes', pipes(), { query: 'v=a%7cb|c' }, ['a', 'b', 'c']],
    ['blanks between', { ...pipes(), style: 'spaceDelimited' }, { query: 'v=a+b%20c' }, list3],
    ['members of others', deep, { query: 'w[R]=1&v[G]=2&v=3&v[R' }, { G: 2 }],
    ['no members', deep, { query: 'w[R]=1' }, undefined],
    ['a part for a map', { in: 'query', schema: map }, { query: 'G=2&B=3' }, { G: 2 }],
    ['a half pair', { in: 'header', schema: texts }, { headers: { v: 'a' } }, { a: '' }],
    [
      'a key without =',
      { in: 'header', explode: true, schema: texts },
      { headers: { v: 'a' } },
      { a: '' },
    ],
    ['a label without its dot', inPath('label'), { path: '/things/1/end' }, 1],
    ['a label with a dot in it', inPath('label', 'number'), { path: '/things/.1.5/end' }, 1.5],
    ['a matrix of another name', inPath('matrix'), { path: '/things/;w=1/end' }, 1],
    ['another path', inPath('simple'), { path: '/things/1' }, undefined],
    ['without a schema', { in: 'query' }, { query: 'v=12' }, '12'],
    ['an encoded comma as a part of a text', commas(list), { query: 'v=a%2Cb,c' }, ['a,b', 'c']],
    ['encoded commas where no text has any', commas(words), { query: 'v=a%2Cb' }, ['a', 'b']],
    ['an empty matrix with its sign', inPath('matrix', 'string'), { path: '/things/;v=/end' }, ''],
    ['a deep list with brackets', { ...deep, schema: lists }, { query: 'v[t][]=a&v[t][]=b' }, ab],
    ['a deep list with places', { ...deep, schema: lists }, { query: 'v[t][0]=a&v[t][1]=b' }, ab],
    ['encoded brackets', { ...deep, schema: lists }, { query: 'v%5Bt%5D=a&v%5Bt%5D=b' }, ab],
    ['one in a free map', free, { query: 'a=1&a=2&b' }, { a: ['1', '2'], b: '' }],
    ['nothing of a free map', free, { query: '' }, undefined],
    [
      'a deep free map',
      { ...deep, schema: { type: 'object' } },
      { query: 'v[a][b][]=1' },
      { a: { b: ['1'] } },
    ],
    ['too many brackets', deep, { query: `v${'[a]'.repeat(9999)}=1` }, undefined],
    ['a map that names all', { in: 'query', schema: closed }, { query: 'G=2&B=3' }, { G: 2 }],
    [
      'a map that takes others',
      { in: 'query', schema: open },
      { query: 'G=2&B=3' },
      { G: 2, B: '3' },
    ],
    [
      'an empty text',
      { in: 'query', allowEmptyValue: true, schema: { type: 'string' } },
      { query: 'v=' },
      '',
    ],
  ])('%s', (_name, parameter, sent, value) => {
    const [[, read] = []] = check(parameter, sent).values;
    expect(read).toEqual(value);
  });
});

it.each<[JsonObject, Parameters<typeof check>[1], string]>([
  [
    { in: 'query', schema: { type: 'integer' } },
    { query: 'v=x' },
    'the query parameter v must be an integer, got the string "x"',
  ],
  [
    { in: 'query', schema: { type: 'boolean' } },
    { query: 'v=1' },
    'the query parameter v must be a boolean, got 1',
  ],
  [
    { in: 'query', schema: { type: 'integer' } },
    { query: 'v=01' },
    'the query parameter v must be an integer, got the string "01"',
  ],
  [
    { in: 'header', content: json },
    { headers: { v: '{' } },
    'the header parameter v is not well-formed JSON: ',
  ],
  [
    { in: 'cookie', schema: { type: 'string' } },
    { headers: { cookie: 'v=%E4' } },
    'the cookie parameter v is not well-formed percent-encoding',
  ],
  [
    { in: 'query', schema: { type: 'string', pattern: '^a' } },
    { query: 'v=12' },
    'the query parameter v must match ^a, got "12"',
  ],
  [{ in: 'query', required: true, schema: {} }, {}, 'the query parameter v is required'],
])('refuses %j, %j', (parameter, sent, reason) => {
  const { faults } = check(parameter, sent);
  expect(faults).toEqual([expect.stringContaining(reason)]);
});

it('checks nothing where an operation has no parameters, or needs none', () => {
  const document = documentFromValue({
    openapi: '3.1.0',
    paths: { '/things': { get: { responses: {} } } },
  });
  expect(createParameterCheck(document, operations(document)[0]!)).toBeUndefined();
  expect(check({ in: 'query', schema: list }, {})).toEqual({ values: [], faults: [] });
});

it.each(['string', 'integer', 'array'])('takes a name alone where it may, for an %s', (type) => {
  const parameter = { in: 'query', required: true, allowEmptyValue: true, schema: { type } };
  for (const query of ['v=', 'v', 'w=1&v=']) expect(check(parameter, { query }).faults).toEqual([]);
  expect(check(parameter, { query: 'w=' }).faults).toEqual(['the query parameter v is required']);
});

it('leaves to other parameters and keys what is theirs, and a free map has the rest', () => {
  const parameters = [
    { name: 'any', in: 'query', schema: { type: 'object' } },
    { name: 'limit', in: 'query', schema: { type: 'integer' } },
    { name: 'deep', in: 'query', style: 'deepObject', explode: true, schema: map },
    { name: 'X', in: 'header', schema: {} },
  ];
  const document = documentFromValue({
    openapi: '3.1.0',
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'api_key' } } },
    paths: { '/a': { get: { parameters, responses: {} } } },
  });
  const read = createParameterCheck(document, operations(document)[0]!)!;
  const query = 'limit=1&api_key=s&deep[R]=2&X=3&any=4&other=5';
  const { values, faults } = read({ path: '/a', query, header: () => undefined });
  expect(faults).toEqual([]);
  expect(values.get('query any')).toEqual({ X: '3', any: '4', other: '5' });
});

it('says which parameter is wrong, and where the document says so', () => {
  const parameters = [
    { name: 'id', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } },
    { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 9 } },
    { name: 'X-Trace', in: 'header', required: true, schema: { type: 'string' } },
  ];
  const document = documentFromValue({
    openapi: '3.1.0',
    paths: { '/things/{id}': { get: { parameters, responses: {} } } },
  });
  const check = createParameterCheck(document, operations(document)[0]!)!;
  const { faults } = check({
    path: '/things/9223372036854775808',
    query: 'limit=10&limit=%zz',
    header: () => undefined,
  });
  const at = '/paths/~1things~1{id}/get/parameters';
  expect(faults.map(({ reason, pointer }) => [reason, pointer])).toEqual([
    [
      'the path parameter id must be an int64 (-9223372036854775808 to 9223372036854775807), got 9223372036854775808',
      `${at}/0/schema/format`,
    ],
    ['the query parameter limit is not well-formed percent-encoding', `${at}/1`],
    ['the header parameter X-Trace is required', `${at}/2/required`],
  ]);
});

it('a query that is a form is read as its fields are', () => {
  const schema = {
    type: 'object',
    required: ['limit'],
    properties: { limit: { type: 'integer' }, tags: { type: 'array', items: { type: 'string' } } },
  };
  const content = { 'application/x-www-form-urlencoded': { schema } };
  const document = documentFromValue({
    openapi: '3.2.0',
    paths: { '/things': { get: { parameters: [{ name: 'q', in: 'querystring', content }] } } },
  });
  const check = createParameterCheck(document, operations(document)[0]!)!;
  const asked = (query: string): ReturnType<typeof check> =>
    check({ path: '/things', query, header: () => undefined });
  expect([...asked('limit=2&tags=a&tags=b').values]).toEqual([
    ['query q', { limit: 2, tags: ['a', 'b'] }],
  ]);
  expect(asked('tags=a').faults).toMatchObject([{ keyword: 'required' }]);
});
