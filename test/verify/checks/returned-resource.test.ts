import { describe, expect, it } from 'vitest';
import type { JudgedExchange } from '../../../src/verify/judged-exchange.ts';
import { returnedResource } from '../../../src/verify/checks/returned-values.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import { operations } from '../../../src/model/operation.ts';
import { type Parts, exchange, invalid } from './exchanges.ts';

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
function say({ resource, method = 'get', content = media, ...parts }: Asked): unknown[] {
  const item = { [method]: { responses: { 200: { content }, 404: { content } } } };
  const document = documentFromValue({ paths: { '/a': item } });
  const one = exchange({ ...parts, operation: operations(document)[0]! });
  const given = resource && { path: {}, resource };
  const asked: JudgedExchange = {
    ...one,
    case: { ...one.case, ...(given ? { given } : {}) } as never,
  };
  return returnedResource.check(asked, { document, strict: false });
}

const left = { resource: { name: 'Rosa' } };

describe('a resource that an earlier request has left', () => {
  it('comes back as it was left', () => {
    expect(say({ ...left, body: '{"name":"Rosa","more":1}' })).toEqual([]);
    expect(say({ ...left, body: '{"name":"Ficus"}' })).toEqual([
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
    ['is another value that the server sets', { key: 'a' }, { key: 'b' }, 1],
    ['is an instant of the client', { due: '2026-01-01T00:00Z' }, { due: '2026-01-02T00:00Z' }, 1],
    ['is the same instant', { due: '2026-01-01T00:00Z' }, { due: '2026-01-01T00:00:00Z' }, 0],
    ['is the default in place of null', { gift: null }, { gift: false }, 0],
    ['is another value in place of null', { gift: null }, { gift: true }, 1],
    ['and another differ', { name: 'a', key: 1 }, { name: 'b', key: 2 }, 2],
  ])('may lack or change what %s: %#', (_what, resource, is, said) => {
    expect(say({ resource, body: JSON.stringify(is) })).toHaveLength(said);
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
    expect(say(asked)).toEqual([]);
  });
});
