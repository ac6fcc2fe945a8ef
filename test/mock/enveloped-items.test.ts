/** Lists whose items are in an envelope each, though what is created is in another one. */
import { expect, it } from 'vitest';
import { createMock, loadDocument } from '../../src/index.ts';
import { runOnMock } from '../verify/oracles/support.ts';

const place = `{ $ref: '#/components/schemas/Place' }`;
const told = (status: number, schema: string): string =>
  `'${status}': { description: it, content: { application/json: { schema: ${schema} } } }`;
const DOCUMENT = `
openapi: 3.1.0
info: { title: Places, version: '1' }
paths:
  /places:
    get: { operationId: list-places, responses: { ${told(200, `{ type: array, items: { type: object, required: [data], properties: { data: ${place} } } }`)} } }
    post:
      operationId: add-place
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string, maxLength: 60 } } } } } }
      responses: { ${told(201, `{ type: object, required: [place], properties: { place: ${place}, isNew: { type: boolean } } }`)}, '400': { description: bad } }
  /places/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: get-place, responses: { ${told(200, place)}, '404': { description: none } } }
    delete: { operationId: drop-place, responses: { '204': { description: gone }, '404': { description: none } } }
components: { schemas: { Place: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } } } }
`;

it('have the resources that are stored', async () => {
  const mock = createMock({
    document: await loadDocument({ text: DOCUMENT, file: 'places.yaml' }),
  });
  const body = JSON.stringify({ name: 'Quay' });
  const headers = { 'content-type': 'application/json' };
  const url = 'http://mock.test/places';
  const created = await mock.fetch(new Request(url, { method: 'POST', headers, body }));
  const { place: stored } = (await created.json()) as { place: object };
  const list = await mock.fetch(new Request(url));
  expect(await list.json()).toEqual([{ data: stored }]);
});

it('pass what the judge expects of lists', async () => {
  const { findings } = await runOnMock(DOCUMENT);
  expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
});
