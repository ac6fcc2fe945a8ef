/** What is only found in lists is deleted while others use it. */
import { expect, it } from 'vitest';
import { verify } from '../../../src/index.ts';
import { loadDocument } from '../../../src/model/load-document.ts';
import { serve } from '../../serve/http-helpers.ts';

const FIELDS = 'name: { type: string }, note: { type: string }, age: { type: integer }';
const TAKEN = `{ type: object, required: [name], properties: { ${FIELDS} } }`;
const TOLD = `{ type: object, properties: { id: { type: integer }, ${FIELDS} } }`;
const body = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const done = `responses: { '200': { description: done } }`;
const document = loadDocument(
  `openapi: 3.1.0
info: { title: Contacts, version: '1' }
paths:
  /contacts:
    get: { operationId: list, responses: { '200': { description: all, ${body(`{ type: array, items: ${TOLD} }`)} } } }
    post: { operationId: add, requestBody: { required: true, ${body(TAKEN)} }, ${done} }
  /contacts/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    put: { operationId: change, requestBody: { required: true, ${body(TAKEN)} }, ${done} }
    delete: { operationId: remove, parameters: [{ name: why, in: query, schema: { type: string } }], ${done} }
`,
  'contacts.yaml',
);

it('is no fault of the server, though its answers come in another order', async () => {
  const contacts = new Set(['1', '2', '3', '4', '5']);
  let last = 5;
  await using server = await serve((request, response) => {
    const { method = '', url = '' } = request;
    const id = /[^?]*/.exec(url.split('/')[2] ?? '')?.[0] ?? '';
    request.resume();
    if (method === 'POST') contacts.add(String((last += 1)));
    const isThere = id === '' || contacts.has(id);
    const list = [...contacts].map((key) => ({ id: Number(key), name: 'Ann' }));
    // It is gone before anyone is told, and what was changed before is told later still.
    if (method === 'DELETE') contacts.delete(id);
    const wait = { DELETE: 40, PUT: isThere ? 80 : 1 }[method] ?? 1;
    setTimeout(() => {
      response.writeHead(isThere ? 200 : 404, { 'content-type': 'application/json' });
      response.end(method === 'GET' ? JSON.stringify(list) : undefined);
    }, wait);
  });
  const options = { questions: false, allowChanges: true, seed: 3, maxCases: 200 } as const;
  const { findings } = await verify({ document, baseUrl: server.url, ...options }).result;
  const refused = findings.filter(
    ({ check, severity }) => check === 'refused-valid' && severity === 'violation',
  );
  expect(refused.map(({ operation, message }) => `${operation}: ${message}`)).toEqual([]);
});
