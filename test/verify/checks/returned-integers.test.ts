import { describe, expect, it } from 'vitest';
import {
  returnedResource,
  returnedIntegers,
} from '../../../src/verify/checks/returned-resource.ts';
import { writeOnly } from '../../../src/verify/checks/write-only.ts';
import { parseJson } from '../../../src/openapi/json/parse-json.ts';
import type { JsonValue, JsonObject } from '../../../src/openapi/json/json-value.ts';
import { context, exchange, type Parts, invalid } from './exchanges.ts';
import type { JudgedExchange } from '../../../src/verify/cases/case.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import { operations } from '../../../src/model/operation.ts';

/** What is said where `id` goes out as one JSON text and comes back as another. */
function say(sent: string, returned: string): string[] {
  const parsed = parseJson(`{"id":${sent},"name":"Rosa"}`);
  const value: JsonValue = parsed.ok ? parsed.value : null;
  const judged = exchange({ sent: value, body: `{"id":${returned},"name":"Rosa"}` });
  return [returnedIntegers.check(judged, context)]
    .flat()
    .map(({ rule, message }) => `${rule} ${message}`);
}

describe('a returned integer', () => {
  it.each([
    ['[{"a":1}]', '[{"b":1}]', 0],
    ['[{"a":1}]', '[{"a":1},{"a":2}]', 0],
    ['[{"a":9007199254740993}]', '[{"a":9007199254740992,"b":1}]', 1],
  ])('is one of a part only where all that was sent comes back: %s as %s', (sent, is, count) => {
    expect(say(sent, is)).toHaveLength(count);
  });

  it.each([
    ['1', '1'],
    ['100', '1e2'],
    ['9223372036854775807', '9223372036854775807'],
    ['-9223372036854775808', '-9223372036854775808.0'],
  ])('may come back for %s as %s', (sent, returned) => {
    expect(say(sent, returned)).toEqual([]);
  });

  it.each([
    ['9007199254740993', '9007199254740992', 'rounded'],
    // What JavaScript prints of the double: fewer digits than the double has.
    ['9223372036854775807', '9223372036854776000', 'rounded'],
    ['16777217', '16777216', 'rounded'],
    ['1', '1.00000000000000000001', 'rounded'],
    ['4294967301', '5', 'cut to 32 bits'],
    ['4294967295', '-1', 'cut to 32 bits'],
    ['-1', '4294967295', 'cut to 32 bits'],
    ['-5', '18446744073709551611', 'as an unsigned integer'],
    ['5000000000', '2147483647', 'as the bound 2147483647'],
    ['-5000000000', '-2147483648', 'as the bound -2147483648'],
    ['36028797018963969', '9007199254740991', 'as the bound 9007199254740991'],
    ['1000', '9223372036854775807', 'as the bound 9223372036854775807'],
    ['7', '"7"', 'as a string'],
    ['7', 'null', 'as null'],
    ['7', '7.5', 'as a fraction'],
  ])('that was %s and is %s is said to come back %s', (sent, returned, words) => {
    expect(say(sent, returned)).toEqual([`R7 id comes back ${words}`]);
  });

  it.each([
    ['7', '8'],
    ['7', '"8"'],
    ['7', 'true'],
    ['7', '[7]'],
    ['1000', '9223372036854775806'],
    ['"7"', '7'],
    ['1.5', '2'],
  ])('that was %s and is %s was not just damaged', (sent, returned) => {
    expect(say(sent, returned)).toEqual(['R4 id comes back, but not as it was sent']);
  });

  it('was damaged rather than carried over, where both could be', () => {
    const knowing = { ...context, sentElsewhere: () => exchange({ id: 'other' }).case };
    const rounded = exchange({
      sent: { id: 2n ** 53n + 1n, name: 'Rosa' },
      body: '{"id":9007199254740992}',
    });
    const carried = exchange({ sent: { id: 7, name: 'Rosa' }, body: '{"id":70}' });
    const say = (judged: typeof rounded): string[] =>
      [returnedIntegers.check(judged, knowing)]
        .flat()
        .map(({ rule, message }) => `${rule} ${message}`);
    expect(say(rounded)).toEqual(['R7 id comes back rounded']);
    expect(say(carried)).toEqual(["R4 id comes back another request's"]);
  });

  it('is not compared where none was sent, or none comes back', () => {
    const sent = { name: 'Rosa' };
    expect([returnedIntegers.check(exchange({ sent, body: '{"id":1}' }), context)].flat()).toEqual(
      [],
    );
    expect([returnedIntegers.check(exchange({ body: '{"name":"Rosa"}' }), context)].flat()).toEqual(
      [],
    );
  });
});

