import { expect, it } from 'vitest';
import { documentFromValue } from '../../../src/openapi/document.ts';
import { operations } from '../../../src/model/operation.ts';
import { createBodyBase } from '../../../src/model/requests/body-base.ts';
import { bodyReferences } from '../../../src/model/resources/body-references.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';

const id: JsonObject = { type: 'string', format: 'uuid' };

/** What the properties of a body refer to, where there are stations, and users in an envelope. */
function referencesOf(properties: JsonObject): Record<string, string> {
  const json = (schema: JsonObject): JsonObject => ({
    content: { 'application/json': { schema } },
  });
  const answer = (schema: JsonObject): JsonObject => ({
    201: { description: '', ...json(schema) },
  });
  const object = (members: JsonObject): JsonObject => ({ type: 'object', properties: members });
  const item = (name: string): JsonObject => ({
    parameters: [{ name, in: 'path', required: true, schema: {} }],
    get: { responses: { 200: { description: '' } } },
  });
  const user = object({ data: object({ id: { type: 'integer' } }) });
  const document = documentFromValue({
    paths: {
      '/stations': { post: { responses: answer(object({ id })) } },
      '/stations/{station_id}': item('station_id'),
      '/users': { post: { responses: answer(user) } },
      '/users/{userId}': item('userId'),
      '/admin/create-guide': { post: { responses: answer(object({ guide: object({ id }) })) } },
      '/admin/create-station': { post: { responses: answer(object({ id })) } },
      '/trips': {
        post: { requestBody: json(object(properties)), responses: answer(object({ id })) },
      },
      '/trips/{tripId}': item('tripId'),
    },
  });
  const operation = operations(document).find(
    ({ path, method }) => path === '/trips' && method === 'POST',
  )!;
  const base = createBodyBase(document, operation.requestBody!.content[0]!)!;
  const found = bodyReferences(document, operation, base.slots);
  return Object.fromEntries(
    found.map(({ path, key, provider }) => [path.join('.'), `${key} ${provider.path.join('.')}`]),
  );
}

it.each<[what: string, properties: JsonObject, found: Record<string, string>]>([
  ['its name', { station_id: id }, { station_id: '/stations 0 id' }],
  [
    'the name of what a path creates in words',
    { guideId: { type: 'string' } },
    { guideId: '/admin/create-guide 0 guide.id' },
  ],
  ['a part of its name', { firstStationId: id }, { firstStationId: '/stations 0 id' }],
  ['the form of its identity', { originId: id }, { originId: '/stations 0 id' }],
  ['a role', { ownerId: { type: 'integer' } }, { ownerId: '/users 0 data.id' }],
  [
    'the items of a list',
    { stationIds: { type: 'array', items: id } },
    { 'stationIds.0': '/stations 0 id' },
  ],
  [
    'what holds an object with an identity',
    { station: { type: 'object', properties: { id } } },
    { 'station.id': '/stations 0 id' },
  ],
  [
    'what an object with an identity says that it is',
    {
      start: {
        type: 'object',
        properties: {
          data: { type: 'object', properties: { type: { const: 'stations' }, id } },
        },
      },
    },
    { 'start.data.id': '/stations 0 id' },
  ],
  [
    'an object within',
    { stop: { type: 'object', properties: { stationId: id } } },
    { 'stop.stationId': '/stations 0 id' },
  ],
])('finds what a property refers to by %s', (_what, properties, found) => {
  expect(referencesOf(properties)).toEqual(found);
});

it('takes what is known to others for a reference only where the service has such things itself', () => {
  const text = { type: 'string' };
  const json = (properties: JsonObject): JsonObject => ({
    content: { 'application/json': { schema: { type: 'object', properties } } },
  });
  const devices = {
    requestBody: json({ hostname: text }),
    responses: { 201: json({ hostname: text }) },
  };
  const device = { parameters: [{ name: 'hostname', in: 'path', schema: text }], get: {} };
  const trips = { requestBody: json({ device: text, sessionId: id }), responses: {} };
  const document = documentFromValue({
    paths: {
      '/devices': { post: devices },
      '/devices/{hostname}': device,
      '/trips': { post: trips },
    },
  });
  const operation = operations(document).find(({ path }) => path === '/trips')!;
  const base = createBodyBase(document, operation.requestBody!.content[0]!)!;
  const found = bodyReferences(document, operation, base.slots);
  expect(found.map(({ path, key }) => [...path, key].join(' '))).toEqual(['device /devices 0']);
});

it('knows what the items of a list name by where it is put', () => {
  const json = (schema: JsonObject): JsonObject => ({
    content: { 'application/json': { schema } },
  });
  const item = { type: 'object', properties: { id: { type: 'string' } } };
  const at = { name: 'id', in: 'path', schema: { type: 'string' } };
  const document = documentFromValue({
    paths: {
      '/labels': { post: { responses: { 201: json(item) } } },
      '/labels/{id}': { parameters: [at], get: { responses: { 200: json(item) } } },
      '/trips/{id}/labels': {
        parameters: [at],
        put: { requestBody: json({ type: 'array', items: item }), responses: {} },
      },
    },
  });
  const operation = operations(document).find(({ method }) => method === 'PUT')!;
  const base = createBodyBase(document, operation.requestBody!.content[0]!)!;
  const found = bodyReferences(document, operation, base.slots);
  expect(found.map(({ path, key }) => [...path, key].join(' '))).toEqual(['0 id /labels 0']);
});

