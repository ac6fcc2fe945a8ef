import { beforeEach, expect, it } from 'vitest';
import { MemoryStore } from '../../src/mock/resource-store.ts';
import { createResponder } from '../../src/mock/responder.ts';
import { documentFromValue } from '../../src/openapi/document.ts';
import type { JsonObject, JsonValue } from '../../src/openapi/json/json-value.ts';
import { jsonResponse, mockRequest } from './fixtures.ts';

const parameters = [{ name: 'stationId', in: 'path', required: true, schema: { type: 'integer' } }];
const trip = { $ref: '#/components/schemas/Trip' };

const document = documentFromValue({
  openapi: '3.1.0',
  info: { title: 'Trips', version: '1' },
  paths: {
    '/trips': {
      post: {
        operationId: 'createTrip',
        requestBody: { content: { 'application/json': { schema: trip } } },
        responses: {
          201: {
            ...jsonResponse(trip),
            links: {
              departures: {
                operationId: 'listDepartures',
                parameters: { stationId: '$response.body#/originId' },
              },
            },
          },
        },
      },
    },
    '/trips/{tripId}': {
      parameters: [{ name: 'tripId', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: jsonResponse(trip) } },
    },
    '/stations/{stationId}/departures': {
      parameters,
      get: {
        operationId: 'listDepartures',
        responses: { 200: jsonResponse({ type: 'array', items: trip }) },
      },
    },
    '/stations/{stationId}/trips': {
      parameters,
      get: { responses: { 200: jsonResponse({ type: 'array', items: trip }) } },
    },
  },
  components: {
    schemas: {
      Trip: {
        type: 'object',
        required: ['id', 'originId'],
        properties: {
          id: { type: 'integer', readOnly: true },
          originId: { type: 'integer' },
          stationId: { type: 'integer' },
        },
      },
    },
  },
});

let ask: (method: string, path: string, value?: JsonObject) => JsonValue;

beforeEach(() => {
  const responder = createResponder({ document, store: new MemoryStore() });
  ask = (method, path, value) => {
    const body = value === undefined ? '' : JSON.stringify(value);
    return JSON.parse(
      String(responder.respond(mockRequest(method, path, { body })).body),
    ) as JsonValue;
  };
});

it('lists what refers to what the path names, as a link says or as names say', () => {
  const first = ask('POST', '/trips', { originId: 7, stationId: 8 });
  const second = ask('POST', '/trips', { originId: 8, stationId: 7 });
  expect(ask('GET', '/stations/7/departures')).toEqual([first]);
  expect(ask('GET', '/stations/7/trips')).toEqual([second]);
  expect(ask('GET', '/stations/9/departures')).toEqual([]);
});

it('makes up what refers to it as long as nothing is stored', () => {
  expect(ask('GET', '/stations/7/departures')).toMatchObject([{ originId: 7 }]);
  expect(ask('GET', '/stations/7/trips')).toMatchObject([{ stationId: 7 }]);
});

const pet: JsonObject = {
  type: 'object',
  required: ['name'],
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    state: { enum: ['here', 'sold'] },
    tags: {
      type: 'array',
      items: {
        type: 'object',
        properties: { id: { type: 'integer' }, name: { type: 'string' } },
      },
    },
  },
};
const pets = jsonResponse({ type: 'array', items: { $ref: '#/components/schemas/Pet' } });
const onePet = jsonResponse({ $ref: '#/components/schemas/Pet' });
const asked = (name: string): JsonObject => {
  return { parameters: [{ name, in: 'query', schema: { type: 'string' } }] };
};
const shop = documentFromValue({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pet': {
      post: {
        requestBody: { content: { 'application/json': { schema: pet } } },
        responses: { 201: onePet },
      },
    },
    '/pet/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: onePet } },
    },
    '/pet/findByState': { get: { ...asked('state'), responses: { 200: pets } } },
    '/pet/findByTags': { get: { ...asked('tags'), responses: { 200: pets } } },
    '/pet/search': { get: { ...asked('q'), responses: { 200: pets } } },
    '/search/pet': { get: { ...asked('q'), responses: { 200: pets } } },
    '/pet/query': {
      post: {
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  filter: { type: 'object', properties: { state: { type: 'string' } } },
                  limit: { type: 'integer' },
                },
              },
            },
          },
        },
        responses: { 200: pets },
      },
    },
    '/pet/lost': { get: { responses: { 200: pets } } },
  },
  components: { schemas: { Pet: pet } },
});

