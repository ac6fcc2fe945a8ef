import { describe, expect, it } from 'vitest';
import { filled as fill } from '../../src/mock/fill.ts';
import type { StoredState } from '../../src/mock/store-content.ts';
import { documentFrom } from '../../src/model/inspect-document.ts';
import type { OpenApiDocument } from '../../src/openapi/document.ts';
import type { JsonObject } from '../../src/openapi/json/json-value.ts';
import { jsonResponse, mockRequest, responderOf } from './fixtures.ts';

const TEXT: JsonObject = { type: 'string' };
const INTEGER: JsonObject = { type: 'integer' };

function collection(name: string, schema: JsonObject, examples: JsonObject = {}): JsonObject {
  const id = { name: `${name}Id`, in: 'path', required: true, schema: TEXT };
  const content = { 'application/json': { schema } };
  return {
    [`/${name}s`]: {
      get: { responses: { 200: jsonResponse({ type: 'array', items: schema }, examples) } },
      post: { requestBody: { content }, responses: { 201: jsonResponse(schema) } },
    },
    [`/${name}s/{${name}Id}`]: {
      parameters: [id],
      get: { responses: { 200: jsonResponse(schema) } },
    },
  };
}

function documentOf(paths: JsonObject): OpenApiDocument {
  return documentFrom({ openapi: '3.1.0', info: { title: 'Things', version: '1' }, paths });
}

const member = { properties: { id: INTEGER, name: TEXT } };
const loan = { properties: { id: INTEGER, memberId: INTEGER, due: { ...TEXT, format: 'date' } } };
const note = { properties: { id: INTEGER, text: TEXT, memberId: INTEGER } };

const library = documentOf({
  ...collection('loan', loan),
  ...collection('member', member),
  '/members/{memberId}/notes': {
    parameters: [{ name: 'memberId', in: 'path', required: true, schema: INTEGER }],
    post: {
      requestBody: { content: { 'application/json': { schema: note } } },
      responses: { 201: jsonResponse(note) },
    },
  },
  '/members/{memberId}/notes/{noteId}': {
    parameters: [
      { name: 'memberId', in: 'path', required: true, schema: INTEGER },
      { name: 'noteId', in: 'path', required: true, schema: INTEGER },
    ],
    get: { responses: { 200: jsonResponse(note) } },
  },
});

function filled(
  document: OpenApiDocument,
  state: StoredState,
  options: { readonly count: number; readonly now?: number },
): StoredState {
  return fill(document, state, options);
}

describe('a full collection', () => {
  it('has so many resources, which refer to what is there', () => {
    const { collections = {} } = filled(library, {}, { count: 10 });
    const ids = collections['/members']?.map(({ id }) => id);
    expect(ids).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(collections['/loans']).toHaveLength(10);
    for (const { memberId } of collections['/loans'] ?? []) expect(ids).toContain(memberId);
  });

  it('has a share of them below each resource, which say whose they are', () => {
    const { collections = {} } = filled(library, {}, { count: 10 });
    expect(collections['/members/3/notes']).toHaveLength(2);
    expect(collections['/members/3/notes']).toMatchObject([{ memberId: 3 }, { memberId: 3 }]);
  });

  it('tells in full what requests only name', () => {
    const { '/loans': loans, ...others } = collection('loan', { properties: { member: INTEGER } });
    const told = jsonResponse({ properties: { id: INTEGER, member } });
    const document = documentOf({
      ...collection('member', member),
      '/loans': { ...(loans as JsonObject), get: { responses: { 200: jsonResponse({}) } } },
      ...others,
      '/loans/{loanId}': {
        ...(others['/loans/{loanId}'] as JsonObject),
        get: { responses: { 200: told } },
      },
    });
    const { collections = {} } = filled(document, {}, { count: 2 });
    expect(collections['/loans']?.[0]?.['member']).toEqual({
      id: expect.any(Number) as number,
      name: expect.any(String) as string,
    });
  });

  it('refers to what is only listed', () => {
    const list = jsonResponse({ type: 'array', items: member });
    const paths = {
      ...collection('loan', loan),
      ...collection('note', note),
      '/members': { get: { responses: { 200: list } } },
    };
    const { collections = {} } = filled(documentOf(paths), {}, { count: 4 });
    const responder = responderOf({ paths }, { fill: 4 });
    const { body } = responder.respond(mockRequest('GET', '/members'));
    const ids = (JSON.parse(String(body)) as JsonObject[]).map(({ id }) => id);
    expect(ids).toHaveLength(4);
    for (const { memberId } of collections['/loans'] ?? []) expect(ids).toContain(memberId);
  });

  it('is left as it is where it has something', () => {
    const state = { collections: { '/members': [{ id: 7, name: 'Ann' }] } };
    const { collections = {} } = filled(library, state, { count: 5 });
    expect(collections['/members']).toEqual([{ id: 7, name: 'Ann' }]);
    expect(collections['/loans']?.every(({ memberId }) => memberId === 7)).toBe(true);
  });

  it('begins with what the examples of its list have', () => {
    const value = [
      { id: 70, name: 'Ann' },
      { id: 80, name: 'Bo' },
    ];
    const document = documentOf(collection('member', member, { some: { value } }));
    expect(filled(document, {}, { count: 0 }).resources).toEqual(value);
    const { resources = [] } = filled(document, {}, { count: 4 });
    expect(resources.slice(0, 2)).toEqual(value);
    expect(new Set(resources.map(({ id }) => id)).size).toBe(4);
  });

  it('has nothing but examples where no number asks for more', () => {
    expect(filled(library, {}, { count: 0 }).collections).toEqual({});
  });

  it('stays empty where that is what it begins with', () => {
    const { collections = {} } = filled(library, { collections: { '/loans': [] } }, { count: 2 });
    expect(collections['/loans']).toEqual([]);
    expect(collections['/members']).toHaveLength(2);
  });

  it('stays empty where the document has no other, and however its path is written', () => {
    const value = [{ id: 70, name: 'Ann' }];
    const only = documentOf(collection('member', member, { some: { value } }));
    expect(filled(only, { resources: [] }, { count: 2 })).toEqual({ resources: [] });
    const state = { collections: { '/%6Coans': [] } };
    expect(filled(library, state, { count: 2 }).collections?.['/loans']).toBeUndefined();
  });

  it('is the same on the same day', () => {
    const now = Date.parse('2030-06-15T08:00:00Z');
    const first = filled(library, {}, { count: 5, now });
    expect(filled(library, {}, { count: 5, now: now + 3_600_000 })).toEqual(first);
  });
});

