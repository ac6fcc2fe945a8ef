import { describe, expect, it } from 'vitest';
import { trimDocument } from '../../../src/addons/dredd/trim-document.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';

function trimOperation(operation: JsonObject, schemas: JsonObject = {}): JsonObject {
  const copy = trimDocument({ paths: { '/a': { post: operation } }, components: { schemas } });
  const paths = copy['paths'] as Record<string, JsonObject>;
  return paths['/a']?.['post'] as JsonObject;
}

describe('trimDocument', () => {
  it('leaves out what Dredd has no use for', () => {
    const copy = trimDocument({
      openapi: '3.0.3',
      info: {},
      servers: [],
      tags: [],
      security: [],
      paths: { '/a': { summary: 'hides the path', get: { responses: {}, tags: [] } }, 'x-b': 1 },
      components: { schemas: { A: { type: 'string', format: 'x', minLength: 1 } } },
    });
    expect(copy).toEqual({
      openapi: '3.0.3',
      info: {},
      servers: [],
      paths: { '/a': { get: { responses: {} } } },
      components: { schemas: { A: { type: 'string' } } },
    });
  });

  it('keeps exact statuses, and a default only where it is alone', () => {
    const response = { description: 'd' };
    const both = { responses: { 200: response, '4XX': response, default: response } };
    expect(trimOperation(both)).toEqual({ responses: { 200: response } });
    expect(trimOperation({ responses: { default: response } })).toEqual({
      responses: { default: response },
    });
  });

  it('keeps required response headers', () => {
    const headers = { 'X-A': { required: true, schema: {} }, 'X-B': {} };
    expect(trimOperation({ responses: { 200: { description: '', headers } } })).toEqual({
      responses: { 200: { description: '', headers: { 'X-A': {} } } },
    });
  });

  it('gives a parameter its value: an example, or a default, also behind a reference', () => {
    const schema = { $ref: '#/components/schemas/A' };
    const parameters = [
      { name: 'a', in: 'query', style: 'form', explode: true, schema },
      { name: 'b', in: 'header', explode: true, example: 1, schema },
      { name: 'c', in: 'cookie', schema },
    ];
    const schemas = { A: { type: 'integer', default: 7, minimum: 1 } };
    expect(trimOperation({ parameters, responses: {} }, schemas)['parameters']).toEqual([
      { name: 'a', in: 'query', explode: true, example: 7, schema: { type: 'integer' } },
      { name: 'b', in: 'header', example: 1, schema: { type: 'integer' } },
    ]);
  });

  it('keeps properties with a small x', () => {
    const schema = { properties: { 'x-a': { type: 'string', pattern: 'b' } } };
    const copy = trimDocument({ components: { schemas: { A: schema } } });
    expect(copy['components']).toEqual({
      schemas: { A: { properties: { 'x-a': { type: 'string' } } } },
    });
  });
});
