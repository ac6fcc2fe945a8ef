import { expect, it } from 'vitest';
import { documentFrom } from '../../src/model/inspect-document.ts';
import { expressionValue, linksIn } from '../../src/model/links.ts';

const context = {
  url: 'http://127.0.0.1/things/7?dry=yes',
  method: 'PUT',
  statusCode: 200,
  request: {
    body: { name: 'ivy' },
    header: (name: string) => (name === 'X-Tenant' ? 'north' : undefined),
    path: (name: string) => (name === 'id' ? '7' : undefined),
    query: (name: string) => (name === 'dry' ? 'yes' : undefined),
  },
  response: {
    body: { owner: { id: 9 }, tags: ['a', 'b'] },
    header: (name: string) => (name === 'ETag' ? '"v1"' : undefined),
  },
};

it.each([
  ['$url', context.url],
  ['$method', 'PUT'],
  ['$statusCode', 200],
  ['$request.path.id', '7'],
  ['$request.query.dry', 'yes'],
  ['$request.header.X-Tenant', 'north'],
  ['$request.body#/name', 'ivy'],
  ['$response.body#/owner/id', 9],
  ['$response.body#/tags/1', 'b'],
  ['$response.header.ETag', '"v1"'],
  ['{$response.body#/owner/id}', 9],
  ['owner-{$response.body#/owner/id}-{$request.path.id}', 'owner-9-7'],
  ['a plain text', 'a plain text'],
  [42, 42],
  ['$response.body#/nothing', undefined],
  ['of {$response.body#/nothing}', undefined],
  ['$response.path.id', undefined],
  ['$anything', undefined],
])('reads the expression %j', (expression, value) => {
  expect(expressionValue(expression, context)).toEqual(value);
});

it('finds links by operationId and by operationRef, and none to another server', () => {
  const ok = { description: 'x' };
  const parameters = { 'path.id': '$response.body#/id' };
  const links = {
    byId: { operationId: 'read', parameters },
    byRef: { operationRef: '#/paths/~1things~1{id}/get', parameters },
    elsewhere: { operationId: 'read', parameters, server: { url: 'https://other.example' } },
    unknown: { operationId: 'nothing', parameters },
  };
  const document = documentFrom({
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: {
      '/things': { post: { operationId: 'create', responses: { 201: { ...ok, links } } } },
      '/things/{id}': { get: { operationId: 'read', responses: { 200: ok } } },
    },
  });
  const found = linksIn(document).map((link) => [link.name, link.source.id, link.target.id]);
  expect(found).toEqual([
    ['byId', 'create', 'read'],
    ['byRef', 'create', 'read'],
  ]);
  expect(linksIn(document)[0]!.parameters).toEqual({ id: '$response.body#/id' });
});
