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
