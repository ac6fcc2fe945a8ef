import { randomUUID } from 'node:crypto';
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  createServer,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { type ProfileAnswers, loadDocument, verify } from '../../src/index.ts';

type Body = Record<string, unknown>;
/** A status, and what comes with it. */
type Answer = readonly [status: number, body?: unknown];

/** What a run finds wrong with a server, and which operations never succeed. */
async function judge(
  text: string,
  answer: (method: string, id: string, body: Body, headers: IncomingHttpHeaders) => Answer,
  more: readonly string[] = [],
): Promise<readonly [string[], unverified: readonly string[], answers: ProfileAnswers]> {
  const server = createServer((request, response) => {
    void respond(request, response, answer);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const document = await loadDocument({ text, file: 'a.yaml' });
  const run = verify({
    document,
    baseUrl: `http://127.0.0.1:${port}`,
    only: ['boundary/', 'oracle/', ...more],
  });
  const { findings, coverage, answers } = await run.result;
  server.closeAllConnections();
  server.close();
  const violations = findings.filter(({ severity }) => severity === 'violation');
  return [
    violations.map(({ operation, message }) => `${operation}: ${message}`),
    coverage!.unverified,
    answers,
  ];
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (method: string, id: string, body: Body, headers: IncomingHttpHeaders) => Answer,
): Promise<void> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const id = decodeURIComponent((request.url ?? '').split('/')[2] ?? '');
  const body = text === '' ? {} : (JSON.parse(text) as Body);
  const [status, value = { message: 'no' }] = answer(
    request.method ?? '',
    id,
    body,
    request.headers,
  );
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(status === 204 ? '' : JSON.stringify(value));
}

it('what clients name, though no path says by what, may be there already', async () => {
  const charts = new Map<string, Body>();
  const document = `openapi: 3.1.0
components:
  schemas:
    Chart:
      required: [scale]
      properties: { chart: { type: string, example: NZ615 }, scale: { type: integer, minimum: 0, maximum: 9 } }
    Told:
      required: [id]
      properties: { id: { type: string }, chart: { type: string }, scale: { type: integer } }
paths:
  /charts:
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Chart' } } } }
      responses: { '201': { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/Told' } } } } }
  /charts/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      responses:
        '200': { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/Told' } } } }
        '404': { description: none }
    delete: { responses: { '204': { description: gone }, '404': { description: none } } }`;
  const [violations] = await judge(document, (method, id, body) => {
    if (method === 'POST') {
      const chart = String(body['chart']);
      charts.set(chart, { ...body, id: chart });
      return [201, charts.get(chart)];
    }
    // As if it were there, with nothing in it.
    if (!charts.has(id)) return method === 'GET' ? [200, {}] : [404];
    if (method === 'GET') return [200, charts.get(id)];
    charts.delete(id);
    return [204];
  });
  expect(violations.filter((violation) => violation.includes('another'))).toEqual([]);
});

it('a body is found that a server takes: without what names nothing, and in plain words', async () => {
  const document = `openapi: 3.1.0
paths:
  /rules:
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema:
              required: [matchers, comment]
              properties:
                id: { type: string }
                ignored: { type: boolean }
                comment: { type: string }
                matchers:
                  type: array
                  minItems: 1
                  items: { required: [name], properties: { name: { type: string } } }
      responses: { '200': { description: it }, '400': { description: no }, '404': { description: none } }`;
  const [violations, unverified] = await judge(
    document,
    (_method, _id, { id, ignored, matchers }) => {
      if (id !== undefined) return [404, 'rule not found'];
      if (ignored === true) return [400, 'a rule is given'];
      const names = (matchers as { name: string }[]).map(({ name }) => name);
      const odd = names.find((name) => !/^[a-z_]\w*$/i.test(name));
      return odd === undefined ? [200, {}] : [400, `invalid name ${JSON.stringify(odd)}`];
    },
  );
  expect(unverified).toEqual([]);
  expect(violations).toEqual([]);
});

it('a server that refuses what stands for a credential, and wants none, gets none', async () => {
  const document = `openapi: 3.1.0
security: [{ key: [] }]
components: { securitySchemes: { key: { type: apiKey, name: X-Key, in: header } } }
paths: { /status: { get: { responses: { '200': { description: it } } } } }`;
  let answered = 0;
  const [violations, unverified] = await judge(document, (_method, _id, _body, headers) => {
    answered += 1;
    return headers['x-key'] === undefined ? [200, {}] : [401, { message: 'no such key' }];
  });
  expect(answered).toBeGreaterThan(0);
  expect(unverified).toEqual([]);
  expect(violations).toEqual([]);
});

const ROOMS = `
openapi: 3.0.3
info: { title: Rooms, version: '1' }
paths:
  /rooms:
    post: { operationId: createRoom, requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Room' } } } }, responses: { '201': { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/Room' } } } }, '409': { description: used } } }
  /rooms/{roomId}:
    get: { operationId: getRoom, parameters: [{ name: roomId, in: path, required: true, schema: { type: string } }], responses: { '200': { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/Room' } } } }, '404': { description: none } } }
components:
  schemas:
    Room: { type: object, required: [title, number], properties: { id: { type: string, readOnly: true }, title: { type: string }, number: { type: string, pattern: '^[A-Z][0-9]{8}$', example: A00000001 } } }
`;

it('what an example shows may be there already, and is drawn then', async () => {
  const rooms = new Map([['before', { number: 'A00000001' } as Body]]);
  const create = (body: Body): Answer => {
    const { number, title } = body;
    if (!/^[A-Z]\d{8}$/.test(String(number)) || typeof title !== 'string') return [400];
    if ([...rooms.values()].some((room) => room['number'] === number)) return [409];
    const room: Body = { ...body, id: randomUUID() };
    rooms.set(String(room['id']), room);
    return [201, room];
  };
  const [violations, unverified, answers] = await judge(
    ROOMS,
    (method, id, body) => {
      if (method === 'GET') return rooms.has(id) ? [200, rooms.get(id)] : [404];
      return create(body);
    },
    ['question/create-room/whitespace-title', 'question/create-room/unknown-property'],
  );
  expect([violations, unverified]).toEqual([[], []]);
  expect(answers).toEqual({
    createRoom: { 'whitespace-title': 'kept', 'unknown-property': 'returned' },
  });
});

const STAYS = `
openapi: 3.0.3
info: { title: Stays, version: '1' }
paths:
  /rooms:
    post: { operationId: createRoom, requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Room' } } } }, responses: { '201': { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/Room' } } } } } }
  /rooms/{roomId}:
    get: { operationId: getRoom, parameters: [{ name: roomId, in: path, required: true, schema: { type: string } }], responses: { '200': { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/Room' } } } }, '404': { description: none } } }
  /stays:
    post: { operationId: createStay, requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Stay' } } } }, responses: { '201': { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/Stay' } } } }, '404': { description: no room }, '409': { description: it is let } } }
components:
  schemas:
    Room: { type: object, required: [title], properties: { id: { type: string, readOnly: true }, title: { type: string } } }
    Stay: { type: object, required: [roomId, guest], properties: { id: { type: string, readOnly: true }, roomId: { type: string }, guest: { type: string } } }
`;

it('what can be referred to but once is made for each question', async () => {
  const rooms = new Map<string, Body>();
  const taken = new Set<unknown>();
  const create = (body: Body): Answer => {
    const made = { ...body, id: randomUUID() };
    if (typeof body['title'] === 'string') {
      rooms.set(made.id, made);
      return [201, made];
    }
    const { roomId } = body;
    if (typeof roomId !== 'string' || typeof body['guest'] !== 'string') return [400];
    if (!rooms.has(roomId)) return [404];
    if (taken.has(roomId)) return [409];
    taken.add(roomId);
    return [201, made];
  };
  const [, , answers] = await judge(
    STAYS,
    (method, id, body) => {
      if (method === 'GET') return rooms.has(id) ? [200, rooms.get(id)] : [404];
      return create(body);
    },
    ['question/create-stay/whitespace-guest', 'question/create-stay/unknown-property'],
  );
  expect(answers).toEqual({
    createStay: { 'whitespace-guest': 'kept', 'unknown-property': 'returned' },
  });
});
