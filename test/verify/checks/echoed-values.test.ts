import { describe, expect, it } from 'vitest';
import type { CheckContext, Observation } from '../../../src/verify/checks/check.ts';
import { echoOf, echoedValues } from '../../../src/verify/checks/echoed-values.ts';
import { type OpenApiDocument, documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import { stringifyJson } from '../../../src/openapi/json/stringify-json.ts';
import { operations } from '../../../src/model/operation.ts';
import { type Parts, context, exchange, invalid, open } from './exchanges.ts';

function media(properties: JsonObject, required: string[] = []): JsonObject {
  return { content: { 'application/json': { schema: { properties, required } } } };
}

/** What the exchange of a document's first operation, or of another one, shows. */
function observe(
  document: OpenApiDocument,
  parts: Parts,
  given: Partial<CheckContext> = {},
): Observation[] {
  const judged = exchange({ operation: operations(document)[0]!, ...parts });
  return [echoedValues.check(judged, { ...context, ...given, document })].flat();
}

/** What is said where request and response have these properties. */
function say(
  properties: JsonObject,
  parts: Parts,
  given: Partial<CheckContext> = {},
  answered = properties,
  told = ({ message }: Observation): string => message,
): string[] {
  const post = { requestBody: media(properties), responses: { 200: media(answered) } };
  const document = documentFromValue({ paths: { '/a': { post } } });
  return observe(document, parts, given).map(told);
}

const gravity = ({ severity }: Observation): string => severity;

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

  it('has within an object what was sent, beside what the server has to add', () => {
    const b = { type: 'object', properties: { b: { type: 'integer' } } };
    const parts = { sent: { a: { b: 1 } }, body: '{"a":{"b":2,"state":"new"}}' };
    expect(say({ a: b }, parts, {}, { a: { ...b, required: ['b', 'state'] } })).toHaveLength(1);
  });

  it('may be the identity, however it is spelled', () => {
    const made = { sent: {}, body: '{"ID":"7"}' };
    expect(say({ ID: { type: 'string' } }, made)).toEqual([]);
  });

  it('is worth a warning where false stands for nothing, and the document has no default', () => {
    const parts = { sent: {}, body: '{"a":false}' };
    expect(say({ a: { type: 'boolean' } }, parts, {}, undefined, gravity)).toEqual(['warning']);
    const open = { type: 'boolean', default: true };
    expect(say({ a: open }, parts, {}, undefined, gravity)).toEqual(['violation']);
  });

  it('may be a number with fewer decimals, where nothing promises more of them', () => {
    const back = (sent: number, body: number, schema: JsonObject = {}): string[] => {
      const parts = { sent: { a: sent }, body: JSON.stringify({ a: body }) };
      return say({ a: { type: 'number', ...schema } }, parts);
    };
    expect(back(12.3456, 12.35)).toEqual([]);
    expect(back(12.349, 12.34)).toEqual([]);
    expect(back(0.001, 0)).toEqual([]);
    expect(back(12.3456, 12.346, { example: 1.234 })).toEqual([]);
    const breach = ['a comes back, but not as it was sent'];
    expect(back(12.37, 12)).toEqual(breach);
    expect(back(12.37, 12.4)).toEqual(breach);
    expect(back(12.3456, 12.36)).toEqual(breach);
    expect(back(12.3456, 12.35, { example: 1.234 })).toEqual(breach);
    expect(back(12.3456, 12.35, { multipleOf: 0.0001 })).toEqual(breach);
  });

  it('may be a list of nothing', () => {
    const list = { type: ['array', 'null'], items: { type: 'string' } };
    expect(say({ a: list }, { sent: {}, body: '{"a":[]}' })).toEqual([]);
    expect(say({ a: list }, { sent: {}, body: '{"a":["x"]}' })).toHaveLength(1);
    expect(say({ a: { ...list, default: ['x'] } }, { sent: {}, body: '{"a":[]}' })).toHaveLength(1);
  });

  it('is the default of what was not sent, where the answer always has it', () => {
    const asked = { a: { type: 'string', default: 'x' } };
    const schema = { required: ['a'], properties: { a: { type: 'string' } } };
    const answers = { 200: { content: { 'application/json': { schema } } } };
    const always = (body: string, method = 'post'): string[] => {
      const operation = { requestBody: media(asked), responses: answers };
      const document = documentFromValue({ paths: { '/a': { [method]: operation } } });
      const given = { parameters: {}, resource: { a: 'before' } };
      return observe(document, { sent: {}, body, given }).map(({ message }) => message);
    };
    expect(always('{"a":"before"}', 'put')).toEqual([]);
    expect(always('{"a":"y"}', 'put')).toHaveLength(1);
    expect(always('{"a":"x"}')).toEqual([]);
    expect(always('{"a":"y"}')).toEqual([
      'a comes back with another value than its default, though none was sent',
    ]);
    expect(say(asked, { sent: {}, body: '{"a":"x"}' }, {}, text)).toEqual([]);
  });

  it('may be a list without what was in it twice', () => {
    const list = { a: { type: 'array', items: {} } };
    expect(say(list, { sent: { a: ['x', 'x', 'y'] }, body: '{"a":["y","x"]}' })).toEqual([]);
    expect(say(list, { sent: { a: ['x', 'x', 'y'] }, body: '{"a":["x"]}' })).toHaveLength(1);
    expect(say(list, { sent: { a: ['x', 'y'] }, body: '{"a":["x"]}' })).toHaveLength(1);
  });

  it('may be an object of defaults', () => {
    const nested = { a: { type: 'object', properties: { b: { default: 1 }, c: {} } } };
    expect(say(nested, { sent: {}, body: '{"a":{"b":1}}' })).toEqual([]);
    expect(say(nested, { sent: {}, body: '{"a":{"b":2}}' })).toHaveLength(1);
    expect(say(nested, { sent: {}, body: '{"a":{}}' })).toEqual([]);
  });

  it('is the default of what an object leaves out', () => {
    const nested = { a: { type: 'object', properties: { b: { default: 1 }, c: {} } } };
    const sent = { a: { c: 2 } };
    expect(say(nested, { sent, body: '{"a":{"b":1,"c":2}}' })).toEqual([]);
    expect(say(nested, { sent, body: '{"a":{"c":2}}' })).toEqual([]);
    expect(say(nested, { sent, body: '{"a":{"b":3,"c":2}}' })).toEqual([
      'a.b comes back with another value than its default, though none was sent',
    ]);
  });

  it('is no echo of what a reading request asks for', () => {
    const get = { requestBody: media(text), responses: { 200: media(text) } };
    const document = documentFromValue({ paths: { '/a': { get } } });
    const [operation] = operations(document);
    const reading = exchange({ operation: operation!, sent: { a: 'x' }, body: '{"a":"y"}' });
    expect(echoOf(reading, document)).toBeUndefined();
  });

  it('is another value where the answer can not hold the one that was sent', () => {
    const answered = { a: { type: 'array', items: { type: 'string' } } };
    expect(say({ a: {} }, { sent: { a: 'x' }, body: '{"a":["y"]}' }, {}, answered)).toEqual([]);
    expect(say({ a: {} }, { sent: { a: ['x'] }, body: '{"a":["y"]}' }, {}, answered)).toHaveLength(
      1,
    );
    expect(say({ a: {} }, { sent: { a: 'x' }, body: '{}' }, {}, answered)).toEqual([]);
    expect(say({ a: {} }, { sent: { a: ['x'] }, body: '{}' }, {}, answered)).toHaveLength(1);
  });

  it('may be kept to itself by the server where the document says so', () => {
    const words = ["a was sent, but doesn't come back"];
    expect(say({ a: { writeOnly: true } }, { sent: { a: 1 }, body: '{}' })).toEqual([]);
    expect(say({ a: { writeOnly: false } }, { sent: { a: 1 }, body: '{}' })).toEqual(words);
  });

  it('is what the server sets, where that is not for the client to say', () => {
    const set = { type: 'string', readOnly: true };
    const sent = { a: 'x', b: { c: 'x' } };
    for (const body of ['{"a":"y","b":{"c":"y"}}', '{"b":{}}']) {
      expect(say({ a: set, b: { properties: { c: set } } }, { sent, body })).toEqual([]);
    }
    const changed = { sent, body: '{"a":"x","b":{"c":"y"}}' };
    expect(say({ a: set, b: { properties: { c: { type: 'string' } } } }, changed)).toHaveLength(1);
  });

  it.each([
    ['of a family', '/tickets/{number}', 'data', { number: { type: 'integer' } }],
    ['of what no path leads to', undefined, 'ticket', {}],
  ])('is looked for in an envelope, %s', (_, item, envelope, more) => {
    const told = { [envelope]: { type: 'object', properties: { ...text, ...more } } };
    const post = { requestBody: media(text), responses: { 201: media(told) } };
    const paths = { '/tickets': { post }, ...(item && { [item]: { get: {} } }) };
    const document = documentFromValue({ paths });
    const operation = operations(document).find(({ method }) => method === 'POST')!;
    const parts = { operation, status: 201, sent: { a: 'x y' } };
    const saying = (a: string): string[] => {
      return observe(document, {
        ...parts,
        body: stringifyJson({ [envelope]: { a, number: 1 } }),
      }).map(({ message }) => message);
    };
    expect(saying('x y')).toEqual([]);
    expect(saying('x')).toEqual(['a comes back, but not as it was sent']);
  });

  it('has not to hold what clients may not set within a value, where that makes it invalid', () => {
    const fixed = { type: 'object', properties: { kind: { enum: ['fixed'], readOnly: true } } };
    const sized = { type: 'object', properties: { size: { type: 'integer' } } };
    const a = { oneOf: [fixed, sized] };
    const sent = { a: { kind: 'other', size: 1 } };
    expect(say({ a }, { sent, body: '{"a":{"kind":"fixed","size":null}}' })).toEqual([]);
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
    const messages = operations(document).map((operation) => {
      const { length } = observe(document, { operation, sent: {}, body: '{"id":"x"}' });
      return `${operation.id}: ${length}`;
    });
    expect(messages.toSorted()).toEqual([
      'PATCH /a/{id}: 0',
      'POST /a: 0',
      'POST /b: 0',
      'PUT /a/{id}: 1',
      'PUT /a: 1',
    ]);
    const put = operations(document).find(({ id }) => id === 'PUT /a/{id}')!;
    const named = exchange({ operation: put, sent: {}, body: '{"id":"x"}' });
    const request = { ...named.case.request, target: '/a/x' };
    const byPath = { ...named, case: { ...named.case, request } };
    expect(echoedValues.check(byPath, { ...context, document })).toEqual([]);
    const wrap = media({ data: { type: 'object', properties: { id: {} } } });
    const wrapped = documentFromValue({
      paths: {
        '/a': { post: { requestBody: wrap, responses: { 200: wrap } } },
        '/a/{id}': { get: { responses: { 200: wrap } } },
      },
    });
    const posted = operations(wrapped).find(({ id }) => id === 'POST /a')!;
    const enveloped = { operation: posted, sent: {}, body: '{"data":{"id":"x"}}' };
    expect(observe(wrapped, enveloped)).toEqual([]);
    const more = { requestBody: media({ x: {} }), responses: { 200: media({ x: {} }) } };
    const made = documentFromValue({ paths: { '/a': { post: more }, '/a/{id}': { get: both } } });
    expect(observe(made, { sent: {}, body: '{"x":1}' })).toHaveLength(1);
  });

  it('may have another identity than the one that was proposed, where none need be sent', () => {
    const say = (required: string[]): number => {
      const both = {
        requestBody: media({ id: {} }, required),
        responses: { 200: media({ id: {} }) },
      };
      const document = documentFromValue({
        paths: { '/a': { post: both }, '/a/{id}': { get: both } },
      });
      return observe(document, { sent: { id: 'x' }, body: '{"id":"y"}' }).length;
    };
    expect([say([]), say(['id'])]).toEqual([0, 1]);
  });

  it("is another request's where one sent it", () => {
    const other = exchange({ id: 'other' }).case;
    const asked: unknown[] = [];
    const sentElsewhere: CheckContext['sentElsewhere'] = (...words) => {
      asked.push(words.slice(0, 2));
      return other;
    };
    expect(say(text, { sent: {}, body: '{"a":"Rosa"}' }, { sentElsewhere })).toEqual([
      "a comes back though none was sent: it is another request's",
    ]);
    expect(asked).toEqual([['a', 'Rosa']]);
  });

  it.each(['""', '"  "', '"x"', '0', '49', '-1', 'true', '[]', '{}'])(
    'is of nobody where many send it: %s',
    (value) => {
      const given = { sentElsewhere: () => exchange({ id: 'other' }).case };
      expect(say({ a: {} }, { sent: {}, body: `{"a":${value}}` }, given)).toEqual([
        'a comes back though none was sent',
      ]);
      expect(say({ a: {} }, { sent: { a: 'Rosa' }, body: `{"a":${value}}` }, given)).not.toEqual([
        "a comes back another request's",
      ]);
    },
  );

  it('is damaged rather than carried over, where both could be', () => {
    const given = { sentElsewhere: () => exchange({ id: 'other' }).case };
    const parts = { sent: { a: 2n ** 53n + 1n }, body: '{"a":9007199254740992}' };
    expect(say({ a: {} }, parts, given)).toEqual(['a comes back rounded']);
    expect(say({ a: {} }, { sent: { a: 7 }, body: '{"a":70}' }, given)).toEqual([
      "a comes back another request's",
    ]);
  });

  it('may be nothing for null, and for the default', () => {
    expect(say({ a: {} }, { sent: { a: null }, body: '{}' })).toEqual([]);
    expect(say({ a: { default: 1 } }, { sent: { a: 1 }, body: '{}' })).toEqual([]);
    expect(say({ a: { default: 1 } }, { sent: { a: null }, body: '{"a":1}' })).toEqual([]);
    expect(say({ a: { default: 1 } }, { sent: { a: null }, body: '{"a":2}' })).toHaveLength(1);
    expect(say({ a: { default: 1 } }, { sent: { a: 2 }, body: '{}' })).toHaveLength(1);
  });

  it('may lose the whitespace around it, but for the letter of the document, and nothing else', () => {
    const lost = (body: string, given: object = {}): unknown =>
      say(text, { sent: { a: ' x ' }, body }, given);
    for (const body of ['{"a":"x"}', '{"a":" x"}', '{"a":"x "}']) expect(lost(body)).toEqual([]);
    expect(lost('{"a":"x"}', { strict: true })).toEqual(['a comes back trimmed']);
    expect(lost('{"a":"y"}')).toHaveLength(1);
    expect(say({ a: {} }, { sent: { a: ' x ' }, body: '{"a":2}' })).toHaveLength(1);
  });

  it('may be spelled otherwise', () => {
    const sent = { a: [1, { b: 2, c: null }] };
    expect(say({ a: {} }, { sent, body: '{"a":[1.0,{"c":null,"b":2e0}]}' })).toEqual([]);
  });

  it('is not described where it is no text', () => {
    const words = ['a comes back, but not as it was sent'];
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
      'a comes back, but not as it was sent',
      "b was sent, but doesn't come back",
    ]);
  });
});

