/** What the words of a document, and the names that clients give, mean for what is stored. */
import { expect, it } from 'vitest';
import { createMock, loadDocument } from '../../src/index.ts';
import { of } from '../verify/oracles/notes.ts';
import { runOnMock } from '../verify/oracles/support.ts';

const TASK = "{ $ref: '#/components/schemas/Task' }";
const LABEL = "{ $ref: '#/components/schemas/Label' }";

/** Tasks below projects, that are closed and have labels. */
const desk = (said = 'it is closed already'): string => `
openapi: 3.1.0
info: { title: Desk, version: '1' }
paths:
  /projects:
    post: { operationId: addProject, requestBody: { required: true, ${of('{ type: object, required: [name], properties: { name: { type: string } } }')} }, responses: { '201': { description: it, ${of("{ $ref: '#/components/schemas/Project' }")} } } }
  /projects/{projectId}:
    parameters: [{ name: projectId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getProject, responses: { '200': { description: it, ${of("{ $ref: '#/components/schemas/Project' }")} }, '404': { description: none } } }
  /projects/{projectId}/close:
    parameters: [{ name: projectId, in: path, required: true, schema: { type: integer } }]
    post: { operationId: close, responses: { '200': { description: it, ${of("{ $ref: '#/components/schemas/Project' }")} }, '404': { description: none }, '409': { description: ${said} } } }
  /projects/{projectId}/tasks:
    parameters: [{ name: projectId, in: path, required: true, schema: { type: integer } }]
    post: { operationId: addTask, requestBody: { required: true, ${of('{ type: object, required: [title], properties: { title: { type: string } } }')} }, responses: { '201': { description: it, ${of(TASK)} }, '404': { description: none } } }
  /tasks:
    get: { operationId: listTasks, parameters: [{ name: projectId, in: query, schema: { type: integer } }], responses: { '200': { description: all, ${of(`{ type: array, items: ${TASK} }`)} } } }
  /tasks/{taskId}:
    parameters: [{ name: taskId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getTask, responses: { '200': { description: it, ${of(TASK)} }, '404': { description: none } } }
  /tasks/{taskId}/labels:
    parameters: [{ name: taskId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: listTaskLabels, responses: { '200': { description: all, ${of(`{ type: array, items: ${LABEL} }`)} }, '404': { description: none } } }
  /tasks/{taskId}/labels/{name}:
    parameters: [{ name: taskId, in: path, required: true, schema: { type: integer } }, { name: name, in: path, required: true, schema: { type: string, pattern: '^[a-z]{2,20}$' } }]
    put: { operationId: addTaskLabel, responses: { '204': { description: it has it }, '404': { description: none } } }
    delete: { operationId: removeTaskLabel, responses: { '204': { description: it has it no more }, '404': { description: none } } }
  /labels/{name}:
    parameters: [{ name: name, in: path, required: true, schema: { type: string, pattern: '^[a-z]{2,20}$' } }]
    get: { operationId: getLabel, responses: { '200': { description: it, ${of(LABEL)} }, '404': { description: none } } }
    put: { operationId: putLabel, requestBody: { required: true, ${of('{ type: object, required: [color], properties: { color: { type: string } } }')} }, responses: { '200': { description: it, ${of(LABEL)} }, '201': { description: it, ${of(LABEL)} } } }
    delete: { operationId: deleteLabel, responses: { '204': { description: gone }, '404': { description: none } } }
components:
  schemas:
    Project: { type: object, required: [id, name, closed], properties: { id: { type: integer }, name: { type: string }, closed: { type: boolean, readOnly: true } } }
    Task: { type: object, required: [id, projectId, title, labels], properties: { id: { type: integer }, projectId: { type: integer }, title: { type: string }, labels: { type: array, items: { type: string } } } }
    Label: { type: object, required: [name, color], properties: { name: { type: string }, color: { type: string } } }
`;

type Send = (
  method: string,
  path: string,
  body?: object,
) => Promise<readonly [status: number, body: unknown]>;

async function sender(text: string): Promise<Send> {
  const mock = createMock({ document: await loadDocument({ text, file: 'desk.yaml' }) });
  const headers = { 'content-type': 'application/json' };
  return async (method, path, body) => {
    const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) };
    const response = await mock.fetch(new Request(`http://mock.test${path}`, { method, ...sent }));
    const answer = await response.text();
    return [response.status, answer === '' ? undefined : (JSON.parse(answer) as unknown)];
  };
}

it('names the resource that something was created below, and finds it by that', async () => {
  const send = await sender(desk());
  await send('POST', '/projects', { name: 'a' });
  const [, project] = await send('POST', '/projects', { name: 'b' });
  const { id } = project as { id: number };
  const [, task] = await send('POST', `/projects/${id}/tasks`, { title: 't' });
  expect(task).toMatchObject({ projectId: id });
  expect(await send('GET', `/tasks?projectId=${id}`)).toEqual([200, [task]]);
  expect(await send('GET', `/tasks?projectId=${id + 1}`)).toEqual([200, []]);
});

it('refuses what was done already, and lets what is new be done', async () => {
  const send = await sender(desk());
  expect(await send('POST', '/projects', { name: 'a' })).toMatchObject([201, { closed: false }]);
  expect(await send('POST', '/projects/1/close')).toMatchObject([200, { closed: true }]);
  expect(await send('POST', '/projects/1/close')).toMatchObject([
    409,
    { message: 'it is closed already' },
  ]);
  const other = await sender(desk('it has tasks'));
  await other('POST', '/projects', { name: 'a' });
  for (const _ of [1, 2]) expect((await other('POST', '/projects/1/close'))[0]).toBe(200);
});

it('relates what clients have named, and takes it away with its deletion', async () => {
  const send = await sender(desk());
  await send('POST', '/projects', { name: 'a' });
  await send('POST', '/projects/1/tasks', { title: 't' });
  const [, before] = await send('GET', '/tasks/1');
  const { labels } = before as { labels: string[] };
  expect((await send('PUT', '/tasks/1/labels/red'))[0]).toBe(404);
  for (const name of ['red', 'blue']) await send('PUT', `/labels/${name}`, { color: name });
  for (const name of ['red', 'blue']) await send('PUT', `/tasks/1/labels/${name}`);
  expect(await send('GET', '/tasks/1')).toMatchObject([
    200,
    { labels: [...labels, 'red', 'blue'] },
  ]);
  expect(await send('GET', '/tasks/1/labels')).toEqual([
    200,
    [
      { name: 'red', color: 'red' },
      { name: 'blue', color: 'blue' },
    ],
  ]);
  expect((await send('DELETE', '/tasks/1/labels/blue'))[0]).toBe(204);
  expect((await send('DELETE', '/labels/red'))[0]).toBe(204);
  expect(await send('GET', '/tasks/1')).toMatchObject([200, { labels }]);
  expect(await send('GET', '/tasks/1/labels')).toEqual([200, []]);
});

it('is as its judge has it, with every operation', async () => {
  const { findings, verdict } = await runOnMock(desk());
  expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
  expect(verdict).toBe('pass');
});

it('is judged where a label stays that was taken away, or deleted', async () => {
  const { findings } = await runOnMock(
    desk(),
    async (request, next) =>
      request.method === 'DELETE' && request.url.includes('/tasks/')
        ? new Response(null, { status: 204 })
        : next(request),
    { only: ['oracle/changes/*', 'oracle/stored/*'] },
  );
  expect(findings.map(({ operation }) => operation)).toContain('removeTaskLabel');
});
