import { expect, it } from 'vitest';
import { createMock } from '../../src/index.ts';
import { documentFrom } from '../../src/model/inspect-document.ts';

const named = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string' }, name: { type: 'string' } },
};
const group = { $ref: '#/components/schemas/Group' };
const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const creates = {
  requestBody: json(group),
  responses: { 201: { description: 'it', ...json(group) } },
};
const reads = {
  responses: { 200: { description: 'it', ...json(group) }, 404: { description: 'none' } },
};
const inPath = (...names: string[]): object[] =>
  names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
const lists = {
  responses: { 200: { description: 'all', ...json({ type: 'array', items: group }) } },
};

it('lists what is put for two also where another one is named by half of a character', async () => {
  const document = documentFrom({
    openapi: '3.1.0',
    components: { schemas: { Group: named } },
    paths: {
      '/users': { post: creates },
      '/users/{userId}': { parameters: inPath('userId'), get: reads },
      '/users/{userId}/groups': { parameters: inPath('userId'), get: lists },
      '/groups': { post: creates },
      '/groups/{groupId}': { parameters: inPath('groupId'), get: reads },
      '/groups/{groupId}/users/{userId}': {
        parameters: inPath('groupId', 'userId'),
        get: reads,
        put: { responses: { 201: { description: 'put' } } },
        delete: { responses: { 204: { description: 'gone' } } },
      },
    },
  });
  const mock = createMock({ document });
  const send = (method: string, path: string, body = '') =>
    mock.fetch(
      new Request(`http://any${path}`, {
        method,
        ...(body === '' ? {} : { body, headers: { 'content-type': 'application/json' } }),
      }),
    );
  await send('POST', '/users', '{"id":"u"}');
  await send('POST', '/groups', String.raw`{"id":"x\ud800"}`);
  await send('POST', '/groups', '{"id":"g"}');
  await send('PUT', '/groups/g/users/u');
  const told = await send('GET', '/users/u/groups');
  expect(told.status).toBe(200);
});