describe('what comes back within', () => {
  const line = {
    required: ['sku'],
    properties: {
      sku: {},
      price: {},
      gift: { default: false },
      pin: { writeOnly: true },
      paid: { format: 'date-time' },
      weight: { format: 'float' },
    },
  };
  const schema = {
    lines: { type: 'array', items: line },
    levels: { additionalProperties: { type: 'integer' } },
    owner: line,
  };
  const sayOf = (sent: JsonObject, returned: JsonObject): string[] =>
    say(schema, { sent, body: stringifyJson(returned) });
  const thing = { sku: 'A', price: 2, gift: false, pin: '1', paid: '2026-11-21T00:00:00Z' };

  const unpriced = { sku: 'A', gift: false, paid: thing.paid };

  it.each<[what: string, sent: JsonObject, returned: JsonObject]>([
    ['in another order', { owner: { price: 1, sku: 'A' } }, { owner: { sku: 'A', price: 1.0 } }],
    ['with more', { owner: { sku: 'A' }, levels: {} }, { owner: thing, levels: { a: 1 } }],
    ['without null', { owner: { sku: 'A', price: null } }, { owner: { sku: 'A' } }],
    ['without a default', { owner: thing }, { owner: { sku: 'A', price: 2, paid: thing.paid } }],
    [
      'with another spelling',
      { lines: [thing] },
      { lines: [{ ...thing, paid: '2026-11-21T01:00:00+01:00' }] },
    ],
    ['in single precision', { owner: { weight: 0.1 } }, { owner: { weight: Math.fround(0.1) } }],
    ['without what nobody names', { owner: { sku: 'A', x: 1 } }, { owner: { sku: 'A' } }],
    ['without what its schema requires', { owner: { sku: 'A' } }, { owner: {} }],
  ])('may be so %s', (_what, sent, returned) => {
    expect(sayOf(sent, returned)).toEqual([]);
  });

  it.each<[words: string, sent: JsonObject, returned: JsonObject]>([
    ["owner.price was sent, but doesn't come back", { owner: thing }, { owner: unpriced }],
    [
      "lines[].price was sent, but doesn't come back",
      { lines: [thing, thing] },
      { lines: [unpriced, unpriced] },
    ],
    ["levels.* was sent, but doesn't come back", { levels: { a: 1, b: 2 } }, { levels: {} }],
    ['levels.* comes back rounded', { levels: { a: 2n ** 53n + 1n } }, { levels: { a: 2 ** 53 } }],
    ['lines[].sku comes back lowercased', { lines: [thing] }, { lines: [{ ...thing, sku: 'a' }] }],
    [
      'owner.x comes back, but not as it was sent',
      { owner: { ...thing, x: 1 } },
      { owner: { ...thing, x: 2 } },
    ],
    ['lines comes back, but not as it was sent', { lines: [thing, thing] }, { lines: [thing] }],
    [
      'lines comes back, but not as it was sent',
      { lines: [thing, { sku: 'B' }] },
      { lines: [{ sku: 'B' }, thing] },
    ],
  ])('is told: %s', (words, sent, returned) => {
    expect(sayOf(sent, returned)).toEqual([words]);
  });

  it('may be kept to itself in one of the alternatives', () => {
    const both = { oneOf: [{ properties: { b: { writeOnly: true } } }, { properties: { b: {} } }] };
    expect(say({ a: both }, { sent: { a: { b: 1 } }, body: '{"a":{}}' })).toEqual([]);
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

describe('what a server fills in', () => {
  const severities = (parts: Parts, path = '/a', method = 'post'): string[] => {
    const body = media({ a: {}, order_code: {} });
    const operation = { requestBody: body, responses: { 200: body } };
    const document = documentFromValue({ paths: { [path]: { [method]: operation } } });
    return observe(document, { sent: {}, ...parts }).map(({ severity }) => severity);
  };

  it.each(['false', '0', '[]', '{}'])('is a warning where it says that there is none: %s', (a) => {
    expect(severities({ body: `{"a":${a}}` })).toEqual(['warning']);
  });

  it.each(['""', '"x"', 'true', '1', '[1]'])('is a violation where it says something: %s', (a) => {
    expect(severities({ body: `{"a":${a}}` })).toEqual(['violation']);
  });

  it('may be what the path says', () => {
    expect(severities({ body: '{"a":"things"}' }, '/{zone}', 'put')).toEqual([]);
    expect(severities({ body: '{"a":"thing"}' }, '/{zone}', 'put')).toEqual(['violation']);
  });

  it.each([['"a-7"'], ['7', 'violation']])('may be what names it, such as %s', (code, ...told) => {
    expect(severities({ body: `{"order_code":${code}}` })).toEqual(told);
  });
  it('may be the time of the answer', () => {
    const headers = [['Date', 'Mon, 23 Nov 2026 12:00:00 GMT']] as const;
    expect(severities({ headers, body: '{"a":"2026-11-23T12:00:01.2Z"}' })).toEqual([]);
    expect(severities({ headers, body: '{"a":"2026-11-23T13:00:00Z"}' })).toEqual(['violation']);
  });
});

it.each(['null', '""', '"********"'])('may hide a secret: %s', (password) => {
  const parts = { sent: { password: 'abc' }, body: `{"password":${password}}` };
  expect(say({ password: {} }, parts)).toEqual([]);
  expect(say({ password: {} }, { ...parts, body: '{"password":"abd"}' })).toHaveLength(1);
});

it('what comes back tells nothing of a body that may be unread, for want of a media type', () => {
  const text = { a: { type: 'string' }, b: { type: 'boolean' } };
  const unread = { sent: { a: 'rose', b: false }, body: '{"a":"none","b":false}', validity: open };
  expect(say(text, unread)).toEqual([]);
  expect(say(text, { ...unread, validity: { kind: 'valid' } })).toHaveLength(1);
});

it('the identity may come back under another name, too', () => {
  const schema = { properties: { id: { type: 'string' }, uuid: { type: 'string' } } };
  const content = { content: { 'application/json': { schema } } };
  const post = { requestBody: content, responses: { 201: content } };
  const item = { get: { responses: { 200: content } } };
  const document = documentFromValue({ paths: { '/stubs': { post }, '/stubs/{id}': item } });
  const told = (sent: JsonObject, body: JsonObject): number => {
    return observe(document, { sent, status: 201, body: stringifyJson(body) }).length;
  };
  expect(told({}, { id: 'a1b2-c3d4', uuid: 'a1b2-c3d4' })).toBe(0);
  expect(told({}, { id: 'a1b2-c3d4', uuid: 'another' })).toBe(1);
});
