/** What a server says of values that others have already is asked, enacted, and held against it. */
import { expect, it } from 'vitest';
import { createMock, loadDocument, verify } from '../../src/index.ts';
import type { RunResult } from '../../src/index.ts';

const DOCUMENT = `
openapi: 3.0.3
info: { title: Labels, version: '1' }
paths:
  /users:
    post: { operationId: createUser, requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } }, responses: { '201': { $ref: '#/components/responses/User' }, '400': { description: bad }, '422': { description: no } } }
  /users/{userId}:
    get: { operationId: getUser, parameters: [{ name: userId, in: path, required: true, schema: { type: string } }], responses: { '200': { $ref: '#/components/responses/User' }, '404': { description: none } } }
  /labels:
    post: { operationId: createLabel, requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Label' } } } }, responses: { '201': { $ref: '#/components/responses/Label' }, '400': { description: bad }, '409': { description: used } } }
  /labels/bulk:
    post:
      operationId: createLabels
      requestBody: { content: { application/json: { schema: { type: object, required: [labels], properties: { labels: { type: array, minItems: 1, items: { $ref: '#/components/schemas/Label' } } } } } } }
      responses: { '201': { description: done, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Label' } } } } }, '400': { description: bad }, '409': { description: used } }
  /labels/{labelId}:
    get: { operationId: getLabel, parameters: [{ name: labelId, in: path, required: true, schema: { type: string } }], responses: { '200': { $ref: '#/components/responses/Label' }, '404': { description: none } } }
components:
  responses:
    User: { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } }
    Label: { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/Label' } } } }
  schemas:
    User: { type: object, required: [email, password], properties: { id: { type: string, readOnly: true }, email: { type: string, format: email }, password: { type: string } } }
    Label: { type: object, required: [name, color], properties: { id: { type: string, readOnly: true }, name: { type: string, maxLength: 50 }, color: { type: string, pattern: '^#[0-9a-f]{6}$' }, note: { type: string } } }
`;

const ANSWERS = {
  createUser: { 'used-email': 'refused 422' },
  createLabel: { 'used-name': 'refused 409', 'used-color': 'accepted' },
  createLabels: { 'repeated-name': 'refused 409', 'repeated-color': 'accepted' },
};

async function judge(
  server: typeof ANSWERS | undefined,
  profile?: typeof ANSWERS,
): Promise<RunResult> {
  const document = await loadDocument({ text: DOCUMENT, file: 'labels.yaml' });
  const mock = createMock({ document, ...(server && { profile: server }) });
  await using listening = await mock.listen({ port: 0 });
  const only = ['question/'];
  return await verify({ document, baseUrl: listening.url, only, profile }).result;
}

it('is learnt of each text that may be unique', async () => {
  const { answers } = await judge(ANSWERS);
  const learnt = Object.entries(answers).map(([operation, given]) => {
    const own = Object.entries(given).filter(([id]) => /^(?:used|repeated)-/.test(id));
    return [operation, Object.fromEntries(own)];
  });
  expect(Object.fromEntries(learnt)).toEqual(ANSWERS);
});

it('is held against a server that answers otherwise', async () => {
  const { findings } = await judge(undefined, ANSWERS);
  const broken = findings.filter(({ rule }) => rule === 'P1');
  expect(broken.map(({ operation, message }) => `${operation} ${message}`)).toEqual([
    'createUser used-email: the profile says refused with 422, the server accepted',
    'createLabel used-name: the profile says refused with 409, the server accepted',
    'createLabels repeated-name: the profile says refused with 409, the server accepted',
  ]);
});
