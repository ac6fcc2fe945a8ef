/** Pages that are the same again and again, though none of them has what was made. */
import { expect, it } from 'vitest';
import { type Change, runOnMock } from './support.ts';

const ROOM =
  '{ type: object, required: [id, name], properties: { id: { type: integer, readOnly: true }, name: { type: string } } }';
const DOCUMENT = `
openapi: 3.1.0
info: { title: Rooms, version: '1' }
paths:
  /rooms:
    get:
      operationId: listRooms
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 10, default: 10 } }
        - { name: offset, in: query, schema: { type: integer, minimum: 0, default: 0 } }
      responses: { '200': { description: it, content: { application/json: { schema: { type: array, items: ${ROOM} } } } } }
    post: { operationId: addRoom, requestBody: { required: true, content: { application/json: { schema: ${ROOM} } } }, responses: { '201': { description: it, content: { application/json: { schema: ${ROOM} } } } } }
  /rooms/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getRoom, responses: { '200': { description: it, content: { application/json: { schema: ${ROOM} } } }, '404': { description: none } } }
`;

/** Has rooms before those that are made: as many as no run reads. */
const before = Array.from({ length: 500 }, (_, id) => ({ id: -1 - id, name: `room ${id}` }));

async function told(isOffsetRead: boolean): Promise<string[]> {
  const change: Change = async (request, next) => {
    const { pathname, searchParams } = new URL(request.url);
    const response = await next(request);
    if (request.method !== 'GET' || pathname !== '/rooms' || !response.ok) return response;
    const limit = Number(searchParams.get('limit') ?? 10);
    const offset = isOffsetRead ? Number(searchParams.get('offset') ?? 0) : 0;
    return Response.json(before.slice(offset, offset + limit));
  };
  const only = ['oracle/lists/list-rooms/has-everything-once-over-all-pages'];
  const { findings } = await runOnMock(DOCUMENT, change, { only });
  return findings.map(({ severity, message }) => `${severity} ${message}`);
}

it('are told of, and pages of their own are not', async () => {
  expect(await told(false)).toEqual(['violation an item is on two pages']);
  expect(await told(true)).toEqual([]);
});
