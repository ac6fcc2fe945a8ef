/** A document whose only creation is below something else: each of these has its own. */
import { expect, it } from 'vitest';
import { createMock, loadDocument } from '../../src/index.ts';

const reading = `{ application/json: { schema: { type: object, required: [celsius], properties: { id: { type: integer }, celsius: { type: number } } } } }`;
const station = '{ name: station, in: path, required: true, schema: { type: string } }';
const DOCUMENT = `
openapi: 3.1.0
info: { title: Readings, version: '1' }
paths:
  /stations/{station}/readings:
    parameters: [${station}]
    get: { operationId: list, responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Reading' } } } } } } }
    post:
      operationId: create
      requestBody: { required: true, content: ${reading} }
      responses: { '201': { description: made, content: ${reading} }, '400': { description: bad } }
  /stations/{station}/readings/{id}:
    parameters: [${station}, { name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: read, responses: { '200': { description: it, content: ${reading} }, '404': { description: none } } }
components: { schemas: { Reading: { type: object, required: [celsius], properties: { id: { type: integer }, celsius: { type: number } } } } }
`;

it('is where it was created, and nowhere else', async () => {
  const mock = createMock({ document: await loadDocument({ text: DOCUMENT, file: 'a.yaml' }) });
  await using server = await mock.listen();
  const at = (path: string): string => `${server.url}/stations/${path}`;
  const headers = { 'content-type': 'application/json' };
  await fetch(at('a/readings'), { method: 'POST', headers, body: '{"celsius":3}' });
  const told = async (path: string): Promise<unknown> => (await fetch(at(path))).json();
  expect(await told('a/readings')).toEqual([{ id: 1, celsius: 3 }]);
  expect(await told('b/readings')).toEqual([]);
  const statuses = ['a/readings/1', 'b/readings/1'].map(
    async (path) => (await fetch(at(path))).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 404]);
});
