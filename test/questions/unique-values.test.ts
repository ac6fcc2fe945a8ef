/** What a server says of values that others have already, or nothing has, is asked, enacted, and held against it. */
import { expect, it } from 'vitest';
import { createMock, loadDocument, verify } from '../../src/index.ts';
import type { ProfileAnswers, RunResult } from '../../src/index.ts';

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
  /badges:
    post: { operationId: createBadge, requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Badge' } } } }, responses: { '201': { $ref: '#/components/responses/Badge' }, '400': { description: bad }, '422': { description: unknown } } }
  /badges/{badgeId}:
    get: { operationId: getBadge, parameters: [{ name: badgeId, in: path, required: true, schema: { type: string } }], responses: { '200': { $ref: '#/components/responses/Badge' }, '404': { description: none } } }
  /labels/{labelId}:
    get: { operationId: getLabel, parameters: [{ name: labelId, in: path, required: true, schema: { type: string } }], responses: { '200': { $ref: '#/components/responses/Label' }, '404': { description: none } } }
components:
  responses:
    User: { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } }
    Badge: { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/Badge' } } } }
    Label: { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/Label' } } } }
  schemas:
    User: { type: object, required: [email, password], properties: { id: { type: string, readOnly: true }, email: { type: string, format: email }, password: { type: string } } }
    Badge: { type: object, required: [labelId, title], properties: { id: { type: string, readOnly: true }, labelId: { type: string }, title: { type: string } } }
    Label: { type: object, required: [name, color], properties: { id: { type: string, readOnly: true }, name: { type: string, maxLength: 50 }, color: { type: string, pattern: '^#[0-9a-f]{6}$' }, note: { type: string } } }
`;

const ANSWERS = {
  createUser: { 'used-email': 'refused 422' },
  createLabel: { 'used-name': 'refused 409', 'used-color': 'accepted' },
  createBadge: { 'used-title': 'accepted', 'unknown-reference': 'refused 422' },
  createLabels: { 'repeated-name': 'refused 409', 'repeated-color': 'accepted' },
};

async function judge(
  server: ProfileAnswers | undefined,
  profile?: ProfileAnswers,
): Promise<RunResult> {
  const document = await loadDocument({ text: DOCUMENT, file: 'labels.yaml' });
  const mock = createMock({ document, ...(server && { profile: server }) });
  await using listening = await mock.listen({ port: 0 });
  // What refers to something is taken where that is there.
  const only = ['question/', 'create-badge/every-property'];
  return await verify({ document, baseUrl: listening.url, only, profile }).result;
}

it('is learnt of each text that may be unique, and of what is referred to', async () => {
  const { answers } = await judge(ANSWERS);
  const learnt = Object.entries(answers).map(([operation, given]) => {
    const givenOf = Object.entries(given).filter(([id]) =>
      /^(?:used|repeated|unknown-reference)/.test(id),
    );
    return [operation, Object.fromEntries(givenOf)];
  });
  expect(Object.fromEntries(learnt)).toEqual(ANSWERS);
});

it('is no alarm where a server knows that what is referred to is not there', async () => {
  const { findings } = await judge({
    ...ANSWERS,
    createBadge: { ...ANSWERS.createBadge, 'used-title': 'accepted' },
  });
  expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
});

it('is held against a server that answers otherwise', async () => {
  const { findings } = await judge(undefined, ANSWERS);
  const broken = findings.filter(({ rule }) => rule === 'P1');
  expect(broken.map(({ operation, message }) => `${operation} ${message}`)).toEqual([
    'createUser used-email: the profile says refused with 422, the server accepted',
    'createLabel used-name: the profile says refused with 409, the server accepted',
    'createLabels repeated-name: the profile says refused with 409, the server accepted',
    'createBadge unknown-reference: the profile says refused with 422, the server accepted',
  ]);
});

it('what is refused of one is refused among several', async () => {
  const document = await loadDocument({ text: DOCUMENT, file: 'labels.yaml' });
  const profile = { createLabel: { 'non-ascii-name': 'refused 422' } };
  const mock = createMock({ document, profile });
  const statuses = ['leaf', 'Ä'].map(async (name) => {
    const labels = [
      { name: 'tree', color: '#00aa00' },
      { name, color: '#00bb00' },
    ];
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ labels });
    const at = 'http://labels.test/labels/bulk';
    return (await mock.fetch(new Request(at, { method: 'POST', headers, body }))).status;
  });
  expect(await Promise.all(statuses)).toEqual([201, 422]);
});

it('the status that operations agree about is that of others that document it, too', async () => {
  const refusals = "'400': { description: bad }, '422': { description: invalid }";
  const body =
    'requestBody: { content: { application/json: { schema: { required: [name], properties: { name: { type: string } } } } } }';
  const text = `
openapi: 3.0.3
info: { title: Two, version: '1' }
paths:
  /a: { post: { operationId: add, ${body}, responses: { '201': { description: done }, ${refusals} } } }
  /b: { post: { operationId: other, ${body}, responses: { '201': { description: done }, ${refusals} } } }
  /c: { post: { operationId: single, ${body}, responses: { '201': { description: done }, '400': { description: bad } } } }
`;
  const document = await loadDocument({ text, file: 'two.yaml' });
  const mock = createMock({ document, profile: { add: { 'broken-schema': 'refused 422' } } });
  const statuses = ['/a', '/b', '/c'].map(async (path) => {
    const headers = { 'Content-Type': 'application/json' };
    const request = new Request(`http://two.test${path}`, { method: 'POST', headers, body: '{}' });
    return (await mock.fetch(request)).status;
  });
  expect(await Promise.all(statuses)).toEqual([422, 422, 400]);
});

it('is asked of what refers to something beside a request that refers to what is there', async () => {
  const server = { createBadge: { 'unknown-reference': 'refused 422', 'duplicate-key': 'last' } };
  const document = await loadDocument({ text: DOCUMENT, file: 'labels.yaml' });
  const mock = createMock({ document, profile: server });
  await using listening = await mock.listen({ port: 0 });
  const only = ['question/create-badge'];
  const { answers, verdict } = await verify({ document, baseUrl: listening.url, only }).result;
  expect(answers['createBadge']).toMatchObject({
    ...server.createBadge,
    'unknown-property': 'ignored',
  });
  const again = { document, baseUrl: listening.url, only, profile: answers };
  expect([verdict, (await verify(again).result).verdict]).toEqual(['pass', 'pass']);
});