it('gives two properties of one body two resources of the same kind', () => {
  expect(referencesOf({ originId: id, destinationId: id })).toEqual({
    originId: '/stations 0 id',
    destinationId: '/stations 1 id',
  });
});

it('finds nothing in the identity of what is created, also where others are called like it', () => {
  const json = (properties: JsonObject): JsonObject => ({
    content: { 'application/json': { schema: { type: 'object', properties } } },
  });
  const line = { item_id: { type: 'integer' }, quote: { type: 'string' } };
  const item = { type: 'object', properties: line };
  const parameters = [{ name: 'itemId', in: 'path', required: true, schema: { type: 'integer' } }];
  const post = { requestBody: json({ item }), responses: { 201: json(line) } };
  const get = { responses: { 200: json(line) } };
  const document = documentFromValue({
    paths: {
      '/stock/items': { post },
      '/stock/items/{itemId}': { parameters, get },
      '/carts/mine/items': { post },
      '/carts/mine/items/{itemId}': { parameters, get },
    },
  });
  const operation = operations(document).find(({ path }) => path === '/carts/mine/items')!;
  const base = createBodyBase(document, operation.requestBody!.content[0]!)!;
  expect(bodyReferences(document, operation, base.slots)).toEqual([]);
});

it('gives what one form is, and how paths name it, to what is called like it', () => {
  const slug = { type: 'string', pattern: '^[a-z]+$' };
  const json = (properties: JsonObject): JsonObject => ({
    content: { 'application/json': { schema: { type: 'object', properties } } },
  });
  const teams = { responses: { 201: json({ id, slug }) } };
  const team = { parameters: [{ name: 'team', in: 'path', schema: slug }], get: {} };
  const list = { type: 'array', items: slug };
  const trips = { requestBody: json({ team: slug, word: slug, teams: list }), responses: {} };
  const document = documentFromValue({
    paths: { '/teams': { post: teams }, '/teams/{team}': team, '/trips': { post: trips } },
  });
  const operation = operations(document).find(({ path }) => path === '/trips')!;
  const base = createBodyBase(document, operation.requestBody!.content[0]!)!;
  const found = bodyReferences(document, operation, base.slots);
  expect(found.map(({ path, provider }) => [...path, ...provider.path].join(' '))).toEqual([
    'team slug',
    'teams 0 slug',
  ]);
});

it('knows what refers by the form that only paths have', () => {
  const text = { type: 'string' };
  const form = { type: 'string', pattern: '^usr_[a-z]+$' };
  const json = (properties: JsonObject): JsonObject => ({
    content: { 'application/json': { schema: { type: 'object', properties } } },
  });
  const at = { name: 'userId', in: 'path', schema: form };
  const trips = { requestBody: json({ ownerId: form, otherId: text }), responses: {} };
  const document = documentFromValue({
    paths: {
      '/users': { post: { responses: { 201: json({ id: text }) } } },
      '/users/{userId}': { parameters: [at], get: { responses: { 200: json({ id: text }) } } },
      '/trips': { post: trips },
    },
  });
  const operation = operations(document).find(({ path }) => path === '/trips')!;
  const base = createBodyBase(document, operation.requestBody!.content[0]!)!;
  const found = bodyReferences(document, operation, base.slots);
  expect(found.map(({ path, provider }) => [...path, ...provider.path].join(' '))).toEqual([
    'ownerId id',
  ]);
});

it('takes a bare text for the name of what clients name, and for that of nothing else', () => {
  const json = (properties: JsonObject): JsonObject => ({
    content: { 'application/json': { schema: { type: 'object', properties } } },
  });
  const text = { type: 'string' };
  const responses = { 201: json({ handle: text }) };
  const handle = { name: 'handle', in: 'path', schema: { type: 'string', pattern: '^[a-z]+$' } };
  const trips = { requestBody: json({ teacher: text, note: text }), responses: {} };
  const document = documentFromValue({
    paths: {
      '/teachers': { get: {} },
      '/teachers/{handle}': {
        parameters: [handle],
        get: { responses: { 200: json({ handle: text, name: text }) } },
        put: { requestBody: json({ name: text }), responses },
      },
      '/notes': { post: { responses: { 201: json({ id }) } } },
      '/notes/{noteId}': { parameters: [{ name: 'noteId', in: 'path', schema: id }], get: {} },
      '/trips': { post: trips },
    },
  });
  const operation = operations(document).find(({ path }) => path === '/trips')!;
  const base = createBodyBase(document, operation.requestBody!.content[0]!)!;
  const found = bodyReferences(document, operation, base.slots);
  expect(found.map(({ path, provider }) => [...path, ...provider.path].join(' '))).toEqual([
    'teacher handle',
  ]);
});

it.each<[what: string, properties: JsonObject]>([
  ['names what it is part of', { tripId: id, id }],
  ['names what others know', { externalId: id }],
  ['has another form', { stationId: { enum: ['a'] }, ownerId: { type: 'boolean' } }],
])('takes for no reference what %s', (_what, properties) => {
  expect(referencesOf(properties)).toEqual({});
});
