import { describe, expect, it } from 'vitest';
import {
  collectionName,
  collectionPaths,
  creationAt,
  familyAt,
  hasCollections,
  creationRules,
  rulesOutsideCollections,
} from '../../../src/model/resources/collections.ts';
import { type OpenApiDocument, documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';

const integer: JsonObject = { type: 'integer' };

function media(schema: JsonObject): JsonObject {
  return { content: { 'application/json': { schema } } };
}

function taking(schema: JsonObject): JsonObject {
  return { post: { requestBody: media(schema) } };
}

function documentOf(paths: JsonObject): OpenApiDocument {
  return documentFromValue({ paths });
}

const shops = documentOf({
  '/shops': taking({ required: ['id'], properties: { name: {}, id: integer } }),
  '/shops/{shop}/things': taking({ properties: { name: { type: 'string' } } }),
  '/shops/{shop}/things/{thingId}': {
    get: { responses: { 200: media({ properties: { id: integer } }) } },
  },
  '/shops/best/things': { post: {} },
  '/others': { get: {}, put: {} },
});

describe('collections', () => {
  it('are told apart where several operations create', () => {
    expect(hasCollections(shops)).toBe(true);
    expect(collectionPaths(shops)).toEqual([
      '/shops',
      '/shops/{shop}/things',
      '/shops/best/things',
    ]);
    const document = documentOf({ '/a': { post: {}, get: {} }, '/b': { get: {} } });
    expect(hasCollections(document)).toBe(false);
    expect(hasCollections(documentOf({}))).toBe(false);
  });

  it('have one name however their path is spelled', () => {
    expect(collectionName('/shops/%61b/a%2Fb%20c')).toBe('/shops/ab/a%2Fb%20c');
    expect(collectionName('/shops/ü')).toBe('/shops/%C3%BC');
    expect(collectionName('/shops/%C3%BC')).toBe('/shops/%C3%BC');
    expect(collectionName('/shops/%zz/%61')).toBe('/shops/%zz/%61');
  });
});

describe('what is created at a path', () => {
  const at = (path: string) => {
    const found = creationAt(shops, path);
    return found && [found.operation.path, found.identity, found.schemaPointer !== undefined];
  };

  it('is what the operation there takes, with its identity', () => {
    expect(at('/shops')).toEqual(['/shops', 'id', true]);
    expect(at('/shops/7/things')).toEqual(['/shops/{shop}/things', 'id', true]);
  });

  it('is what the path without parameters says, before one with them', () => {
    expect(at('/shops/best/things')).toEqual(['/shops/best/things', undefined, false]);
  });

  it('is nothing where no operation creates, or a value is missing', () => {
    const below = documentOf({ '/shops/{shop}': { post: {} } });
    expect(creationAt(below, '/shops/')).toBeUndefined();
    expect(['/others', '/shops/', '/shops//things', '/shops/{shop}/things'].map(at)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

it("finds the family of a path, or of the document's only create operation", () => {
  const paths = { '/things': taking({ properties: { id: integer } }), '/things/{id}': { get: {} } };
  const document = documentOf(paths);
  const two = documentOf({ ...paths, '/notes': { post: {} } });
  expect(familyAt(document)?.item).toBe('/things/{id}');
  expect(familyAt(two)).toBeUndefined();
  expect(familyAt(two, '/things')?.item).toBe('/things/{id}');
  expect(familyAt(two, '/notes')).toBeUndefined();
  expect(familyAt(documentOf({ '/things/{id}': { get: {} } }))).toBeUndefined();
});

describe('the rules for what is stored without a request', () => {
  const strict = { type: 'object', additionalProperties: false };

  it("are the create operation's, and none where nothing is created from JSON", () => {
    const rules = rulesOutsideCollections(
      documentOf({ '/a': taking({ required: ['id'], properties: { id: integer } }) }),
    );
    expect(rules?.identity).toBe('id');
    expect(rules?.validate({ id: 1 })).toEqual([]);
    expect(rules?.validate({})).toHaveLength(1);
    expect(rulesOutsideCollections(documentOf({ '/a': { post: {}, get: {} } }))).toBeUndefined();
  });

  it('let an identity be given that a request may not give', () => {
    const document = documentOf({
      '/a': taking({ ...strict, properties: { name: integer } }),
      '/a/{no}': { get: { responses: { 200: media({ properties: { no: integer } }) } } },
    });
    const rules = rulesOutsideCollections(document)!;
    expect(rules.identity).toBe('no');
    expect(rules.validate({ no: 1, name: 2 })).toEqual([]);
    expect(rules.validate({ no: 1, name: 'x' })).toHaveLength(1);
    expect(rules.validate({ other: 1 })).toHaveLength(1);
    expect(rules.validate(1)).toHaveLength(1);
  });

  it('hold an identity that a request gives against its schema', () => {
    const document = documentOf({
      '/a': taking({ ...strict, properties: { no: integer } }),
      '/a/{no}': { get: {} },
    });
    const rules = rulesOutsideCollections(document)!;
    expect(rules.identity).toBe('no');
    expect(rules.validate({ no: 'x' })).toHaveLength(1);
  });

  it('are none where nothing is said of what is taken', () => {
    const rules = creationRules(shops, { schemaPointer: undefined, identity: 'id' });
    expect(rules.identity).toBe('id');
    expect(rules.validate(1)).toEqual([]);
  });
});
