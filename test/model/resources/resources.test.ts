import {
  allFamilies,
  effectOf,
  identitiesIn,
  referencesOf,
  resourceFamilies,
} from '../../../src/model/resources/resources.ts';
import { firstCreation } from '../../../src/model/resources/collections.ts';
import { identityInLocation } from '../../../src/model/resources/identity.ts';
import { describe, expect, it } from 'vitest';
import { operations } from '../../../src/model/operation.ts';
import { type OpenApiDocument, documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';

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
        envelope: [],
        identity: 'id',
      },
    ]);
  });

  it('is also what is only listed and added to', () => {
    const things = { properties: { items: { items: { properties: { id: {} } } } } };
    const list = { responses: { 200: { content: { 'application/json': { schema: things } } } } };
    const post = { requestBody: media('text'), responses: { 201: media('id', 'text') } };
    const document = documentOf({
      '/shops/{shop}/things': { get: list, post },
      '/searches': { get: list, post: { ...post, responses: { 200: media('count') } } },
      '/words': { post },
    });
    expect(allFamilies(document)).toMatchObject([
      {
        collection: '/shops/{shop}/things',
        item: undefined,
        parameter: 'thingId',
        envelope: [],
        identity: 'id',
      },
    ]);
  });

  it.each<[parameter: string, names: string[], found: string | undefined]>([
    ['thingId', ['id', 'thing', 'thing_id'], 'thing_id'],
    ['thing_id', ['id', 'thing', 'thingId'], 'thingId'],
    ['thingId', ['id', 'thing'], 'id'],
    ['thingID', ['no', 'Thing'], 'Thing'],
    ['widthId', ['width'], 'width'],
    ['thingName', ['name', 'id'], 'name'],
    ['name', ['thingName', 'id'], 'thingName'],
    ['isbn', ['title', 'id'], 'id'],
    ['isbn', ['title'], undefined],
  ])('is told apart by %s among %j', (parameter, names, found) => {
    expect(identity(parameter, { requestBody: media(...names) })).toBe(found);
  });

  it('is told apart by what has the form that the path has, where nothing is called as it says', () => {
    const found = (form: JsonObject, named: JsonObject): string | undefined => {
      const properties = { id: { type: 'string', format: 'uuid' }, title: form, ...named };
      const json = { 'application/json': { schema: { properties } } };
      const parameters = [{ name: 'thing', in: 'path', schema: form }];
      const paths = {
        '/things': { post: { responses: { 201: { content: json } } } },
        '/things/{thing}': { get: { parameters } },
      };
      return resourceFamilies(documentOf(paths)).get('/things/{thing}')?.identity;
    };
    const form = { type: 'string', pattern: '^[a-z]+$' };
    expect(found(form, { slug: form })).toBe('slug');
    expect(found(form, { slug: form, thing: { type: 'string' } })).toBe('thing');
    expect(found(form, { slug: { type: 'string' } })).toBe('id');
    expect(found({ type: 'string' }, { slug: { type: 'string' } })).toBe('id');
    expect(found({ type: 'string', format: 'uuid' }, { key: form })).toBe('id');
  });

  it('is the name that a request gives it, where nothing tells what else paths name it by', () => {
    const json = (schema: JsonObject): JsonObject => ({
      content: { 'application/json': { schema } },
    });
    const text = { type: 'string' };
    const found = (answer: JsonObject, id: JsonObject, required = ['name']): string | undefined => {
      const input = { type: 'object', required, properties: { name: text } };
      const made = { type: 'object', properties: { id, name: text } };
      const create = { requestBody: json(input), responses: { 200: json(answer) } };
      const parameters = [{ name: 'thing', in: 'path', required: true, schema: text }];
      return identity('thing', create, { parameters, responses: { 200: json(made) } });
    };
    const uuid = { ...text, format: 'uuid' };
    const nothing = { type: 'object' };
    expect(found(nothing, uuid)).toBe('name');
    expect(found({ ...nothing, properties: { id: uuid } }, uuid)).toBe('id');
    expect(found({}, uuid)).toBe('id');
    expect(found(nothing, text)).toBe('id');
    expect(found(nothing, uuid, [])).toBe('id');
  });

  it('is what reads show of what was sent, before what a task says that it is about', () => {
    const found = (sent: string): string | undefined => {
      const create = { requestBody: media(sent), responses: { 202: media('task', 'thingUid') } };
      return identity('thingUid', create, { responses: { 200: media('uid', 'title') } });
    };
    expect(found('uid')).toBe('uid');
    expect(found('title')).toBe('thingUid');
  });

  it('may be in an envelope, which is called so or after it', () => {
    const inside = (name: string, outer: JsonObject = {}): OpenApiDocument =>
      documentOf({
        '/things': { post: { responses: { 201: wrapped(name, outer) } } },
        '/things/{thingId}': { get: {} },
      });
    const wrapped = (name: string, outer: JsonObject): JsonObject => {
      const thing = { type: 'object', properties: { id: { type: 'integer' } } };
      const schema = { type: 'object', properties: { [name]: thing, ...outer } };
      return { content: { 'application/json': { schema } } };
    };
    const found = (...parts: Parameters<typeof inside>): unknown => {
      const [family] = resourceFamilies(inside(...parts)).values();
      return [family?.identity, family?.envelope];
    };
    expect(found('data')).toEqual(['id', ['data']]);
    expect(found('thing')).toEqual(['id', ['thing']]);
    expect(found('thing', { id: { type: 'integer' } })).toEqual(['id', []]);
    expect(found('owner')).toEqual([undefined, []]);
    expect(found('blue_thing')).toEqual(['id', ['blue_thing']]);
    expect(found('blue_thing', { count: {} })).toEqual([undefined, []]);
  });

  it.each<[properties: string[], envelope: string[], beside?: JsonObject]>([
    [['gadget'], ['gadget']],
    [['gadget'], ['gadget'], { message: { type: 'string' } }],
    [['gadget'], [], { id: { type: 'integer' }, message: { type: 'string' } }],
    [['gadget', 'other'], []],
  ])('is in the only envelope with its list’s schema: %j', (names, envelope, beside = {}) => {
    const gadget = { $ref: '#/x-gadget' };
    const json = (schema: JsonObject): JsonObject => ({
      responses: { 200: { content: { 'application/json': { schema } } } },
    });
    const inside = Object.fromEntries(names.map((name) => [name, gadget]));
    const told = json({ properties: { ...beside, ...inside } });
    const document = documentFromValue({
      paths: {
        '/things': { post: told, get: json({ type: 'array', items: gadget }) },
        '/things/{id}': { get: told },
      },
      'x-gadget': { properties: { id: { type: 'integer' } } },
    });
    const [family] = resourceFamilies(document).values();
    expect(family?.envelope).toEqual(envelope);
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
    expect(firstCreation(document)?.schemaPointer).toBe(
      '/paths/~1c/post/requestBody/content/application~1json/schema',
    );
    expect(firstCreation(document)?.identity).toBe('cId');
  });

  it('is nothing where nothing is created from JSON', () => {
    const document = documentOf({ '/a': { get: { requestBody: media('id') }, post: {} } });
    expect(firstCreation(document)).toBeUndefined();
  });
});

