import { describe, expect, it } from 'vitest';
import type { Responder } from '../../src/mock/responder.ts';
import type { JsonObject, JsonValue } from '../../src/openapi/json/json-value.ts';
import { jsonResponse, mockRequest, responderOf } from './fixtures.ts';

const TEXT: JsonObject = { type: 'string' };

interface FlagParts {
  /** What answers have of a flag beside its key and name. */
  readonly told: JsonObject;
  /** What requests have of it beside those. */
  readonly taken?: JsonObject;
}

/** Flags, each below a project. */
function flags({ told, taken = {} }: FlagParts): Responder {
  const known: JsonObject = { key: TEXT, name: TEXT };
  const flag: JsonObject = { type: 'object', properties: { ...known, ...told } };
  const schema: JsonObject = {
    type: 'object',
    required: ['key'],
    properties: { ...known, ...taken },
  };
  const list: JsonObject = {
    type: 'object',
    properties: { items: { type: 'array', items: flag } },
  };
  const named = (name: string): JsonObject => ({
    name,
    in: 'path',
    required: true,
    schema: TEXT,
  });
  const requestBody: JsonObject = { content: { 'application/json': { schema } } };
  return responderOf({
    paths: {
      '/projects/{project}/flags': {
        parameters: [named('project')],
        post: { requestBody, responses: { 201: jsonResponse(flag) } },
        get: { responses: { 200: jsonResponse(list) } },
      },
      '/projects/{project}/flags/{key}': {
        parameters: [named('project'), named('key')],
        get: { responses: { 200: jsonResponse(flag) } },
        put: { requestBody, responses: { 200: jsonResponse(flag) } },
      },
    },
  });
}

function send(responder: Responder, method: string, target: string, body?: JsonObject): JsonValue {
  const text = body === undefined ? {} : { body: JSON.stringify(body) };
  const request = mockRequest(method, target, { headers: { host: 'api.test' }, ...text });
  const response = responder.respond(request);
  return JSON.parse(String(response.body)) as JsonValue;
}

const LIST = '/projects/p%201/flags';
const LINKS: JsonObject = {
  type: 'object',
  properties: {
    self: { type: 'object', properties: { href: { type: 'string', examples: ['/api/flags/x'] } } },
  },
};

describe('a resource says where it is', () => {
  it.each([
    ['_links.self.href', { _links: LINKS }, { _links: { self: { href: `${LIST}/a` } } }],
    [
      'links.self',
      { links: { type: 'object', properties: { self: TEXT } } },
      { links: { self: `http://api.test${LIST}/a` } },
    ],
    ['selfLink', { selfLink: TEXT }, { selfLink: `http://api.test${LIST}/a` }],
    ['href', { href: { ...TEXT, format: 'uri' } }, { href: `http://api.test${LIST}/a` }],
    [
      'an url whose example leads to one',
      { url: { ...TEXT, examples: ['https://x.test/v2/projects/default/flags/dark'] } },
      { url: `http://api.test${LIST}/a` },
    ],
  ])('as %s: where it is created, read, changed and listed', (_, told, expected) => {
    const responder = flags({ told });
    expect(send(responder, 'POST', LIST, { key: 'a' })).toMatchObject(expected);
    expect(send(responder, 'GET', `${LIST}/a`)).toMatchObject(expected);
    const changed = send(responder, 'PUT', `${LIST}/a`, { key: 'a', name: 'b' });
    expect(changed).toMatchObject(expected);
    expect(send(responder, 'GET', LIST)).toMatchObject({ items: [expected] });
  });

  it('at the address that a client uses for it', () => {
    const responder = flags({ told: { href: TEXT } });
    send(responder, 'POST', LIST, { key: 'a' });
    const request = mockRequest('GET', `${LIST}/a`, { headers: { host: 'other.test' } });
    const response = responder.respond(request);
    expect(JSON.parse(String(response.body))).toMatchObject({ href: `http://other.test${LIST}/a` });
  });
});

describe('an address stays as it is', () => {
  it('where clients give it', () => {
    const [told, taken] = [{ href: TEXT }, { href: TEXT }];
    const responder = flags({ told, taken });
    const created = send(responder, 'POST', LIST, { key: 'a', href: 'https://shop.test' });
    expect(created).toMatchObject({ href: 'https://shop.test' });
    expect(send(responder, 'GET', `${LIST}/a`)).toMatchObject({ href: 'https://shop.test' });
  });

  it('where its example leads to something else', () => {
    const url: JsonObject = { ...TEXT, examples: ['https://x.test/pictures/dark.png'] };
    const responder = flags({ told: { url } });
    expect(send(responder, 'POST', LIST, { key: 'a' })).toMatchObject({
      url: 'https://x.test/pictures/dark.png',
    });
  });

  it('where its schema has no place for it', () => {
    const href: JsonObject = { ...TEXT, pattern: '^urn:', examples: ['urn:flag'] };
    const responder = flags({ told: { href } });
    expect(send(responder, 'POST', LIST, { key: 'a' })).toMatchObject({ href: 'urn:flag' });
  });
});

it('is known to an action, too, that has links of its own', () => {
  const link: JsonObject = { type: 'string', example: 'https://api.example/flags/9' };
  const linked = (name: string): JsonObject => ({
    type: 'object',
    required: ['links'],
    properties: { id: { type: 'integer' }, links: { properties: { [name]: link } } },
  });
  const requestBody: JsonObject = { content: { 'application/json': { schema: {} } } };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
  const responder = responderOf({
    paths: {
      '/flags': { post: { requestBody, responses: { 201: jsonResponse(linked('self')) } } },
      '/flags/{id}': { parameters, get: { responses: { 200: jsonResponse(linked('self')) } } },
      '/flags/{id}/raise': {
        parameters,
        post: { requestBody, responses: { 200: jsonResponse(linked('flag')) } },
      },
    },
  });
  send(responder, 'POST', '/flags', {});
  expect(send(responder, 'POST', '/flags/1/raise', {})).toMatchObject({
    links: { self: 'http://api.test/flags/1' },
  });
});
