import { describe, expect, it } from 'vitest';
import { createMock, loadDocument, verify } from '../../../../src/index.ts';
import { generateCases } from '../../../../src/verify/cases/generate/generate-cases.ts';
import { operations } from '../../../../src/model/operation.ts';

const GATE = '{ type: object, required: [open], properties: { open: { type: boolean } } }';
const body = `requestBody: { content: { application/json: { schema: ${GATE} } } }`;
const byId = 'parameters: [{ name: gateId, in: path, required: true, schema: { type: string } }]';
const answers = "responses: { '204': { description: Done }, '404': { description: No such gate } }";
const create = `/gates:
    post:
      operationId: addGate
      ${body}
      responses:
        '201':
          description: Added
          content:
            application/json:
              schema: { type: object, required: [gateId], properties: { gateId: { type: string } } }`;

/** @param paths Of `paths`, in YAML. */
function load(...paths: readonly string[]): ReturnType<typeof loadDocument> {
  const text = `openapi: 3.1.0\ninfo: { title: Gates, version: '1' }\npaths:\n  ${paths.join('\n  ')}\n`;
  return loadDocument({ text, file: 'gates.yaml' });
}

const set = `/gates/{gateId}:\n    put: { operationId: setGate, ${byId}, ${body}, ${answers} }`;
const remove = `/gates/{gateId}:\n    delete: { operationId: removeGate, ${byId}, ${answers} }`;
const lock = `/gates/{gateId}/lock:\n    put: { operationId: lockGate, ${byId}, ${body}, ${answers} }`;

describe('a request that names nothing', () => {
  it.each([
    ['what no operation creates is replaced', [set]],
    ['what no operation creates is removed', [remove]],
    ['what no operation creates is changed below its path', [lock]],
    ['it is created elsewhere, and changed below its path', [create, lock]],
    ['it is created, and replaced', [create, set]],
  ])('is answered by the mock as the judge expects, where %s', async (_name, paths) => {
    const document = await load(...paths);
    await using server = await createMock({ document }).listen({ port: 0 });
    const { findings, verdict } = await verify({ document, baseUrl: server.url }).result;
    expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
    expect(verdict).toBe('pass');
  });

  it.each([
    ['must be refused where the document says how it comes to be', [create, set], 'invalid'],
    ['may be taken where nothing does: a PUT can create it', [set], 'open'],
  ])('%s', async (_name, paths, kind) => {
    const document = await load(...paths);
    const operation = operations(document).find(({ id }) => id === 'setGate')!;
    const cases = [...generateCases({ document, operation, seed: 1 })];
    const unknown = cases.find(({ title }) => title === 'gateId of nothing');
    expect(unknown?.validity.kind).toBe(kind);
  });
});

describe('what a path names last, and lies elsewhere', () => {
  const text = `openapi: 3.1.0
info: { title: Gates, version: '1' }
paths:
  /users:
    post: { operationId: addUser, requestBody: { $ref: '#/components/requestBodies/Any' }, responses: { '201': { $ref: '#/components/responses/User' } } }
  /users/{user}:
    get: { operationId: getUser, responses: { '200': { $ref: '#/components/responses/User' } } }
  /users/{user}/gates:
    post: { operationId: addGate, requestBody: { $ref: '#/components/requestBodies/Any' }, responses: { '201': { $ref: '#/components/responses/Gate' } } }
  /gates/{gateId}:
    get: { operationId: getGate, responses: { '200': { $ref: '#/components/responses/Gate' } } }
  /gates/{gateId}/guests/{user}:
    get: { operationId: isGuest, responses: { '204': { description: Yes }, '404': { description: No } } }
    delete: { operationId: removeGuest, responses: { '204': { description: Done } } }
  /gates/{gateId}/guests:
    get: { operationId: guests, responses: { '200': { description: All, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/User' } } } } } } }
components:
  requestBodies: { Any: { content: { application/json: { schema: ${GATE} } } } }
  responses:
    User: { description: It, content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } }
    Gate: { description: It, content: { application/json: { schema: { $ref: '#/components/schemas/Gate' } } } }
  schemas:
    User: { type: object, required: [user], properties: { user: { type: string } } }
    Gate: { type: object, required: [gateId], properties: { gateId: { type: string } } }
`;
  it('is tried', async () => {
    const document = await loadDocument({ text, file: 'gates.yaml' });
    const operation = operations(document).find(({ id }) => id === 'removeGuest')!;
    const [plain] = [...generateCases({ document, operation, seed: 1 })];
    expect(plain?.needs?.trial).toBeDefined();
  });

  it('is not promised to be there in scenes either', async () => {
    const document = await loadDocument({ text, file: 'gates.yaml' });
    await using server = await createMock({ document }).listen({ port: 0 });
    const { findings } = await verify({ document, baseUrl: server.url }).result;
    expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
  });
});