const properties: JsonObject = {
  name: { type: 'string' },
  secret: { writeOnly: true },
  changed: { readOnly: true, format: 'date-time' },
  day: { readOnly: true, format: 'date' },
  due: { format: 'date-time' },
  key: { readOnly: true },
  gift: { default: false },
};
const media: JsonObject = { 'application/json': { schema: { properties } } };

interface Asked extends Parts {
  readonly resource?: JsonObject;
  readonly method?: string;
  readonly content?: JsonObject;
}

/** What is said of a resource that comes back. */
function sayOfResource({ resource, method = 'get', content = media, ...parts }: Asked): unknown[] {
  const item = { [method]: { responses: { 200: { content }, 404: { content } } } };
  const document = documentFromValue({ paths: { '/a': item } });
  const judged = exchange({ ...parts, operation: operations(document)[0]! });
  const given = resource && { path: {}, resource };
  const asked: JudgedExchange = {
    ...judged,
    case: { ...judged.case, ...(given ? { given } : {}) } as never,
  };
  return [returnedResource.check(asked, { document, strict: false })].flat();
}

const left = { resource: { name: 'Rosa' } };

describe('a resource that an earlier request has left', () => {
  it('comes back as it was left', () => {
    expect(sayOfResource({ ...left, body: '{"name":"Rosa","more":1}' })).toEqual([]);
    expect(sayOfResource({ ...left, body: '{"name":"Ficus"}' })).toEqual([
      {
        severity: 'violation',
        rule: 'R4',
        message: 'name comes back not as it was left',
        received: 'name: "Ficus"',
        documented: 'name: "Rosa", as an earlier request has left it',
        pointer: '/paths/~1a/get/responses/200/content/application~1json/schema/properties/name',
      },
    ]);
  });

  it.each<[what: string, was: JsonObject, is: JsonObject, said: number]>([
    ['is missing', { name: 'a' }, {}, 0],
    ['is not documented', { other: 'a' }, { other: 'b' }, 0],
    ['is for writing only', { secret: 'a' }, { secret: 'b' }, 0],
    ['is an instant that the server sets', { changed: 'a' }, { changed: 'b' }, 0],
    ['is a day that the server sets', { day: 'a' }, { day: 'b' }, 0],
    ['is another value that the server sets', { key: 'a' }, { key: 'b' }, 0],
    ['is what the client does not call a state', { name: 'open' }, { name: 'closed' }, 1],
    [
      'is an instant of the client',
      { due: '2026-01-01T00:00:00Z' },
      { due: '2026-01-02T00:00:00Z' },
      1,
    ],
    ['is sent in another form than it is told in', { name: ['a'] }, { name: 'b' }, 0],
    ['is the same instant', { due: '2026-01-01T00:00Z' }, { due: '2026-01-01T00:00:00Z' }, 0],
    ['is the default in place of null', { gift: null }, { gift: false }, 0],
    ['is another value in place of null', { gift: null }, { gift: true }, 1],
    ['and another differ', { name: 'a', gift: null }, { name: 'b', gift: true }, 2],
  ])('may lack or change what %s: %#', (_what, resource, is, count) => {
    expect(sayOfResource({ resource, body: JSON.stringify(is) })).toHaveLength(count);
  });

  it.each<[where: string, asked: Asked]>([
    ['nothing was left', { body: '{"name":"Ficus"}' }],
    ['it is changed', { ...left, method: 'put', body: '{"name":"Ficus"}' }],
    ['it is refused', { ...left, status: 404, body: '{"name":"Ficus"}' }],
    ['the request was invalid', { ...left, validity: invalid, body: '{"name":"Ficus"}' }],
    ['the status is not documented', { ...left, status: 203, body: '{"name":"Ficus"}' }],
    ['there is no response', { ...left, failure: { kind: 'reset', message: '' } }],
    ['the body is no JSON', { ...left, body: 'Ficus' }],
    ['the body is a list', { ...left, body: '[{"name":"Ficus"}]' }],
    ['nothing is documented', { ...left, content: {}, body: '{"name":"Ficus"}' }],
    ['no schema is documented', { ...left, content: { 'a/b': {} }, body: '{"name":"Ficus"}' }],
  ])('is not compared where %s', (_where, asked) => {
    expect(sayOfResource(asked)).toEqual([]);
  });
});

