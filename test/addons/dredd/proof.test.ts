import { describe, expect, it } from 'vitest';
import { documentedTransactions, responseSchema } from '../../../src/addons/dredd/proof.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';

const json = { 'application/json': { schema: { type: 'string' } } };

describe('documentedTransactions', () => {
  it('counts the pairs of media types of each exact status', () => {
    const post = {
      requestBody: { content: { 'application/json': {}, 'application/xml': {} } },
      responses: {
        200: { description: '', content: { ...json, 'text/plain': { schema: {} } } },
        204: { description: '' },
        '4XX': { description: '', content: json },
        default: { description: '', content: json },
      },
    };
    const root = { openapi: '3.1.0', info: {}, paths: { '/things': { post } } };
    expect(documentedTransactions(documentFromValue(root))).toEqual([
      {
        key: 'POST /things 200',
        times: 4,
        schemas: {
          'application/json': {
            $schema: 'http://json-schema.org/draft-07/schema#',
            type: 'string',
          },
        },
      },
      { key: 'POST /things 204', times: 2, schemas: {} },
    ]);
  });
});

const $schema = 'http://json-schema.org/draft-07/schema#';

function convert(schema: JsonObject, others: JsonObject = {}): JsonObject {
  return responseSchema({ it: schema, ...others }, '/it');
}

describe('responseSchema', () => {
  it('inlines what the pointer refers to', () => {
    expect(convert({ $ref: '#/a' }, { a: { $ref: '#/b' }, b: { type: 'string' } })).toEqual({
      $schema,
      type: 'string',
    });
  });

  it('brings along what is referred to further in, also where it leads back', () => {
    const node = { properties: { next: { $ref: '#/node' } } };
    expect(convert({ items: { $ref: '#/node' } }, { node })).toEqual({
      $schema,
      items: { $ref: '#/definitions/node' },
      definitions: { node: { properties: { next: { $ref: '#/definitions/node' } } } },
    });
  });

  it('keeps apart definitions of the same name', () => {
    const { definitions } = convert(
      { properties: { a: { $ref: '#/x/name' }, b: { $ref: '#/y/name' } } },
      { x: { name: { type: 'string' } }, y: { name: { type: 'integer' } } },
    );
    expect(Object.values(definitions as JsonObject)).toEqual([
      { type: 'string' },
      { type: 'integer' },
    ]);
  });

  it.each<[string, JsonObject, JsonObject]>([
    [
      'int32 as bounds',
      { type: 'integer', format: 'int32' },
      { type: 'integer', minimum: -2147483648n, maximum: 2147483647n },
    ],
    ['other formats not at all', { type: 'string', format: 'date' }, { type: 'string' }],
    [
      'prefixItems',
      { prefixItems: [{ type: 'string' }], items: false },
      { items: [{ type: 'string' }], additionalItems: false },
    ],
    [
      'a reference with siblings',
      { properties: { a: { $ref: '#/b', minLength: 1 } } },
      {
        properties: { a: { allOf: [{ $ref: '#/definitions/b' }, { minLength: 1 }] } },
        definitions: { b: { type: 'string' } },
      },
    ],
    ['dependentRequired', { dependentRequired: { a: ['b'] } }, { dependencies: { a: ['b'] } }],
    [
      'properties called like keywords',
      { properties: { title: {} } },
      { properties: { title: {} } },
    ],
  ])('writes %s', (_title, schema, expected) => {
    expect(convert(schema, { b: { type: 'string' } })).toEqual({ $schema, ...expected });
  });
});