describe('what is put under a name that clients choose', () => {
  const made = "responses: { '201': { description: Made }, '204': { description: Changed } }";
  const shown = `responses: { '200': { description: It is there, content: { application/json: { schema: ${GATE} } } }, '404': { description: No such gate } }`;
  const gate = `/gates/{gateId}:
    put: { operationId: setGate, ${byId}, ${body}, ${made} }
    get: { operationId: getGate, ${byId}, ${shown} }
    delete: { operationId: removeGate, ${byId}, ${answers} }`;

  it.each(['getGate', 'setGate', 'removeGate'])(
    'is there for %s, and the mock keeps it',
    async (id) => {
      const document = await load(gate);
      const operation = operations(document).find((candidate) => candidate.id === id)!;
      const cases = [...generateCases({ document, operation, seed: 1 })];
      const plain = cases.find(({ validity }) => validity.kind === 'valid');
      expect(plain?.needs?.steps.map(({ template }) => template.operation.id)).toEqual(['setGate']);
      await using server = await createMock({ document }).listen({ port: 0 });
      const { findings, verdict, created } = await verify({ document, baseUrl: server.url }).result;
      expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
      expect([verdict, created.length > 0]).toEqual(['pass', true]);
    },
  );

  it('is not there before it is put, nor when it is deleted', async () => {
    const mock = createMock({ document: await load(gate) });
    const ask = async (method: string): Promise<number> => {
      const sent = method === 'PUT' ? JSON.stringify({ open: true }) : null;
      const headers = { 'content-type': 'application/json' };
      const url = 'http://gates.example/gates/north';
      return (await mock.fetch(new Request(url, { method, headers, body: sent }))).status;
    };
    const methods = ['GET', 'DELETE', 'PUT', 'GET', 'PUT', 'DELETE', 'GET'];
    const statuses = [];
    for (const method of methods) statuses.push(await ask(method));
    expect(statuses).toEqual([404, 404, 201, 200, 204, 204, 404]);
  });
});

it('a request that creates something below what nothing creates need not succeed', async () => {
  const shelf = '{ name: shelf, in: path, required: true, schema: { type: integer } }';
  const put = `/shelves/{shelf}/gates:\n    parameters: [${shelf}]\n    ${create.replace(/^.*\n/, '').trim()}`;
  const get = `/shelves/{shelf}/gates/{gateId}:
    parameters: [${shelf}, { name: gateId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getGate, responses: { '204': { description: Done } } }`;
  const document = await load(put, get);
  const operation = operations(document).find(({ id }) => id === 'getGate')!;
  const cases = [...generateCases({ document, operation, seed: 1 })];
  // That the shelf is there proves nothing of a gate that isn't.
  const unknown = cases.find(({ title }) => title === 'gateId of nothing');
  expect(unknown).toMatchObject({ validity: { kind: 'open' } });
  expect(unknown?.isProvable).toBeUndefined();
  const steps = cases.flatMap(({ needs }) => needs?.steps ?? []);
  expect(steps.length).toBeGreaterThan(0);
  for (const { template } of steps) expect(template.validity.kind).toBe('open');
});

it('a request without a credential is not made valid by one that names nothing and is taken', async () => {
  const scheme = 'components: { securitySchemes: { key: { type: http, scheme: bearer } } }';
  const secured = remove.replace('operationId:', 'security: [{ key: [] }], operationId:');
  const document = await load(`${secured}\n${scheme}`);
  const cases = [...generateCases({ document, operation: operations(document)[0]!, seed: 1 })];
  expect(cases.find(({ title }) => title === 'no credential')?.isProvable).toBeUndefined();
  expect(cases.find(({ title }) => title === 'gateId of nothing')?.isProvable).toBe(true);
});

