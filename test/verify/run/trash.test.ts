/** What a deletion moves to the trash, where it is still read, in an envelope. */
import { expect, it } from 'vitest';
import { type Change, runOnMock } from '../oracles/support.ts';

const told = (status: number): string =>
  `'${status}': { description: it, content: { application/json: { schema: { type: object, required: [data], properties: { data: { $ref: '#/components/schemas/Item' } } } } } }`;
const DOCUMENT = `
openapi: 3.1.0
info: { title: Items, version: '1' }
paths:
  /items:
    post:
      operationId: addItem
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string, maxLength: 90 } } } } } }
      responses: { ${told(201)}, '422': { description: bad } }
  /items/{itemId}:
    parameters: [{ name: itemId, in: path, required: true, schema: { type: string, format: uuid } }]
    get: { operationId: getItem, responses: { ${told(200)}, '404': { description: none } } }
    delete:
      operationId: deleteItem
      summary: Move an item to the trash
      responses: { '204': { description: moved }, '404': { description: none } }
components:
  schemas:
    Item:
      type: object
      required: [itemId, name, deletedAt]
      properties:
        itemId: { type: string, format: uuid, readOnly: true }
        name: { type: string, maxLength: 90 }
        deletedAt: { type: [string, 'null'], format: date-time, readOnly: true }
`;

/** Items of which a deletion changes their time of deletion, or nothing. */
const keeping = (deletedAt: string | null): Change => {
  const gone = new Map<string, unknown>();
  return async (request, next) => {
    const { pathname } = new URL(request.url);
    if (request.method === 'GET' && gone.has(pathname)) return Response.json(gone.get(pathname));
    const before = await next(new Request(request.url));
    const response = await next(request);
    if (request.method === 'DELETE' && response.ok && before.ok) {
      const { data } = (await before.json()) as { data: object };
      gone.set(pathname, { data: { ...data, deletedAt } });
    }
    if (response.status !== 201) return response;
    const { data } = (await response.json()) as { data: object };
    const { headers } = response;
    return Response.json({ data: { ...data, deletedAt: null } }, { status: 201, headers });
  };
};

it.each<[at: string | null, told: readonly string[]]>([
  ['2026-01-01T00:00:00Z', []],
  [null, ['an invalid request is accepted: what deleteItem has deleted is not there any more']],
])('may be read when its time of deletion is %s', async (at, told) => {
  const { findings } = await runOnMock(DOCUMENT, keeping(at), { only: ['getItem'] });
  const said = findings.filter(({ severity }) => severity === 'violation');
  expect(said.map(({ message }) => message)).toEqual(told);
});
