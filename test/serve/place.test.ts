/** A client may ask as it would ask a server of the document: with that server's path in front. */
import { describe, expect, it } from 'vitest';
import { createMock, loadDocument } from '../../src/index.ts';

const text = `
openapi: 3.1.0
info: { title: Things, version: '1' }
servers: [{ url: 'https://api.example/v1' }, { url: '/v1/{stage}/', variables: { stage: { default: a } } }]
paths:
  /things:
    get: { operationId: list, responses: { 200: { description: ok } } }
    post:
      operationId: add
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses:
        201:
          description: made
          headers: { Location: { schema: { type: string } } }
          content:
            application/json:
              schema: { type: object, required: [id], properties: { id: { type: integer } } }
  /things/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: read
      responses: { 200: { description: ok, content: { application/json: { schema: { type: object } } } } }
  /v1/{name}:
    parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
    get: { operationId: own, responses: { 204: { description: ok } } }
`;

describe('a path of the document is answered', async () => {
  const mock = createMock({ document: await loadDocument({ text, file: 'api.yaml' }) });

  it.each([
    ['/things', 200],
    ['/v1/test/things', 200],
    ['/@one/v1/test/things', 200],
    ['/v2/things', 404],
    ['/v1/test/nothing', 404],
    // The document has the whole path.
    ['/v1/things', 204],
  ])('%s: %i, over HTTP and in the process', async (path, status) => {
    await using server = await mock.listen();
    expect((await fetch(server.url + path)).status).toBe(status);
    expect((await mock.fetch(new Request(`http://any${path}`))).status).toBe(status);
  });

  it('with an address of what was created below the same path, and recorded as the document has it', async () => {
    await using server = await mock.listen();
    const init = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
    const { headers } = await fetch(`${server.url}/v1/a/things`, init);
    expect(headers.get('location')).toMatch(/\/v1\/a\/things\/1$/);
    expect(server.requests({ operation: 'add', path: '/things' })).toHaveLength(1);
  });
});