it.each([
  ['is not there any more', '{ type: integer }', 1],
  ['may be another one, where there are few identities', '{ type: integer, maximum: 9 }', 0],
])('what was deleted %s', async (_name, schema, count) => {
  const order = '{ type: object, properties: { id: { type: integer } } }';
  const media = `content: { application/json: { schema: ${order} } }`;
  const byOrder = `parameters: [{ name: id, in: path, required: true, schema: ${schema.replace('}', ', minimum: 0 }')} }]`;
  const document = await load(
    `/orders: { post: { requestBody: { ${media} }, responses: { '201': { description: Added, ${media} } } } }`,
    `/orders/{id}: { get: { operationId: getOrder, ${byOrder}, ${answers} }, delete: { operationId: dropOrder, ${byOrder}, ${answers} } }`,
  );
  const operation = operations(document).find(({ id }) => id === 'getOrder')!;
  const titles = [...generateCases({ document, operation, seed: 1 })].map(({ title }) => title);
  expect(titles.filter((title) => title === 'what dropOrder has deleted')).toHaveLength(count);
});

it('what clients put under one of a few fixed names is put before it is read, changed or deleted', async () => {
  const answer = (status: number): string =>
    `'${status}': { description: It, content: { application/json: { schema: ${GATE} } } }`;
  const parameters = `parameters:
      - { name: gateId, in: path, required: true, schema: { type: string } }
      - { name: side, in: path, required: true, schema: { type: string, enum: [left, right] } }`;
  const wing = `/gates/{gateId}/wings/{side}:
    ${parameters}
    get: { operationId: readWing, responses: { ${answer(200)}, '404': { description: None } } }
    put: { operationId: putWing, ${body}, responses: { ${answer(200)}, ${answer(201)}, '404': { description: None } } }
    delete: { operationId: removeWing, ${answers.replace('gateId', 'side')} }`;
  const document = await load(create, set, wing);
  await using server = await createMock({ document }).listen({ port: 0 });
  const { findings, coverage } = await verify({ document, baseUrl: server.url }).result;
  expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
  expect(coverage?.unverified).toEqual([]);
});

it('what a body refers to is made below its own parent, though another has the same parameter', async () => {
  const made = (name: string): string =>
    `responses: { '201': { description: It, content: { application/json: { schema: { type: object, required: [${name}], properties: { ${name}: { type: string } } } } } }, '404': { description: None } }`;
  const text = `{ content: { application/json: { schema: { type: object, properties: { title: { type: string } } } } } }`;
  const below = 'parameters: [{ name: id, in: path, required: true, schema: { type: string } }]';
  const read = `get: { responses: { '200': { description: It }, '404': { description: None } } }`;
  const stay = `{ content: { application/json: { schema: { type: object, required: [bed_id], properties: { bed_id: { type: string } } } } } }`;
  const document = await load(
    `/rooms:\n    post: { requestBody: ${text}, ${made('id')} }`,
    `/rooms/{id}:\n    ${below}\n    ${read}`,
    `/rooms/{id}/beds:\n    ${below}\n    post: { operationId: addBed, requestBody: ${text}, ${made('id')} }`,
    `/guests:\n    post: { requestBody: ${text}, ${made('id')} }`,
    `/guests/{id}:\n    ${below}\n    ${read}`,
    `/guests/{id}/stays:\n    ${below}\n    post: { operationId: addStay, requestBody: ${stay}, ${made('id')} }`,
  );
  const operation = operations(document).find(({ id }) => id === 'addStay')!;
  const [first] = generateCases({ document, operation, seed: 1 });
  const steps = [...(first?.needs?.steps ?? [])].flatMap((step) => [...(step.around ?? []), step]);
  expect(steps.map(({ template }) => template.operation.path)).toEqual(
    expect.arrayContaining(['/guests', '/rooms', '/rooms/{id}/beds']),
  );
});
