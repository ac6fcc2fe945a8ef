/** What no two may have, as the document says in words, is refused for creations and changes. */
import { expect, it } from 'vitest';
import { createMock, verify } from '../../src/index.ts';
import { loadDocument } from '../../src/model/load-document.ts';

const body = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const FIELDS = 'code: { type: string }, note: { type: string }';
const TAKEN = `{ type: object, required: [code], properties: { ${FIELDS} } }`;
const TOLD = `{ type: object, required: [id, code], properties: { id: { type: integer }, ${FIELDS} } }`;
const USED = `, '409': { description: The code is already taken. }`;
const answers = (status: number, others = USED): string =>
  `responses: { '${status}': { description: it, ${body(TOLD)} }, '404': { description: none }${others} }`;
const documentOf = (ofChanges: string): ReturnType<typeof loadDocument> =>
  loadDocument(
    `openapi: 3.1.0
info: { title: Stations, version: '1' }
paths:
  /stations:
    post: { operationId: add, requestBody: { required: true, ${body(TAKEN)} }, ${answers(201)} }
  /stations/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: read, ${answers(200)} }
    put: { operationId: replace, requestBody: { required: true, ${body(TAKEN)} }, ${answers(200, ofChanges)} }
`,
    'stations.yaml',
  );
it.each([USED, ''])('is taken where it stays with the one that has it: %j', async (ofChanges) => {
  const document = documentOf(ofChanges);
  await using server = await createMock({ document }).listen({ prism: false });
  const send = async (method: string, path: string, code: string): Promise<number> => {
    const headers = { 'content-type': 'application/json' };
    const init = { method, headers, body: JSON.stringify({ code }) };
    return (await fetch(`${server.url}${path}`, init)).status;
  };
  expect(await send('POST', '/stations', 'A')).toBe(201);
  expect(await send('POST', '/stations', 'B')).toBe(201);
  expect(await send('POST', '/stations', 'B')).toBe(409);
  expect(await send('PUT', '/stations/2', 'A')).toBe(409);
  expect(await send('PUT', '/stations/2', 'B')).toBe(200);
  expect(await send('PUT', '/stations/2', 'C')).toBe(200);
  expect(await send('PUT', '/stations/1', 'B')).toBe(200);
});

it.each([USED, ''])('has nothing wrong, by the judge: %j', async (ofChanges) => {
  const document = documentOf(ofChanges);
  await using server = await createMock({ document }).listen({ prism: false });
  const { findings, verdict } = await verify({ document, baseUrl: server.url }).result;
  const wrong = findings.filter(({ severity }) => severity !== 'note');
  expect(wrong.map(({ operation, message }) => `${operation}: ${message}`)).toEqual([]);
  expect(verdict).toBe('pass');
});