it('tells what an operation does to what is stored', () => {
  const document = documentOf({
    '/things': { get: {}, post: {}, put: {}, patch: {}, delete: {}, head: {} },
    '/things/{id}': { get: {}, post: {} },
    '/things/{id}/cancel': { post: {} },
    '/things/{id}/parts': { post: {} },
    '/things/{id}/parts/{part}': { delete: {} },
    '/things/{id}/pages': { post: {} },
    '/things/{id}/pages/{page}': { get: {} },
    '/things/{id}/copies': { post: { responses: { 201: {} } } },
    '/things/{id}/notes': { get: {}, post: {} },
    '/things:purge': { post: {} },
    '/fields/{collection}': { get: {}, post: {} },
    '/fields/{collection}/{field}': { get: {} },
  });
  const found = operations(document).map(
    (operation) => `${effectOf(document, operation)} ${operation.id}`,
  );
  expect(found.filter((line) => line.startsWith('reads '))).toEqual([
    'reads GET /things',
    'reads HEAD /things',
    'reads GET /things/{id}',
    'reads GET /things/{id}/pages/{page}',
    'reads GET /things/{id}/notes',
    'reads GET /fields/{collection}',
    'reads GET /fields/{collection}/{field}',
  ]);
  expect(found.filter((line) => line.startsWith('creates '))).toEqual([
    'creates POST /things',
    'creates POST /things/{id}/parts',
    'creates POST /things/{id}/pages',
    'creates POST /things/{id}/copies',
    'creates POST /things/{id}/notes',
    'creates POST /things:purge',
    'creates POST /fields/{collection}',
  ]);
  expect(found).toContain('changes POST /things/{id}');
  expect(found).toContain('changes POST /things/{id}/cancel');
});

