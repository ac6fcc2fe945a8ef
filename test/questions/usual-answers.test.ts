import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { loadDocument } from '../../src/model/load-document.ts';
import type { JsonObject } from '../../src/openapi/json/json-value.ts';
import { type Mock, createMock } from '../../src/index.ts';
import { control } from '../serve/control/control-client.ts';

const document = loadDocument(
  `openapi: 3.1.0
info: { title: Library, version: '1' }
security: [{ key: [] }]
paths:
  /books:
    post:
      operationId: createBook
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [id, title]
              additionalProperties: false
              properties: { id: { type: integer, format: int64 }, title: { type: string } }
      responses:
        '201':
          description: Created
          content:
            application/json:
              schema:
                type: object
                properties: { id: { type: integer }, title: { type: string } }
        '401': { description: No key }
        '409': { description: Used }
        '422': { description: Not valid }
  /books/{id}:
    get:
      operationId: getBook
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { '200': { description: It }, '404': { description: None } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
`,
  'library.yaml',
);

const USUAL = {
  'missing-key': 'refused 401',
  'broken-schema': 'refused 422',
  'used-id': 'refused 409',
  'unknown-property': 'refused 422',
  'id-in-response': 'present',
};

let server: Awaited<ReturnType<Mock['listen']>>;

beforeAll(async () => {
  server = await createMock({ document }).listen();
});
beforeEach(() => server.reset());
afterAll(async () => {
  await server.close();
});

async function create(body: object, headers: Record<string, string> = {}): Promise<number> {
  const type = { 'content-type': 'application/json' };
  const answer = await fetch(`${server.url}/books`, {
    method: 'POST',
    headers: { ...type, 'x-key': 'k', ...headers },
    body: JSON.stringify(body),
  });
  return answer.status;
}

/** Of a request without a key, a broken one, a good one and the same again. */
async function statuses(id: number): Promise<number[]> {
  const book = { id, title: 'Dune' };
  return [
    await create(book, { 'x-key': '' }),
    await create({ id }),
    await create(book),
    await create(book),
  ];
}

it('what is shown is what the mock answers', async () => {
  expect(server.snapshot().answers['createBook']).toMatchObject(USUAL);
  expect(await statuses(1)).toEqual([401, 422, 201, 409]);
  const { body } = await control(server.url, 'GET', '/profile');
  const [{ questions }] = body['operations'] as [{ questions: JsonObject[] }];
  expect(questions).toContainEqual({
    id: 'missing-key',
    question: 'What happens without the API key, or without user and password?',
    leftOpenBy: 'A 401 is documented, but not what it is for.',
    answer: 'refused 401',
    answers: ['accepted'],
    takesStatus: true,
    takesNumber: false,
    isDefault: true,
  });
});

it('a snapshot that is put back changes nothing', async () => {
  const { body } = await control(server.url, 'GET', '/snapshot');
  expect((await control(server.url, 'PUT', '/snapshot', body)).status).toBe(204);
  expect((await control(server.url, 'GET', '/snapshot')).body).toEqual(body);
  expect(await statuses(2)).toEqual([401, 422, 201, 409]);
});

it('nor does an answer that is given already; another one counts', async () => {
  server.profile.answer('missing-key', 'refused 401');
  expect(await statuses(3)).toEqual([401, 422, 201, 409]);
  server.profile.answer('missing-key', 'refused 403');
  server.profile.answer('used-id', 'accepted');
  server.restore(server.snapshot());
  expect(await statuses(4)).toEqual([403, 422, 201, 201]);
});
