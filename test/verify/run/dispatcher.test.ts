import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { verify } from '../../../src/index.ts';
import { loadDocument } from '../../../src/model/load-document.ts';
import { serve } from '../../serve/http-helpers.ts';

const PETS = `openapi: 3.1.0
info: { title: Zoo, version: '1' }
paths:
  /pets: { post: { operationId: createPet, requestBody: &body { content: { application/json: { schema: &pet { type: object, properties: { id: { type: string, readOnly: true }, name: { type: string } } } } } }, responses: { '201': { description: it, content: &json { application/json: { schema: *pet } } } } } }
  /pets/{petId}: { patch: { operationId: changePet, parameters: [{ name: petId, in: path, required: true, schema: { type: string } }], requestBody: *body, responses: { '200': { description: it, content: *json }, '400': { description: no } } } }
`;

/** Of which a body that names an owner is refused, as long as there is none. */
const OWNED = PETS.replaceAll('name: { type: string }', '$&, ownerId: { type: string }');

const PROFILE = `openapi: 3.1.0
info: { title: Me, version: '1' }
paths:
  /me: { put: { operationId: changeMe, requestBody: { content: { application/json: { schema: &me { type: object, properties: { name: { type: string }, town: { type: string } } } } } }, responses: { '200': { description: it, content: { application/json: { schema: *me } } }, '400': { description: no } } } }
`;

it.each([
  ['that cases share', 'PATCH', PETS],
  ['of which there is but one', 'PUT', PROFILE],
  ['whose rich bodies are refused', 'PATCH', OWNED],
])('changes of a resource %s go one after the other', async (_, change, text) => {
  const underWay = new Map<string, number>();
  let most = 0;
  let count = 0;
  await using server = await serve((request, response) => {
    const { method = '', url = '' } = request;
    const answer = async (): Promise<void> => {
      if (method === change) {
        underWay.set(url, (underWay.get(url) ?? 0) + 1);
        most = Math.max(most, underWay.get(url)!);
        count += 1;
        await pause(5);
        underWay.set(url, underWay.get(url)! - 1);
      }
      const isRefused = method === 'PATCH' && body.includes('"ownerId"');
      const status = isRefused ? 400 : method === 'POST' ? 201 : 200;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end('{"id":"rex"}');
    };
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => void answer());
  });
  const document = loadDocument(text, 'document.yaml');
  const options = { questions: false, allowChanges: true };
  await verify({ document, baseUrl: server.url, ...options }).result;
  expect(count).toBeGreaterThan(5);
  expect(most).toBe(1);
});

const SERVICES = `openapi: 3.1.0
info: { title: Services, version: '1' }
paths:
  /services/{slug}: { get: { operationId: readService, parameters: [{ name: slug, in: path, required: true, schema: { enum: [asana, slack] } }], responses: { '200': { description: it } } } }
  /services/asana: { post: { operationId: callAsana, responses: { '200': { description: called } } } }
`;

it('no value makes a path that of another operation', async () => {
  const read = new Set<string>();
  await using server = await serve((request, response) => {
    const { method = '', url = '' } = request;
    if (method === 'GET') read.add(url);
    const isOther = url === '/services/asana';
    const isThere = url === '/services/slack' || isOther;
    response.writeHead(isThere ? (isOther && method !== 'POST' ? 405 : 200) : 404);
    request.resume().on('end', () => response.end());
  });
  const document = loadDocument(SERVICES, 'services.yaml');
  const { findings } = await verify({ document, baseUrl: server.url, questions: false }).result;
  expect(findings.filter(({ severity }) => severity === 'violation')).toEqual([]);
  expect(read).toContain('/services/slack');
  expect(read).not.toContain('/services/asana');
});

const ACCOUNTS = `openapi: 3.1.0
info: { title: Accounts, version: '1' }
paths:
  /users: { get: { operationId: readMe, responses: { '200': { description: me, content: { application/json: { schema: { type: object, properties: { id: { type: integer } } } } } } } } }
  /users/{id}: { delete: { operationId: removeUser, parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], responses: { '204': { description: gone }, '404': { description: none } } } }
`;

it('who asks is not deleted', async () => {
  const deleted = new Set<string>();
  await using server = await serve((request, response) => {
    const { method = '', url = '' } = request;
    if (method === 'DELETE') deleted.add(url);
    const isRead = method === 'GET' && url === '/users';
    response.writeHead(isRead ? 200 : 404, { 'content-type': 'application/json' });
    request.resume().on('end', () => response.end(isRead ? '{"id":3}' : '{}'));
  });
  const document = loadDocument(ACCOUNTS, 'accounts.yaml');
  const options = { questions: false, allowChanges: true };
  await verify({ document, baseUrl: server.url, ...options }).result;
  expect(deleted.size).toBeGreaterThan(0);
  expect(deleted).not.toContain('/users/3');
});
