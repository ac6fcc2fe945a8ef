import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { verify } from '../../../src/index.ts';
import { loadDocument } from '../../../src/model/load-document.ts';

const document = loadDocument(
  `openapi: 3.1.0
info: { title: Stubs, version: '1' }
components:
  schemas:
    Stub:
      type: object
      properties:
        id: { type: string }
        uuid: { type: string, description: the id under another name }
        name: { type: string }
        response: { type: object, properties: { status: { type: integer, minimum: 100, maximum: 599 }, body: { type: string } } }
  requestBodies: { Stub: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Stub' } } } } }
  responses: { Stub: { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Stub' } } } } }
paths:
  /stubs:
    post: { requestBody: { $ref: '#/components/requestBodies/Stub' }, responses: { '201': { $ref: '#/components/responses/Stub' } } }
  /stubs/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': { $ref: '#/components/responses/Stub' }, '404': { description: none } } }
    put: { requestBody: { $ref: '#/components/requestBodies/Stub' }, responses: { '200': { $ref: '#/components/responses/Stub' }, '404': { description: none } } }
    delete: { responses: { '204': { description: gone }, '404': { description: none } } }`,
  'stubs.yaml',
);

type Stub = Readonly<Record<string, unknown>>;

/** What is said of a store that replaces one stub by another in this way. */
async function toldOf(
  replace: (before: Stub, sent: Stub) => Stub,
  isTaken: (sent: Stub) => boolean = () => true,
): Promise<string[]> {
  const stubs = new Map<string, Stub>();
  const whole = (id: string, sent: Stub): Stub => ({
    response: { status: 200 },
    ...sent,
    id,
    uuid: id,
  });
  const answer = async (request: IncomingMessage): Promise<[number, Stub | undefined]> => {
    const id = request.url?.split('/')[2] ?? randomUUID();
    const before = stubs.get(id);
    if (request.method !== 'POST' && before === undefined) return [404, undefined];
    if (request.method === 'GET') return [200, before];
    if (request.method === 'DELETE') return [stubs.delete(id) ? 204 : 404, undefined];
    const sent = (await json(request)) as Stub;
    if (request.method === 'POST' && !isTaken(sent)) return [400, undefined];
    stubs.set(id, whole(id, before ? replace(before, sent) : sent));
    return [before ? 200 : 201, stubs.get(id)];
  };
  await using server = createServer((request, response) => {
    const answered = answer(request).catch((): [number, undefined] => [400, undefined]);
    void answered.then(([status, body]) =>
      response
        .writeHead(status, { 'Content-Type': 'application/json' })
        .end(body && JSON.stringify(body)),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  const only = ['oracle/changes/put-stubs-id/replaces-the-whole', 'boundary/post-stubs/*'];
  const { findings } = await verify({ document, baseUrl, only }).result;
  const changed = findings.filter(({ check }) => check === 'changes' || check === 'echoed-values');
  return [...new Set(changed.map(({ severity, message }) => `${severity}: ${message}`))];
}

it('the identity under another name, and a part of an object that is filled in, are not left from before', async () => {
  expect(await toldOf((_, sent) => sent)).toEqual([
    'violation: response comes back though none was sent',
  ]);
  expect(await toldOf((before, sent) => ({ ...before, ...sent }))).toContain(
    'violation: response is left from before, though the replacement has none',
  );
});

it('what the server gives to new ones that are sent none, too, is not left from before', async () => {
  const isTaken = ({ response }: Stub): boolean => response === undefined;
  expect(await toldOf((_, sent) => sent, isTaken)).not.toContain(
    'violation: response is left from before, though the replacement has none',
  );
});
