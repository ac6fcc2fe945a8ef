import { describe, expect, it } from 'vitest';
import { createdIdentity, createdSchema } from '../../../src/model/resources/created-schema.ts';
import { operations } from '../../../src/model/operation.ts';
import { type OpenApiDocument, documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import { effectOf, resourceFamilies } from '../../../src/model/resources/resource-family.ts';

function media(...names: string[]): JsonObject {
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'integer' }]));
  return { content: { 'application/json': { schema: { required: names, properties } } } };
}

function documentOf(paths: JsonObject): OpenApiDocument {
  return documentFromValue({ paths });
}

/** The identity of the one family whose item has this parameter. */
function identity(parameter: string, create: JsonObject, get: JsonObject = {}): string | undefined {
  const item = `/things/{${parameter}}`;
  const all = resourceFamilies(documentOf({ '/things': { post: create }, [item]: { get } }));
  expect([...all.keys()]).toEqual([item]);
  return all.get(item)?.identity;
}

describe('a family of resources', () => {
  it('is a collection that can be added to, and its items', () => {
    const document = documentOf({
      '/shops/{shop}/things': { get: {}, post: { requestBody: media('id') } },
      '/shops/{shop}/things/{thingId}': { get: {}, delete: {} },
      '/shops/{shop}': { get: {} },
      '/others': { get: {} },
      '/others/{id}': { get: {} },
      '/files/{name}.txt': { get: {} },
      '/x/{a}{b}': { get: {} },
      '/x': { post: {} },
    });
    const families = [...resourceFamilies(document).values()];
    expect(families.map(({ create, ...rest }) => ({ ...rest, create: create.id }))).toEqual([
      {
        collection: '/shops/{shop}/things',
        create: 'POST /shops/{shop}/things',
        item: '/shops/{shop}/things/{thingId}',
        parameter: 'thingId',
        identity: 'id',
      },
    ]);
  });

  it.each<[parameter: string, names: string[], found: string | undefined]>([
    ['thingId', ['id', 'thing', 'thing_id'], 'thing_id'],
    ['thing_id', ['id', 'thing', 'thingId'], 'thingId'],
    ['thingId', ['id', 'thing'], 'thing'],
    ['thingID', ['id', 'Thing'], 'Thing'],
    ['widthId', ['width'], 'width'],
    ['isbn', ['title', 'id'], 'id'],
    ['isbn', ['title'], undefined],
  ])('is told apart by %s among %j', (parameter, names, found) => {
    expect(identity(parameter, { requestBody: media(...names) })).toBe(found);
  });

  it('is found once a document', () => {
    const document = documentOf({ '/a': { post: {} }, '/a/{id}': { get: {} } });
    expect(resourceFamilies(document)).toBe(resourceFamilies(document));
  });

  it('is told apart by what its own operations say, and by no other', () => {
    const paths = { '/things': { post: {} }, '/things/{isbn}': { get: {} } };
    const other = { '/others': { post: { requestBody: media('isbn') } } };
    const families = resourceFamilies(documentOf({ ...paths, ...other }));
    expect(families.get('/things/{isbn}')?.identity).toBeUndefined();
  });

  it('has an identity in what is answered before what is taken', () => {
    const answer = (status: string): JsonObject => ({ responses: { [status]: media('no') } });
    expect(identity('no', { ...answer('201'), requestBody: media('No') })).toBe('no');
    expect(identity('no', { ...answer('DEFAULT'), requestBody: media('No') })).toBe('no');
    expect(identity('no', { ...answer('422'), requestBody: media('No') })).toBe('No');
    expect(identity('no', answer('422'))).toBeUndefined();
    expect(identity('no', {}, answer('200'))).toBe('no');
    expect(identity('no', {}, { responses: { 200: {} } })).toBeUndefined();
  });
});

describe('what a document creates first', () => {
  it('is what its first POST with a schema takes', () => {
    const document = documentOf({
      '/a': { put: { requestBody: media('id') }, post: {} },
      '/b': { post: { requestBody: { content: {} } } },
      '/c': { post: { requestBody: media('cId') } },
      '/d': { post: { requestBody: media('id') } },
    });
    expect(createdSchema(document)).toBe(
      '/paths/~1c/post/requestBody/content/application~1json/schema',
    );
    expect(createdIdentity(document)).toBe('cId');
  });

  it('is nothing where nothing is created from JSON', () => {
    const document = documentOf({ '/a': { get: { requestBody: media('id') }, post: {} } });
    expect(createdSchema(document)).toBeUndefined();
    expect(createdIdentity(document)).toBeUndefined();
  });
});

it('tells what an operation does to what is stored', () => {
  const document = documentOf({
    '/things': { get: {}, post: {}, put: {}, patch: {}, delete: {}, head: {} },
    '/things/{id}': { get: {}, post: {} },
    '/things/{id}/cancel': { post: {} },
    '/things/{id}/parts': { post: {} },
    '/things/{id}/parts/{part}': { delete: {} },
    '/things/{id}/notes': { get: {}, post: {} },
    '/things:purge': { post: {} },
  });
  const found = operations(document).map((one) => `${effectOf(document, one)} ${one.id}`);
  expect(found.filter((one) => one.startsWith('reads '))).toEqual([
    'reads GET /things',
    'reads HEAD /things',
    'reads GET /things/{id}',
    'reads GET /things/{id}/notes',
  ]);
  expect(found.filter((one) => one.startsWith('creates '))).toEqual([
    'creates POST /things',
    'creates POST /things/{id}/parts',
    'creates POST /things/{id}/notes',
    'creates POST /things:purge',
  ]);
  expect(found).toContain('changes POST /things/{id}');
  expect(found).toContain('changes POST /things/{id}/cancel');
});