it('fills lists that nothing is created for, too', () => {
  const paths = {
    '/members': { get: { responses: { 200: jsonResponse({ type: 'array', items: member }) } } },
  };
  const { body } = responderOf({ paths }, { fill: 5 }).respond(mockRequest('GET', '/members'));
  const ids = (JSON.parse(String(body)) as { id: number }[]).map(({ id }) => id);
  expect(new Set(ids).size).toBe(5);
});

it('lets lists that are made up have what a filter asks for', () => {
  const parameters = [{ name: 'name', in: 'query', schema: TEXT }];
  const list = jsonResponse({ type: 'array', items: member });
  const responder = responderOf({
    paths: { '/members': { get: { parameters, responses: { 200: list } } } },
  });
  const { body } = responder.respond(mockRequest('GET', '/members?name=Nobody'));
  expect(JSON.parse(String(body))).toMatchObject([{ name: 'Nobody' }]);
});

it('fills what lies below resources that the document can not create, where its examples lead', () => {
  const parameters = [{ name: 'shop', in: 'path', required: true, schema: TEXT, example: 'main' }];
  const id = { name: 'id', in: 'path', required: true, schema: INTEGER };
  const requestBody = { content: { 'application/json': { schema: member } } };
  const document = documentOf({
    '/shops/{shop}/members': {
      parameters,
      post: { requestBody, responses: { 201: jsonResponse(member) } },
    },
    '/shops/{shop}/members/{id}': {
      parameters: [...parameters, id],
      get: {
        responses: { 200: jsonResponse(member, { some: { value: { id: 7, name: 'Ann' } } }) },
      },
    },
    '/others': { post: { requestBody, responses: { 201: jsonResponse(member) } } },
  });
  const { collections = {} } = filled(document, {}, { count: 10 });
  expect(collections['/shops/main/members']).toHaveLength(2);
  expect(collections['/shops/main/members']?.[0]).toMatchObject({ name: 'Ann' });
});

it('fills what lies below resources whose identity nothing tells', () => {
  const shop = { name: 'shop', in: 'path', required: true, schema: TEXT };
  const unnamed = jsonResponse({ properties: { since: INTEGER } });
  const document = documentOf({
    '/shops': { post: { responses: { 201: { description: 'Created' } } } },
    '/shops/{shop}': { parameters: [shop], get: { responses: { 200: unnamed } } },
    '/shops/{shop}/members': {
      parameters: [shop],
      post: {
        requestBody: { content: { 'application/json': { schema: member } } },
        responses: { 201: jsonResponse(member) },
      },
    },
    '/shops/{shop}/members/{id}': {
      parameters: [shop, { name: 'id', in: 'path', required: true, schema: INTEGER }],
      get: { responses: { 200: jsonResponse(member) } },
    },
  });
  const { collections = {} } = filled(document, {}, { count: 10 });
  expect(collections['/shops/sample/members']).toHaveLength(2);
});

it('has what lists tell where nothing else does', () => {
  const members = jsonResponse({ type: 'array', items: member });
  const named = { 'application/json': { schema: { properties: { name: TEXT } } } };
  const document = documentOf({
    ...collection('note', note),
    '/members': {
      get: { responses: { 200: members } },
      post: { requestBody: { content: named }, responses: { 201: { description: 'Created' } } },
    },
    '/members/{name}': {
      parameters: [{ name: 'name', in: 'path', required: true, schema: TEXT }],
      delete: { responses: { 204: { description: 'Deleted' } } },
    },
  });
  const [first] = filled(document, {}, { count: 2 }).collections?.['/members'] ?? [];
  expect(Object.keys(first ?? {}).toSorted()).toEqual(['id', 'name']);
});

it('has what only lists tell of what is read, and identities as these have them', () => {
  const told = { type: 'object', properties: { id: TEXT, name: TEXT } };
  const properties = { id: { ...TEXT, format: 'uuid' }, seats: INTEGER };
  const list = jsonResponse({ type: 'array', items: { type: 'object', properties } });
  const accounts = collection('account', told) as Record<string, JsonObject>;
  const document = documentOf({
    ...collection('note', note),
    ...accounts,
    '/accounts': { ...accounts['/accounts'], get: { responses: { 200: list } } },
  });
  const [first] = filled(document, {}, { count: 2 }).collections?.['/accounts'] ?? [];
  expect(first).toMatchObject({ name: expect.any(String), seats: expect.any(Number) });
  expect(first?.['id']).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
});

it('makes up less where each has very much in it', () => {
  const wide = {
    properties: Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`p${i}`, TEXT])),
  };
  const list = jsonResponse({ type: 'array', items: wide });
  const responder = responderOf(
    { paths: { '/wide': { get: { responses: { 200: list } } } } },
    { fill: 25 },
  );
  const { body } = responder.respond(mockRequest('GET', '/wide'));
  expect((JSON.parse(String(body)) as unknown[]).length).toBeLessThan(6);
});