const member: JsonObject = {
  properties: {
    name: {},
    pin: { writeOnly: true },
    home: { properties: { key: { $ref: '#/key' } } },
  },
};
const secret = 'gu35s-me';

/** What is said of answers to one operation. */
function sayOfWriteOnly(schema: JsonObject, bodies: readonly unknown[], status = 200): string[] {
  const get = { responses: { 200: { content: { 'application/json': { schema } } } } };
  const document = documentFromValue({ paths: { '/a': { get } }, key: { writeOnly: true } });
  const operation = operations(document)[0]!;
  const exchanges = bodies.map((body, sequence) =>
    exchange({ operation, sequence, status, body: JSON.stringify(body) }),
  );
  return [writeOnly.checkRun(exchanges, { ...context, document })].flat().map((observation) => {
    expect(JSON.stringify({ ...observation, exchange: undefined })).not.toContain(secret);
    return `${observation.rule} ${observation.severity} ${observation.message}: ${observation.received} @ ${observation.pointer}`;
  });
}

const within = '/paths/~1a/get/responses/200/content/application~1json/schema';

describe('what is for writing only', () => {
  it('is told once, without its value', () => {
    expect(sayOfWriteOnly(member, [{ pin: secret }, { name: 'Ann' }, { pin: secret }])).toEqual([
      `R1 warning pin comes back, though it is writeOnly: pin in 2 answers (its value isn't shown) @ ${within}/properties/pin`,
    ]);
  });

  it('is seen in lists and objects', () => {
    const list = { type: 'array', items: member };
    expect(
      sayOfWriteOnly(list, [[{ name: 'Ann' }, { pin: secret, home: { key: secret } }]]),
    ).toEqual([
      `R1 warning pin comes back, though it is writeOnly: pin in 1 answer (its value isn't shown) @ ${within}/items/properties/pin`,
      `R1 warning home.key comes back, though it is writeOnly: home.key in 1 answer (its value isn't shown) @ ${within}/items/properties/home/properties/key`,
    ]);
  });

  it.each<[what: string, schema: JsonObject, body: unknown, status?: number]>([
    ['is left out', member, { name: secret }],
    ['is null', member, { pin: null, home: null }],
    ['is empty', member, { pin: '' }],
    ['is of one alternative', { oneOf: [member, { properties: { pin: {} } }] }, { pin: secret }],
    ['is in a refusal', member, { pin: secret }, 400],
    ['is in an undocumented answer', member, { pin: secret }, 201],
    ['is of an object, and a list comes', member, [{ pin: secret }]],
  ])('is none where it %s', (_what, schema, body, status) => {
    expect(sayOfWriteOnly(schema, [body], status)).toEqual([]);
  });

  it('is looked for in a schema that contains itself', () => {
    const tree = { properties: { child: { $ref: `#${within}` }, pin: { writeOnly: true } } };
    expect(sayOfWriteOnly(tree, [{ child: { child: { pin: secret } } }])).toHaveLength(1);
  });

  it('is known from requests about the same resource, in envelopes and lists, too', () => {
    const hidden = {
      properties: { name: {}, pin: { writeOnly: true }, word: { format: 'password' } },
    };
    const told = { type: 'object', properties: { id: { type: 'integer' }, name: {} } };
    const of = (schema: JsonObject): JsonObject => ({
      content: { 'application/json': { schema } },
    });
    const around = { properties: { data: told } };
    const document = documentFromValue({
      paths: {
        '/users': {
          post: { requestBody: of(hidden), responses: { 201: of(around) } },
          get: { responses: { 200: of({ properties: { data: { type: 'array', items: told } } }) } },
        },
        '/users/{id}': { get: { responses: { 200: of(around) } } },
      },
    });
    const bodies = [
      ['POST /users', 201, { data: { id: 1, pin: secret } }],
      ['GET /users', 200, { data: [{ id: 1 }, { id: 2, word: secret }] }],
      ['GET /users/{id}', 200, { data: { id: 1, name: secret } }],
    ] as const;
    const exchanges = bodies.map(([id, status, body], sequence) => {
      const operation = operations(document).find((candidate) => candidate.id === id)!;
      return exchange({ operation, sequence, status, body: JSON.stringify(body) });
    });
    const observations = [writeOnly.checkRun(exchanges, { ...context, document })].flat();
    expect(
      observations.map(
        (observation) => `${observation.exchange.case.operation.id}: ${observation.message}`,
      ),
    ).toEqual([
      'POST /users: pin comes back, though it is writeOnly',
      'GET /users: word comes back, though it is writeOnly',
    ]);
  });
});