it.each(['get', 'put', 'patch'])(
  'a POST whose answer %s gives too makes what is at its path',
  (method) => {
    const of = (name: string): JsonObject => {
      const schema = { $ref: `#/components/schemas/${name}` };
      return { responses: { 200: { content: { 'application/json': { schema } } } } };
    };
    const schema = { properties: { id: { type: 'string' } } };
    const document = documentFromValue({
      paths: {
        '/teams': { post: of('Team') },
        '/teams/{team}': { post: of('Team'), [method]: of('Team') },
        '/teams/{team}/{member}': { delete: {} },
        '/fields/{collection}': { post: of('Field'), [method]: of('Fields') },
        '/fields/{collection}/{field}': { delete: {} },
      },
      components: { schemas: { Team: schema, Field: schema, Fields: { items: schema } } },
    });
    const posts = operations(document).filter((operation) => operation.method === 'POST');
    expect(posts.map((operation) => effectOf(document, operation))).toEqual([
      'creates',
      'changes',
      'creates',
    ]);
    expect([...resourceFamilies(document).keys()]).toEqual([
      '/teams/{team}',
      '/fields/{collection}/{field}',
    ]);
  },
);

it.each([
  ['/things/{thing}', '/things/{thing}/content'],
  [undefined, '/things/{kind}/{thing}'],
])('what is created and listed is at %s, where a path is %s', (item, path) => {
  const thing = { properties: { id: { type: 'string' }, kind: { type: 'string' } } };
  const content = (schema: JsonObject): JsonObject => ({
    content: { 'application/json': { schema } },
  });
  const created = { requestBody: content(thing), responses: { 201: content(thing) } };
  const listed = { responses: { 200: content({ type: 'array', items: thing }) } };
  const document = documentFromValue({
    paths: {
      '/things': { get: listed, post: created },
      [path]: { delete: { responses: { 204: {} } } },
    },
  });
  expect(allFamilies(document).map((family) => family.item)).toEqual([item]);
});

