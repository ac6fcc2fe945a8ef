import { beforeEach, expect, it } from 'vitest';
import { createMock, loadDocument } from '../../src/index.ts';
import { jsonResponse } from './fixtures.ts';

const user = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } };
const image = { 'image/png': { schema: { type: 'string', format: 'binary' } }, 'image/*': {} };
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
const missing = { description: 'Nobody' };

const document = await loadDocument({
  file: 'photos.json',
  text: JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Photos', version: '1' },
    paths: {
      '/users': {
        post: {
          requestBody: { content: { 'application/json': { schema: user } } },
          responses: { 201: jsonResponse(user) },
        },
      },
      '/users/{id}': {
        parameters,
        get: { responses: { 200: jsonResponse(user), 404: missing } },
        delete: { responses: { 204: { description: 'Gone' } } },
      },
      '/users/{id}/photo': {
        parameters,
        get: { responses: { 200: { description: 'It', content: image }, 404: missing } },
        put: {
          requestBody: { required: true, content: image },
          responses: { 204: { description: 'Stored' }, 404: missing },
        },
        delete: { responses: { 204: { description: 'Gone' } } },
      },
    },
  }),
});
/** No text in UTF-8. */
const photo = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0xff, 0xfe, 13, 10);

let ask: (
  method: string,
  path: string,
  body?: Uint8Array<ArrayBuffer> | string,
) => Promise<Response>;

beforeEach(() => {
  const mock = createMock({ document });
  ask = async (method, path, body) => {
    const type = typeof body === 'string' ? 'application/json' : 'image/webp';
    const headers = { 'content-type': type };
    const init = body === undefined ? { method } : { method, headers, body };
    return await mock.fetch(new Request(`http://127.0.0.1${path}`, init));
  };
});

async function bytesOf(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer());
}

it('gives the bytes that were put, in the type that they came in', async () => {
  await ask('POST', '/users', '{}');
  await ask('POST', '/users', '{}');
  expect((await ask('PUT', '/users/1/photo', Uint8Array.of(1))).status).toBe(204);
  expect((await ask('PUT', '/users/1/photo', photo)).status).toBe(204);
  const read = await ask('GET', '/users/1/photo');
  expect(read.headers.get('content-type')).toBe('image/webp');
  expect(await bytesOf(read)).toEqual(photo);
  expect(await bytesOf(await ask('GET', '/users/2/photo'))).not.toEqual(photo);
  const head = await ask('HEAD', '/users/1/photo');
  expect(head.headers.get('content-length')).toBe(String(photo.length));
});

it('are gone when they are deleted, or what they are of', async () => {
  await ask('POST', '/users', '{}');
  await ask('PUT', '/users/1/photo', photo);
  await ask('DELETE', '/users/1/photo');
  expect(await bytesOf(await ask('GET', '/users/1/photo'))).not.toEqual(photo);
  await ask('PUT', '/users/1/photo', photo);
  await ask('DELETE', '/users/1');
  expect((await ask('GET', '/users/1/photo')).status).toBe(404);
  expect((await ask('PUT', '/users/1/photo', photo)).status).toBe(404);
});

it('come over HTTP as they are', async () => {
  await using server = await createMock({ document }).listen();
  const headers = { 'content-type': 'image/png' };
  await fetch(`${server.url}/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  await fetch(`${server.url}/users/1/photo`, { method: 'PUT', headers, body: photo });
  expect(await bytesOf(await fetch(`${server.url}/users/1/photo`))).toEqual(photo);
});

it('a file that something is created from is read there, with its size', async () => {
  const told = {
    type: 'object',
    properties: { id: { type: 'integer' }, size: { type: 'integer' } },
  };
  const bytes = { 'application/octet-stream': {} };
  const document = await loadDocument({
    file: 'scans.json',
    text: JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Scans', version: '1' },
      paths: {
        '/scans': {
          get: { responses: { 200: jsonResponse({ type: 'array', items: told }) } },
          post: { requestBody: { content: bytes }, responses: { 201: jsonResponse(told) } },
        },
        '/scans/{id}/content': {
          parameters,
          get: { responses: { 200: { description: 'It', content: bytes }, 404: missing } },
        },
      },
    }),
  });
  const mock = createMock({ document });
  const headers = { 'content-type': 'application/octet-stream' };
  const made = await mock.fetch(
    new Request('http://127.0.0.1/scans', { method: 'POST', headers, body: photo }),
  );
  const { id, size } = (await made.json()) as { id: number; size: number };
  expect(size).toBe(photo.length);
  const read = await mock.fetch(new Request(`http://127.0.0.1/scans/${id}/content`));
  expect(await bytesOf(read)).toEqual(photo);
  const other = await mock.fetch(new Request(`http://127.0.0.1/scans/${id + 1}/content`));
  expect(other.status).toBe(404);
});

it('makes nothing up in the place of what was taken away, until it is put again', async () => {
  await ask('POST', '/users', '{}');
  expect((await ask('GET', '/users/1/photo')).status).toBe(200);
  await ask('PUT', '/users/1/photo', photo);
  expect((await ask('DELETE', '/users/1/photo')).status).toBe(204);
  expect((await ask('GET', '/users/1/photo')).status).toBe(404);
  await ask('PUT', '/users/1/photo', photo);
  expect(await bytesOf(await ask('GET', '/users/1/photo'))).toEqual(photo);
});