it('lists what a query chooses of a collection', () => {
  const responder = createResponder({ document: shop, store: new MemoryStore() });
  const read = (path: string): JsonValue =>
    JSON.parse(String(responder.respond(mockRequest('GET', path)).body)) as JsonValue;
  expect(read('/pet/findByState?state=sold')).toMatchObject([{ state: 'sold' }]);
  expect(read('/pet/findByTags?tags=old')).toMatchObject([{ tags: [{ name: 'old' }] }]);
  const [ann, bob] = [
    { id: 1, name: 'Ann', state: 'here', tags: [{ name: 'old' }] },
    { id: 2, name: 'Bob', state: 'sold', tags: [{ id: 3, name: 'new' }] },
  ];
  for (const body of [ann, bob])
    responder.respond(mockRequest('POST', '/pet', { body: JSON.stringify(body) }));
  expect(read('/pet/findByState?state=sold')).toEqual([bob]);
  expect(read('/pet/findByTags?tags=old')).toEqual([ann]);
  expect(read('/pet/search?q=bo')).toEqual([bob]);
  expect(read('/search/pet?q=bo')).toEqual([bob]);
  const found = (body: JsonValue): JsonValue => {
    const answer = responder.respond(
      mockRequest('POST', '/pet/query', { body: JSON.stringify(body) }),
    );
    return JSON.parse(String(answer.body)) as JsonValue;
  };
  expect(found({ filter: { state: 'sold' } })).toEqual([bob]);
  expect(found({})).toEqual([ann, bob]);
  expect(found({ limit: 1 })).toEqual([ann]);
  // Nothing tells which of them are lost.
  expect(read('/pet/lost')).not.toContainEqual(ann);
});

it('is told by a change of it that takes it in another form, as it is then', () => {
  const extra = { type: 'object', required: ['code'], properties: { code: { type: 'string' } } };
  const example = { extras: [{ code: 'seats' }] };
  const extras = { type: 'array', items: { $ref: '#/components/schemas/Extra' } };
  const map = { type: 'object', additionalProperties: { type: 'object' } };
  const told = jsonResponse({ $ref: '#/components/schemas/Extras' }, { shown: { value: example } });
  const changed = jsonResponse({ type: 'object', properties: { extras: map } });
  const store = new MemoryStore();
  const responder = createResponder({
    store,
    document: documentFromValue({
      openapi: '3.1.0',
      info: { title: 'Extras', version: '1' },
      paths: {
        '/extras': {
          post: {
            requestBody: jsonResponse({ $ref: '#/components/schemas/Extra' }),
            responses: { 201: jsonResponse({ $ref: '#/components/schemas/Extra' }) },
          },
          get: { responses: { 200: told } },
          patch: { requestBody: changed, responses: { 200: told } },
        },
        '/extras/{code}': {
          parameters: [{ name: 'code', in: 'path', required: true, schema: { type: 'string' } }],
          get: { responses: { 200: jsonResponse({ $ref: '#/components/schemas/Extra' }) } },
        },
      },
      components: {
        schemas: { Extra: extra, Extras: { type: 'object', properties: { extras } } },
      },
    }),
  });
  const send = (method: string, body = ''): unknown =>
    JSON.parse(String(responder.respond(mockRequest(method, '/extras', { body })).body));
  send('POST', '{"code":"desks"}');
  expect(send('PATCH', '{"extras":{"seats":{}}}')).toEqual({ extras: [{ code: 'desks' }] });
  expect(send('GET')).toEqual({ extras: [{ code: 'desks' }] });
});