describe('the identity of what an operation creates', () => {
  it.each<[name: string, property: JsonObject, found: boolean]>([
    ['id', { type: 'integer' }, true],
    ['id', { type: ['integer'] }, true],
    ['id', { type: ['integer', 'null'], format: 'int64' }, true],
    ['thingId', { type: 'integer' }, true],
    ['thing_id', { type: 'integer' }, true],
    ['id', { type: 'string' }, false],
    ['id', {}, false],
    ['id', { type: 'integer', enum: [1, 2] }, false],
    ['valid', { type: 'integer' }, false],
    ['idea', { type: 'integer' }, false],
    ['thingIdea', { type: 'integer' }, false],
    ['thing_idea', { type: 'integer' }, false],
  ])('is %s, where it is %j: %s', (name, property, found) => {
    const identities = (required: string[]): string[] => {
      const properties = { first: { type: 'integer' }, [name]: property };
      const content = { 'application/json': { schema: { required, properties } } };
      const document = documentOf({ '/things': { post: { requestBody: { content } } } });
      return identitiesIn(document, operations(document)[0]!);
    };
    expect(identities(['first', name])).toEqual(found ? [name] : []);
    // Nothing else is called so.
    expect(identities(['first'])).toEqual(found && name === 'id' ? ['id'] : []);
  });

  it('is what paths name it by, however it is called, in every item of a list', () => {
    const schema = { type: 'array', items: { properties: { number: { type: 'integer' } } } };
    const requestBody = { content: { 'application/json': { schema } } };
    const document = documentOf({
      '/orders': { post: { requestBody } },
      '/orders/{number}': {
        get: { responses: { 200: media('number', 'id') } },
        put: { requestBody: media('number') },
      },
    });
    const [create, , put] = operations(document);
    expect(identitiesIn(document, create!)).toEqual(['number']);
    expect(identitiesIn(document, put!)).toEqual(['number']);
    expect(firstCreation(document)?.identity).toBe('number');
  });

  it('is nothing that the answer leaves out, if it says what it has', () => {
    const asked = { requestBody: media('communityId', 'reason') };
    const document = documentOf({
      '/purge/community': { post: { ...asked, responses: { 200: media('success') } } },
      '/found/community': { post: { ...asked, responses: { 200: media('communityId') } } },
    });
    const [purge, found] = operations(document);
    expect(identitiesIn(document, purge!)).toEqual([]);
    expect(identitiesIn(document, found!)).toEqual(['communityId']);
  });

  it('is nothing that is sent where the server gives an id of its own', () => {
    const requestBody = media('reported_user_id');
    const responses = { 201: media('id', 'reported_user_id') };
    const document = documentOf({ '/reports': { post: { requestBody, responses } } });
    expect(identitiesIn(document, operations(document)[0]!)).toEqual([]);
  });

  it('is no reference to what is created elsewhere', () => {
    const document = documentOf({
      '/loans': { post: { requestBody: media('memberId', 'book_id', 'loanId', 'cityId') } },
      '/members': { post: {} },
      '/shops/{shopId}/books': { post: { requestBody: media('shopId') } },
      '/cities': { post: {} },
      '/shops': { post: {} },
    });
    const [loans, , books] = operations(document);
    expect(identitiesIn(document, loans!)).toEqual(['loanId']);
    expect(referencesOf(document, loans!)).toEqual([
      { name: 'memberId', collection: '/members' },
      { name: 'book_id', collection: '/shops/{shopId}/books' },
      { name: 'cityId', collection: '/cities' },
    ]);
    expect(referencesOf(document, books!)).toEqual([{ name: 'shopId', collection: '/shops' }]);
  });

  it('is no name of what is only read elsewhere', () => {
    const document = documentOf({
      '/levels': { post: { requestBody: media('place_id', 'levelId') } },
      '/places': { get: {} },
    });
    expect(identitiesIn(document, operations(document)[0]!)).toEqual(['levelId']);
  });

  it('is referred to by its own schema, too', () => {
    const key = { $ref: '#/components/schemas/MemberKey' };
    const member = { content: { 'application/json': { schema: { properties: { key } } } } };
    const loan = { content: { 'application/json': { schema: { properties: { reader: key } } } } };
    const document = documentFromValue({
      paths: {
        '/members': { post: { requestBody: member } },
        '/members/{key}': { get: {} },
        '/loans': { post: { requestBody: loan } },
      },
      components: { schemas: { MemberKey: { type: 'integer' } } },
    });
    const [member0, , loans] = operations(document);
    expect(referencesOf(document, loans!)).toEqual([{ name: 'reader', collection: '/members' }]);
    expect(referencesOf(document, member0!)).toEqual([]);
  });

  it('is not referred to by a schema that other identities have, too', () => {
    const name = { $ref: '#/components/schemas/Slug' };
    const named = { content: { 'application/json': { schema: { properties: { name } } } } };
    const item = { parameters: [{ name: 'one', in: 'path', schema: name }], get: {} };
    const document = documentFromValue({
      paths: {
        '/teams': { post: { requestBody: named } },
        '/teams/{one}': item,
        '/tools': { post: { requestBody: named } },
        '/tools/{one}': item,
      },
      components: { schemas: { Slug: { type: 'string', pattern: '^[a-z]+$' } } },
    });
    expect(
      [...resourceFamilies(document).values()].map((resourceFamily) => resourceFamily.identity),
    ).toEqual(['name', 'name']);
    const creates = operations(document).filter(({ method }) => method === 'POST');
    expect(creates.flatMap((create) => referencesOf(document, create))).toEqual([]);
  });
});

it('reads the identity at the end of a Location', () => {
  const document = documentOf({ '/a/{b}/c': { post: {} }, '/a/{b}/c/{id}': { get: {} } });
  const family = resourceFamilies(document).get('/a/{b}/c/{id}')!;
  const found = (location?: string) => identityInLocation(location, family);
  expect(found('https://host/base/a/7/c/x%2Fy')).toBe('x/y');
  expect(found('/a/7/c/%zz?d=1')).toBe('%zz');
  expect([found('/a/7/d/8'), found('http://['), found()]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
